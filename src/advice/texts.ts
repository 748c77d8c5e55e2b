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

/** What is wrong with a text, as the rest of a sentence that begins with its name; undefined when nothing is. */
export function textAdvice(text: string): string | undefined {
  const left = FILL_IN.exec(text)?.[0];
  if (left !== undefined) return `says "${left}"; write what is true of your cottage`;
  for (const secret of SECRETS) {
    const found = secret.exec(text)?.[0].trim();
    if (found !== undefined) return `speaks of a "${found}"; everyone in the world can read this, so give such things to your guests in person`;
  }
  return undefined;
}
