/**
 * Text for language models: `llms-full.txt`, and placeholder values for the templates `llms.txt` and `skill.txt`.
 */

import { apiIndex, licenceTerms } from "../data/descriptions.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Page } from "../pages/load.ts";
import { caveats, goodToKnow, houseFacts, reviewNote } from "./house-facts.ts";
import type { Service } from "./service.ts";

/** Returns Markdown for placeholders such as `{guide.pages}` in the templates `llms.txt` and `skill.txt`. */
export function guidePlaceholderValues({ facts, pages, baseUrl, rateLimit }: Service) {
  const { description, endpoints } = apiIndex(facts, baseUrl);
  const sentences = [
    ...caveats(facts),
    ...houseFacts(facts),
    ...goodToKnow(facts),
    reviewNote(facts),
    ...licenceTerms(facts, baseUrl),
  ];
  // The sentence includes the space before it, because a space in the template would remain even without the sentence.
  const limitSentence = rateLimit === undefined ? "" : ` The limit is ${rateLimit} requests a minute.`;
  const dataRows = DATA_SETS.map(({ summary, path, toolName }) => `| ${summary} | \`GET ${path}\` | \`${toolName}\` |`);
  return {
    // These values are plain text, so escape special characters.
    name: escapeMarkdown(facts.cottage.name),
    summary: escapeMarkdown(`${cottageSummary(facts)} ${description}`),
    factSentences: escapeMarkdown(sentences.join(" ")),
    // These values are already Markdown or contain no special characters, so do not escape them.
    endpoints: endpoints.join(", "),
    limitSentence,
    translationsLine: translationsLine(facts.site),
    dataRows: dataRows.join("\n"),
    pages: pages.map((page) => pageLink(page, baseUrl)).join("\n"),
  };
}

/** Returns a Markdown list item, e.g. `- [About](https://cottage.example/about.md): The house and its garden`. */
function pageLink({ title, markdownPath, description }: Page, baseUrl: string): string {
  return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}`;
}

function translationsLine({ translations = [] }: Facts["site"]): string {
  if (translations.length === 0) return "";
  const links = translations.map(({ language, url }) => `${language}, ${url}`);
  return `\nThe same site in other languages: ${links.join("; ")}.\n`;
}

function cottageSummary({ cottage, site }: Facts): string {
  const { name, address, bedrooms, aggregateRating } = cottage;
  const propertyType = `holiday ${(site.houseType ?? "cottage").toLowerCase()}`;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const location = `${address.addressLocality}, ${address.addressRegion}`;
  const bedroomCount = countWithNoun(bedrooms, "bedroom");
  const summary = `${name} is a ${propertyType} with ${bedroomCount} in ${location}; it sleeps ${site.sleeps}.`;
  if (reviewCount === 0) return summary;
  return `${summary} Rated ${ratingValue} out of ${bestRating} from ${countWithNoun(reviewCount, "review")}.`;
}

function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function skillDescription({ cottage }: Facts): string {
  return (
    `Public facts about ${cottage.name}, a holiday home, for questions of guests: what it offers, house rules and ` +
    "directions, what guests said, what is nearby and where to book."
  );
}

/** Returns the Markdown of all pages except `/developers`, which is not for guests and is longer than all the rest. */
export function llmsFullText({ pages, baseUrl }: Service): string {
  const guestPages = pages.filter(({ path }) => path !== "/developers");
  const texts = guestPages.map(({ path, markdownText }) => `${markdownText.trim()}\n\nPage: ${baseUrl}${path}\n`);
  return texts.join("\n---\n\n");
}
