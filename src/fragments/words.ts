/**
 * Days, languages and countries in words, in the language of the pages.
 *
 * What British pages need most often stands here: the first word asked of Intl costs more than half of what a bare
 * start of Node takes, and 9 MB. All other words Intl knows.
 */

const BRITISH = "en-GB";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const LANGUAGES = new Map([
  ["cy", "Welsh"],
  ["da", "Danish"],
  ["de", "German"],
  ["en", "English"],
  ["es", "Spanish"],
  ["fr", "French"],
  ["ga", "Irish"],
  ["gd", "Scottish Gaelic"],
  ["it", "Italian"],
  ["nl", "Dutch"],
  ["pl", "Polish"],
  ["pt", "Portuguese"],
  ["sv", "Swedish"],
]);

const COUNTRIES = new Map([
  ["FR", "France"],
  ["GB", "United Kingdom"],
  ["IE", "Ireland"],
]);

/** Making a formatter costs a hundred times what using it does, and a page may have thousands of dates. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(language: string): Intl.DateTimeFormat {
  const known = formatters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  formatters.set(language, made);
  return made;
}

/** "2 November 2026"; the day, `YYYY-MM-DD`, is a calendar date and belongs to no time zone. */
export function dayInWords(day: string, language: string): string {
  if (language !== BRITISH) return formatter(language).format(new Date(`${day}T00:00:00Z`));
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** The name of a language, or its tag when it has none. */
export function languageName(tag: string, language: string): string {
  const known = language === BRITISH ? LANGUAGES.get(tag) : undefined;
  return known ?? new Intl.DisplayNames(language, { type: "language" }).of(tag) ?? tag;
}

/** The name of a country, or its code when it has none. */
export function countryName(code: string, language: string): string {
  const known = language === BRITISH ? COUNTRIES.get(code) : undefined;
  return known ?? new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
}

/** What this module knows by itself, for those who check it against Intl. */
export const BY_HEART = { language: BRITISH, languages: [...LANGUAGES.keys()], countries: [...COUNTRIES.keys()] };
