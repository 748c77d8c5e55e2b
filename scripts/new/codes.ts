/**
 * Finds the codes of languages and countries by name, e.g. "de" for "Deutsch" and "DK" for "Danmark".
 */
import { LANGUAGES } from "../../src/compile/built-in.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const TWO_LETTER_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Returns the code of one of `LANGUAGES`. Its name may be in any of them. */
export function languageNamed(name: string): (typeof LANGUAGES)[number] | undefined {
  return LANGUAGES.find((code) => isOneOf(name, displayNames("language", code, LANGUAGES)));
}

/** Returns the code of a country. Its name may be in one of `LANGUAGES` or in the country's own language. */
export function countryNamed(name: string): string | undefined {
  return TWO_LETTER_CODES.find((code) => {
    const locale = new Intl.Locale(`und-${code}`);
    // Skip obsolete codes, e.g. DD, which `Intl.Locale` replaces with DE.
    if (locale.region !== code) return false;
    return isOneOf(name, displayNames("region", code, [...LANGUAGES, locale.maximize().language]));
  });
}

function displayNames(type: "language" | "region", code: string, languages: readonly string[]): string[] {
  return languages.map((language) => new Intl.DisplayNames(language, { type }).of(code) ?? "");
}

function isOneOf(name: string, candidates: readonly string[]): boolean {
  const ignoringCaseAndAccents = new Intl.Collator("en", { sensitivity: "base" });
  return candidates.some((candidate) => ignoringCaseAndAccents.compare(candidate, name) === 0);
}
