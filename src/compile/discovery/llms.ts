/**
 * Text about the cottage for language models.
 */

import { apiIndex } from "../data/api-index.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { licenceTerms } from "../data/licence.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { caveats, goodToKnow, houseFacts, reviewNote } from "./house-facts.ts";
import type { Service } from "./service.ts";

/** Returns the Markdown for the placeholders `{guide.…}` of `llms.txt` and `skill.txt`, keyed by placeholder name. */
export function guideValues({ facts, pages, baseUrl, rateLimit }: Service) {
  const { description, endpoints } = apiIndex(facts, baseUrl);
  const factSentences = [
    ...caveats(facts),
    ...houseFacts(facts),
    ...goodToKnow(facts),
    reviewNote(facts),
    ...licenceTerms(facts, baseUrl),
  ];
  const pageLinks = pages.map((page) => {
    return `- [${escapeMarkdown(page.title)}](${baseUrl}${page.markdownPath}): ${escapeMarkdown(page.description)}`;
  });
  const dataRows = DATA_SETS.map(({ summary, path, toolName }) => `| ${summary} | \`GET ${path}\` | \`${toolName}\` |`);
  return {
    name: escapeMarkdown(facts.cottage.name),
    summary: escapeMarkdown(`${cottageSummary(facts)} ${description}`),
    fact_sentences: escapeMarkdown(factSentences.join(" ")),
    endpoints: endpoints.join(", "),
    // Optional values start with their own space or line break, so that an empty value leaves no gap.
    limit_sentence: rateLimit === undefined ? "" : ` The limit is ${rateLimit} requests a minute.`,
    translations_line: translationsLine(facts.site),
    data_rows: dataRows.join("\n"),
    pages: pageLinks.join("\n"),
  };
}

function translationsLine({ translations = [] }: Facts["site"]): string {
  if (translations.length === 0) return "";
  const links = translations.map(({ language, url }) => `${language}, ${url}`);
  return `\nThe same site in other languages: ${links.join("; ")}.\n`;
}

function cottageSummary({ cottage, site }: Facts): string {
  const { name, address, bedrooms, aggregateRating } = cottage;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const location = `${address.addressLocality}, ${address.addressRegion}`;
  const bedroomCount = withNoun(bedrooms, "bedroom");
  const summary = `${name} is a holiday cottage with ${bedroomCount} in ${location}; it sleeps ${site.sleeps}.`;
  if (reviewCount === 0) return summary;
  return `${summary} Rated ${ratingValue} out of ${bestRating} from ${withNoun(reviewCount, "review")}.`;
}

function withNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function skillDescription({ cottage }: Facts): string {
  return (
    `Public facts about ${cottage.name}, a holiday cottage, for questions of guests: what it offers, house rules and ` +
    "directions, what guests said, what is nearby and where to book."
  );
}

/** Returns the Markdown of every page but `/developers`, which is longer than all the others combined. */
export function llmsFullText({ pages, baseUrl }: Service): string {
  const guestPages = pages.filter(({ path }) => path !== "/developers");
  const texts = guestPages.map(({ path, markdownText }) => `${markdownText.trim()}\n\nPage: ${baseUrl}${path}\n`);
  return texts.join("\n---\n\n");
}
