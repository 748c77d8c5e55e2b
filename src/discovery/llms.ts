/**
 * `/llms.txt`, `/llms-full.txt` and the agent skill: the site told to language models, as markdown.
 *
 * Lists hold links to markdown only, because that is what their readers fetch; endpoints are told in prose.
 */
import { createHash } from "node:crypto";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { plural } from "../fragments/fragment.ts";
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import { houseWords, terms } from "./agents.ts";

/** What the guide needs to know of a page. */
export interface GuidePage {
  readonly path: string;
  readonly markdownPath: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** `2026-07-31` */
  readonly updated: string;
}

export interface GuideSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export const SKILL_NAME = "holiday-cottage";

/** One paragraph with the facts that decide whether to read on, and with what is not here. */
function summary({ cottage, site }: Facts): string {
  const { name, address, bedrooms, aggregateRating } = cottage;
  const { ratingValue, reviewCount, bestRating } = aggregateRating;
  const place = `${address.addressLocality}, ${address.addressRegion}`;
  const house = `${name} is a holiday cottage with ${plural(bedrooms, "bedroom")} in ${place}; it sleeps ${site.sleeps}.`;
  const rating = `Rated ${ratingValue} out of ${bestRating} from ${plural(reviewCount, "review")}.`;
  return [
    escapeMarkdown(house),
    ...(reviewCount === 0 ? [] : [rating]),
    "Here are its profile, guest reviews, local attractions and booking channels.",
    "Bookings, prices and free dates are not here: the booking channels have them.",
  ].join(" ");
}

function access(facts: Facts, { baseUrl, rateLimit }: GuideSettings): string {
  const endpoints = DATA_SETS.map(({ path }) => baseUrl + path).join(", ");
  const limit =
    rateLimit === undefined
      ? ""
      : ` Up to ${rateLimit} requests a minute are fine; answers may be cached and revalidated by ETag.`;
  return (
    `Everything is public, read-only and free of keys. ${escapeMarkdown(terms(facts, baseUrl))} The facts as JSON: ${endpoints}. ` +
    `OpenAPI 3.1: ${baseUrl}/openapi.json. The same facts as MCP tools, by Streamable HTTP without sign-in: ${baseUrl}/mcp.${limit}`
  );
}

export function llmsText(facts: Facts, pages: readonly GuidePage[], settings: GuideSettings): string {
  const { baseUrl } = settings;
  const others = (facts.site.translations ?? []).map(({ language, url }) => `${language}, ${url}`).join("; ");
  return [
    `# ${escapeMarkdown(facts.cottage.name)}`,
    "",
    `> ${summary(facts)}`,
    "",
    escapeMarkdown(houseWords(facts).join(" ")),
    "",
    access(facts, settings),
    "",
    ...(others === "" ? [] : [`The same site in other languages: ${others}.`, ""]),
    "## Pages",
    "",
    ...pages.map(({ title, markdownPath, description }) => {
      return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}`;
    }),
    "",
    "## Agents",
    "",
    `- [Skill](${baseUrl}/.well-known/agent-skills/${SKILL_NAME}/SKILL.md): how an agent answers questions about the cottage`,
    "",
    "## Optional",
    "",
    `- [All pages in one file](${baseUrl}/llms-full.txt): the text of every page above`,
    "",
  ].join("\n");
}

export function llmsFullText(pages: readonly GuidePage[]): string {
  return pages.map(({ markdown }) => markdown.trim()).join("\n\n---\n\n") + "\n";
}

/** `SKILL.md`: what to ask for which question, and what never to promise. */
export function skillText(facts: Facts, settings: GuideSettings): string {
  const { baseUrl } = settings;
  const { name } = facts.cottage;
  const about =
    `Answers questions about ${name}, a holiday cottage, from its public facts. ` +
    "Use it for what the cottage offers, what guests said, what is nearby and where to book.";
  return [
    "---",
    `name: ${SKILL_NAME}`,
    // In quotation marks, which YAML reads as JSON does: a name may hold whatever else would end a plain value.
    `description: ${JSON.stringify(about)}`,
    "---",
    "",
    `# ${escapeMarkdown(name)}`,
    "",
    summary(facts),
    "",
    escapeMarkdown(houseWords(facts).join(" ")),
    "",
    access(facts, settings),
    "",
    "## What to ask for",
    "",
    "| question | endpoint | MCP tool |",
    "| --- | --- | --- |",
    ...DATA_SETS.map(({ summary: question, path, tool }) => `| ${question} | \`GET ${path}\` | \`${tool}\` |`),
    "",
    "## What not to promise",
    "",
    "- Do not state a price or that dates are free: say that the booking channels have both, and link to one of them.",
    "- Do not offer to book: nothing here takes bookings, messages or payments.",
    `- ${escapeMarkdown(terms(facts, baseUrl))}`,
    "",
  ].join("\n");
}

/** The index of skills (agent-skills discovery 0.2.0); the digest is of the exact bytes that are served. */
export function skillIndex(facts: Facts, skill: string, { baseUrl }: GuideSettings): object {
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name: SKILL_NAME,
        type: "skill-md",
        description: `Answers questions about ${facts.cottage.name} from its public facts.`,
        url: `${baseUrl}/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`,
        digest: `sha256:${createHash("sha256").update(skill).digest("hex")}`,
      },
    ],
  };
}
