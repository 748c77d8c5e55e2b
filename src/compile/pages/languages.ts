/**
 * Renders links between the language versions of a page. Looks up names and writing directions of languages.
 */

import { type Html, html } from "../html.ts";
import type { SiteContext } from "./page.ts";

/** Pages that every site has. There is one site per language, so each of these pages exists in every language. */
const TRANSLATED_PATHS = ["/", "/welcome", "/about", "/contact", "/privacy"];

function languageVersions(path: string, { facts, baseUrl }: SiteContext) {
  const { language, translations = [] } = facts.site;
  if (translations.length === 0 || !TRANSLATED_PATHS.includes(path)) return [];
  const sites = [{ language, url: baseUrl }, ...translations];
  const pageVersions = sites.map((site) => ({ language: site.language, url: new URL(path, site.url).href }));
  return pageVersions.sort((a, b) => (a.language < b.language ? -1 : 1));
}

/** Renders links to the page in other languages, or to the front pages if the page is not translated. */
export function languageNavigation(path: string | undefined, site: SiteContext): Html {
  const { locale } = site;
  const translatedPath = path !== undefined && TRANSLATED_PATHS.includes(path) ? path : "/";
  const otherVersions = languageVersions(translatedPath, site).filter(({ language }) => language !== locale.language);
  if (otherVersions.length === 0) return html``;
  const label = locale.translate("translations");
  return html`<nav class="languages" aria-label="${label}"><ul>\n${otherVersions.map(languageItem)}</ul></nav>\n`;
}

function languageItem({ language, url }: Record<"language" | "url", string>): Html {
  return html`<li><a href="${url}" lang="${language}" hreflang="${language}">${languageName(language)}</a></li>\n`;
}

/** Tells search engines a page's versions in all languages. The default is the English or else the first version. */
export function languageLinkTags(path: string, site: SiteContext): Html[] {
  const versions = languageVersions(path, site);
  const defaultVersion = versions.find(({ language }) => language.startsWith("en")) ?? versions[0];
  if (defaultVersion === undefined) return [];
  const alternates = [...versions, { language: "x-default", url: defaultVersion.url }];
  return alternates.map(({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`);
}

/** Returns a language's own name for itself, without the region, e.g. "Deutsch" for `de-CH`. */
export function languageName(tag: string): string {
  const { language } = new Intl.Locale(tag);
  const name = new Intl.DisplayNames([tag, "en-GB"], { type: "language" }).of(language) ?? tag;
  return capitalize(name);
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const RIGHT_TO_LEFT_LANGUAGES = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"];
const RIGHT_TO_LEFT_SCRIPTS = ["adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"];

/** Returns the writing direction. A script in the tag overrides the language, e.g. `az-Arab` is right-to-left. */
export function textDirection(tag: string): "ltr" | "rtl" {
  const [language = "", secondSubtag = ""] = tag.toLowerCase().split("-");
  // A subtag with four letters is always a script, e.g. "Arab".
  const hasScript = secondSubtag.length === 4;
  const isRightToLeft = hasScript
    ? RIGHT_TO_LEFT_SCRIPTS.includes(secondSubtag)
    : RIGHT_TO_LEFT_LANGUAGES.includes(language);
  return isRightToLeft ? "rtl" : "ltr";
}
