/**
 * The OpenAPI 3.1 description: what stands written in `content/openapi.json`, with the data sets and live examples.
 *
 * Schemas of data are the ones the owner's files are checked by, and examples of answers are asked of the routes
 * themselves, so that none can say what the server does not.
 */

import { DATA_SETS, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import { type HttpRequest, wholeBody } from "../../serve/http/message.ts";
import { respond, type Router } from "../../serve/http/router.ts";
import { factsIn } from "../pages/page.ts";
import { apiIndex, type Service } from "./api-index.ts";

const EXAMPLE_ENTRIES = 3;

/** What is not there where requests are not counted. */
const LIMITS = /^(?:429$|RateLimit|RetryAfter)/;

const NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/**
 * @param text what is written: `{cottage.name}` stands for that fact, `{"ask": …}` for an answer
 * @param router the one that serves what is described, and answers the examples
 */
export function openapi({ facts, baseUrl, rateLimit }: Service, text: string, cacheControl: string, router: Router): string {
  const values = new Map(factsIn({ ...facts, ...apiIndex(facts, baseUrl), base_url: baseUrl, rate_limit: rateLimit, cache_control: cacheControl }));
  const written = JSON.parse(text.replace(/\{([\w.]+)\}/g, (_, path: string) => JSON.stringify(String(values.get(path))).slice(1, -1)));
  const { paths, components } = written;
  // The operation that is written is the pattern of those on the data sets, which stand between it and the others.
  const { get } = paths["/api/"];
  const data = DATA_SETS.map((set) => {
    const { path, operationId, title: summary, schema } = set;
    const description = summaryOf(set, facts);
    const example = abridged(facts[set.name], EXAMPLE_ENTRIES);
    const ok = { ...get.responses["200"], description, content: { "application/json": { schema, example } } };
    return [path, { get: { ...get, operationId, tags: ["Data"], summary, description, responses: { ...get.responses, "200": ok } } }];
  });
  const { licence } = facts.site;
  // OpenAPI takes an identifier or an address, not both.
  const license = licence?.identifier === undefined ? licence : { ...licence, url: undefined };
  const description = {
    ...written,
    info: { ...written.info, license },
    paths: { "/api/": { get }, ...Object.fromEntries(data), ...paths },
    components: { ...components, schemas: { ApiIndex: components.schemas.ApiIndex, ...NAMED_SCHEMAS, ...components.schemas } },
  };
  return JSON.stringify(description, (member, value) => {
    if (rateLimit === undefined && LIMITS.test(member)) return undefined;
    // A schema with a name stands where it has that name; elsewhere there is a reference to it.
    const name = NAMES.get(value) ?? member;
    if (name !== member) return { $ref: `#/components/schemas/${name}` };
    return value?.ask === undefined ? value : ask(router, value.ask);
  });
}

/** The beginning of each list of objects: a reader wants the form, and a tool its types. */
export function abridged(facts: object, entries: number): object {
  const beginnings = Object.entries(facts).map(([name, value]) => [name, typeof value[0] === "object" ? value.slice(0, entries) : value]);
  return Object.fromEntries(beginnings);
}

/** What is answered: a JSON value, or the text of a stream. A body is a JSON value, or text as it stands. */
function ask(router: Router, asked: Pick<HttpRequest, "path"> & { readonly body?: unknown }): unknown {
  const { body = "" } = asked;
  const sent = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const text = wholeBody(respond(router, { method: "GET", headers: {}, ...asked, body: sent })).toString();
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}
