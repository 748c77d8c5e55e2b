/**
 * Interprets what owners type, and suggests corrections, e.g. "de" for "Deutsch" or "bedrooms" for "bedroms".
 */

const YES = /^(?:true|yes|oui|vrai|ja|wahr|s[iìí]|vero|verdadero|waar)$/i;
const NO = /^(?:false|no|non|faux|nein|falsch|falso|nee|onwaar)$/i;

export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().normalize("NFC");
  if (YES.test(word)) return true;
  return NO.test(word) ? false : undefined;
}

const SEPARATORS = /[/.\s\u2010-\u2015]+/g;
const INTERNATIONAL_PREFIX = /^00 ?(?=[1-9])/;

/** Converts "0049 4662/1234" or "+49 (0) 4662 1234" to "+49 4662 1234". */
export function normalizeTelephone(text: string): string {
  const separated = text.replaceAll(SEPARATORS, " ");
  return removeTrunkZero(separated.replace(INTERNATIONAL_PREFIX, "+"));
}

/** Removes "(0)", which is dialled only within the country, but keeps the zero of Italian numbers. */
export function removeTrunkZero(telephone: string): string {
  const isItalian = telephone.startsWith("+39");
  return telephone.replace(/\s*\(0\)\s*/, isItalian ? " 0" : " ");
}

/** Proposes a URL-safe file name, e.g. "my_kitchen.jpg" for "my kitchen.jpg". */
export function proposeFileName(name: string): string {
  const withoutAccents = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  // Use underscores, because a hyphen would turn "kitchen 800.jpg" into "kitchen-800.jpg", a narrower version.
  return withoutAccents.replaceAll(/[^\w.-]+/g, "_").replace(/^_/, "").replace(/^\./, "photo.");
}

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const TWO_LETTER_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Finds the code for the name of a language or country in `LANGUAGES` or its own language, e.g. "DK" for "Danmark". */
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

/** Returns the language code ("el") intended by a country code ("gr") or a three-letter code ("ell"). */
function replaceLanguageCode(code: string): string | undefined {
  if (/^[a-z]{3}$/.test(code)) return Intl.getCanonicalLocales(code).find((canonical) => canonical.length === 2);
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  // Do not suggest English, which `Intl` also returns for unknown countries.
  return language === "en" ? undefined : language;
}

export function parseCountry(text: string): string | undefined {
  return findCode("region", text);
}

/** Comparing longer words would take too long. */
const WORD_LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** Allows one edit per three letters. More edits would match almost anything. */
const LETTERS_PER_EDIT = 3;

/** Returns the most similar candidate, or undefined if none is similar enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const name = normalizeName(word);
  if (name.length > WORD_LENGTH_MAX) return undefined;
  const allowedEdits = Math.min(EDITS_MAX, Math.floor(name.length / LETTERS_PER_EDIT));
  let fewestEdits = allowedEdits + 1;
  let mostSimilar: string | undefined;
  for (const candidate of candidates) {
    const edits = countEdits(name, normalizeName(candidate));
    if (edits >= fewestEdits) continue;
    fewestEdits = edits;
    mostSimilar = candidate;
  }
  return mostSimilar;
}

/** Makes `pets_allowed` and `petsAllowed` equal. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Counts the fewest insertions, deletions, replacements and swaps of adjacent letters that turn `from` into `to`. */
function countEdits(from: string, to: string): number {
  // Optimal string alignment: table[i][j] is the count for the first i letters of `from` and the first j of `to`.
  const firstRow = [...Array(to.length + 1).keys()];
  const table = [firstRow];
  const editsAt = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const replacement = editsAt(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = isSwapped ? editsAt(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(editsAt(i - 1, j) + 1, editsAt(i, j - 1) + 1, replacement, swap));
    }
  }
  return editsAt(from.length, to.length);
}
