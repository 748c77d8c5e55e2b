/**
 * Lint rules for individual strings. They find unfilled placeholders, names from the built-in sample, and secrets that
 * should not be published.
 */

import { FILL_IN_PLACEHOLDER } from "../../compile/data/datasets.ts";
import type { Message, MessageCode } from "../../compile/messages.ts";

/** A pattern to search for, and the code of the message to report. The match replaces `{text}` in the message. */
export type TextRule = Readonly<{ pattern: RegExp; code: MessageCode }>;

/** Finds example domains (RFC 2606) and the invented names of the sample site. */
export const SAMPLE_NAME_RULE: TextRule = {
  pattern:
    /(?<![\w-])[\w-]+\.example\b|\b(?:example\.(?:com|net|org)|Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i,
  code: "advice-sample",
};

export function hasSampleName(text: string): boolean {
  return SAMPLE_NAME_RULE.pattern.test(text);
}

const UNFILLED_PLACEHOLDER = new RegExp(
  `(?:${FILL_IN_PLACEHOLDER.source})[^|<>[\\]"]*|\\bfill-in(?:@example\\.com|\\.example)\\S*`,
);

// These patterns match words in English, German, French, Spanish, Italian and Dutch.
// Lookarounds prevent matches inside longer words, e.g. "code" in "postcode".
const CODE = "(?:(?<!post)code|(?<!\\p{L})pin|c[óo]digo|clave|codice|kombination)(?!\\p{L})";
const LOCK =
  "(?<!\\p{L})(?:(?:door|gate|alarm|entry|acc[eè]s|tor)(?!\\p{L})|entr[ée]e|key ?(?:safe|box)|lock ?box|" +
  "(?:haus)?t(?:ü|ue)r|torcode|schl(?:ü|ue)ssel|bo[iî]te|port(?:e|ail|a|one)(?!\\p{L})|coffre|puerta|caja|llaves|" +
  "cancello|cassetta|ingresso|chiavi|deur|poort|toegang|sleutel)";
const WIFI = "(?:wi-?fi|wlan)";
const PASSWORD = "(?:password|passphrase|passwort|kennwort|mot de passe|contrase[ñn]a|wachtwoord)";
const KEY = `(?:${CODE}|${PASSWORD}|(?<!\\p{L})(?:key|cl[ée]|chiave|schl(?:ü|ue)ssel|sleutel)(?!\\p{L}))`;

/** Prevents a match after words such as "postal", because a postal code is not secret. */
const NOT_HARMLESS = "(?<!(?:post(?:al)?|zip|dress|area|country|dialling|booking|voucher|discount)[ -])";
/** Matches " is" or ":" before a password, but not the " is" in "is required". */
const IS =
  "(?: (?:is|ist|lautet|est|es|è)(?! (?:not|no|nicht|pas|non|niet|needed|required)(?!\\p{L}))(?!\\p{L})|\\s*[:=])";

/**
 * Matches a Wi-Fi password in any language, e.g. "Wi-Fi in the house: sheep42". A password has at least six characters,
 * including a letter and a digit. A speed, e.g. "100Mbit/s", is not a password.
 */
const WIFI_PASSWORD = new RegExp(`${WIFI}[^.:]{0,25}:\\s*(?!\\d+[mg]bit)(?=\\S*\\p{L})(?=\\S*\\d)\\S{6,}`, "iu");
/** Matches a four-digit PIN, e.g. "PIN for the gate: 1234". */
const PIN_WITH_DIGITS = /(?<!\p{L})pin(?!\p{L})[^.:\d]{0,25}:\s*\d{4}(?!\d)/iu;

const SECRETS: readonly RegExp[] = [
  near(LOCK, CODE),
  near(WIFI, KEY),
  /(?:key ?safe|lock ?box) (?:is|secret)(?!\p{L})|digicode|pin ?code|(?<!\p{L})wpa[23]?(?!\p{L})/iu,
  new RegExp(`${NOT_HARMLESS}(?<!\\p{L})code (?:(?:is|ist|est|lautet) (?=\\p{L}{0,3}\\d)|secret(?!\\p{L}))`, "iu"),
  new RegExp(`${PASSWORD}${IS}`, "iu"),
  WIFI_PASSWORD,
  PIN_WITH_DIGITS,
];

/** Matches two words in either order with at most 15 characters between them. */
function near(first: string, second: string): RegExp {
  const gap = "[\\p{L} ’'-]{0,15}?";
  return new RegExp(`${first}${gap}${second}|${second}${gap}${first}`, "iu");
}

export const TEXT_RULES: readonly TextRule[] = [
  { pattern: UNFILLED_PLACEHOLDER, code: "advice-fill-in" },
  ...SECRETS.map((pattern): TextRule => ({ pattern, code: "advice-secret" })),
];

const MATCH_LENGTH_MAX = 500;

export function lintText(text: string, rules: readonly TextRule[]): Message | undefined {
  for (const { pattern, code } of rules) {
    const match = pattern.exec(text)?.[0].trim();
    if (match !== undefined) return { code, values: { text: match.slice(0, MATCH_LENGTH_MAX) } };
  }
  return undefined;
}
