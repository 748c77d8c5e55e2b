/**
 * Renders the OpenAPI 3.1 document from the template `content/openapi.json`.
 *
 * Its schemas are those that validate the owner's files, so that the document agrees with the responses.
 */

import { withShortArrays } from "../data/api-index.ts";
import { DATA_SETS, type Facts, NAMED_SCHEMAS, summaryOf } from "../data/datasets.ts";
import type { Service } from "./service.ts";
import { fillJson } from "./templates.ts";

/** Maximum length of each array of objects in an example. */
const EXAMPLE_ENTRIES_MAX = 3;

/** Matches the property names of the 429 response and of the header fields about the rate limit. */
const RATE_LIMIT_PROPERTY = /^(?:429$|RateLimit|RetryAfter)/;

const SCHEMA_NAMES = new Map<unknown, string>(Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [schema, name]));

type Operation = Readonly<{ responses: Readonly<Record<"200", object>> }>;

/** The parts of the template to which properties are added. */
type OpenApi = Readonly<{
  info: object;
  paths: Readonly<{ "/api/": Readonly<{ get: Operation }> }>;
  components: Readonly<{ schemas: object }>;
}>;

/** Returns the OpenAPI document as JSON text. Without a rate limit, it does not mention one. */
export function openapi(template: string, values: object, { facts, rateLimit }: Service): string {
  const filled = fillJson<OpenApi>(template, values);
  const { info, paths, components } = filled;
  const indexOperation = paths["/api/"].get;
  const dataPaths = DATA_SETS.map((set) => [set.path, { get: dataOperation(indexOperation, set, facts) }]);
  // Copies, because the named schemas themselves become references below.
  const schemas = Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, { ...schema }]);
  const document = {
    ...filled,
    info: { ...info, license: licenceObject(facts) },
    paths: { ...Object.fromEntries(dataPaths), ...paths },
    components: { ...components, schemas: { ...Object.fromEntries(schemas), ...components.schemas } },
  };
  return JSON.stringify(document, (name, value: unknown) => {
    if (rateLimit === undefined && RATE_LIMIT_PROPERTY.test(name)) return undefined;
    const schemaName = SCHEMA_NAMES.get(value);
    return schemaName === undefined ? value : { $ref: `#/components/schemas/${schemaName}` };
  });
}

/** Returns OpenAPI's License Object, which may contain `identifier` or `url`, but not both. */
function licenceObject({ site: { licence } }: Facts): object | undefined {
  if (licence === undefined) return undefined;
  const { name, identifier, url } = licence;
  return identifier === undefined ? { name, url } : { name, identifier };
}

/** Builds the OpenAPI operation of a data set from a copy of the operation of `/api/`. */
function dataOperation(indexOperation: Operation, set: (typeof DATA_SETS)[number], facts: Facts): object {
  const description = summaryOf(set, facts);
  const example = withShortArrays(facts[set.name], EXAMPLE_ENTRIES_MAX);
  const content = { "application/json": { schema: set.schema, example } };
  const { responses } = indexOperation;
  return {
    ...indexOperation,
    operationId: set.operationId,
    tags: ["Data"],
    summary: set.title,
    description,
    responses: { ...responses, "200": { ...responses["200"], description, content } },
  };
}
