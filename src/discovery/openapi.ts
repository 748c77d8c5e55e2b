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
import type { Service } from "./identity.ts";
import { apiDescription, apiTitle, VERSION } from "./identity.ts";
import { MCP_SCHEMAS, mcpOperations } from "./mcp-openapi.ts";
import { abridged, asker, fields, JSON_TYPE, ref, refusal } from "./openapi-parts.ts";
import type { JsonObject } from "./openapi-parts.ts";

const EXAMPLE_ENTRIES = 3;
const TEXT: JsonSchema = { type: "string" };
const VALIDATED = fields("ETag", "Cache-Control", "Vary");

/** @param router the one that serves what is described, and answers the examples */
export function openapi({ facts, baseUrl, rateLimit }: Service, cacheControl: string, router: Router): JsonObject {
  const ask = asker(router);
  const { contact } = facts.site;
  const limited: JsonObject = rateLimit === undefined ? {} : { "429": ref("responses", "RateLimited") };
  const get = (operationId: string, tag: string, summary: string, description: string, schemaName: string, example: object) => ({
    get: {
      operationId,
      tags: [tag],
      summary,
      description,
      parameters: [ref("parameters", "IfNoneMatch")],
      responses: {
        "200": { description, headers: VALIDATED, content: { [JSON_TYPE]: { schema: ref("schemas", schemaName), example } } },
        "304": ref("responses", "NotModified"),
        "405": ref("responses", "MethodNotAllowed"),
        "412": ref("responses", "PreconditionFailed"),
        ...limited,
        default: ref("responses", "Failure"),
      },
    },
  });
  const where = "Every endpoint of this API and where it is described.";
  const data = DATA_SETS.map((set) => {
    const example = abridged(facts[set.name], EXAMPLE_ENTRIES);
    return [set.path, get(set.operationId, "Data", set.title, summaryOf(set, facts), set.schemaName, example)];
  });
  const [{ path }] = DATA_SETS;
  return {
    openapi: "3.1.0",
    info: {
      title: apiTitle(facts),
      version: VERSION,
      summary: `${facts.cottage.name} as JSON and as MCP tools`,
      description: apiDescription(facts),
      termsOfService: `${baseUrl}/developers`,
      contact: { name: contact.name, email: contact.email, url: `${baseUrl}/contact` },
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
    paths: {
      "/api/": get("getApiIndex", "Discovery", "API index", where, "ApiIndex", apiIndex(facts, baseUrl)),
      ...Object.fromEntries(data),
      "/mcp": mcpOperations(ask, limited),
    },
    components: {
      schemas: {
        ApiIndex: API_INDEX_SCHEMA,
        ...Object.fromEntries(DATA_SETS.map(({ schemaName, shape }) => [schemaName, referring(shape.schema)])),
        ...Object.fromEntries(Object.entries(NAMED_SHAPES).map(([name, { schema }]) => [name, referring(schema)])),
        Error: ERROR_SCHEMA,
        ...MCP_SCHEMAS,
      },
      headers: headers(cacheControl, rateLimit),
      responses: {
        NotModified: { description: "The representation named in If-None-Match is still current; no content", headers: VALIDATED },
        MethodNotAllowed: refusal("Only the methods that Allow names are answered", ask({ method: "POST", path }), fields("Allow")),
        PreconditionFailed: refusal("If-Match names no current representation", ask({ path, headers: { "if-match": '"another"' } })),
        ...(rateLimit === undefined
          ? {}
          : { RateLimited: refusal(`More than ${rateLimit} requests a minute`, undefined, fields("RateLimit-Policy", "RateLimit", "Retry-After")) }),
        Failure: refusal("Any other failure", ask({ path: "/api/v1/prices" })),
      },
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

function headers(cacheControl: string, rateLimit: number | undefined): JsonObject {
  const header = (description: string, example: string | number, schema = TEXT) => ({ description, schema, example });
  const limits = {
    RetryAfter: header("Seconds to wait before the next request", 1, { type: "integer", minimum: 1 }),
    RateLimitPolicy: header("The quota (draft-ietf-httpapi-ratelimit-headers-10)", `"default";q=${rateLimit};w=60`),
    RateLimit: header("Requests left and seconds to wait, of the same draft", '"default";r=0;t=1'),
  };
  return {
    ETag: header("Strong entity tag of exactly these bytes; send it back in If-None-Match", '"6n7U2b0QWJrG4mVn3mJ0Pw"'),
    CacheControl: header("How long the answer may be used without asking again", cacheControl),
    Vary: header("Request fields on which the answer depends", "Accept-Encoding"),
    Allow: header("The methods that are allowed", "GET, HEAD, OPTIONS"),
    ...(rateLimit === undefined ? {} : limits),
  };
}
