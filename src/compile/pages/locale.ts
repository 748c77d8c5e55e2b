/**
 * Properties of languages that HTML and link previews state: text direction, locale and name.
 *
 * It uses short lists instead of Intl where possible, because the first use of Intl takes 22 ms.
 */

/** Languages written from right to left, unless the tag names a script (CLDR). */
const RIGHT_TO_LEFT_LANGUAGES = /^(?:ar|arc|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/;
const RIGHT_TO_LEFT_SCRIPTS = /^[a-z]{2,3}-(?:adlm|arab|hebr|nkoo|rohg|syrc|thaa)(?:-|$)/i;
const HAS_SCRIPT = /^[a-z]{2,3}-[a-z]{4}(?:-|$)/i;

/** @param tag a BCP 47 tag */
export function textDirection(tag: string): "ltr" | "rtl" {
  const pattern = HAS_SCRIPT.test(tag) ? RIGHT_TO_LEFT_SCRIPTS : RIGHT_TO_LEFT_LANGUAGES;
  return pattern.test(tag) ? "rtl" : "ltr";
}

/** Main regions of languages. Omits languages whose region is their code in upper case, e.g. "FR" for "fr". */
const MAIN_REGIONS: Readonly<Record<string, string>> = {
  ar: "AR", ca: "ES", cs: "CZ", cy: "GB", da: "DK", el: "GR", en: "GB", fa: "IR", ga: "IE", he: "IL", ja: "JP",
  ko: "KR", nb: "NO", nn: "NO", sl: "SI", sv: "SE", uk: "UA", zh: "CN",
};
const REGION = /-([A-Z]{2})(?:-|$)/;

/**
 * Returns a locale for the Open Graph protocol, e.g. "fr_FR". Always adds a region, because Facebook requires one.
 *
 * @param tag a BCP 47 tag
 */
export function openGraphLocale(tag: string): string {
  const language = baseLanguage(tag);
  const region = REGION.exec(tag)?.[1] ?? MAIN_REGIONS[language] ?? language.toUpperCase();
  return `${language}_${region}`;
}

/**
 * Returns the name of a language in that language, e.g. "Deutsch". Includes the region or script only if two of the
 * site's languages would otherwise have the same name.
 *
 * @param siteTags BCP 47 tags of all languages of the site
 */
export function languageName(tag: string, siteTags: readonly string[]): string {
  const language = baseLanguage(tag);
  const isAmbiguous = siteTags.filter((siteTag) => baseLanguage(siteTag) === language).length > 1;
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(isAmbiguous ? tag : language) ?? tag;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the primary subtag, e.g. "pt" of "pt-BR". */
function baseLanguage(tag: string): string {
  return tag.replace(/-.*/, "");
}
