/**
 * Derives a cottage's `identifier` from its name, e.g. "schones-haus" from "Schönes Haus".
 */

/** Replacements for letters that NFKD does not split into an ASCII letter and an accent. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i",
  // Greek
  α: "a", β: "v", γ: "g", δ: "d", ε: "e", ζ: "z", η: "i", θ: "th", ι: "i", κ: "k", λ: "l", μ: "m", ν: "n", ξ: "x",
  ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f", χ: "ch", ψ: "ps", ω: "o",
  // Cyrillic
  а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l", м: "m", н: "n", о: "o",
  п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh", щ: "sht", ъ: "a", ы: "y",
  ь: "", э: "e", ю: "yu", я: "ya", є: "ie", і: "i", ґ: "g", ђ: "dj", ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz",
};

/**
 * Transliterates the first text that has Latin, Greek or Cyrillic letters to lower-case ASCII letters, digits and
 * hyphens. Returns "my-cottage" if there is no such text.
 */
export function identifierFor(texts: readonly string[]): string {
  return texts.map(toAsciiWords).find((identifier) => /[a-z]/.test(identifier)) ?? "my-cottage";
}

/** Returns the words of a text, joined by hyphens, e.g. "spiti-ston-loutro" for "Σπίτι στον Λουτρό". */
function toAsciiWords(text: string): string {
  const withoutAccents = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  // In Greek, "ου" is one sound, which is transliterated as "ou" and not letter by letter as "oy".
  const letters = withoutAccents.replaceAll("ου", "ou");
  const ascii = letters.replaceAll(/[^a-z]/g, (letter) => REPLACEMENTS[letter] ?? letter);
  return ascii.split(/[^a-z0-9]+/).filter((word) => word !== "").join("-");
}
