/**
 * The OpenAPI 3.1 description: the template `content/openapi.json`, filled in with the data sets.
 *
 * The owner's files are checked by the same schemas, so the description cannot differ from the service.
 */

import { apiIndex, withShortLists } from "../data/api-index.ts";
import { DATA_SETS, type Facts, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import { factsByPath } from "../data/values.ts";
import type { Service } from "./service.ts";

const EXAMPLE_ENTRIES = 3;

const LIMIT_MEMBER = /^(?:429$|RateLimit|RetryAfter)/;

const PLACEHOLDER = /\{([\w.]+)\}/g;

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the description as JSON text.
 *
 * @param template JSON text; `{cottage.name}` is replaced by that fact
 * @param cacheControl the field of the data endpoints
 * @throws TypeError when the template lacks an object that is filled in
 */
export function openapi(service: Service, template: string, cacheControl: string): string {
  const { facts, rateLimit } = service;
  const filled = filledTemplate(service, template, cacheControl);
  const paths = membersAt(filled, "paths");
  const components = membersAt(filled, "components");
  const index = membersAt(paths, "/api/", "get");
  const dataPaths = DATA_SETS.map((set) => [set.path, { get: dataOperation(index, set, facts) }]);
  const dataSchemas = Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, mapMembers(schema, withReferences)]);
  const description = {
    ...filled,
    info: { ...membersAt(filled, "info"), license: licenceObject(facts) },
    paths: withReferences({ ...Object.fromEntries(dataPaths), ...paths }),
    components: { ...components, schemas: { ...Object.fromEntries(dataSchemas), ...membersAt(components, "schemas") } },
  };
  return JSON.stringify(rateLimit === undefined ? withoutLimits(description) : description);
}

/** OpenAPI takes an identifier or an address, not both. */
function licenceObject({ site: { licence } }: Facts): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

function filledTemplate({ facts, baseUrl, rateLimit }: Service, template: string, cacheControl: string): Members {
  const settings = { base_url: baseUrl, rate_limit: rateLimit, cache_control: cacheControl };
  const values = factsByPath({ ...facts, ...apiIndex(facts, baseUrl), ...settings });
  const text = template.replace(PLACEHOLDER, (_, path: string) => {
    const literal = JSON.stringify(String(values.get(path)));
    return literal.slice(1, -1);
  });
  return membersAt(JSON.parse(text));
}

/** Makes the operation of a data set from that of the index: they differ in names, schema and example. */
function dataOperation(index: Members, set: (typeof DATA_SETS)[number], facts: Facts): Members {
  const { operationId, title: summary, schema } = set;
  const description = summaryOf(set, facts);
  const responses = membersAt(index, "responses");
  const example = withShortLists(facts[set.name], EXAMPLE_ENTRIES);
  const ok = { ...membersAt(responses, "200"), description, content: { "application/json": { schema, example } } };
  return { ...index, operationId, tags: ["Data"], summary, description, responses: { ...responses, "200": ok } };
}

const SCHEMA_NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** Replaces each schema that has a name by a reference to it. */
function withReferences(value: unknown): unknown {
  const name = SCHEMA_NAMES.get(value);
  return name === undefined ? mapMembers(value, withReferences) : { $ref: `#/components/schemas/${name}` };
}

/** Leaves out everything about the rate limit. */
function withoutLimits(value: unknown): unknown {
  return mapMembers(value, (member, name) => (LIMIT_MEMBER.test(name) ? undefined : withoutLimits(member)));
}

/** Returns a copy with each member of an object or list replaced; any other value unchanged. */
function mapMembers(value: unknown, replace: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => replace(item, String(index)));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}

/** Returns the object at the end of a path of names. */
function membersAt(value: unknown, ...names: readonly string[]): Members {
  let found = value;
  for (const name of names) found = isMembers(found) ? found[name] : undefined;
  if (!isMembers(found)) throw new TypeError(`content/openapi.json has no object at ${names.join(" ")}`);
  return found;
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
