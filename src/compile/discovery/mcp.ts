/**
 * The content of the MCP server: its name, instructions and tools, and the documents by which clients discover it.
 *
 * The protocol itself is in `serve/mcp`.
 */

import { DATA_SETS, summaryOf } from "../data/datasets.ts";
import type { JsonSchema } from "../data/schema.ts";
import { CAPABILITIES, type McpSettings } from "../../serve/mcp/methods.ts";
import { SUPPORTED_VERSIONS } from "../../serve/mcp/revisions.ts";
import { apiIndex } from "../data/api-index.ts";
import type { Service } from "./service.ts";
import { caveats, furtherSources, goodToKnow, houseFacts, licenceTerms, reviewFacts } from "./house-facts.ts";

/** Maximum length of the instructions and of a tool's description, in characters. Hosts truncate longer texts. */
const HOST_TEXT_MAX = 2000;

/** Maximum length of the title in a server card, in characters. */
const CARD_TEXT_MAX = 100;

const SERVER_NAME = "holiday-cottage";
const TRANSPORT = "streamable-http";

export const CARD_LINK = { path: "/mcp/server-card", mediaType: "application/mcp-server-card+json" };

/** Returns the server's name, instructions and tools. All texts are rendered here, so the server needs no facts. */
export function mcpSettings(service: Service) {
  const { facts, baseUrl } = service;
  const { version, description, docs } = apiIndex(facts, baseUrl);
  const icons = [{ src: `${baseUrl}/apple-touch-icon.png`, mimeType: "image/png", sizes: ["180x180"] }];
  const toolSentences = sentencesByDataSet(service);
  const tools = DATA_SETS.map((set) => {
    const { tool: name, title } = set;
    const description = withinHostLimit([...caveats(facts), summaryOf(set, facts), ...toolSentences[set.name]]);
    return {
      name,
      description: toolDescription({ name, title, description, outputSchema: withoutPatterns(set.schema) }),
      result: toolResult(JSON.stringify(facts[set.name])),
    };
  });
  const usage = "No tool takes arguments. The results change rarely.";
  return {
    baseUrl,
    server: { name: SERVER_NAME, title: facts.cottage.name, version, description, websiteUrl: docs, icons },
    instructions: withinHostLimit([...caveats(facts), description, usage, ...toolSentences.cottage]),
    tools,
  } satisfies McpSettings;
}

/** Returns the sentences that follow the summary of a data set in the description of its tool. */
function sentencesByDataSet({ facts, pages, baseUrl }: Service) {
  return {
    cottage: [
      ...houseFacts(facts),
      "priceRange is a rough figure, not an offer.",
      ...(facts.reviews.reviewCount === 0 ? reviewFacts(facts) : []),
      ...furtherSources(pages, facts, baseUrl),
      ...licenceTerms(facts, baseUrl),
      // Last, because the owner's list may be longer than hosts display.
      ...goodToKnow(facts),
    ],
    reviews: [...reviewFacts(facts), ...licenceTerms(facts, baseUrl)],
    attractions: [],
    booking: [
      "Nothing can be booked, changed, paid or cancelled here.",
      "Unless get-cottage states them, fees, deposit, minimum stay and cancellation terms are on the channels' pages.",
    ],
  } satisfies Record<(typeof DATA_SETS)[number]["name"], readonly string[]>;
}

interface ToolTexts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the result. Its root must have `type: "object"`, or older clients reject the whole tool list. */
  readonly outputSchema: object;
}

/** Returns the `Tool` object of MCP, as in `tools/list` and in the discovery documents. */
export function toolDescription({ name, title, description, outputSchema }: ToolTexts) {
  // Some hosts reject the whole tool list if the input schema of one tool has no `properties`.
  const inputSchema = { type: "object", properties: {}, additionalProperties: false };
  const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations: { title, ...hints } };
}

/**
 * Returns the end of a `tools/call` response as JSON text, from the first member of the result on.
 *
 * @param json the facts, which the result contains twice: as text for models, and as an object for programs
 */
export function toolResult(json: string): Buffer {
  const content = JSON.stringify([{ type: "text", text: json }]);
  return Buffer.from(`"content":${content},"structuredContent":${json},"isError":false}}`);
}

/** Joins sentences up to the length that hosts display. Skips a sentence that would exceed it, but tries later ones. */
export function withinHostLimit(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (longer.length <= HOST_TEXT_MAX) text = longer;
  }
  return text;
}

/** Returns a copy of a schema without the patterns, which validate the owner's files but are of no use to a model. */
function withoutPatterns(schema: JsonSchema): object {
  const omitPattern = (name: string, value: unknown) => (name === "pattern" ? undefined : value);
  return JSON.parse(JSON.stringify(schema, omitPattern));
}

/**
 * Returns the discovery documents of the MCP server with their paths: the server card (SEP-2127), the catalogue that
 * links to it (ARD 0.91) at its current and its former path, and `/.well-known/mcp` for earlier proposals.
 */
export function mcpDocuments(settings: McpSettings) {
  const card = serverCard(settings);
  const catalogue = resourceCatalogue(settings, card.description);
  const cardWithEarlierMembers = { ...card, ...earlierMembers(settings) };
  return [
    { ...CARD_LINK, value: card },
    { path: "/.well-known/ard.json", mediaType: "application/json", value: catalogue },
    { path: "/.well-known/ai-catalog.json", mediaType: "application/ai-catalog+json", value: catalogue },
    { path: "/.well-known/mcp", mediaType: "application/json", value: cardWithEarlierMembers },
  ];
}

/** Returns the server card. Its name starts with the reversed host, e.g. `example.brook/holiday-cottage`. */
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

/** Returns the members that SEP-1649 and SEP-1960 proposed before the server card. */
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

/** Returns the catalogue (ARD 0.91), whose only entry is the MCP server. */
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
        // Sample questions that the tools can answer. Registries index them for search.
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

const NOT_IN_NAMES = /[^a-zA-Z0-9.-]/g;

/** Returns the host of a URL. Characters that names and URNs may not contain, as in an IPv6 address, become hyphens. */
function hostName(baseUrl: string): string {
  return new URL(baseUrl).hostname.replaceAll(NOT_IN_NAMES, "-");
}
