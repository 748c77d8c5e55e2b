/**
 * Builds the OpenAPI 3.1 document from the template `content/openapi.json`.
 */

import { DATA_SETS, type DataSet, type Facts, NAMED_SCHEMAS, type SiteFacts } from "../data/datasets.ts";
import { describeDataSet } from "../data/descriptions.ts";

const EXAMPLE_ENTRIES_MAX = 3;

type Operation = Readonly<{ responses: { "200": object } }>;

type OpenApi = Readonly<{
  info: object;
  paths: { "/api/": { get: Operation } };
  components: { schemas: object };
}>;

/** Adds the licence, paths and schemas to a template. Replaces repeated schemas with references. */
export function renderOpenApi(template: OpenApi, facts: Facts): string {
  const { info, paths, components } = template;
  // Data sets have the same headers and error responses as `/api/`.
  const baseOperation = paths["/api/"].get;
  const dataPaths = DATA_SETS.map((dataSet) => {
    return [dataSet.path, { get: createOpenApiOperation(dataSet, facts, baseOperation) }];
  });
  const document = {
    ...template,
    info: { ...info, license: licenceObject(facts.site) },
    paths: { ...Object.fromEntries(dataPaths), ...paths },
    components: { ...components, schemas: { ...NAMED_SCHEMAS, ...components.schemas } },
  };
  return JSON.stringify(document, replaceNamedSchema);
}

const SCHEMA_NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

/** `JSON.stringify` replacer. Turns named schemas into references, e.g. `{ $ref: "#/components/schemas/Address" }`. */
function replaceNamedSchema(key: string, value: unknown): unknown {
  // Do not replace the definition itself, which is in `components.schemas` under a key such as "Address".
  if (key in NAMED_SCHEMAS) return value;
  const name = SCHEMA_NAMES.get(value);
  return name === undefined ? value : { $ref: `#/components/schemas/${name}` };
}

/** Describes GET requests for a data set. Error responses are copied from `baseOperation`. */
function createOpenApiOperation(dataSet: DataSet, facts: Facts, baseOperation: Operation) {
  const { name, title, operationId, schema } = dataSet;
  const description = describeDataSet(dataSet, facts);
  const content = { "application/json": { schema, example: truncateArrays(facts[name]) } };
  const okResponse = { ...baseOperation.responses["200"], description, content };
  const responses = { ...baseOperation.responses, "200": okResponse };
  return { ...baseOperation, operationId, tags: ["Data"], summary: title, description, responses };
}

/** Returns an OpenAPI License Object, which may contain `identifier` or `url`, but not both. */
function licenceObject({ licence }: SiteFacts): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

function truncateArrays(data: object): object {
  const properties = Object.entries(data).map(([name, value]) => {
    const isArrayOfObjects = Array.isArray(value) && typeof value[0] === "object";
    return [name, isArrayOfObjects ? value.slice(0, EXAMPLE_ENTRIES_MAX) : value];
  });
  return Object.fromEntries(properties);
}
