/**
 * The whole surface on one page: every target and what answers it.
 */
import type { Config } from "./config.ts";
import type { Facts } from "./data/datasets.ts";
import { DATA_SETS } from "./data/datasets.ts";
import { apiIndex } from "./discovery/api-index.ts";
import { apiDescription, VERSION } from "./discovery/identity.ts";
import { openapi } from "./discovery/openapi.ts";
import { failure, PUBLIC_FIELDS } from "./http/failure.ts";
import type { Handler, HttpResponse } from "./http/message.ts";
import type { Caching, Source } from "./http/representation.ts";
import { represent } from "./http/representation.ts";
import type { Route } from "./http/router.ts";
import { optionsResponse } from "./http/router.ts";
import { serve } from "./http/serve.ts";
import { mcpMethods } from "./mcp/endpoint.ts";
import type { McpSettings } from "./mcp/methods.ts";

/** What is public may be kept for five minutes, used while it is revalidated, and for a day while we are down. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=600, stale-if-error=86400";

const DATA: Caching = { cacheControl: CACHE_CONTROL };

export interface Site {
  readonly facts: Facts;
}

/** What changes while the server runs, asked at each health check. */
export interface Health {
  readonly isReady: () => boolean;
}

function json(value: unknown): Source {
  return { mediaType: "application/json", content: JSON.stringify(value) };
}

function health(isHealthy: () => boolean): Handler {
  const body = Buffer.from('{"status":"ok"}');
  const headers = ["Content-Type", "application/json", "Content-Length", String(body.length), "Cache-Control", "no-store"];
  const ok: HttpResponse = { status: 200, headers: [...headers, ...PUBLIC_FIELDS], body };
  const unavailable = failure("unavailable", "The server is shutting down", "Use another one", ["Connection", "close"]);
  return () => (isHealthy() ? ok : unavailable);
}

function mcpSettings(facts: Facts, baseUrl: string): McpSettings {
  const { name } = facts.cottage;
  return {
    baseUrl,
    server: {
      name: "holiday-cottage",
      title: name,
      version: VERSION,
      description: apiDescription(name),
      websiteUrl: `${baseUrl}/developers`,
    },
    instructions: `${apiDescription(name)} No tool takes arguments. The data changes rarely: one call of each is enough.`,
    tools: DATA_SETS.map(({ name: set, tool, title, summary, shape }) => ({
      name: tool,
      title,
      description: summary,
      outputSchema: shape.schema,
      json: JSON.stringify(facts[set]),
    })),
  };
}

export function routes({ facts }: Site, { baseUrl, rateLimit }: Config, { isReady }: Health): Route[] {
  const { name } = facts.cottage;
  const get = (path: string, source: Source, caching: Caching = DATA): Route => ({
    path,
    methods: { GET: serve(represent(source, caching)) },
  });
  const mcp = { paths: {}, schemas: {} };
  return [
    get("/api/", json(apiIndex(name, baseUrl))),
    ...DATA_SETS.map((set) => get(set.path, json(facts[set.name]))),
    get("/openapi.json", json(openapi(facts, { baseUrl, rateLimit, cacheControl: CACHE_CONTROL }, mcp))),
    { path: "/mcp", methods: mcpMethods(mcpSettings(facts, baseUrl)) },
    { path: "/healthz", methods: { GET: health(() => true) }, free: true },
    { path: "/readyz", methods: { GET: health(isReady) }, free: true },
    { path: "*", methods: { OPTIONS: () => optionsResponse("GET, HEAD, POST, OPTIONS") } },
  ];
}
