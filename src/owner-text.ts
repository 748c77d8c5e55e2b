/**
 * What none of the owner's texts should say, be it in a data file or on a page.
 */

/** What opens a door or a network. */
const SECRET =
  /\b(?:(?:door|gate|alarm|entry|access|key ?safe|key ?box|lock ?box) ?(?:code|pin|number)|(?:key ?safe|lock ?box|code) is\b|pin ?code|wi-?fi (?:password|passphrase|key|code)|password|passphrase|wpa2?)\b/i;

/** Names that belong to the sample cottage and to no other. */
export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** What a new cottage's files say where only the owner knows what to write. */
const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;

/** What is wrong with a text, as the rest of a sentence that begins with its name; undefined when nothing is. */
export function textAdvice(text: string): string | undefined {
  const left = FILL_IN.exec(text)?.[0];
  if (left !== undefined) return `says "${left}"; write what is true of your cottage`;
  const secret = SECRET.exec(text)?.[0];
  if (secret === undefined) return undefined;
  return `speaks of a "${secret}"; everyone in the world can read this, so give such things to your guests in person`;
}
