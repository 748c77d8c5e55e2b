/**
 * The fragments of the developer page that are derived: endpoints, fields, answers, errors, limits, programs, MCP.
 *
 * The prose around them is the page's own, in the content folder.
 */
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Fragments } from "../fragments/fragment.ts";
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS } from "../data/datasets.ts";
import { FAILURES } from "../http/failure.ts";
import { createRouter, respond } from "../http/router.ts";
import { SUPPORTED_VERSIONS } from "../mcp/revisions.ts";
import { apiIndex } from "./api-index.ts";
import { dataSetDocs, fenced, table } from "./developer-fields.ts";
import { markdown, mistake, quickStart, revalidation, type Snippet } from "./developer-snippets.ts";
import { apiTitle, LICENCE, VERSION } from "./identity.ts";
import { mcpSetups } from "./mcp-setup.ts";

export interface DeveloperSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
}

export function developerFragments(facts: Facts, settings: DeveloperSettings): Fragments {
  const { baseUrl } = settings;
  const texts: Readonly<Record<string, string>> = {
    overview: overview(facts, settings),
    quick_start: snippets(quickStart(baseUrl)),
    endpoints: endpoints(facts, baseUrl),
    data: dataSetDocs(facts),
    errors: errors(baseUrl),
    limits: limits(settings),
    caching: snippets(revalidation(baseUrl)),
    markdown: snippets(markdown(baseUrl)),
    files: files(),
    tools: tools(),
    mcp: mcp(baseUrl),
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`developers.${name}`, { markdown: text }]));
}

function snippets(list: readonly Snippet[]): string {
  return list.map(({ title, language, text }) => `${title}\n\n${fenced(language, text)}`).join("\n\n");
}

function overview(facts: Facts, { baseUrl, rateLimit }: DeveloperSettings): string {
  return table(
    ["What", "Is"],
    [
      ["Title", escapeMarkdown(apiTitle(facts.cottage.name))],
      ["Address", `\`${baseUrl}\``],
      ["Version", VERSION],
      ["Keys, sign-up, cost", "none"],
      ["Limit", rateLimit === undefined ? "none" : `${rateLimit} requests a minute for each client`],
      ["Licence of the facts", LICENCE.identifier],
    ],
  );
}

function endpoints(facts: Facts, baseUrl: string): string {
  const rows = [
    ["[`GET /api/`](/api/)", "Where everything is"],
    ...DATA_SETS.map(({ path, summary }) => [`[\`GET ${path}\`](${path})`, escapeMarkdown(summary)]),
    ["`POST /mcp`", "The same facts as tools, by JSON-RPC 2.0"],
    ["[`GET /openapi.json`](/openapi.json)", "All of this as OpenAPI 3.1, with schemas and examples"],
  ];
  return [
    table(["Request", "What it answers"], rows),
    "The index answers:",
    fenced("json", JSON.stringify(apiIndex(facts.cottage.name, baseUrl), null, 2)),
  ].join("\n\n");
}

/** What the server says to a path that is not there, asked of the router itself. */
function errors(baseUrl: string): string {
  const wrong = mistake(baseUrl);
  const [, target = baseUrl] = wrong.text.split(" ");
  const path = new URL(target).pathname;
  const answer = respond(createRouter([]), { method: "GET", path, headers: {}, body: Buffer.alloc(0) });
  const rows = Object.entries(FAILURES).map(([code, [status, when]]) => [`\`${code}\``, String(status), when]);
  return [
    snippets([wrong]),
    "is answered with status 404 and",
    fenced("json", JSON.stringify(JSON.parse(answer.body.toString()), null, 2)),
    table(["`error.code`", "Status", "When"], rows),
  ].join("\n\n");
}

function limits({ rateLimit }: DeveloperSettings): string {
  if (rateLimit === undefined) return "This server counts no requests. Please be gentle all the same.";
  return (
    `Each client may make ${rateLimit} requests a minute, spread or all at once; a batch counts as many as it has messages. ` +
    "Beyond that the answer is status 429, code `rate_limited`, with `Retry-After` in seconds. It costs nothing to wait and ask again."
  );
}

function files(): string {
  return table(
    ["File", "What for"],
    [
      ["[/llms.txt](/llms.txt)", "The guide for language models: what is here, in one page"],
      ["[/llms-full.txt](/llms-full.txt)", "Every page of the site as one markdown text"],
      ["[/openapi.json](/openapi.json)", "The API's description"],
      ["[/sitemap.xml](/sitemap.xml)", "Every page, for crawlers"],
      ["[/.well-known/api-catalog](/.well-known/api-catalog)", "The API, for those who look for APIs (RFC 9727)"],
      ["[/.well-known/mcp](/.well-known/mcp)", "The MCP server, for those who look for MCP servers"],
    ],
  );
}

function tools(): string {
  const rows = DATA_SETS.map(({ tool, title, path }) => [`\`${tool}\``, title, `\`GET ${path}\``]);
  return [
    table(["Tool", "What it answers", "The same as"], rows),
    `Revisions spoken: ${SUPPORTED_VERSIONS.join(", ")}.`,
  ].join("\n\n");
}

function mcp(baseUrl: string): string {
  return mcpSetups(baseUrl)
    .map(
      ({ client, instruction, language, text }) =>
        `### ${client}\n\n${escapeMarkdown(instruction)}\n\n${fenced(language, text)}`,
    )
    .join("\n\n");
}
