/**
 * Lint rules for texts: they find secrets that should not be published, and placeholders that are left to fill in.
 *
 * A rule sees one text at a time. It does not know the file or field that the text is from.
 */

import { FILL_IN } from "../../compile/data/fill-in.ts";
import type { MessageCode, Phrase } from "../../compile/phrase.ts";

/** A pattern for texts to report, and the message that reports them. */
export interface TextRule {
  readonly pattern: RegExp;
  /** Code of the message, whose placeholder `{text}` is replaced by the matched text. */
  readonly code: MessageCode;
}

/** Maximum length of a match that is quoted in a message. */
const MATCH_LENGTH_MAX = 500;

/** Invented place names, which occur only in the texts of the sample cottage. */
export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** Matches domains reserved for examples (RFC 2606, sections 2 and 3), e.g. `cottage.example`. */
const RESERVED_DOMAIN = /(?<![\w-])[\w-]+\.example\b|\bexample\.(?:com|net|org)\b/i;

/** Matches the placeholders in the files of a new cottage, and its placeholder email addresses and domains. */
const LEFT_TO_FILL_IN = new RegExp(
  `(?:${FILL_IN.source})[^|<>[\\]"]*|\\bfill-in(?:@example\\.com|\\.example)\\S*`,
);

// Words for codes, locks and passwords in English, German, French, Spanish, Italian and Dutch.
const CODE = "(?:(?<!post)code|(?<!\\p{L})pin|c[óo]digo|clave|codice|kombination)(?!\\p{L})";
const LOCK =
  "(?<!\\p{L})(?:(?:door|gate|alarm|entry|acc[eè]s|tor)(?!\\p{L})|entr[ée]e|key ?(?:safe|box)|lock ?box|" +
  "(?:haus)?t(?:ü|ue)r|torcode|schl(?:ü|ue)ssel|bo[iî]te|port(?:e|ail|a|one)(?!\\p{L})|coffre|puerta|caja|llaves|" +
  "cancello|cassetta|ingresso|chiavi|deur|poort|toegang|sleutel)";
const WIFI = "(?:wi-?fi|wlan)";
const PASSWORD = "(?:password|passphrase|passwort|kennwort|mot de passe|contrase[ñn]a|wachtwoord)";
const KEY = `(?:${CODE}|${PASSWORD}|(?<!\\p{L})(?:key|cl[ée]|chiave|schl(?:ü|ue)ssel|sleutel)(?!\\p{L}))`;

/** Look-behind that rejects kinds of code that are not secret, e.g. "postal code". */
const NOT_HARMLESS = "(?<!(?:post(?:al)?|zip|dress|area|country|dialling|booking|voucher|discount)[ -])";
/** "is", ":" or "=", unless a negation follows, as in "is not needed". */
const IS =
  "(?: (?:is|ist|lautet|est|es|è)(?! (?:not|no|nicht|pas|non|niet|needed|required)(?!\\p{L}))(?!\\p{L})|\\s*[:=])";

/** Patterns for texts that may contain a door code or a Wi-Fi password. */
const SECRETS: readonly RegExp[] = [
  near(LOCK, CODE),
  near(WIFI, KEY),
  /(?:key ?safe|lock ?box) (?:is|secret)(?!\p{L})|digicode|pin ?code|(?<!\p{L})wpa[23]?(?!\p{L})/iu,
  new RegExp(`${NOT_HARMLESS}(?<!\\p{L})code (?:(?:is|ist|est|lautet) (?=\\p{L}{0,3}\\d)|secret(?!\\p{L}))`, "iu"),
  new RegExp(`${PASSWORD}${IS}`, "iu"),
];

/** Returns a pattern for two words, in either order, with at most 15 letters or spaces between them. */
function near(one: string, other: string): RegExp {
  const gap = "[\\p{L} ’'-]{0,15}?";
  return new RegExp(`${one}${gap}${other}|${other}${gap}${one}`, "iu");
}

/** Rules for all texts, in data files and on pages. */
export const TEXT_RULES: readonly TextRule[] = [
  { pattern: LEFT_TO_FILL_IN, code: "advice-fill-in" },
  ...SECRETS.map((pattern): TextRule => ({ pattern, code: "advice-secret" })),
];

/** Returns the message of the first rule that the text matches, or undefined if it matches none. */
export function lintText(text: string, rules = TEXT_RULES): Phrase | undefined {
  for (const { pattern, code } of rules) {
    const match = pattern.exec(text)?.[0].trim();
    if (match !== undefined) return { code, values: { text: truncated(match) } };
  }
  return undefined;
}

/** Returns a name of the sample cottage or a domain reserved for examples, if the text contains one. */
export function findSample(text: string): string | undefined {
  const match = RESERVED_DOMAIN.exec(text) ?? SAMPLE_WORDS.exec(text);
  return match?.[0];
}

function truncated(text: string): string {
  return text.length > MATCH_LENGTH_MAX ? `${text.slice(0, MATCH_LENGTH_MAX)}…` : text;
}
