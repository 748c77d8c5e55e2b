/**
 * The documents by which programs find the MCP server before they speak to it.
 *
 * The card and the catalogue are SEP-2127's; `/.well-known/mcp` joins them with the members of older proposals, since
 * that is what those who look for a server there read. All of it comes from what the server itself says.
 */
import type { McpSettings } from "../mcp/methods.ts";
import { CAPABILITIES, describeTool } from "../mcp/methods.ts";
import { DEFAULT_VERSION, SUPPORTED_VERSIONS } from "../mcp/revisions.ts";

export interface McpDocument {
  readonly path: string;
  readonly mediaType: string;
  readonly value: object;
}

const CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const CARD_TYPE = "application/mcp-server-card+json";
const CATALOGUE_TYPE = "application/ai-catalog+json";

/** Cards allow a title and a description of at most this many characters. */
const TEXT_MAX = 100;
const DESCRIPTION =
  "Facts, guest reviews, attractions and booking channels of one holiday cottage, read-only and free.";

/** Questions that the tools answer, for catalogues that are searched by meaning. */
const QUERIES = [
  "How many guests does the holiday cottage sleep, in which beds, and may pets come along?",
  "What do guests say about staying at the cottage?",
  "What is there to see near the cottage, and how far is it?",
  "Where can the cottage be booked?",
];

export function mcpDocuments(settings: McpSettings): readonly McpDocument[] {
  const cardPath = "/mcp/server-card";
  const union = unionDocument(settings);
  const json = "application/json";
  return [
    { path: cardPath, mediaType: CARD_TYPE, value: serverCard(settings) },
    { path: "/.well-known/ai-catalog.json", mediaType: CATALOGUE_TYPE, value: catalogue(settings, cardPath) },
    { path: "/.well-known/mcp", mediaType: json, value: union },
    { path: "/.well-known/mcp.json", mediaType: json, value: union },
    { path: "/.well-known/mcp/server-card.json", mediaType: json, value: union },
    { path: "/.well-known/mcp/server-cards.json", mediaType: json, value: [union] },
  ];
}

function serverCard({ baseUrl, server }: McpSettings) {
  return {
    $schema: CARD_SCHEMA,
    name: `${reversedHost(baseUrl)}/${server.name}`,
    title: server.title.slice(0, TEXT_MAX),
    version: server.version,
    description: DESCRIPTION,
    websiteUrl: server.websiteUrl,
    remotes: [{ type: "streamable-http", url: `${baseUrl}/mcp`, supportedProtocolVersions: SUPPORTED_VERSIONS }],
  };
}

/** A valid card that also has what earlier proposals (SEP-1649, SEP-1960) wanted to see. */
function unionDocument(settings: McpSettings) {
  const { baseUrl, server, instructions, tools } = settings;
  const url = `${baseUrl}/mcp`;
  const transport = "streamable-http";
  return {
    ...serverCard(settings),
    protocolVersion: DEFAULT_VERSION,
    serverInfo: { name: server.name, title: server.title, version: server.version },
    transport: { type: transport, endpoint: url, url },
    capabilities: CAPABILITIES,
    authentication: { required: false, schemes: [] },
    documentation: server.websiteUrl,
    instructions,
    endpoints: [{ url, transport }],
    servers: [{ name: server.name, url, transport, authentication: "none" }],
    tools: tools.map(describeTool),
  };
}

function catalogue({ baseUrl, server }: McpSettings, cardPath: string) {
  const { hostname } = new URL(baseUrl);
  return {
    specVersion: "1.0",
    host: { displayName: server.title, documentationUrl: server.websiteUrl },
    entries: [
      {
        identifier: `urn:air:${nameCharacters(hostname)}:${server.name}`,
        displayName: server.title,
        description: DESCRIPTION,
        version: server.version,
        type: CARD_TYPE,
        url: `${baseUrl}${cardPath}`,
        representativeQueries: QUERIES,
      },
    ],
  };
}

/** `https://www.cottage.example` → `example.cottage.www`, the way names of servers are anchored in a domain. */
function reversedHost(baseUrl: string): string {
  return nameCharacters(new URL(baseUrl).hostname).split(".").reverse().join(".");
}

/** An address in brackets has characters that names may not have. */
function nameCharacters(host: string): string {
  return host.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
}
