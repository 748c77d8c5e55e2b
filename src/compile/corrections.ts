/**
 * Suggests corrections, e.g. "16:00" for "4 pm", unless the owner's text is ambiguous.
 */

/** Spaces or apostrophes may group the digits, e.g. "1 204" or "1'204". */
const DECIMAL = /^[-+−–]?\s?(?:\d+|[1-9]\d{0,2}(?:[\s'’]\d{3})+)(?:[.,]\d+)?$/;
const NUMBER_WITH_UNIT = /^(\d+(?:[.,]\d+)?)\s*\p{L}\D*$/u;

/** Parses a number, e.g. "1 204", "4,8" or "4 stars", or an angle. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (DECIMAL.test(trimmed)) return parseDecimal(trimmed);
  const amount = NUMBER_WITH_UNIT.exec(trimmed)?.[1];
  return amount === undefined ? parseAngle(trimmed) : parseDecimal(amount);
}

function parseDecimal(text: string): number {
  return Number(text.replaceAll(/[\s'’]/g, "").replace(",", ".").replace(/^[−–]/, "-"));
}

const AMOUNT = "(\\d+(?:[.,]\\d+)?)\\s*";
/** Does not match "O", which is ambiguous: east in German, but west in French. */
const ANGLE = new RegExp(`^${AMOUNT}°\\s*(?:${AMOUNT}['′’]\\s*)?(?:${AMOUNT}["″”]\\s*)?([NSEW])$`, "i");

/** Converts an angle such as `54°48'44"N` to decimal degrees. */
function parseAngle(text: string): number | undefined {
  const [, degrees, minutes = "0", seconds = "0", direction = ""] = ANGLE.exec(text) ?? [];
  if (degrees === undefined) return undefined;
  const decimalDegrees = parseDecimal(degrees) + parseDecimal(minutes) / 60 + parseDecimal(seconds) / 3600;
  // Five decimal places of a degree are precise to about 1 m.
  const rounded = Number(decimalDegrees.toFixed(5));
  return /[SW]/i.test(direction) ? -rounded : rounded;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[iìí]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().normalize("NFC");
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

const YEAR_FIRST = /^(?<year>\d{4})[./-](?<first>\d{1,2})[./-](?<second>\d{1,2})$/;
const YEAR_LAST = /^(?<first>\d{1,2})(?<separator>[./-])\s?(?<second>\d{1,2})\k<separator>\s?(?<year>\d{4})\.?$/;

/** Converts "14.08.2026" or "08/14/2026" to "2026-08-14", unless the date is ambiguous. */
export function parseDate(text: string): string | undefined {
  return parseYearFirst(text) ?? parseYearLast(text);
}

function parseYearFirst(text: string): string | undefined {
  const groups = YEAR_FIRST.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { year = "", first = "", second = "" } = groups;
  const isDayFirst = mustBeDay(first) && !mustBeDay(second);
  return isDayFirst ? toIsoDate(year, second, first) : toIsoDate(year, first, second);
}

function parseYearLast(text: string): string | undefined {
  const groups = YEAR_LAST.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { year = "", first = "", second = "", separator } = groups;
  if (mustBeDay(second)) return toIsoDate(year, first, second);
  // The day comes first in "8.9.2026", but "08/09/2026" is ambiguous.
  const isDayFirst = mustBeDay(first) || separator === "." || first === second;
  return isDayFirst ? toIsoDate(year, second, first) : undefined;
}

function mustBeDay(number: string): boolean {
  return Number(number) > 12;
}

function toIsoDate(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const PREPOSITION = /^(?:ab|bis|from|by|until|dalle|alle|dès|à|desde|vanaf|om)\s*/i;
const TIME_OF_DAY =
  /^(?<hours>\d{1,2})(?:\s*[:.h]\s*(?<minutes>\d\d))?\s*(?:(?<am>a\.?m\.?)|(?<pm>p\.?m\.?)|uhr|h|uur)?$/i;

/** Converts "4 pm", "ab 16 Uhr" or "9h30" to HH:MM. Accepts even "25:00". */
export function parseTime(text: string): string | undefined {
  const groups = TIME_OF_DAY.exec(text.replace(PREPOSITION, ""))?.groups;
  if (groups === undefined) return undefined;
  const { hours, minutes = "00", am, pm } = groups;
  let hour = Number(hours);
  // 12 am is 00:00, and 12 pm is 12:00.
  if (am !== undefined || pm !== undefined) hour %= 12;
  if (pm !== undefined) hour += 12;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
}

const SEPARATORS = /[/.\s\u2010-\u2015]+/g;
const INTERNATIONAL_PREFIX = /^00 ?(?=[1-9])/;

/** Converts "0049 4662/1234" or "+49 (0) 4662 1234" to "+49 4662 1234". */
export function normalizeTelephone(text: string): string {
  const separated = text.replaceAll(SEPARATORS, " ");
  return removeTrunkZero(separated.replace(INTERNATIONAL_PREFIX, "+"));
}

/** Removes "(0)", which is dialled only nationally, but keeps the zero of Italian numbers. */
export function removeTrunkZero(telephone: string): string {
  const isItalian = telephone.startsWith("+39");
  return telephone.replace(/\s*\(0\)\s*/, isItalian ? " 0" : " ");
}

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Converts a web address to an https URL in ASCII. Returns undefined for schemes such as `ftp:`. */
export function normalizeUrl(text: string): string | undefined {
  const address = text.replace(/^https?:\/\//i, "");
  // Suggest nothing for another scheme or a local host, e.g. `localhost:3000`.
  const hasOtherScheme = /^[a-z]+:/i.test(address);
  if (hasOtherScheme) return undefined;
  const url = `https://${address}`;
  // `URL` would add a slash to `https://example.com`.
  if (PRINTABLE_ASCII.test(url)) return url;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/** Proposes a file name for URLs, e.g. "my_kitchen.jpg" for "my kitchen.jpg". */
export function proposeFileName(name: string): string {
  const withoutAccents = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  // A hyphen would mark "kitchen-800.jpg" as a narrower version, so use underscores.
  return withoutAccents.replaceAll(/[^\w.-]+/g, "_").replace(/^_/, "").replace(/^\./, "photo.");
}

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const TWO_LETTER_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Finds a code by a name in `LANGUAGES` or the local language, e.g. "DK" for "Danmark". */
function findCode(type: "language" | "region", name: string): string | undefined {
  const ignoringCaseAndAccents = new Intl.Collator("en", { sensitivity: "base" });
  return TWO_LETTER_CODES.find((code) => {
    const names = displayNames(type, code);
    return names.some((displayName) => ignoringCaseAndAccents.compare(displayName, name) === 0);
  });
}

function displayNames(type: "language" | "region", code: string): string[] {
  const locale = new Intl.Locale(type === "region" ? `und-${code}` : code);
  // Skip obsolete codes, e.g. DD, which `Intl.Locale` replaces with DE.
  if (locale[type]?.toUpperCase() !== code) return [];
  const mainLanguage = locale.maximize().language;
  return [...LANGUAGES, mainLanguage].map((language) => new Intl.DisplayNames(language, { type }).of(code) ?? "");
}

export function parseLanguage(text: string): string | undefined {
  if (text.length > 3) return findCode("language", text)?.toLowerCase();
  const code = text.toLowerCase();
  return isLanguageCode(code) ? undefined : replaceLanguageCode(code);
}

/** Accepts a language code, e.g. "el", but not "gr" (a country) or "ell" (too long). */
export function isLanguageCode(code: string): boolean {
  // Loading `Intl` is slow, so accept these languages without it.
  if (LANGUAGES.some((language) => language === code)) return true;
  if (code.length !== 2) return replaceLanguageCode(code) === undefined;
  return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
}

/** Corrects a country code ("gr") or three-letter code ("ell") to a language code ("el"). */
function replaceLanguageCode(code: string): string | undefined {
  if (/^[a-z]{3}$/.test(code)) return Intl.getCanonicalLocales(code).find((canonical) => canonical.length === 2);
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  // `Intl` also returns English for unknown countries, so ignore English.
  return language === "en" ? undefined : language;
}

export function parseCountry(text: string): string | undefined {
  return findCode("region", text);
}

/** Comparing longer words would take too long. */
const WORD_LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** Allows one edit in 3 letters and two in 6. More edits would match almost anything. */
const LETTERS_PER_EDIT = 3;

/** Returns the most similar candidate, or undefined if none is similar enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const name = normalizeName(word);
  if (name.length > WORD_LENGTH_MAX) return undefined;
  const allowedEdits = Math.min(EDITS_MAX, Math.floor(name.length / LETTERS_PER_EDIT));
  for (let edits = 0; edits <= allowedEdits; edits += 1) {
    const match = candidates.find((candidate) => isWithinEdits(name, normalizeName(candidate), edits));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Makes `pets_allowed` and `petsAllowed` equal. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether `maxEdits` edits can turn `from` into `to`. Takes exponential time. */
function isWithinEdits(from: string, to: string, maxEdits: number): boolean {
  if (maxEdits < 0 || Math.abs(from.length - to.length) > maxEdits) return false;
  if (from === to) return true;
  // If the first letters match, editing them never saves edits.
  if (from[0] === to[0]) return isWithinEdits(from.slice(1), to.slice(1), maxEdits);
  return editFirstLetter(from, to).some(([fromRest, toRest]) => isWithinEdits(fromRest, toRest, maxEdits - 1));
}

/** Returns what is left of both words after each possible edit of the first letter. */
function editFirstLetter(from: string, to: string): [string, string][] {
  const fromRest = from.slice(1);
  const toRest = to.slice(1);
  const deletion: [string, string] = [fromRest, to];
  const insertion: [string, string] = [from, toRest];
  const replacement: [string, string] = [fromRest, toRest];
  const isSwapped = from[0] === to[1] && from[1] === to[0];
  const swap: [string, string][] = isSwapped ? [[from.slice(2), to.slice(2)]] : [];
  return [deletion, insertion, replacement, ...swap];
}
