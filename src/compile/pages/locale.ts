/**
 * Derives the text direction and name of a language from its BCP 47 tag.
 */

const RIGHT_TO_LEFT_SCRIPTS = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];

export function textDirection(tag: string): "ltr" | "rtl" {
  const { script = "Latn" } = new Intl.Locale(tag).maximize();
  return RIGHT_TO_LEFT_SCRIPTS.includes(script) ? "rtl" : "ltr";
}

/** Returns a language's own name, e.g. "Deutsch". Adds the region or script if two of the site's languages share it. */
export function languageName(tag: string, siteTags: readonly string[]): string {
  const { language } = new Intl.Locale(tag);
  const isAmbiguous = siteTags.filter((siteTag) => new Intl.Locale(siteTag).language === language).length > 1;
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(isAmbiguous ? tag : language) ?? tag;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
