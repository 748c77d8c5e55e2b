/**
 * `/llms.txt`, `/llms-full.txt` and the agent skill: the site told to language models, as markdown.
 *
 * Lists hold links to markdown only, because that is what their readers fetch; endpoints are told in prose.
 */

import { createHash } from "node:crypto";
import { DATA_SETS } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { houseWords, terms } from "./agents.ts";
import type { Service } from "./api-index.ts";

const SKILL_NAME = "holiday-cottage";
export const SKILL_PATH = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`;

export function llmsText(service: Service): string {
  const { facts, pages, baseUrl } = service;
  const others = (facts.site.translations ?? []).map(({ language, url }) => `${language}, ${url}`).join("; ");
  const listed = pages.map(({ title, markdownPath, description }) => {
    return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}\n`;
  });
  return `${opening(service)}${others === "" ? "" : `The same site in other languages: ${others}.\n\n`}## Pages

${listed.join("")}
## Agents

- [Skill](${baseUrl}${SKILL_PATH}): how an agent answers questions about the cottage

## Optional

- [All pages in one file](${baseUrl}/llms-full.txt): the text of every page above
`;
}

export function llmsFullText({ pages }: Service): string {
  return pages.map(({ markdown }) => markdown.trim()).join("\n\n---\n\n") + "\n";
}

/** What to ask for which question, and what never to promise. */
export function skillText(service: Service): string {
  const about =
    `Answers questions about ${service.facts.cottage.name}, a holiday cottage, from its public facts. ` +
    "Use it for what the cottage offers, what guests said, what is nearby and where to book.";
  // In quotation marks, which YAML reads as JSON does: a name may hold whatever else would end a plain value.
  return `---
name: ${SKILL_NAME}
description: ${JSON.stringify(about)}
---

${opening(service)}## What to ask for

| question | endpoint | MCP tool |
| --- | --- | --- |
${DATA_SETS.map(({ summary, path, tool }) => `| ${summary} | \`GET ${path}\` | \`${tool}\` |\n`).join("")}
## What not to promise

- Do not state a price or that dates are free: say that the booking channels have both, and link to one of them.
- Do not offer to book: nothing here takes bookings, messages or payments.
`;
}

/** The index of skills (agent-skills discovery 0.2.0); the digest is of the exact bytes that are served. */
export function skillIndex({ facts, baseUrl }: Service, skill: string): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: SKILL_NAME,
        type: "skill-md",
        description: `Answers questions about ${facts.cottage.name} from its public facts.`,
        url: baseUrl + SKILL_PATH,
        digest: `sha256:${createHash("sha256").update(skill).digest("hex")}`,
      },
    ],
  };
}

/** The facts that decide whether to read on, what is not here, and how to get the rest. */
function opening({ facts, baseUrl, rateLimit }: Service): string {
  const { name, address, bedrooms, aggregateRating } = facts.cottage;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const place = `${address.addressLocality}, ${address.addressRegion}`;
  const house = `${name} is a holiday cottage with ${bedrooms} bedroom${bedrooms === 1 ? "" : "s"} in ${place}; it sleeps ${facts.site.sleeps}.`;
  const rating = reviewCount === 0 ? "" : ` Rated ${ratingValue} out of ${bestRating} from ${reviewCount} review${reviewCount === 1 ? "" : "s"}.`;
  const limit = rateLimit === undefined ? "" : ` Up to ${rateLimit} requests a minute are fine; answers may be cached and revalidated by ETag.`;
  const access =
    `Everything is public, read-only and free of keys. ${escapeMarkdown(terms(facts, baseUrl))} ` +
    `The facts as JSON: ${DATA_SETS.map(({ path }) => baseUrl + path).join(", ")}. OpenAPI 3.1: ${baseUrl}/openapi.json. ` +
    `The same facts as MCP tools, by Streamable HTTP without sign-in: ${baseUrl}/mcp.${limit}`;
  return `# ${escapeMarkdown(name)}

> ${escapeMarkdown(house)}${rating} Here are its profile, guest reviews, local attractions and booking channels. Bookings, prices and free dates are not here: the booking channels have them.

${escapeMarkdown(houseWords(facts).join(" "))}

${access}

`;
}
