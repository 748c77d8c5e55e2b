/**
 * What is looked for by its path, before anything of the site is known: by crawlers, auditors and clients of MCP.
 */

import type { Facts } from "../data/datasets.ts";
import { escapeHtml } from "../html.ts";
import { CAPABILITIES, describeTool, type McpSettings } from "../../serve/mcp/methods.ts";
import { DEFAULT_VERSION, SUPPORTED_VERSIONS } from "../../serve/mcp/revisions.ts";
import type { Page } from "../pages/load.ts";

const HALF_A_YEAR = 180 * 86_400_000;
/** The characters that a card allows a title, and a description. */
const TEXT_MAX = 100;

const CARD_TYPE = "application/mcp-server-card+json";
const CARD_PATH = "/mcp/server-card";

/** Each page by its one address; the date is the owner's, never a file's. */
export function sitemap(pages: readonly Pick<Page, "path" | "updated">[], baseUrl: string): string {
  const entries = pages.map(({ path, updated }) => `<url><loc>${escapeHtml(baseUrl + path)}</loc><lastmod>${updated}</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

/** RFC 9309, with the content signals that the owner gives, and no others. */
export function robots({ site: { contentSignals = {} } }: Facts, baseUrl: string): string {
  const named = Object.entries(contentSignals).map(([name, yes]) => `${name.replace("ai", "ai-").toLowerCase()}=${yes ? "yes" : "no"}`);
  const signals = named.length === 0 ? "" : `Content-Signal: ${named.join(", ")}\n`;
  return `User-agent: *\n${signals}Allow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** RFC 9727: the linkset in which programs look for APIs. */
export function apiCatalog(baseUrl: string): object {
  const link = (path: string, type: string) => [{ href: baseUrl + path, type }];
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api/`,
        "service-desc": link("/openapi.json", "application/json"),
        "service-doc": link("/developers", "text/html"),
        "service-meta": link(CARD_PATH, CARD_TYPE),
      },
    ],
  };
}

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9116; `today` is `YYYY-MM-DD`. */
export function securityText({ site }: Facts, baseUrl: string, today: string): string {
  return `Contact: mailto:${site.contact.email}
Expires: ${new Date(Date.parse(today) + HALF_A_YEAR).toISOString()}
Preferred-Languages: ${site.languagesSpoken.join(", ")}
Canonical: ${baseUrl}/.well-known/security.txt
`;
}

/**
 * The card and the catalogue are SEP-2127's; `/.well-known/mcp` joins them with the members of older proposals, which
 * those who look for a server there read.
 */
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
