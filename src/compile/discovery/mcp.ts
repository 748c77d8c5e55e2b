/**
 * Texts of the MCP server for clients: its name, instructions and tools, and the documents by which they find it.
 *
 * It must not know the protocol, which is `serve/mcp`.
 */

import { DATA_SETS, summaryOf } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import { CAPABILITIES, type McpSettings } from "../../serve/mcp/methods.ts";
import { SUPPORTED_VERSIONS } from "../../serve/mcp/revisions.ts";
import { apiIndex } from "../data/api-index.ts";
import type { Service } from "./service.ts";
import { caveats, furtherSources, goodToKnow, houseFacts, licenceTerms, reviewFacts } from "./house-facts.ts";

/** Length of instructions and of a tool's description, in characters. Hosts cut longer ones off. */
const HOST_TEXT_MAX = 2000;

/** Length of a card's title and of its description, in characters. */
const CARD_TEXT_MAX = 100;

const SERVER_NAME = "holiday-cottage";
const TRANSPORT = "streamable-http";

export const CARD_LINK = { path: "/mcp/server-card", mediaType: "application/mcp-server-card+json" };

export function mcpSettings({ facts, pages, baseUrl }: Service) {
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const houseSentences = [
    ...houseFacts(facts),
    "priceRange is a rough figure, not an offer.",
    ...(facts.reviews.reviewCount === 0 ? reviewFacts(facts) : []),
    ...furtherSources(pages, facts, baseUrl),
    ...licenceTerms(facts, baseUrl),
    // Last, since an owner may write more than a host shows.
    ...goodToKnow(facts),
  ];
  const toolSentences: Readonly<Record<(typeof DATA_SETS)[number]["name"], readonly string[]>> = {
    cottage: houseSentences,
    reviews: [...reviewFacts(facts), ...licenceTerms(facts, baseUrl)],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here.",
      "Unless get-cottage states them, fees, deposit, minimum stay and cancellation terms are on the channels' pages.",
    ],
  };
  const tools = DATA_SETS.map((set) => {
    const { tool: name, title } = set;
    const description = withinHostLimit([...caveats(facts), summaryOf(set, facts), ...toolSentences[set.name]]);
    return {
      name,
      description: toolDescription({ name, title, description, outputSchema: withoutPatterns(set.schema) }),
      result: toolResult(JSON.stringify(facts[set.name])),
    };
  });
  const results = "No tool takes arguments. The results change rarely.";
  return {
    baseUrl,
    server: { name: SERVER_NAME, title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: withinHostLimit([...caveats(facts), description, results, ...houseSentences]),
    tools,
  } satisfies McpSettings;
}

interface ToolTexts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the result. Its root has `type: "object"`, or older clients reject the whole list. */
  readonly outputSchema: object;
}

/** Describes a tool as `tools/list` and the discovery documents contain it. */
export function toolDescription({ name, title, description, outputSchema }: ToolTexts) {
  // Several model hosts reject every tool of a list when one lacks `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/** Serialises the result of a tool after its opening brace, as text for models and as a value for programs. */
export function toolResult(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`);
}

/** Joins as many sentences as hosts show. A sentence that does not fit is left out whole; shorter ones may follow. */
export function withinHostLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (longer.length <= HOST_TEXT_MAX) text = longer;
  }
  return text;
}

/** Leaves out patterns, which hold an owner's file to its form: they tell a model nothing and fill its context. */
function withoutPatterns(schema: JsonSchema): object {
  return JSON.parse(JSON.stringify(schema, (name, value: unknown) => (name === "pattern" ? undefined : value)));
}

/**
 * Returns the server card (SEP-2127), the catalogue that points at it (ARD 0.91, present and former path),
 * and `/.well-known/mcp`, which adds the members of earlier proposals to the card.
 */
export function mcpDocuments(settings: McpSettings) {
  const card = serverCard(settings);
  const catalogue = resourceCatalogue(settings, card.description);
  return [
    { ...CARD_LINK, value: card },
    { path: "/.well-known/ard.json", mediaType: "application/json", value: catalogue },
    { path: "/.well-known/ai-catalog.json", mediaType: "application/ai-catalog+json", value: catalogue },
    { path: "/.well-known/mcp", mediaType: "application/json", value: { ...card, ...earlierMembers(settings) } },
  ];
}

function serverCard({ baseUrl, server }: McpSettings) {
  const { name, title, version, websiteUrl, icons } = server;
  const reversedHost = hostName(baseUrl).split(".").reverse().join(".");
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${reversedHost}/${name}`,
    title: title.slice(0, CARD_TEXT_MAX),
    version,
    description: "Facts, guest reviews, attractions and booking channels of one holiday cottage, read-only and free.",
    websiteUrl,
    ...(icons && { icons }),
    remotes: [{ type: TRANSPORT, url: `${baseUrl}/mcp`, supportedProtocolVersions: SUPPORTED_VERSIONS }],
  };
}

/** Members of SEP-1649 and SEP-1960. */
function earlierMembers({ baseUrl, server, instructions, tools }: McpSettings): object {
  const { name, title, version } = server;
  const url = `${baseUrl}/mcp`;
  return {
    serverInfo: { name, title, version },
    transport: { type: TRANSPORT, endpoint: url, url },
    capabilities: CAPABILITIES,
    authentication: { required: false, schemes: [] },
    instructions,
    endpoints: [{ url, transport: TRANSPORT }],
    tools: tools.map((tool) => tool.description),
  };
}

function resourceCatalogue({ baseUrl, server, tools }: McpSettings, description: string): object {
  const { name, title, version, websiteUrl } = server;
  return {
    specVersion: "1.0",
    host: { displayName: title, documentationUrl: websiteUrl },
    entries: [
      {
        identifier: `urn:air:${hostName(baseUrl)}:${name}`,
        displayName: title,
        description,
        version,
        type: CARD_LINK.mediaType,
        url: baseUrl + CARD_LINK.path,
        capabilities: tools.map((tool) => tool.name),
        // Registries build their search index from these.
        representativeQueries: [
          "How many guests does the holiday cottage sleep, in which beds, and are pets allowed?",
          "What do guests say about staying at the cottage?",
          "What is there to see near the cottage, and how far is it?",
          "Where can the cottage be booked?",
        ],
      },
    ],
  };
}

/** Returns the host in the characters that names and URNs may have: an IPv6 address is in brackets. */
function hostName(baseUrl: string): string {
  return new URL(baseUrl).hostname.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
}
