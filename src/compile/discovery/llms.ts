/**
 * Renders the markdown documents for language models: `/llms.txt`, `/llms-full.txt` and the agent skill.
 *
 * They state facts and give a model no instructions.
 */

import { createHash } from "node:crypto";
import { apiIndex } from "../data/api-index.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { caveats, goodToKnow, houseFacts, licenceTerms, reviewFacts } from "./house-facts.ts";
import type { Service } from "./service.ts";

const SKILL_NAME = "holiday-cottage";
export const SKILL_PATH = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`;

/** Renders `/llms.txt` (llmstxt.org). It links to the markdown of each page rather than to its HTML. */
export function llmsText(service: Service): string {
  const { facts, baseUrl } = service;
  const translations = facts.site.translations ?? [];
  const sites = translations.map(({ language, url }) => `${language}, ${url}`);
  const otherLanguages = sites.length === 0 ? "" : `\nThe same site in other languages: ${sites.join("; ")}.\n`;
  return `${introduction(service)}${otherLanguages}
## Pages

${pageList(service)}
## Agents

- [Skill](${baseUrl}${SKILL_PATH}): endpoints, tools and pages by what a guest asks for

## Optional

- [All pages in one file](${baseUrl}/llms-full.txt): the text of every page above, without the page for developers
`;
}

/** Returns the markdown of all pages but `/developers`, which is longer than all others together. */
export function llmsFullText({ pages, baseUrl }: Service): string {
  const guestPages = pages.filter(({ path }) => path !== "/developers");
  const texts = guestPages.map(({ path, markdownText }) => `${markdownText.trim()}\n\nPage: ${baseUrl}${path}\n`);
  return texts.join("\n---\n\n");
}

/** Renders the agent skill (agentskills.io): YAML front matter, then the endpoints and pages that have the facts. */
export function skillText(service: Service): string {
  const { facts, baseUrl } = service;
  const rows = DATA_SETS.map(({ summary, path, tool }) => `| ${summary} | \`GET ${path}\` | \`${tool}\` |\n`);
  // Every JSON string is also a valid YAML string, whatever characters the cottage's name contains.
  return `---
name: ${SKILL_NAME}
description: ${JSON.stringify(skillDescription(facts))}
---

${introduction(service)}
## Data

| facts | endpoint | MCP tool |
| --- | --- | --- |
${rows.join("")}
## Pages

Directions, house rules and everything else that is not data. The index of all pages is ${baseUrl}/llms.txt.

${pageList(service)}
## Limits

- Only the booking channels have prices for dates and free dates; \`priceRange\` is a rough figure, not an offer.
- Nothing here takes bookings, messages or payments.
- Anything stated neither here nor on these pages only the host knows: ${facts.site.contact.email}.
`;
}

/**
 * Returns the index of agent skills (Agent Skills Discovery 0.2.0).
 *
 * @param skill the text of the skill, as it is served; the index contains its digest
 */
export function skillIndex({ facts, baseUrl }: Service, skill: string): object {
  const hash = createHash("sha256").update(skill).digest("hex");
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: SKILL_NAME,
        type: "skill-md",
        description: skillDescription(facts),
        url: baseUrl + SKILL_PATH,
        digest: `sha256:${hash}`,
      },
    ],
  };
}

function skillDescription({ cottage }: Facts): string {
  return (
    `Public facts about ${cottage.name}, a holiday cottage, for questions of guests: what it offers, house rules and ` +
    "directions, what guests said, what is nearby and where to book."
  );
}

/** Returns the heading, summary and facts, and the URLs of the JSON API and the MCP server. Ends with a line break. */
function introduction({ facts, baseUrl, rateLimit }: Service): string {
  const summary = `${cottageSummary(facts)} ${apiIndex(facts, baseUrl).description}`;
  const sentences = [
    ...caveats(facts),
    ...houseFacts(facts),
    ...goodToKnow(facts),
    ...reviewFacts(facts),
    ...licenceTerms(facts, baseUrl),
  ];
  const limit = rateLimit === undefined ? "" : ` The limit is ${rateLimit} requests a minute.`;
  const endpoints = DATA_SETS.map(({ path }) => baseUrl + path);
  return `# ${escapeMarkdown(facts.cottage.name)}

> ${escapeMarkdown(summary)}

${escapeMarkdown(sentences.join(" "))}

The facts as JSON: ${endpoints.join(", ")}. OpenAPI 3.1: ${baseUrl}/openapi.json.
The same facts as MCP tools, by Streamable HTTP without sign-in: ${baseUrl}/mcp.${limit}
`;
}

/** Returns name, size and place of the cottage and, if there are reviews, its rating. */
function cottageSummary({ cottage, site }: Facts): string {
  const { name, address, bedrooms, aggregateRating } = cottage;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const place = `${address.addressLocality}, ${address.addressRegion}`;
  const rooms = withCount(bedrooms, "bedroom");
  const size = `${name} is a holiday cottage with ${rooms} in ${place}; it sleeps ${site.sleeps}.`;
  if (reviewCount === 0) return size;
  return `${size} Rated ${ratingValue} out of ${bestRating} from ${withCount(reviewCount, "review")}.`;
}

/** Returns the pages as a markdown list of links with descriptions. */
function pageList({ pages, baseUrl }: Service): string {
  const items = pages.map(({ title, markdownPath, description }) => {
    return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}\n`;
  });
  return items.join("");
}

/** Returns e.g. "1 review" or "12 reviews". */
function withCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
