/**
 * Renders the OpenAPI 3.1 description: the template `content/openapi.json` with the facts and data sets filled in.
 *
 * The schemas are the ones that validate the owner's files, so the description always matches the responses.
 */

import { apiIndex, withShortArrays } from "../data/api-index.ts";
import { DATA_SETS, type Facts, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import { factsByPath } from "../data/values.ts";
import type { Service } from "./service.ts";

/** Maximum length of each list of objects in an example. */
const EXAMPLE_ENTRIES_MAX = 3;

/** Names of members that describe the rate limit: the response 429, and header fields. */
const RATE_LIMIT_MEMBER = /^(?:429$|RateLimit|RetryAfter)/;

/** A placeholder for a fact or setting, e.g. `{cottage.name}`. */
const PLACEHOLDER = /\{([\w.]+)\}/g;

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the OpenAPI description of the service, serialised as JSON.
 *
 * @param template JSON text in which placeholders such as `{cottage.name}` are replaced by facts
 * @param cacheControl value of the `Cache-Control` field of the data endpoints
 * @throws TypeError if the template lacks an object to which members are added
 */
export function openapi(service: Service, template: string, cacheControl: string): string {
  const { facts, rateLimit } = service;
  const filled = filledTemplate(service, template, cacheControl);
  const paths = membersAt(filled, "paths");
  const components = membersAt(filled, "components");
  const indexOperation = membersAt(paths, "/api/", "get");
  const description = {
    ...filled,
    info: { ...membersAt(filled, "info"), license: licenceObject(facts) },
    paths: withReferences({ ...dataPaths(indexOperation, facts), ...paths }),
    components: { ...components, schemas: { ...dataSchemas(), ...membersAt(components, "schemas") } },
  };
  return JSON.stringify(rateLimit === undefined ? withoutRateLimit(description) : description);
}

/** Returns the License Object. OpenAPI allows `identifier` or `url` in it, but not both. */
function licenceObject({ site: { licence } }: Facts): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

/** Parses the template after replacing its placeholders, which are inside JSON strings, with facts and settings. */
function filledTemplate({ facts, baseUrl, rateLimit }: Service, template: string, cacheControl: string): Members {
  const settings = { base_url: baseUrl, rate_limit: rateLimit, cache_control: cacheControl };
  const values = factsByPath({ ...facts, ...apiIndex(facts, baseUrl), ...settings });
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    const jsonString = JSON.stringify(String(values.get(path)));
    // The template already has the quotes.
    return jsonString.slice(1, -1);
  });
  return membersAt(JSON.parse(text));
}

/** Returns the Path Item Object of each data set, by path. */
function dataPaths(indexOperation: Members, facts: Facts): Members {
  const paths: Record<string, unknown> = {};
  for (const set of DATA_SETS) paths[set.path] = { get: dataOperation(indexOperation, set, facts) };
  return paths;
}

/** Returns the operation of a data set. It is a copy of the `/api/` operation with other texts, schema and example. */
function dataOperation(indexOperation: Members, set: (typeof DATA_SETS)[number], facts: Facts): Members {
  const { operationId, title: summary, schema } = set;
  const description = summaryOf(set, facts);
  const example = withShortArrays(facts[set.name], EXAMPLE_ENTRIES_MAX);
  const content = { "application/json": { schema, example } };
  const responses = membersAt(indexOperation, "responses");
  const ok = { ...membersAt(responses, "200"), description, content };
  const changedMembers = { operationId, tags: ["Data"], summary, description, responses: { ...responses, "200": ok } };
  return { ...indexOperation, ...changedMembers };
}

/** Returns the named schemas of the data sets, in which other named schemas are references. */
function dataSchemas(): Members {
  const schemas: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) schemas[name] = mapMembers(schema, withReferences);
  return schemas;
}

const SCHEMA_NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** Replaces named schemas, at any depth, by references to `components/schemas`. */
function withReferences(value: unknown): unknown {
  const name = SCHEMA_NAMES.get(value);
  return name === undefined ? mapMembers(value, withReferences) : { $ref: `#/components/schemas/${name}` };
}

/** Removes all members about the rate limit, at any depth. They become undefined, which JSON text omits. */
function withoutRateLimit(value: unknown): unknown {
  return mapMembers(value, (member, name) => (RATE_LIMIT_MEMBER.test(name) ? undefined : withoutRateLimit(member)));
}

/** Returns a copy of an object or array with each member replaced. Returns any other value unchanged. */
function mapMembers(value: unknown, replace: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => replace(item, String(index)));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}

/** Returns the nested object at the end of a path of member names. Throws a TypeError if there is none. */
function membersAt(value: unknown, ...names: readonly string[]): Members {
  let current = value;
  for (const name of names) current = isMembers(current) ? current[name] : undefined;
  if (!isMembers(current)) throw new TypeError(`content/openapi.json has no object at ${names.join(" ")}`);
  return current;
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
