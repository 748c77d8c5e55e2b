/**
 * What none of the owner's texts should say, be it in a data file or on a page.
 */

import { FILL_IN } from "../../compile/data/fill-in.ts";

/** Names that belong to the sample cottage and to no other. */
export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** In English, German, French, Spanish, Italian and Dutch, as is the beginning of what a code opens. */
const CODE = "(?:(?<!post)code|(?<!\\p{L})pin|c[óo]digo|clave|codice|kombination)(?!\\p{L})";
const LOCK = "(?<!\\p{L})(?:door|gate|alarm|entr[yéea]|acc[eè]s|key ?(?:safe|box)|lock ?box|(?:haus)?t(?:ü|ue)r|tor|schl(?:ü|ue)ssel|bo[iî]te|port|coffre|puerta|" +
  "caja|llaves|cancello|cassetta|ingresso|chiavi|deur|poort|toegang|sleutel)";
const WIFI = "(?:wi-?fi|wlan)";
const KEY = `(?:${CODE}|(?<!\\p{L})(?:key|cl[ée]|chiave|schl(?:ü|ue)ssel|sleutel)(?!\\p{L}))`;

/** What opens a door or a network. */
const SECRETS: readonly RegExp[] = [
  near(LOCK, CODE),
  near(WIFI, KEY),
  /(?:key ?safe|lock ?box|(?<!\p{L})code) (?:is|ist|est|lautet|secret)(?!\p{L})|digicode|pin ?code/iu,
  /password|passphrase|passwort|kennwort|mot de passe|contrase[ñn]a|wachtwoord|(?<!\p{L})wpa[23]?(?!\p{L})/iu,
];

function near(one: string, other: string): RegExp {
  const between = "[\\p{L} ’'-]{0,15}?";
  return new RegExp(`${one}${between}${other}|${other}${between}${one}`, "iu");
}

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
