/**
 * Lenient parsers for hand-written values, used to suggest a correction in a finding.
 *
 * Each returns undefined if the value is ambiguous. They do not know which field the value is from.
 */

/** Maximum length of a text, in UTF-16 code units. Longer texts are not parsed as a number. */
const LENGTH_MAX = 2000;

const DECIMAL = /^[-+−–]?\d+(?:[.,]\d+)?$/;
const NUMBER_WITH_UNIT = /^(\d+(?:[.,]\d+)?)\s*\p{L}\D*$/u;

/** Parses a number, e.g. "3", "4,8" or "4 Sterne", or an angle, e.g. `54°48'44"N`. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LENGTH_MAX) return undefined;
  if (DECIMAL.test(trimmed)) return decimalOf(trimmed);
  const [, amount] = NUMBER_WITH_UNIT.exec(trimmed) ?? [];
  return amount === undefined ? parseDegrees(trimmed) : decimalOf(amount);
}

/** Converts a number with a decimal point or comma, and a minus sign or a dash. */
function decimalOf(text: string): number {
  return Number(text.replace(",", ".").replace(/^[−–]/, "-"));
}

/** A number of minutes or seconds. */
const PART = "(\\d{1,2}(?:[.,]\\d+)?)\\s*";
const SECONDS = `(?:${PART}(?:["″”]|'')\\s*)?`;
const MINUTES = `(?:${PART}['′’]\\s*${SECONDS})?`;
/** Degrees, minutes, seconds and direction. "O" is ambiguous: it is east in German and west in French. */
const DEGREES = new RegExp(`^(\\d{1,3}(?:[.,]\\d+)?)\\s*°\\s*${MINUTES}([NSEW])$`, "i");

/** Parses an angle, e.g. `54°48'44"N` or "5.2° W", as decimal degrees, rounded to five decimals (about 1 m). */
export function parseDegrees(text: string): number | undefined {
  const [, degrees, minutes = "0", seconds = "0", direction = ""] = DEGREES.exec(text.trim()) ?? [];
  if (degrees === undefined) return undefined;
  const decimalDegrees = decimalOf(degrees) + decimalOf(minutes) / 60 + decimalOf(seconds) / 3600;
  const rounded = Number(decimalDegrees.toFixed(5));
  return /[SW]/i.test(direction) ? -rounded : rounded;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[ií]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

/** Parses "yes" or "no", or "true" or "false", in six languages. */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim();
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

const YEAR_LAST = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})\.?$/;
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/;

/**
 * Parses a date, e.g. "14.08.2026" or "2026-14-08", as "2026-08-14". Returns undefined for "02/11/2026", which may be
 * in February or in November. With dots, as in "02.11.2026", the day is first.
 */
export function parseDate(text: string): string | undefined {
  const yearLast = YEAR_LAST.exec(text.trim());
  if (yearLast !== null) {
    const [, first = "", separator, second = "", year = ""] = yearLast;
    const mayBeSwapped = Number(first) <= 12 && Number(second) <= 12 && first !== second;
    const isAmbiguous = separator !== "." && mayBeSwapped;
    return isAmbiguous ? undefined : dayOf(year, second, first);
  }
  const [, year, month = "", day = ""] = YEAR_FIRST.exec(text.trim()) ?? [];
  return year === undefined ? undefined : dayOf(year, month, day);
}

/** Formats a date as YYYY-MM-DD. Swaps month and day if the month is above 12. */
function dayOf(year: string, month: string, day: string): string {
  const isSwapped = Number(month) > 12;
  const parts = isSwapped ? [year, day, month] : [year, month, day];
  return parts.map((part) => part.padStart(2, "0")).join("-");
}

/** "From", "until" or "at" in front of a time. */
const PREPOSITION = /^(?:ab|bis|from|by|until|dalle|alle|dès|à|desde|vanaf|om)\s*/i;
const TIME_OF_DAY = /^(\d{1,2})(?:\s*[:.h]\s*(\d\d))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h|uur)?$/i;

