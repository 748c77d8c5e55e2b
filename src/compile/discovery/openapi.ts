/**
 * Renders the OpenAPI 3.1 document from the template `content/openapi.json`.
 */

import { DATA_SETS, type DataSet, describeDataSet, type Facts, NAMED_SCHEMAS } from "../data/datasets.ts";
import type { Service } from "./service.ts";
import { fillJson } from "./templates.ts";

const EXAMPLE_ENTRIES_MAX = 3;

/** Matches keys in the OpenAPI document that are about rate limits: the 429 response and the response headers. */
const RATE_LIMIT_PROPERTY = /^(?:429$|RateLimit|RetryAfter)/;

/** References to the named schemas, keyed by the schema objects themselves. */
const SCHEMA_REFERENCES = new Map<unknown, object>(
  Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, { $ref: `#/components/schemas/${name}` }]),
);

type Operation = Readonly<{ responses: { "200": object } }>;

type OpenApi = Readonly<{
  info: object;
  paths: { "/api/": { get: Operation } };
  components: { schemas: object };
}>;

/**
 * Returns the OpenAPI document as JSON text. Adds the licence, the data sets and the named schemas to the template.
 * Leaves out rate limiting if there is no rate limit, and refers to named schemas with `$ref`.
 */
export function openapi(template: string, placeholderValues: object, { facts, rateLimit }: Service): string {
  const base = fillJson<OpenApi>(template, placeholderValues);
  const { info, paths, components } = base;
  const indexOperation = paths["/api/"].get;
  const dataPaths = DATA_SETS.map((dataSet) => [dataSet.path, { get: dataOperation(dataSet, facts, indexOperation) }]);
  const document = {
    ...base,
    info: { ...info, license: licenceObject(facts.site) },
    paths: { ...Object.fromEntries(dataPaths), ...paths },
    components: { ...components, schemas: { ...NAMED_SCHEMAS, ...components.schemas } },
  };
  // `JSON.stringify` calls this for each property, and omits the property if the result is undefined.
  const replaceProperty = (key: string, value: unknown) => {
    const isOmitted = rateLimit === undefined && RATE_LIMIT_PROPERTY.test(key);
    return isOmitted ? undefined : replaceNamedSchema(key, value);
  };
  return JSON.stringify(document, replaceProperty);
}

/** Replaces a named schema with a `$ref`, except in its definition, where the key is its name. */
function replaceNamedSchema(key: string, value: unknown): unknown {
  const isDefinition = key in NAMED_SCHEMAS;
  return isDefinition ? value : (SCHEMA_REFERENCES.get(value) ?? value);
}

/** Returns the GET operation of a data set. Headers and error responses are those of `baseOperation`. */
function dataOperation(dataSet: DataSet, facts: Facts, baseOperation: Operation) {
  const { responses } = baseOperation;
  const description = describeDataSet(dataSet, facts);
  const example = withShortArrays(facts[dataSet.name]);
  const content = { "application/json": { schema: dataSet.schema, example } };
  return {
    ...baseOperation,
    operationId: dataSet.operationId,
    tags: ["Data"],
    summary: dataSet.title,
    description,
    responses: { ...responses, "200": { ...responses["200"], description, content } },
  };
}

/** Returns an OpenAPI License Object, which may contain `identifier` or `url`, but not both. */
function licenceObject({ licence }: Facts["site"]): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

/** Returns a copy of the data with only the first entries of each array of objects. */
function withShortArrays(data: object): object {
  const properties = Object.entries(data).map(([name, value]) => {
    const isArrayOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isArrayOfObjects ? value.slice(0, EXAMPLE_ENTRIES_MAX) : value];
  });
  return Object.fromEntries(properties);
}
