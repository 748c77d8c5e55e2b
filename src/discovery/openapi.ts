/**
 * The OpenAPI 3.1 description: what stands written in `content/openapi.json`, with the data sets and live examples.
 *
 * Schemas of data are the ones the owner's files are checked by, and examples of answers are asked of the routes
 * themselves, so that none can say what the server does not.
 */

import { DATA_SETS, type Facts, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import { type HttpRequest, wholeBody } from "../http/message.ts";
import { respond, type Router } from "../http/router.ts";
import { apiDescription, apiTitle, type Service, VERSION } from "./identity.ts";

type JsonObject = Readonly<Record<string, unknown>>;

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

const JSON_TYPE = "application/json";
const EXAMPLE_ENTRIES = 3;

/** What is not there where requests are not counted. */
const LIMITS = new Set(["429", "RateLimited", "RetryAfter", "RateLimitPolicy", "RateLimit"]);

/**
 * @param text what is written: `{rate_limit}` and `{cache_control}` stand for their values, `{"ask": …}` for an answer
 * @param router the one that serves what is described, and answers the examples
 */
export function openapi({ facts, baseUrl, rateLimit }: Service, text: string, cacheControl: string, router: Router): JsonObject {
  const written = JSON.parse(text, (name, value) => {
    if (rateLimit === undefined && LIMITS.has(name)) return undefined;
    if (typeof value === "string") return value.replace("{rate_limit}", String(rateLimit)).replace("{cache_control}", cacheControl);
    return Object.hasOwn(Object(value), "ask") ? ask(router, value.ask) : value;
  });
  const { requestBody, responses: answered } = written.paths["/mcp"].post;
  const messages = answers(requestBody.content[JSON_TYPE].examples, router);
  const { content } = answered["200"];
  content[JSON_TYPE].examples = Object.fromEntries(messages.filter(([, { value }]) => typeof value === "object"));
  content["text/event-stream"].example = messages.find(([, { value }]) => String(value).startsWith("event:"))?.[1].value;
  // The operation that is written is the pattern of those on the data sets, which stand between it and the others.
  const { "/api/": index, ...paths } = written.paths;
  const { ApiIndex, ...schemas } = written.components.schemas;
  const data = DATA_SETS.map((set) => {
    const { operationId, title: summary, schemaName } = set;
    const description = summaryOf(set, facts);
    const example = abridged(facts[set.name], EXAMPLE_ENTRIES);
    const ok = { ...index.get.responses["200"], description, content: { [JSON_TYPE]: { schema: ref(schemaName), example } } };
    const responses = { ...index.get.responses, "200": ok };
    return [set.path, { get: { ...index.get, operationId, tags: ["Data"], summary, description, responses } }];
  });
  const { name, email } = facts.site.contact;
  return {
    ...written,
    info: {
      title: apiTitle(facts),
      version: VERSION,
      summary: `${facts.cottage.name} as JSON and as MCP tools`,
      description: apiDescription(facts),
      termsOfService: `${baseUrl}/developers`,
      contact: { name, email, url: `${baseUrl}/contact` },
      ...license(facts),
    },
    servers: [{ url: baseUrl, description: "This server" }],
    externalDocs: { description: "For developers", url: `${baseUrl}/developers` },
    paths: {
      "/api/": index,
      ...Object.fromEntries(data),
      ...paths,
    },
    components: {
      ...written.components,
      schemas: {
        ApiIndex,
        ...Object.fromEntries(DATA_SETS.map(({ schemaName, schema }) => [schemaName, referring(schema)])),
        ...Object.fromEntries([...NAMES].map(([schema, name]) => [name, referring(schema)])),
        ...schemas,
      },
    },
  };
}

/** The beginning of each list of objects: a reader wants the form, and a tool its types. */
export function abridged(facts: object, entries: number): JsonObject {
  const beginning = (value: unknown): unknown => (Array.isArray(value) && typeof value[0] === "object" ? value.slice(0, entries) : value);
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, beginning(value)]));
}

/** What is answered: a JSON value, or the text of a stream. A body is a JSON value, or text as it stands. */
function ask(router: Router, { body = "", ...request }: Partial<Omit<HttpRequest, "body">> & { readonly body?: unknown }): unknown {
  const sent = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const text = wholeBody(respond(router, { method: "GET", path: "/", headers: {}, ...request, body: sent })).toString();
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}

/** The answer to each example of a message, by the same name. */
function answers(examples: Readonly<Record<string, Example>>, router: Router): [name: string, answer: Example][] {
  return Object.entries(examples).map(([name, { summary, value }]) => {
    const { method, params: { name: tool, _meta = {} } = {} } = Object(value);
    const version = _meta["io.modelcontextprotocol/protocolVersion"];
    const repeated = version === undefined ? {} : { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": tool };
    const headers = { "content-type": JSON_TYPE, ...repeated };
    return [name, { summary, value: ask(router, { method: "POST", path: "/mcp", headers, body: value }) }];
  });
}

/** OpenAPI takes an identifier or an address, not both. */
function license({ site: { licence } }: Facts): JsonObject {
  if (licence === undefined) return {};
  const { name, identifier, url } = licence;
  return { license: identifier === undefined ? { name, url } : { name, identifier } };
}

function ref(schemaName: string): JsonObject {
  return { $ref: `#/components/schemas/${schemaName}` };
}

const NAMES: ReadonlyMap<unknown, string> = new Map(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** The schema with every named one inside it replaced by a reference. */
function referring(schema: unknown): unknown {
  const replaced = (_: string, value: unknown): unknown => {
    const name = NAMES.get(value);
    return name === undefined || value === schema ? value : ref(name);
  };
  return JSON.parse(JSON.stringify(schema, replaced));
}
