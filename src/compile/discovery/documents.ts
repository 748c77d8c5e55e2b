/**
 * Renders the files that help programs and AI agents to find and use the site, e.g. `/openapi.json` and `/llms.txt`.
 */

import { createHash } from "node:crypto";
import type { RawHeaders } from "../../serve/http/message.ts";
import type { McpSettings } from "../../serve/mcp/methods.ts";
import { SUPPORTED_VERSIONS } from "../../serve/mcp/revisions.ts";
import { readBuiltIn } from "../built-in.ts";
import { apiIndex } from "../data/descriptions.ts";
import { guidePlaceholderValues, llmsFullText, skillDescription } from "./llms.ts";
import { openapi } from "./openapi.ts";
import type { Service } from "./service.ts";
import { fillJson, fillText } from "./templates.ts";
import { robots, sitemap } from "./well-known.ts";

/** An entry in `documents.json`. `fields` contains additional header fields for the HTTP response. */
type JsonDocument = Readonly<{ path: string; mediaType: string; fields?: RawHeaders; value: object }>;

const DOCUMENTS_TEMPLATE = readBuiltIn("documents.json");
const OPENAPI_TEMPLATE = readBuiltIn("openapi.json");
const LLMS_TEMPLATE = readBuiltIn("llms.txt");
const SKILL_TEMPLATE = readBuiltIn("skill.txt");

const TEXT_TYPE = "text/plain; charset=utf-8";
const SKILL_PATH = "/.well-known/agent-skills/holiday-cottage/SKILL.md";

/** Maximum length of an MCP server card's title, in characters (SEP-2127). */
const SERVER_CARD_TITLE_MAX = 100;

/**
 * Renders all files that help programs and AI agents to find and use the site. If a returned document has `fields`,
 * they are additional header fields for the HTTP response.
 *
 * @param cacheControl the Cache-Control value to show in the examples in `openapi.json`
 */
export function discoveryDocuments(service: Service, mcp: McpSettings, cacheControl: string) {
  const { facts, pages, baseUrl } = service;
  const values = { ...placeholderValues(service, mcp), cacheControl };
  // `documents.json` contains a hash of the agent skill (`skill.txt`), so render the skill first.
  const skill = fillText(SKILL_TEMPLATE, values);
  const skillHash = createHash("sha256").update(skill).digest("hex");
  const jsonDocuments = fillJson<JsonDocument[]>(DOCUMENTS_TEMPLATE, { ...values, skillHash });
  const openapiText = openapi(OPENAPI_TEMPLATE, values, service);
  return [
    { path: "/openapi.json", mediaType: "application/json", content: openapiText },
    { path: "/llms.txt", mediaType: TEXT_TYPE, content: fillText(LLMS_TEMPLATE, values) },
    { path: "/llms-full.txt", mediaType: TEXT_TYPE, content: llmsFullText(service) },
    { path: SKILL_PATH, mediaType: "text/markdown; charset=utf-8", content: skill },
    { path: "/sitemap.xml", mediaType: "application/xml", content: sitemap(pages, baseUrl) },
    { path: "/robots.txt", mediaType: TEXT_TYPE, content: robots(facts, baseUrl) },
    ...jsonDocuments.map(({ path, mediaType, fields = [], value }) => {
      return { path, mediaType, fields, content: JSON.stringify(value) };
    }),
  ];
}

/** Returns the values for template placeholders, e.g. an object `api` whose property `docs` replaces `{api.docs}`. */
function placeholderValues(service: Service, mcp: McpSettings): Record<string, unknown> {
  const { facts, baseUrl, rateLimit } = service;
  // MCP server names may not contain the colons and brackets of an IPv6 address, so replace them.
  const host = new URL(baseUrl).hostname.replaceAll(/[^a-zA-Z0-9.-]/g, "-");
  const description = skillDescription(facts);
  return {
    cottage: facts.cottage,
    site: facts.site,
    api: apiIndex(facts, baseUrl),
    baseUrl,
    rateLimit,
    host,
    // MCP server names begin with the reversed host name, e.g. `example.cottage` for `cottage.example`.
    reversedHost: host.split(".").reverse().join("."),
    serverCardTitle: facts.cottage.name.slice(0, SERVER_CARD_TITLE_MAX),
    protocolVersions: SUPPORTED_VERSIONS,
    mcp,
    toolNames: mcp.tools.map((tool) => tool.name),
    toolDefinitions: mcp.tools.map((tool) => tool.definition),
    guide: guidePlaceholderValues(service),
    // JSON strings are valid in YAML. Their quotation marks keep characters such as colons from being read as syntax.
    skill: { description, yamlDescription: JSON.stringify(description) },
  };
}
