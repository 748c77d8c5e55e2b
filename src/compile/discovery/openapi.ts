/**
 * Renders the OpenAPI 3.1 document from the template `content/openapi.json`.
 *
 * Its schemas are those that validate the owner's files, so that the document agrees with the responses.
 */

import { apiIndex, withShortArrays } from "../data/api-index.ts";
import { DATA_SETS, type Facts, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import { isJsonObject } from "../data/values.ts";
import type { Service } from "./service.ts";
import { fillJson } from "./templates.ts";

/** Maximum length of each array of objects in an example. */
const EXAMPLE_ENTRIES_MAX = 3;

/** Matches the property names of the 429 response and of the header fields about the rate limit. */
const RATE_LIMIT_PROPERTY = /^(?:429$|RateLimit|RetryAfter)/;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the OpenAPI document as JSON text.
 *
 * @param cacheControl the `Cache-Control` field of the data endpoints
 * @throws TypeError if the template lacks an object to which properties are added
 */
export function openapi(service: Service, template: string, cacheControl: string): string {
  const { facts, baseUrl, rateLimit } = service;
  const settings = { base_url: baseUrl, rate_limit: rateLimit, cache_control: cacheControl };
  const filled = fillJson<JsonObject>(template, { ...facts, ...apiIndex(facts, baseUrl), ...settings });
  const paths = objectAt(filled, "paths");
  const components = objectAt(filled, "components");
  const indexOperation = objectAt(paths, "/api/", "get");
  const dataPaths = DATA_SETS.map((set) => [set.path, { get: dataOperation(indexOperation, set, facts) }]);
  const document = {
    ...filled,
    info: { ...objectAt(filled, "info"), license: licenceObject(facts) },
    paths: withReferences({ ...Object.fromEntries(dataPaths), ...paths }),
    components: { ...components, schemas: { ...dataSchemas(), ...objectAt(components, "schemas") } },
  };
  return JSON.stringify(rateLimit === undefined ? withoutRateLimit(document) : document);
}

/** Returns OpenAPI's License Object, which may contain `identifier` or `url`, but not both. */
function licenceObject({ site: { licence } }: Facts): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

/** Builds the OpenAPI operation of a data set from a copy of the operation of `/api/`. */
function dataOperation(indexOperation: JsonObject, set: (typeof DATA_SETS)[number], facts: Facts): JsonObject {
  const description = summaryOf(set, facts);
  const example = withShortArrays(facts[set.name], EXAMPLE_ENTRIES_MAX);
  const responses = objectAt(indexOperation, "responses");
  const okResponse = {
    ...objectAt(responses, "200"),
    description,
    content: { "application/json": { schema: set.schema, example } },
  };
  return {
    ...indexOperation,
    operationId: set.operationId,
    tags: ["Data"],
    summary: set.title,
    description,
    responses: { ...responses, "200": okResponse },
  };
}

/** Returns the named schemas, keyed by name. Named schemas inside them are references. */
function dataSchemas(): JsonObject {
  const schemas = Object.entries(NAMED_SCHEMAS);
  return Object.fromEntries(schemas.map(([name, schema]) => [name, mapProperties(schema, withReferences)]));
}

const SCHEMA_NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** Replaces named schemas, at any depth, with references to `components/schemas`. */
function withReferences(value: unknown): unknown {
  const name = SCHEMA_NAMES.get(value);
  return name === undefined ? mapProperties(value, withReferences) : { $ref: `#/components/schemas/${name}` };
}

/** Sets all properties about the rate limit, at any depth, to undefined. `JSON.stringify` omits such properties. */
function withoutRateLimit(value: unknown): unknown {
  return mapProperties(value, (property, name) => {
    return RATE_LIMIT_PROPERTY.test(name) ? undefined : withoutRateLimit(property);
  });
}

/** Returns a copy of an object or array with each property replaced. Returns any other value unchanged. */
function mapProperties(value: unknown, replace: (property: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => replace(item, String(index)));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, replace(property, name)]));
}

/** Returns the nested object at a path of property names. Throws a TypeError if there is no object. */
function objectAt(value: unknown, ...names: readonly string[]): JsonObject {
  let current = value;
  for (const name of names) current = isJsonObject(current) ? current[name] : undefined;
  if (!isJsonObject(current)) throw new TypeError(`content/openapi.json has no object at ${names.join(" ")}`);
  return current;
}
