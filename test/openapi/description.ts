/**
 * The published OpenAPI description, and what it says of an answer, judged by Ajv.
 */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, type JsonObject } from "../support/json.ts";
import type { Answer } from "./server.ts";

export interface Description {
  readonly document: JsonObject;
  /** What these names lead to, one after the other, references followed; undefined when they lead nowhere. */
  readonly at: (...names: readonly string[]) => unknown;
  /** A validator for the schema that these names lead to. */
  readonly schema: (...names: readonly string[]) => ValidateFunction;
}

/** Reads a description in which undescribed members are mistakes, except where it says that there may be more. */
export function readClosedDescription(text: string): Description {
  const document: unknown = JSON.parse(text);
  assert.ok(isObject(document) && isObject(document["components"]));
  const { schemas, ...others } = document["components"];
  return readDescription(JSON.stringify({ ...document, components: { ...others, schemas: closed(schemas) } }));
}

function closed(schemas: unknown): unknown {
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
  // What OpenAPI has around its schemas is no mistake in a schema.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema({ ...document, $id: id });
  return {
    document,
    at: (...names) => find(document, names).value,
    schema: (...names) => ajv.compile({ $ref: `${id}#${find(document, names).pointer}` }),
  };
}

interface Found {
  readonly value: unknown;
  /** RFC 6901, without a reference on the way, as a URI's fragment. */
  readonly pointer: string;
}

function find(document: JsonObject, names: readonly string[]): Found {
  let found: Found = { value: document, pointer: "" };
  for (const name of names) {
    const step = encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
    found = { value: isObject(found.value) ? found.value[name] : undefined, pointer: `${found.pointer}/${step}` };
    while (isObject(found.value) && typeof found.value["$ref"] === "string") {
      found = find(document, found.value["$ref"].slice("#/".length).split("/"));
    }
  }
  return found;
}

/** Fails unless the description allows this answer to this operation: its status, fields, media type and content. */
export function checkAnswer(description: Description, path: string, method: string, answer: Answer): void {
  const { at, schema } = description;
  const label = `${method} ${path} ${answer.status}`;
  const responses = ["paths", path, method === "HEAD" ? "get" : method.toLowerCase(), "responses"];
  const key = [String(answer.status), "default"].find((each) => at(...responses, each) !== undefined);
  assert.ok(key !== undefined, `${label} is described`);

  const headers = at(...responses, key, "headers") ?? {};
  assert.ok(isObject(headers));
  for (const name of Object.keys(headers)) {
    const value = answer.headers[name.toLowerCase()];
    assert.ok(value !== undefined, `${label} has ${name}`);
    const validate = schema(...responses, key, "headers", name, "schema");
    assert.ok(validate(/^\d+$/.test(String(value)) ? Number(value) : value), `${label} ${name}: ${value}`);
  }

  const content = at(...responses, key, "content");
  if (content === undefined || method === "HEAD") return assert.equal(answer.text, "", `${label} has no content`);
  const mediaType = answer.headers["content-type"];
  assert.ok(
    mediaType !== undefined && isObject(content) && mediaType in content,
    `${label} is described as ${mediaType}`,
  );
  const validate = schema(...responses, key, "content", mediaType, "schema");
  const value: unknown = mediaType === "application/json" ? JSON.parse(answer.text) : answer.text;
  assert.ok(validate(value), `${label}: ${JSON.stringify(validate.errors)}`);
}
