/**
 * Renders the OpenAPI 3.1 document from the template `content/openapi.json`.
 */

import { DATA_SETS, NAMED_SCHEMAS, describeDataSet } from "../data/datasets.ts";
import type { Service } from "./service.ts";
import { fillJson } from "./templates.ts";

const EXAMPLE_ENTRIES_MAX = 3;

/** Matches the keys of the 429 response and of the response headers about rate limits. */
const RATE_LIMIT_PROPERTY = /^(?:429$|RateLimit|RetryAfter)/;

const SCHEMA_REFERENCES = new Map<unknown, object>(
  Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, { $ref: `#/components/schemas/${name}` }]),
);

type OpenApi = Readonly<{
  info: object;
  paths: { "/api/": { get: { responses: { "200": object } } } };
  components: { schemas: object };
}>;

/** Returns the OpenAPI document as JSON text. Leaves out everything about rate limiting if there is no rate limit. */
export function openapi(template: string, values: object, { facts, rateLimit }: Service): string {
  const filled = fillJson<OpenApi>(template, values);
  const { info, paths, components } = filled;
  // The operation of each data set is a copy of the `/api/` operation with another response body.
  const { get: indexOperation } = paths["/api/"];
  const { responses } = indexOperation;
  const dataPaths = DATA_SETS.map((dataSet) => {
    const description = describeDataSet(dataSet, facts);
    const example = withShortArrays(facts[dataSet.name]);
    const content = { "application/json": { schema: dataSet.schema, example } };
    const operation = {
      ...indexOperation,
      operationId: dataSet.operationId,
      tags: ["Data"],
      summary: dataSet.title,
      description,
      responses: { ...responses, "200": { ...responses["200"], description, content } },
    };
    return [dataSet.path, { get: operation }];
  });
  const document = {
    ...filled,
    info: { ...info, license: licenceObject(facts.site) },
    paths: { ...Object.fromEntries(dataPaths), ...paths },
    components: { ...components, schemas: { ...NAMED_SCHEMAS, ...components.schemas } },
  };
  return JSON.stringify(document, (key, value: unknown) => {
    if (rateLimit === undefined && RATE_LIMIT_PROPERTY.test(key)) return undefined;
    // References replace the schemas, but not where they are defined, with their names as keys.
    const isDefinition = key in NAMED_SCHEMAS;
    return isDefinition ? value : (SCHEMA_REFERENCES.get(value) ?? value);
  });
}

/** Returns an OpenAPI License Object, which may contain `identifier` or `url`, but not both. */
function licenceObject({ licence }: Service["facts"]["site"]): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

function withShortArrays(data: object): object {
  const properties = Object.entries(data).map(([name, value]) => {
    const isArrayOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isArrayOfObjects ? value.slice(0, EXAMPLE_ENTRIES_MAX) : value];
  });
  return Object.fromEntries(properties);
}
