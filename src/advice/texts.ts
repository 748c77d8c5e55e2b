/**
 * What none of the owner's texts should say, be it in a data file or on a page.
 */

/** Names that belong to the sample cottage and to no other. */

export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** What a new cottage's files say where only the owner knows what to write. */
const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;

const CODE = "(?:code|pin|c[óo]digo|clave|codice|kombination)";
/** What a code opens, in English, German, French, Spanish, Italian and Dutch. */
const LOCK = [
  "(?:door|gate|alarm|entry|access|key ?(?:safe|box)|lock ?box|t(?:ü|ue)r|tor|schl(?:ü|ue)ssel\\p{L}{0,20}|bo[iî]te|porte|portail|entr[ée]e|acc[èe]s|coffre",
  "puerta|caja|portal|entrada|acceso|llaves|porta|portone|cancello|cassetta|ingresso|chiavi|deur|poort|toegangs?|sleutel\\p{L}{0,20})",
].join("|");
const WIFI = "(?:wi-?fi|wlan)";

/** What opens a door or a network. */
const SECRETS: readonly RegExp[] = [
  new RegExp(`${LOCK}[- ]?(?:${CODE}|number|nummer)(?!\\p{L})`, "iu"),
  new RegExp(`(?<!\\p{L})${CODE} (?:\\p{L}{1,12}[ ’']){0,4}${LOCK}(?!\\p{L})`, "iu"),
  new RegExp(`${WIFI}[- ]?(?:key|code|schl(?:ü|ue)ssel|sleutel)|(?<!\\p{L})(?:cl[ée]|key|chiave|${CODE}) (?:\\p{L}{1,12} ){0,2}${WIFI}`, "iu"),
  /(?<!\p{L})(?:key ?safe|lock ?box|code) is(?!\p{L})|(?<!\p{L})code (?:lautet|ist|est|secret)(?!\p{L})|digicode|pin ?code/iu,
  /password|passphrase|passwort|kennwort|mot de passe|contrase[ñn]a|wachtwoord|(?<!\p{L})wpa[23]?(?!\p{L})/iu,
];

/** What a text may have that it should not, and the rest of a sentence about it that begins with the text's name. */
export type Slip = readonly [looks: RegExp, told: (found: string) => string];

export const SLIPS: readonly Slip[] = [
  [FILL_IN, (left) => `says "${left}"; write what is true of your cottage`],
  ...SECRETS.map((looks): Slip => [looks, (secret) => `speaks of a "${secret}"; everyone in the world can read this, so give such things to your guests in person`]),
];

/** The first of the slips that a text has; undefined when it has none. */
export function textAdvice(text: string, slips = SLIPS): string | undefined {
  for (const [looks, told] of slips) {
    const found = looks.exec(text)?.[0];
    if (found !== undefined) return told(found.trim());
  }
  return undefined;
}
