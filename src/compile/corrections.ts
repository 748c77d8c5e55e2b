/**
 * Reads values as people write them, so that a finding can name the value to write instead.
 *
 * Each function returns undefined when the meaning is in doubt. None knows the field that a value belongs to.
 */

/** Longer texts are no single value. */
const LENGTH_MAX = 2000;

const DECIMAL = /^[-+−–]?\d+(?:[.,]\d+)?$/;
const NUMBER_WITH_UNIT = /^(\d+(?:[.,]\d+)?)\s*\p{L}\D*$/u;

/** Reads "3", "4,8", "4 Sterne" and `54°48'44"N`. */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LENGTH_MAX) return undefined;
  if (DECIMAL.test(trimmed)) return decimalOf(trimmed);
  const [, amount] = NUMBER_WITH_UNIT.exec(trimmed) ?? [];
  return amount === undefined ? degreesIn(trimmed) : decimalOf(amount);
}

function decimalOf(text: string): number {
  return Number(text.replace(",", ".").replace(/^[−–]/, "-"));
}

const PART = "(\\d{1,2}(?:[.,]\\d+)?)\\s*";
const SECONDS = `(?:${PART}(?:["″”]|'')\\s*)?`;
const MINUTES = `(?:${PART}['′’]\\s*${SECONDS})?`;
/** Degrees, minutes, seconds and direction. "O" is not accepted: it is east in German and west in French. */
const DEGREES = new RegExp(`^(\\d{1,3}(?:[.,]\\d+)?)\\s*°\\s*${MINUTES}([NSEW])$`, "i");

/** Reads `54°48'44"N` and "5.2° W" as decimal degrees. Five decimals are a metre. */
export function degreesIn(text: string): number | undefined {
  const [, degrees, minutes = "0", seconds = "0", direction = ""] = DEGREES.exec(text.trim()) ?? [];
  if (degrees === undefined) return undefined;
  const size = decimalOf(degrees) + decimalOf(minutes) / 60 + decimalOf(seconds) / 3600;
  const rounded = Number(size.toFixed(5));
  return /[SW]/i.test(direction) ? -rounded : rounded;
}

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[ií]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

export function booleanIn(text: string): boolean | undefined {
  const word = text.trim();
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

const DAY_FIRST = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})\.?$/;
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/;

/** Reads "14.08.2026" and "2026-14-08" as "2026-08-14". "02/11/2026" may be either of two days. */
export function dayIn(text: string): string | undefined {
  const dayFirst = DAY_FIRST.exec(text.trim());
  if (dayFirst !== null) {
    const [, first = "", mark, second = "", year = ""] = dayFirst;
    const isAmbiguous = mark !== "." && Number(first) <= 12 && Number(second) <= 12 && first !== second;
    return isAmbiguous ? undefined : dayOf(year, second, first);
  }
  const [, year, month = "", day = ""] = YEAR_FIRST.exec(text.trim()) ?? [];
  return year === undefined ? undefined : dayOf(year, month, day);
}

/** Swaps month and day when only that makes a month. */
function dayOf(year: string, month: string, day: string): string {
  const parts = Number(month) > 12 ? [year, day, month] : [year, month, day];
  return parts.map((part) => part.padStart(2, "0")).join("-");
}

const BEFORE_TIME = /^(?:ab|bis|from|by|until|dalle|alle|dès|à|desde|vanaf|om)\s*/i;
const TIME = /^(\d{1,2})(?:\s*[:.h]\s*(\d\d))?\s*(am|pm|a\.m\.|p\.m\.|uhr|h|uur)?$/i;

/** Reads "16 Uhr", "16.00", "4 pm" and "9h30" as times on the 24-hour clock. */
export function timeIn(text: string): string | undefined {
  const [, hour, minutes = "00", suffix = ""] = TIME.exec(text.trim().replace(BEFORE_TIME, "")) ?? [];
  if (hour === undefined) return undefined;
  const isTwelveHour = /m/i.test(suffix);
  if (isTwelveHour && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = isTwelveHour ? (Number(hour) % 12) + (/^p/i.test(suffix) ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minutes}`;
}

/** Reads "0049 4662/1234" and "+49 (0) 4662 1234" as "+49 4662 1234". */
export function telephoneIn(text: string): string {
  const international = text.trim().replace(/^00/, "+").replace(/[/.–]/g, " ");
  return withoutTrunkZero(international).replace(/\s+/g, " ");
}

/** Removes the "(0)" of "+49 (0) 4662 1234", which is for calls within the country. Italian numbers keep their 0. */
export function withoutTrunkZero(telephone: string): string {
  const zero = telephone.startsWith("+39") ? " 0" : " ";
  return telephone.replace(/\s*\(0\)\s*/, zero);
}

/** Reads a web address without https://, with http://, or with letters that have to be percent-encoded. */
export function webAddressIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[a-z]+:(?!\/\/)/i.test(trimmed)) return undefined;
  const secure = `https://${trimmed.replace(/^https?:\/\//i, "")}`;
  const isPlain = /^[\x21-\x7e]+$/.test(secure);
  if (isPlain) return secure;
  return URL.canParse(secure) ? new URL(secure).href : undefined;
}
