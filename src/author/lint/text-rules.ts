/**
 * Rules on texts, in a data file or on a page: what should not be published, and what is left to fill in.
 *
 * The rules see one text at a time, and know neither its file nor its field.
 */

import { FILL_IN } from "../../compile/data/fill-in.ts";
import type { MessageCode, Phrase } from "../../compile/phrase.ts";

/** A text that matches gets a message, whose placeholder `{text}` is the match. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly code: MessageCode;
}

/** Characters of a match that a message repeats. */
const MATCH_LENGTH_MAX = 500;

/** Names that belong to the sample cottage and to no other. */
export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** Domains reserved for examples (RFC 2606). */
const RESERVED_DOMAIN = /(?<![\w-])[\w-]+\.example\b|\bexample\.(?:com|net|org)\b/i;

/** The placeholders of a new cottage's texts, with what they ask for, and its placeholder addresses. */
const LEFT_TO_FILL_IN = new RegExp(
  `(?:${FILL_IN.source})[^|<>[\\]"]*|\\bfill-in(?:@example\\.com|\\.example)\\S*`,
);

// Words in English, German, French, Spanish, Italian and Dutch.
const CODE = "(?:(?<!post)code|(?<!\\p{L})pin|c[óo]digo|clave|codice|kombination)(?!\\p{L})";
const LOCK =
  "(?<!\\p{L})(?:(?:door|gate|alarm|entry|acc[eè]s|tor)(?!\\p{L})|entr[ée]e|key ?(?:safe|box)|lock ?box|" +
  "(?:haus)?t(?:ü|ue)r|torcode|schl(?:ü|ue)ssel|bo[iî]te|port(?:e|ail|a|one)(?!\\p{L})|coffre|puerta|caja|llaves|" +
  "cancello|cassetta|ingresso|chiavi|deur|poort|toegang|sleutel)";
const WIFI = "(?:wi-?fi|wlan)";
const PASSWORD = "(?:password|passphrase|passwort|kennwort|mot de passe|contrase[ñn]a|wachtwoord)";
const KEY = `(?:${CODE}|${PASSWORD}|(?<!\\p{L})(?:key|cl[ée]|chiave|schl(?:ü|ue)ssel|sleutel)(?!\\p{L}))`;

/** Codes that open nothing. */
const HARMLESS_CODE = "(?<!(?:post(?:al)?|zip|dress|area|country|dialling|booking|voucher|discount)[ -])";
const IS =
  "(?: (?:is|ist|lautet|est|es|è)(?! (?:not|no|nicht|pas|non|niet|needed|required)(?!\\p{L}))(?!\\p{L})|\\s*[:=])";

/** Texts that may tell how to open a door or use a network. */
const SECRETS: readonly RegExp[] = [
  near(LOCK, CODE),
  near(WIFI, KEY),
  /(?:key ?safe|lock ?box) (?:is|secret)(?!\p{L})|digicode|pin ?code|(?<!\p{L})wpa[23]?(?!\p{L})/iu,
  new RegExp(`${HARMLESS_CODE}(?<!\\p{L})code (?:(?:is|ist|est|lautet) (?=\\p{L}{0,3}\\d)|secret(?!\\p{L}))`, "iu"),
  new RegExp(`${PASSWORD}${IS}`, "iu"),
];

/** Matches one word up to 15 letters or blanks away from the other. */
function near(one: string, other: string): RegExp {
  const between = "[\\p{L} ’'-]{0,15}?";
  return new RegExp(`${one}${between}${other}|${other}${between}${one}`, "iu");
}

export const TEXT_RULES: readonly TextRule[] = [
  { pattern: LEFT_TO_FILL_IN, code: "advice-fill-in" },
  ...SECRETS.map((pattern): TextRule => ({ pattern, code: "advice-secret" })),
];

/** Returns the advice of the first rule that a text matches. */
export function lintText(text: string, rules = TEXT_RULES): Phrase | undefined {
  for (const { pattern, code } of rules) {
    const match = pattern.exec(text)?.[0].trim();
    if (match !== undefined) return { code, values: { text: shortened(match) } };
  }
  return undefined;
}

/** Returns a name of the sample cottage, or a domain reserved for examples, that is in the text. */
export function findSample(text: string): string | undefined {
  const match = RESERVED_DOMAIN.exec(text) ?? SAMPLE_WORDS.exec(text);
  return match?.[0];
}

function shortened(text: string): string {
  return text.length > MATCH_LENGTH_MAX ? `${text.slice(0, MATCH_LENGTH_MAX)}…` : text;
}
