/**
 * The OpenAPI 3.1 description, made from the table of data sets and the facts that are served.
 *
 * Schemas are the ones the owner's files are checked by and examples are live answers, so neither can
 * be out of date.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS, NAMED_SHAPES, summaryOf } from "../data/datasets.ts";
import type { JsonSchema } from "../data/shape.ts";
import type { Router } from "../http/router.ts";
import { API_INDEX_SCHEMA, apiIndex } from "./api-index.ts";
import { apiDescription, apiTitle, VERSION } from "./identity.ts";
import { MCP_SCHEMAS, mcpOperations } from "./mcp-openapi.ts";
import { asker, fields, ref, refusal } from "./openapi-parts.ts";
import type { Ask, JsonObject } from "./openapi-parts.ts";

export interface OpenApiSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
  readonly cacheControl: string;
}

/** @param router the one that serves what is described, and answers the examples */
export function openapi(facts: Facts, settings: OpenApiSettings, router: Router): JsonObject {
  const { baseUrl } = settings;
  const { name } = facts.cottage;
  const ask = asker(router);
  const limited = settings.rateLimit === undefined ? {} : { "429": ref("responses", "RateLimited") };
  const index = get(limited, {
    operationId: "getApiIndex",
    tag: "Discovery",
    title: "API index",
    summary: "Every endpoint of this API and where it is described.",
    schemaName: "ApiIndex",
    example: apiIndex(name, baseUrl),
  });
  const data = DATA_SETS.map((row) => {
    const { path, operationId, title, schemaName } = row;
    const told = { operationId, tag: "Data", title, summary: summaryOf(row, facts), schemaName };
    return [path, get(limited, { ...told, example: abridged(facts[row.name]) })];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: apiTitle(name),
      version: VERSION,
      summary: `${name} as JSON and as MCP tools`,
      description: apiDescription(name),
      termsOfService: `${baseUrl}/developers`,
      contact: { name: facts.site.contact.name, email: facts.site.contact.email, url: `${baseUrl}/contact` },
      ...license(facts),
    },
    servers: [{ url: baseUrl, description: "This server" }],
    security: [{}],
    tags: [
      { name: "Data", description: "The four data sets" },
      { name: "Discovery", description: "Where everything is" },
      { name: "MCP", description: "The same facts as tools for agents" },
    ],
    externalDocs: { description: "For developers", url: `${baseUrl}/developers` },
    paths: { "/api/": index, ...Object.fromEntries(data), "/mcp": mcpOperations(ask, limited) },
    components: {
      schemas: { ...schemas(), ...MCP_SCHEMAS },
      headers: headers(settings),
      responses: responses(ask, settings.rateLimit),
      parameters: {
        IfNoneMatch: {
          name: "If-None-Match",
          in: "header",
          required: false,
          description: "Entity tags that the client has; when one is current the answer is 304 without content",
          schema: TEXT,
        },
      },
    },
  };
}

/** OpenAPI takes an identifier or an address, not both. */
function license({ site: { licence } }: Facts): JsonObject {
  if (licence === undefined) return {};
  const { name, identifier, url } = licence;
  return { license: identifier === undefined ? { name, url } : { name, identifier } };
}

const NAMES = new Map(Object.entries(NAMED_SHAPES).map(([name, { schema }]): [unknown, string] => [schema, name]));

/** The schema with every named one inside it replaced by a reference. */
function referring(schema: unknown, isRoot = true): unknown {
  const name = NAMES.get(schema);
  if (name !== undefined && !isRoot) return ref("schemas", name);
  if (Array.isArray(schema)) return schema.map((each) => referring(each, false));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value, false)]));
}

const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  description: "What every failure looks like",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "What went wrong",
      required: ["code", "message"],
      properties: {
        code: { type: "string", description: "Stable, machine-readable code" },
        message: { type: "string", description: "What is wrong, for people" },
        hint: { type: "string", description: "How to mend the request" },
      },
    },
  },
};

function schemas(): JsonObject {
  return {
    ApiIndex: API_INDEX_SCHEMA,
    ...Object.fromEntries(DATA_SETS.map(({ schemaName, shape }) => [schemaName, referring(shape.schema)])),
    ...Object.fromEntries(Object.entries(NAMED_SHAPES).map(([name, { schema }]) => [name, referring(schema)])),
    Error: ERROR_SCHEMA,
  };
}

const TEXT: JsonSchema = { type: "string" };

function headers({ cacheControl, rateLimit }: OpenApiSettings): JsonObject {
  const header = (description: string, schema: JsonSchema, example: string | number) => ({ description, schema, example });
  const seconds: JsonSchema = { type: "integer", minimum: 1 };
  return {
    ETag: header("Strong entity tag of exactly these bytes; send it back in If-None-Match", TEXT, '"6n7U2b0QWJrG4mVn3mJ0Pw"'),
    CacheControl: header("How long the answer may be used without asking again", TEXT, cacheControl),
    Vary: header("Request fields on which the answer depends", TEXT, "Accept-Encoding"),
    Allow: header("The methods that are allowed", TEXT, "GET, HEAD, OPTIONS"),
    ...(rateLimit === undefined
      ? {}
      : {
          RetryAfter: header("Seconds to wait before the next request", seconds, 1),
          RateLimitPolicy: header("The quota (draft-ietf-httpapi-ratelimit-headers-10)", TEXT, `"default";q=${rateLimit};w=60`),
          RateLimit: header("Requests left and seconds to wait, of the same draft", TEXT, '"default";r=0;t=1'),
        }),
  };
}

function responses(ask: Ask, rateLimit: number | undefined): JsonObject {
  const path = DATA_SETS[0].path;
  const limited = refusal(`More than ${rateLimit} requests a minute`, undefined, fields("RateLimit-Policy", "RateLimit", "Retry-After"));
  return {
    NotModified: {
      description: "The representation named in If-None-Match is still current; no content",
      headers: VALIDATED,
    },
    MethodNotAllowed: refusal("Only the methods that Allow names are answered", ask({ method: "POST", path }), fields("Allow")),
    PreconditionFailed: refusal("If-Match names no current representation", ask({ path, headers: { "if-match": '"another"' } })),
    ...(rateLimit === undefined ? {} : { RateLimited: limited }),
    Failure: refusal("Any other failure", ask({ path: "/api/v1/prices" })),
  };
}

const VALIDATED = fields("ETag", "Cache-Control", "Vary");

interface Operation {
  readonly operationId: string;
  readonly tag: string;
  readonly title: string;
  readonly summary: string;
  readonly schemaName: string;
  readonly example: unknown;
}

function get(limited: JsonObject, { operationId, tag, title, summary, schemaName, example }: Operation): JsonObject {
  return {
    get: {
      operationId,
      tags: [tag],
      summary: title,
      description: summary,
      parameters: [ref("parameters", "IfNoneMatch")],
      responses: {
        "200": {
          description: summary,
          headers: VALIDATED,
          content: { "application/json": { schema: ref("schemas", schemaName), example } },
        },
        "304": ref("responses", "NotModified"),
        "405": ref("responses", "MethodNotAllowed"),
        "412": ref("responses", "PreconditionFailed"),
        ...limited,
        default: ref("responses", "Failure"),
      },
    },
  };
}

/** An example of a long list is its beginning: a reader wants the form, and a tool its types. */
const EXAMPLE_ENTRIES = 3;

function abridged(facts: object): JsonObject {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]: [string, unknown]) => {
      const isObjects = Array.isArray(value) && typeof value[0] === "object";
      return [name, isObjects ? value.slice(0, EXAMPLE_ENTRIES) : value];
    }),
  );
}
