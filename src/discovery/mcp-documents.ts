/**
 * The documents by which programs find the MCP server before they speak to it.
 *
 * The card and the catalogue are SEP-2127's; `/.well-known/mcp` joins them with the members of older proposals, which
 * those who look for a server there read.
 */

import { CAPABILITIES, describeTool, type McpSettings } from "../mcp/methods.ts";
import { DEFAULT_VERSION, SUPPORTED_VERSIONS } from "../mcp/revisions.ts";

export const CARD_TYPE = "application/mcp-server-card+json";
export const CARD_PATH = "/mcp/server-card";

/** The characters that a card allows a title, and a description. */
const TEXT_MAX = 100;

export function mcpDocuments({ baseUrl, server, instructions, tools }: McpSettings) {
  const { name, title, version, websiteUrl } = server;
  const url = `${baseUrl}/mcp`;
  const type = "streamable-http";
  // An address in brackets has characters that names may not have.
  const host = new URL(baseUrl).hostname.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
  const card = {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${host.split(".").reverse().join(".")}/${name}`,
    title: title.slice(0, TEXT_MAX),
    version,
    description: "Facts, guest reviews, attractions and booking channels of one holiday cottage, read-only and free.",
    websiteUrl,
    remotes: [{ type, url, supportedProtocolVersions: SUPPORTED_VERSIONS }],
  };
  // What earlier proposals (SEP-1649, SEP-1960) wanted to see.
  const union = {
    ...card,
    protocolVersion: DEFAULT_VERSION,
    serverInfo: { name, title, version },
    transport: { type, endpoint: url, url },
    capabilities: CAPABILITIES,
    authentication: { required: false, schemes: [] },
    documentation: websiteUrl,
    instructions,
    endpoints: [{ url, transport: type }],
    servers: [{ name, url, transport: type, authentication: "none" }],
    tools: tools.map(describeTool),
  };
  const catalogue = {
    specVersion: "1.0",
    host: { displayName: title, documentationUrl: websiteUrl },
    entries: [
      {
        identifier: `urn:air:${host}:${name}`,
        displayName: title,
        description: card.description,
        version,
        type: CARD_TYPE,
        url: baseUrl + CARD_PATH,
        // What the tools answer, for catalogues that are searched by meaning.
        representativeQueries: [
          "How many guests does the holiday cottage sleep, in which beds, and may pets come along?",
          "What do guests say about staying at the cottage?",
          "What is there to see near the cottage, and how far is it?",
          "Where can the cottage be booked?",
        ],
      },
    ],
  };
  const older = { mcp: union, "mcp.json": union, "mcp/server-card.json": union, "mcp/server-cards.json": [union] };
  return [
    { path: CARD_PATH, mediaType: CARD_TYPE, value: card },
    { path: "/.well-known/ai-catalog.json", mediaType: "application/ai-catalog+json", value: catalogue },
    ...Object.entries(older).map(([name, value]) => ({ path: `/.well-known/${name}`, mediaType: "application/json", value })),
  ];
}
