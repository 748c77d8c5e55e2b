/**
 * Sites of one house in several languages, each on an address of its own, as browsers and search engines are told of them.
 */
import type { Facts } from "../data/datasets.ts";
import type { Draft } from "./page.ts";

export interface Translation {
  /** A BCP 47 tag, or "x-default" for everybody else. */
  readonly language: string;
  readonly url: string;
  /** What its readers call the language; undefined where there is nothing to be shown. */
  readonly name?: string;
}

/** The pages that every such site has at the same path, in its own language. */
const SHARED = ["/", "/welcome", "/about", "/contact", "/privacy"];

/** The page itself among them, without a name; empty where there are none. */
export function translationsOf({ path }: Pick<Draft, "path">, { language, translations = [] }: Facts["site"], baseUrl: string): Translation[] {
  if (translations.length === 0 || !SHARED.includes(path)) return [];
  const others = translations.map((each): Translation => ({ language: each.language, url: new URL(path, each.url).href, name: ownName(each.language) }));
  const all: Translation[] = [{ language, url: baseUrl + path }, ...others].sort((one, other) => (one.language < other.language ? -1 : 1));
  // Every one of the sites comes to the same choice: English, or else the first by its tag.
  const standard = all.find((each) => each.language.startsWith("en")) ?? all[0];
  return standard === undefined ? all : [...all, { language: "x-default", url: standard.url }];
}

function ownName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
