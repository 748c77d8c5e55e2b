/**
 * Reads the published OpenAPI description and validates responses against it with Ajv.
 */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, type JsonObject } from "../support/json.ts";
import type { ReceivedResponse } from "./server.ts";

export interface Description {
  readonly document: JsonObject;
  /** Looks up the value at a path of names. Follows references. Returns undefined if there is no value. */
  readonly at: (...names: readonly string[]) => unknown;
  /** Returns a validator for the schema at a path of names. */
  readonly schema: (...names: readonly string[]) => ValidateFunction;
}

/** Reads a description. Undescribed properties are errors unless the schema explicitly allows them. */
export function readClosedDescription(text: string): Description {
  const document: unknown = JSON.parse(text);
  assert.ok(isObject(document) && isObject(document["components"]));
  const { schemas, ...others } = document["components"];
  return readDescription(JSON.stringify({ ...document, components: { ...others, schemas: closeSchemas(schemas) } }));
}

function closeSchemas(schemas: unknown): unknown {
  return JSON.parse(JSON.stringify(schemas), (_, value: unknown) =>
    isObject(value) && isObject(value["properties"]) ? { additionalProperties: false, ...value } : value,
  );
}

export function readDescription(text: string): Description {
  const document: unknown = JSON.parse(text);
  assert.ok(isObject(document));
  const id = "https://cottage.example/openapi.json";
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  // Ajv must not report OpenAPI's own keywords as unknown.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ ...document, $id: id });
  return {
    document,
    at: (...names) => resolvePath(document, names).value,
    schema: (...names) => ajv.compile({ $ref: `${id}#${resolvePath(document, names).pointer}` }),
  };
}

/** Returns the path of names to the content of a JSON response. */
export function jsonContent(path: string, method: string, status: number): string[] {
  return ["paths", path, method, "responses", String(status), "content", "application/json"];
}

interface Location {
  readonly value: unknown;
  /** JSON pointer in its form for URI fragments (RFC 6901, section 6). */
  readonly pointer: string;
}

function resolvePath(document: JsonObject, names: readonly string[]): Location {
  let location: Location = { value: document, pointer: "" };
  for (const name of names) {
    const { value: parent, pointer } = location;
    const escapedName = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
    location = { value: isObject(parent) ? parent[name] : undefined, pointer: `${pointer}/${escapedName}` };
    while (isObject(location.value) && typeof location.value["$ref"] === "string") {
      location = resolvePath(document, location.value["$ref"].slice("#/".length).split("/"));
    }
  }
  return location;
}

/** Asserts that the status, header fields, media type and content of a response match the description. */
export function checkResponse(
  description: Description,
  path: string,
  method: string,
  response: ReceivedResponse,
): void {
  const { at, schema } = description;
  const label = `${method} ${path} ${response.status}`;
  const responses = ["paths", path, method === "HEAD" ? "get" : method.toLowerCase(), "responses"];
  const key = [String(response.status), "default"].find((name) => at(...responses, name) !== undefined);
  assert.ok(key !== undefined, `${label} is described`);

  const headers = at(...responses, key, "headers") ?? {};
  assert.ok(isObject(headers));
  for (const name of Object.keys(headers)) {
    const value = response.headers[name.toLowerCase()];
    assert.ok(value !== undefined, `${label} has ${name}`);
    const validate = schema(...responses, key, "headers", name, "schema");
    assert.ok(validate(/^\d+$/.test(String(value)) ? Number(value) : value), `${label} ${name}: ${value}`);
  }

  const content = at(...responses, key, "content");
  if (content === undefined || method === "HEAD") return assert.equal(response.text, "", `${label} has no content`);
  const mediaType = response.headers["content-type"];
  assert.ok(
    mediaType !== undefined && isObject(content) && mediaType in content,
    `${label} is described as ${mediaType}`,
  );
  const validate = schema(...responses, key, "content", mediaType, "schema");
  const value: unknown = mediaType === "application/json" ? JSON.parse(response.text) : response.text;
  assert.ok(validate(value), `${label}: ${JSON.stringify(validate.errors)}`);
}
