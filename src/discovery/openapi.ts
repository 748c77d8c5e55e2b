/**
 * The OpenAPI 3.1 description, made from the table of data sets and the facts that are served.
 *
 * Schemas are the ones the owner's files are checked by and examples are live answers, so neither can
 * be out of date.
 */
import type { Facts } from "../data/datasets.ts";
import { DATA_SETS, NAMED_SHAPES, summaryOf } from "../data/datasets.ts";
import type { JsonSchema } from "../data/shape.ts";
import { API_INDEX_SCHEMA, apiIndex } from "./api-index.ts";
import { apiDescription, apiTitle, LICENCE, VERSION } from "./identity.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** What another room adds to the description: the MCP endpoint. */
export interface OpenApiPart {
  readonly paths: JsonObject;
  readonly schemas: JsonObject;
}

export interface OpenApiSettings {
  readonly baseUrl: string;
  /** Requests a minute; undefined for no limit. */
  readonly rateLimit: number | undefined;
  readonly cacheControl: string;
}

function ref(kind: "schemas" | "responses" | "headers" | "parameters", name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` };
}

const NAMES = new Map<unknown, string>([
  ...Object.entries(NAMED_SHAPES).map(([name, { schema }]): [unknown, string] => [schema, name]),
]);

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

function header(description: string, schema: JsonSchema, example: string | number): JsonObject {
  return { description, schema, example };
}

const TEXT: JsonSchema = { type: "string" };

function headers({ cacheControl, rateLimit }: OpenApiSettings): JsonObject {
  const quota = rateLimit ?? 60;
  return {
    ETag: header("Strong entity tag of exactly these bytes; send it back in If-None-Match", TEXT, '"6n7U2b0QWJrG4mVn3mJ0Pw"'),
    CacheControl: header("How long the answer may be used without asking again", TEXT, cacheControl),
    Vary: header("Request fields on which the answer depends", TEXT, "Accept-Encoding"),
    Allow: header("The methods that are allowed", TEXT, "GET, HEAD, OPTIONS"),
    RetryAfter: header("Seconds to wait before the next request", { type: "integer", minimum: 1 }, 1),
    RateLimitPolicy: header("The quota (draft-ietf-httpapi-ratelimit-headers-10)", TEXT, `"default";q=${quota};w=60`),
    RateLimit: header("Requests left and seconds to wait, of the same draft", TEXT, '"default";r=0;t=1'),
  };
}

function errorResponse(description: string, fields: JsonObject, error: JsonObject): JsonObject {
  return {
    description,
    ...(Object.keys(fields).length === 0 ? {} : { headers: fields }),
    content: { "application/json": { schema: ref("schemas", "Error"), example: { error } } },
  };
}

const LIMIT_HEADERS = { RateLimitPolicy: "RateLimit-Policy", RateLimit: "RateLimit", RetryAfter: "Retry-After" } as const;

function responses(rateLimit: number | undefined): JsonObject {
  const quota = rateLimit ?? 60;
  const limitHeaders = Object.fromEntries(Object.entries(LIMIT_HEADERS).map(([key, name]) => [name, ref("headers", key)]));
  return {
    NotModified: {
      description: "The representation named in If-None-Match is still current; no content",
      headers: { ETag: ref("headers", "ETag"), "Cache-Control": ref("headers", "CacheControl"), Vary: ref("headers", "Vary") },
    },
    MethodNotAllowed: errorResponse(
      "Only the methods that Allow names are answered",
      { Allow: ref("headers", "Allow") },
      { code: "method_not_allowed", message: "POST is not allowed on /api/v1/cottage", hint: "Use GET, HEAD, OPTIONS" },
    ),
    PreconditionFailed: errorResponse(
      "If-Match names no current representation",
      {},
      { code: "precondition_failed", message: "If-Match names none of the entity tags of this representation", hint: "Send the request without If-Match" },
    ),
    RateLimited: errorResponse(`More than ${quota} requests a minute`, limitHeaders, {
      code: "rate_limited",
      message: `More than ${quota} requests a minute`,
      hint: "Wait 1 s, keep answers as long as Cache-Control says, and revalidate with If-None-Match",
    }),
    Failure: errorResponse("Any other failure", {}, {
      code: "bad_request",
      message: "A request needs exactly one valid Host field",
    }),
  };
}

interface Operation {
  readonly operationId: string;
  readonly tag: string;
  readonly title: string;
  readonly summary: string;
  readonly schemaName: string;
  readonly example: unknown;
}

function get({ operationId, tag, title, summary, schemaName, example }: Operation): JsonObject {
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
          headers: { ETag: ref("headers", "ETag"), "Cache-Control": ref("headers", "CacheControl"), Vary: ref("headers", "Vary") },
          content: { "application/json": { schema: ref("schemas", schemaName), example } },
        },
        "304": ref("responses", "NotModified"),
        "405": ref("responses", "MethodNotAllowed"),
        "412": ref("responses", "PreconditionFailed"),
        "429": ref("responses", "RateLimited"),
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

export function openapi(facts: Facts, settings: OpenApiSettings, mcp: OpenApiPart): JsonObject {
  const { baseUrl } = settings;
  const { name } = facts.cottage;
  const index = get({
    operationId: "getApiIndex",
    tag: "Discovery",
    title: "API index",
    summary: "Every endpoint of this API and where it is described.",
    schemaName: "ApiIndex",
    example: apiIndex(name, baseUrl),
  });
  const data = DATA_SETS.map((row) => {
    const { name: set, path, operationId, title, schemaName } = row;
    return [path, get({ operationId, tag: "Data", title, summary: summaryOf(row, facts), schemaName, example: abridged(facts[set]) })] as const;
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
      license: LICENCE,
    },
    servers: [{ url: baseUrl, description: "This server" }],
    security: [{}],
    tags: [
      { name: "Data", description: "The four data sets" },
      { name: "Discovery", description: "Where everything is" },
      { name: "MCP", description: "The same facts as tools for agents" },
    ],
    externalDocs: { description: "For developers", url: `${baseUrl}/developers` },
    paths: { "/api/": index, ...Object.fromEntries(data), ...mcp.paths },
    components: {
      schemas: { ...schemas(), ...mcp.schemas },
      headers: headers(settings),
      responses: responses(settings.rateLimit),
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
