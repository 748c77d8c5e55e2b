/**
 * Renders the OpenAPI 3.1 document from the template `content/openapi.json`.
 */

import { DATA_SETS, type DataSet, type Facts, NAMED_SCHEMAS } from "../data/datasets.ts";
import { describeDataSet } from "../data/descriptions.ts";
import { withoutProperties } from "../json/json.ts";
import type { Service } from "./service.ts";
import { fillJson } from "./templates.ts";

const EXAMPLE_ENTRIES_MAX = 3;

/** Matches OpenAPI keys that only concern rate limits: the 429 response, and headers such as `RetryAfter`. */
const RATE_LIMIT_PROPERTY = /^(?:429$|RateLimit|RetryAfter)/;

/** Maps each named schema (the object, not the name) to a reference like `{ $ref: "#/components/schemas/Address" }`. */
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
 * Returns the OpenAPI document as JSON text. Fills in the template, then adds the licence, the data sets and the
 * schemas. If requests are not limited, leaves out the properties that describe rate limits.
 */
export function openapi(template: string, placeholderValues: object, { facts, rateLimit }: Service): string {
  const filledTemplate = fillJson<OpenApi>(template, placeholderValues);
  const isLimited = rateLimit !== undefined;
  const baseDocument = isLimited ? filledTemplate : withoutProperties(filledTemplate, RATE_LIMIT_PROPERTY);
  const { info, paths, components } = baseDocument;
  // The template contains no operations for data sets. Derive them from the operation of the API index, `/api/`, which
  // has the same response headers and error responses.
  const baseOperation = paths["/api/"].get;
  const dataPaths = DATA_SETS.map((dataSet) => [dataSet.path, { get: dataOperation(dataSet, facts, baseOperation) }]);
  const document = {
    ...baseDocument,
    info: { ...info, license: licenceObject(facts.site) },
    paths: { ...Object.fromEntries(dataPaths), ...paths },
    components: { ...components, schemas: { ...NAMED_SCHEMAS, ...components.schemas } },
  };
  // Replace named schemas with references to them, except where they are defined, in `components.schemas`.
  return JSON.stringify(document, replaceNamedSchema);
}

/** Returns a reference (`$ref`) if the value is a named schema, and otherwise the value itself. */
function replaceNamedSchema(key: string, value: unknown): unknown {
  // A schema's name is a key only in `components.schemas`, where the schema is defined. Keep the definition there.
  if (key in NAMED_SCHEMAS) return value;
  return SCHEMA_REFERENCES.get(value) ?? value;
}

/**
 * Returns the OpenAPI operation for a data set: a copy of `baseOperation`, adapted to the data set. The headers of the
 * 200 response and all error responses stay the same.
 */
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

function withShortArrays(data: object): object {
  const properties = Object.entries(data).map(([name, value]) => {
    const isArrayOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isArrayOfObjects ? value.slice(0, EXAMPLE_ENTRIES_MAX) : value];
  });
  return Object.fromEntries(properties);
}
