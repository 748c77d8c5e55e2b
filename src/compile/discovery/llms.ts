/**
 * Markdown for language models: `/llms.txt`, `/llms-full.txt` and the agent skill.
 *
 * The texts state facts and give a model no instructions.
 */

import { createHash } from "node:crypto";
import { apiIndex } from "../data/api-index.ts";
import { DATA_SETS, type Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { caveats, goodToKnow, houseFacts, licenceTerms, reviewFacts } from "./house-facts.ts";
import type { Service } from "./service.ts";

const SKILL_NAME = "holiday-cottage";
export const SKILL_PATH = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`;

/** Returns the guide for language models (llmstxt.org). Its lists link to markdown, which its readers fetch. */
export function llmsText(service: Service): string {
  const { facts, baseUrl } = service;
  const translations = (facts.site.translations ?? []).map(({ language, url }) => `${language}, ${url}`).join("; ");
  const otherLanguages = translations === "" ? "" : `\nThe same site in other languages: ${translations}.\n`;
  return `${introduction(service)}${otherLanguages}
## Pages

${pageList(service)}
## Agents

- [Skill](${baseUrl}${SKILL_PATH}): endpoints, tools and pages by what a guest asks for

## Optional

- [All pages in one file](${baseUrl}/llms-full.txt): the text of every page above, without the page for developers
`;
}

/** Returns the text of every page. The page for developers is left out: it is longer than all others together. */
export function llmsFullText({ pages, baseUrl }: Service): string {
  const texts = pages
    .filter(({ path }) => path !== "/developers")
    .map(({ path, markdownText }) => `${markdownText.trim()}\n\nPage: ${baseUrl}${path}\n`);
  return texts.join("\n---\n\n");
}

/** Returns the agent skill (agentskills.io): front matter for the choice of the skill, then where each answer is. */
export function skillText(service: Service): string {
  const { facts, baseUrl } = service;
  const rows = DATA_SETS.map(({ summary, path, tool }) => `| ${summary} | \`GET ${path}\` | \`${tool}\` |\n`);
  // A JSON string is a YAML string too, whatever characters the name has.
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

/** Returns the index of skills (Agent Skills Discovery 0.2.0). The digest is of the bytes that are served. */
export function skillIndex({ facts, baseUrl }: Service, skill: string): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: SKILL_NAME,
        type: "skill-md",
        description: skillDescription(facts),
        url: baseUrl + SKILL_PATH,
        digest: `sha256:${createHash("sha256").update(skill).digest("hex")}`,
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

/** Heading, summary, facts, and the addresses of the data. Ends with an empty line. */
function introduction({ facts, baseUrl, rateLimit }: Service): string {
  const { name, address, bedrooms, aggregateRating } = facts.cottage;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const place = `${address.addressLocality}, ${address.addressRegion}`;
  const rooms = `${name} is a holiday cottage with ${counted(bedrooms, "bedroom")} in ${place}`;
  const score = `Rated ${ratingValue} out of ${bestRating} from ${counted(reviewCount, "review")}.`;
  const house = `${rooms}; it sleeps ${facts.site.sleeps}.${reviewCount === 0 ? "" : ` ${score}`}`;
  const sentences = [
    ...caveats(facts),
    ...houseFacts(facts),
    ...goodToKnow(facts),
    ...reviewFacts(facts),
    ...licenceTerms(facts, baseUrl),
  ];
  const limit = rateLimit === undefined ? "" : ` The limit is ${rateLimit} requests a minute.`;
  const endpoints = DATA_SETS.map(({ path }) => baseUrl + path).join(", ");
  return `# ${escapeMarkdown(name)}

> ${escapeMarkdown(`${house} ${apiIndex(facts, baseUrl).description}`)}

${escapeMarkdown(sentences.join(" "))}

The facts as JSON: ${endpoints}. OpenAPI 3.1: ${baseUrl}/openapi.json.
The same facts as MCP tools, by Streamable HTTP without sign-in: ${baseUrl}/mcp.${limit}
`;
}

function pageList({ pages, baseUrl }: Service): string {
  const items = pages.map(({ title, markdownPath, description }) => {
    return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}\n`;
  });
  return items.join("");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
