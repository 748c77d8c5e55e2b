/**
 * Renders documents for crawlers, API clients and AI agents.
 */

import type { RawHeaders } from "../../serve/http/message.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { SUPPORTED_VERSIONS } from "../../serve/mcp/messages.ts";
import { readBuiltIn } from "../built-in.ts";
import type { Facts } from "../data/datasets.ts";
import { apiIndex, licenceTerms } from "../data/descriptions.ts";
import { escapeHtml } from "../html.ts";
import { isRecord } from "../json/json.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { bookingChannels, caveats, houseFacts, ownerNotes, reviewNote, type Service } from "./facts-for-agents.ts";
import { renderOpenApi } from "./openapi.ts";

type JsonDocument = Readonly<{ path: string; mediaType: string; fields?: RawHeaders; value: object }>;

const DOCUMENTS_TEMPLATE = readBuiltIn("documents.json");
const OPENAPI_TEMPLATE = readBuiltIn("openapi.json");
const LLMS_TEMPLATE = readBuiltIn("llms.txt");

const TEXT_TYPE = "text/plain; charset=utf-8";

/** Renders documents such as `/llms.txt`, mostly from templates. */
export function discoveryDocuments(service: Service, mcp: McpSettings) {
  const { facts, baseUrl } = service;
  const values = placeholderValues(service, mcp);
  const openApiJson = renderOpenApi(fillJson(OPENAPI_TEMPLATE, values), facts);
  const entries = fillJson<JsonDocument[]>(DOCUMENTS_TEMPLATE, values);
  const jsonDocuments = entries.map(({ value, ...rest }) => ({ ...rest, content: JSON.stringify(value) }));
  return [
    { path: "/openapi.json", mediaType: "application/json", content: openApiJson },
    { path: "/llms.txt", mediaType: TEXT_TYPE, content: fillText(LLMS_TEMPLATE, values) },
    { path: "/llms-full.txt", mediaType: TEXT_TYPE, content: llmsFullText(service) },
    { path: "/sitemap.xml", mediaType: "application/xml", content: sitemap(service) },
    { path: "/robots.txt", mediaType: TEXT_TYPE, content: robots(facts, baseUrl) },
    ...jsonDocuments,
  ];
}

/** Returns the values of placeholders in templates. For example, `api.docs` replaces `{api.docs}`. */
function placeholderValues(service: Service, mcp: McpSettings) {
  const { facts, baseUrl } = service;
  const host = new URL(baseUrl).hostname;
  return {
    cottage: facts.cottage,
    site: facts.site,
    api: apiIndex(facts, baseUrl),
    baseUrl,
    guide: llmsTextValues(service),
    licenceTerms: licenceTerms(facts, baseUrl).join(" "),
    mcp,
    host,
    // MCP server names begin with the reversed host name, e.g. `example.cottage` for `cottage.example`.
    reversedHost: host.split(".").reverse().join("."),
    protocolVersions: SUPPORTED_VERSIONS,
    toolNames: mcp.tools.map(({ name }) => name),
    toolDefinitions: mcp.tools.map(({ definition }) => definition),
  };
}

/** Returns the Markdown for placeholders in `llms.txt`. For example, `pages` replaces `{guide.pages}`. */
function llmsTextValues({ facts, pages, baseUrl }: Service) {
  const { description: apiDescription, endpoints } = apiIndex(facts, baseUrl);
  const factSentences = [
    ...caveats(facts),
    ...houseFacts(facts),
    ...bookingChannels(facts),
    ...ownerNotes(facts),
    reviewNote(facts),
    ...licenceTerms(facts, baseUrl),
  ];
  const pageLinks = pages.map(({ title, markdownPath, description }) => {
    return `- [${escapeMarkdown(title)}](${baseUrl}${markdownPath}): ${escapeMarkdown(description)}`;
  });
  return {
    name: escapeMarkdown(facts.cottage.name),
    summary: escapeMarkdown(`${cottageSummary(facts)} ${apiDescription}`),
    factSentences: escapeMarkdown(factSentences.join(" ")),
    endpoints: endpoints.join(", "),
    pages: pageLinks.join("\n"),
  };
}

function cottageSummary({ cottage, site }: Facts): string {
  const { name, address, bedrooms } = cottage;
  const houseType = (site.houseType ?? "cottage").toLowerCase();
  const location = `${address.addressLocality}, ${address.addressRegion}`;
  return `${name} is a holiday ${houseType} in ${location}. Bedrooms: ${bedrooms}.`;
}

/** Returns the Markdown of all pages except `/developers`, which is long and not for guests. */
export function llmsFullText({ pages, baseUrl }: Service): string {
  const guestPages = pages.filter(({ path }) => path !== "/developers");
  const texts = guestPages.map(({ path, markdownText }) => `${markdownText.trim()}\n\nPage: ${baseUrl}${path}\n`);
  return texts.join("\n---\n\n");
}

/** Renders sitemap.xml. Uses the date stated in each page, because deployment changes file modification times. */
export function sitemap({ pages, baseUrl }: Service): string {
  const entries = pages.map(({ path, updated }) => {
    return `<url><loc>${escapeHtml(baseUrl + path)}</loc><lastmod>${updated}</lastmod></url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

/** Renders robots.txt (RFC 9309). Owners may allow or forbid uses, e.g. `Content-Signal: search=yes, ai-train=no`. */
export function robots({ site }: Facts, baseUrl: string): string {
  const { search, aiInput, aiTrain } = site.contentSignals ?? {};
  const permissions = { search, "ai-input": aiInput, "ai-train": aiTrain };
  const signals: string[] = [];
  for (const [name, isAllowed] of Object.entries(permissions)) {
    if (isAllowed !== undefined) signals.push(`${name}=${isAllowed ? "yes" : "no"}`);
  }
  const signalLine = signals.length === 0 ? "" : `Content-Signal: ${signals.join(", ")}\n`;
  return `User-agent: *
${signalLine}Allow: /

Sitemap: ${baseUrl}/sitemap.xml
`;
}

/** Renders security.txt (RFC 9116). The server replaces `{expires}` when it responds. */
export function securityText({ site }: Facts, baseUrl: string): string {
  return `Contact: mailto:${site.contact.email}
Expires: {expires}
Preferred-Languages: ${site.languagesSpoken.join(", ")}
Canonical: ${baseUrl}/.well-known/security.txt
`;
}

const PLACEHOLDER = /\{([\w.]+)\}/g;
const ONLY_PLACEHOLDER = /^\{([\w.]+)\}$/;

function fillText(template: string, values: object): string {
  return template.replace(PLACEHOLDER, (_, path: string) => String(valueAt(values, path)));
}

/** Fills in placeholders. A string that is only a placeholder, e.g. `"{toolNames}"`, may become an array. */
function fillJson<Content>(template: string, values: object): Content {
  return JSON.parse(template, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    const path = ONLY_PLACEHOLDER.exec(value)?.[1];
    return path === undefined ? fillText(value, values) : valueAt(values, path);
  });
}

function valueAt(values: object, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : undefined;
  return value;
}
