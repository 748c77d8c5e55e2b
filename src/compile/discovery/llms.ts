/**
 * What agents are told in words, since no shape of the API has a member for it: in `/llms.txt` and the skill as
 * markdown, and as instructions and descriptions of tools by the MCP server.
 *
 * What the owner did not say is not spoken of.
 */

import { createHash } from "node:crypto";
import { DATA_SETS, type Facts, summaryOf } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { apiIndex, type Service } from "./api-index.ts";

/** Hosts show so many characters of a description or of the instructions, and cut the rest. */
const TEXT_MAX = 2000;

const NAME = "holiday-cottage";
export const SKILL_PATH = `/.well-known/agent-skills/${NAME}/SKILL.md`;

export function mcpSettings({ facts, pages, baseUrl }: Service): McpSettings {
  const house = [
    ...houseWords(facts),
    ...pages.filter(({ path }) => path === "/welcome").map((guide) => `Guest guide, ${baseUrl}${guide.markdownPath}: ${guide.description}`),
    "What neither says, ask the host and do not guess.",
    terms(facts, baseUrl),
  ];
  const more: Partial<Record<keyof Facts, readonly string[]>> = {
    cottage: house,
    reviews: ["All that are listed come in one answer, good and bad.", terms(facts, baseUrl)],
    booking: ["Nothing can be booked, changed, paid or cancelled here: give the guest a link to a channel, whose terms also say how to cancel."],
  };
  const { version, description, docs } = apiIndex(facts, baseUrl);
  return {
    baseUrl,
    server: { name: NAME, title: facts.cottage.name, version, description, websiteUrl: docs },
    instructions: joined([description, "No tool takes arguments. The data changes rarely: one call of each is enough.", ...house]),
    tools: DATA_SETS.map((set) => ({
      name: set.tool,
      title: set.title,
      description: joined([summaryOf(set, facts), ...(more[set.name] ?? [])]),
      outputSchema: set.schema,
      json: JSON.stringify(facts[set.name]),
    })),
  };
}

/** As many of the sentences as hosts show, first ones first. */
function joined(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => (text.length + next.length < TEXT_MAX ? `${text} ${next}` : text));
}

/** Its lists link to markdown only, because that is what their readers fetch; endpoints are told in prose. */
export function llmsText(service: Service): string {
  const { facts, pages, baseUrl } = service;
  const others = (facts.site.translations ?? []).map(({ language, url }) => `${language}, ${url}`).join("; ");
  const listed = pages.map(({ title, markdownPath, description }) => {
    return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}\n`;
  });
  return `${opening(service)}${others === "" ? "" : `\n\nThe same site in other languages: ${others}.`}

## Pages

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

export function skillText(service: Service): string {
  // In quotation marks, which YAML reads as JSON does: a name may hold whatever else would end a plain value.
  return `---
name: ${NAME}
description: ${JSON.stringify(skillDescription(service.facts))}
---

${opening(service)}

## What to ask for

| question | endpoint | MCP tool |
| --- | --- | --- |
${DATA_SETS.map(({ summary, path, tool }) => `| ${summary} | \`GET ${path}\` | \`${tool}\` |\n`).join("")}
## What not to promise

- Do not state a price or that dates are free: say that the booking channels have both, and link to one of them.
- Do not offer to book: nothing here takes bookings, messages or payments.
`;
}

function skillDescription({ cottage }: Facts): string {
  const what = `Answers questions about ${cottage.name}, a holiday cottage, from its public facts.`;
  return `${what} Use it for what the cottage offers, what guests said, what is nearby and where to book.`;
}

/** Agent-skills discovery 0.2.0; the digest is of the exact bytes that are served. */
export function skillIndex({ facts, baseUrl }: Service, skill: string): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: NAME,
        type: "skill-md",
        description: skillDescription(facts),
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
  return `# ${escapeMarkdown(name)}

> ${escapeMarkdown(`${house}${rating} ${apiIndex(facts, baseUrl).description}`)}

${escapeMarkdown([...houseWords(facts), terms(facts, baseUrl)].join(" "))}

The facts as JSON: ${DATA_SETS.map(({ path }) => baseUrl + path).join(", ")}. OpenAPI 3.1: ${baseUrl}/openapi.json. The same facts as MCP tools, by Streamable HTTP without sign-in: ${baseUrl}/mcp.${limit}`;
}

export function houseWords({ cottage, site }: Facts): string[] {
  const { contact, floorArea, registrations = [], languagesSpoken } = site;
  return [
    `${cottage.name} sleeps ${site.sleeps}; beds: ${beds(cottage.bedTypes, site.beds)}.`,
    `Arrival from ${site.checkinTime}, departure by ${site.checkoutTime}.`,
    `Pets ${cottage.petsAllowed ? "may come along" : "are not allowed"}; smoking indoors is ${cottage.smokingAllowed ? "" : "not "}allowed.`,
    ...(floorArea === undefined ? [] : [`Floor area: ${floorArea} m².`]),
    `Emergency number: ${site.emergencyNumber}.`,
    `Host: ${[contact.name, contact.email, contact.telephone ?? []].flat().join(", ")} (speaks ${languagesSpoken.join(", ")}).`,
    ...registrations.map(({ name, number }) => `${name}: ${number}.`),
  ];
}

/** "2 king, 1 double", or where the owner lists them all: "1 king (Front bedroom), 2 single, and no others". */
function beds(bedTypes: Facts["cottage"]["bedTypes"], all: Facts["site"]["beds"]): string {
  const counted = Object.entries(bedTypes).flatMap(([kind, count]) => (count === 0 ? [] : `${count} ${kind}`));
  const listed = all?.map(({ kind, count, room }) => `${count} ${kind}${room === undefined ? "" : ` (${room})`}`);
  return listed === undefined ? counted.join(", ") || "ask the host" : `${listed.join(", ")}, and no others`;
}

export function terms({ cottage, site }: Facts, baseUrl: string): string {
  const { licence, contentSignals = {}, contact } = site;
  const licensed =
    licence === undefined
      ? `No licence is stated: ask the owner, ${contact.email}, before you publish these facts or reviews elsewhere.`
      : `Licence of the facts: ${licence.identifier ?? licence.name}; name ${cottage.name}, ${baseUrl}/, as their source.`;
  const refused = [contentSignals.aiInput === false ? "in answers of AI" : [], contentSignals.aiTrain === false ? "to train AI" : []].flat();
  return refused.length === 0 ? licensed : `${licensed} The owner does not want them used ${refused.join(" or ")}.`;
}