/** Parses a time of day, e.g. "4 pm", "16 Uhr" or "9h30", as HH:MM on the 24-hour clock. */
export function parseTime(text: string): string | undefined {
  const [, hour, minutes = "00", suffix = ""] = TIME_OF_DAY.exec(text.trim().replace(PREPOSITION, "")) ?? [];
  if (hour === undefined) return undefined;
  const isAmOrPm = /m/i.test(suffix);
  if (isAmOrPm && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = isAmOrPm ? hourOfDay(Number(hour), suffix) : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minutes}`;
}

/** Converts an hour of the 12-hour clock. 12 am is 0, and 12 pm is 12. */
function hourOfDay(hour: number, suffix: string): number {
  const isAfternoon = /^p/i.test(suffix);
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** International calling codes, keyed by country. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  AT: "+43",
  BE: "+32",
  CH: "+41",
  DE: "+49",
  DK: "+45",
  ES: "+34",
  FR: "+33",
  GB: "+44",
  IE: "+353",
  IT: "+39",
  LU: "+352",
  NL: "+31",
  PT: "+351",
  SE: "+46",
};
/** Countries in which national numbers have no trunk prefix, a "0" that is omitted after the calling code. */
const COUNTRIES_WITHOUT_TRUNK_PREFIX = ["DK", "ES", "IT", "LU", "PT"];

/**
 * Rewrites a telephone number, e.g. "0049 4662/1234", "+49 (0) 4662 1234" or, in Germany, "04662/1234", as
 * "+49 4662 1234".
 *
 * @param country code of the country in which national numbers are dialled
 */
export function normalizeTelephone(text: string, country = ""): string {
  const number = text
    .trim()
    .replaceAll(/[/.\s\u2010-\u2015]+/g, " ")
    .replace(/^\( ?(0\d*) ?\)/, "$1")
    .replace(/^00 ?(?=[1-9])/, "+");
  const callingCode = CALLING_CODES[country];
  const isNational = /^\d/.test(number);
  if (!isNational || callingCode === undefined) return withoutTrunkZero(number);
  if (COUNTRIES_WITHOUT_TRUNK_PREFIX.includes(country)) return `${callingCode} ${number}`;
  return number.replace(/^0 ?/, `${callingCode} `);
}

/**
 * Removes the trunk prefix, the "(0)" of "+49 (0) 4662 1234", which is dialled only within the country. Italian numbers
 * keep it as "0", because it is part of the number.
 */
export function withoutTrunkZero(telephone: string): string {
  const isItalian = telephone.startsWith("+39");
  return telephone.replace(/\s*\(0\)\s*/, isItalian ? " 0" : " ");
}

/**
 * Completes a web address: adds https://, replaces http://, and encodes characters outside ASCII. Returns undefined for
 * other schemes, e.g. `mailto:`.
 */
export function completeWebAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const hasOtherScheme = /^[a-z]+:(?!\/\/)/i.test(trimmed);
  if (hasOtherScheme) return undefined;
  const secure = `https://${trimmed.replace(/^https?:\/\//i, "")}`;
  const isVisibleAscii = /^[\x21-\x7e]+$/.test(secure);
  if (isVisibleAscii) return secure;
  return URL.canParse(secure) ? new URL(secure).href : undefined;
}

/** Words for kinds of bed in six languages. The first kind whose words match decides, e.g. for "double sofa bed". */
const BED_WORDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ["sofa bed", /sof[aá]|couch|canapé|clic-clac|divano|slaapbank/i],
  ["bunk", /bunk|etagenbett|stockbett|hochbett|superposé|litera|castello|stapelbed/i],
  ["cot", /kinderbett|babybett|gitterbett|bébé|cuna|lettino|culla|kinderbed|babybed|ledikant/i],
  ["king", /king/i],
  ["queen", /queen/i],
  ["double", /double|doppel|ehebett|deux places|matrimoni|doble|tweepersoons/i],
  ["single", /single|twin|einzel|lit simple|une place|individual|singol|eenpersoons/i],
];

/** Returns the kind of bed that a word in one of the six languages means, e.g. "double" for "Doppelbett". */
export function parseBedKind(text: string): string | undefined {
  return BED_WORDS.find(([, words]) => words.test(text))?.[0];
}
