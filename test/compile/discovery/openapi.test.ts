import assert from "node:assert/strict";
import { test } from "node:test";
import { type Facts, PLACES_MAX } from "../../../src/compile/data/datasets.ts";
import { apiIndex } from "../../../src/compile/data/descriptions.ts";
import { BODY_BYTES_MAX } from "../../../src/serve/http/request.ts";
import { FAILURE_STATUSES } from "../../../src/serve/http/message.ts";
import { responseField } from "../../support/field.ts";
import { respond } from "../../support/respond.ts";
import { BATCH_MAX } from "../../../src/serve/mcp/endpoint.ts";
import { ID_LENGTH_MAX } from "../../../src/serve/mcp/messages.ts";
import { SUPPORTED_VERSIONS } from "../../../src/serve/mcp/messages.ts";
import { documentAt, jsonAt } from "../../support/discovery.ts";
import { send, BASE_URL, sampleFacts, sampleRouter } from "../../support/sample.ts";
import { isObject, type JsonObject, memberAt } from "../../support/json.ts";

const router = sampleRouter();
const facts = sampleFacts();

/** The OpenAPI document as it is served. */
const served: unknown = JSON.parse(send(router, "GET", "/openapi.json").body.toString());

function members(value: unknown): [name: string, value: unknown][] {
  return isObject(value)
    ? Object.entries(value)
    : Array.isArray(value)
      ? value.map((each, index) => [String(index), each])
      : [];
}

/** Lists all objects in a value with their paths. */
function parts(value: unknown, place = "#"): [place: string, part: JsonObject][] {
  const own: [string, JsonObject][] = isObject(value) ? [[place, value]] : [];
  return [...own, ...members(value).flatMap(([name, each]) => parts(each, `${place}/${name.replaceAll("/", "~1")}`))];
}

const OPERATIONS: readonly [operationId: string, path: string, method: string][] = [
  ["getApiIndex", "/api/", "get"],
  ["getCottage", "/api/v1/cottage", "get"],
  ["listGuestReviews", "/api/v1/reviews", "get"],
  ["listAttractions", "/api/v1/attractions", "get"],
  ["getBookingOptions", "/api/v1/booking", "get"],
  ["postMcpJsonRpc", "/mcp", "post"],
  ["getMcpNotSupported", "/mcp", "get"],
];

test("the operations have the names and paths of the contract", () => {
  const found = members(memberAt(served, "paths")).flatMap(([path, item]) =>
    members(item).map(([method, operation]) => [memberAt(operation, "operationId"), path, method].join(" ")),
  );
  assert.deepEqual(found.sort(), OPERATIONS.map((each) => each.join(" ")).sort());
});

test("the document has a version, a contact and a licence, and requires no key", () => {
  assert.equal(memberAt(served, "openapi"), "3.1.0");
  assert.equal(memberAt(served, "info", "version"), "1.0.0");
  assert.deepEqual(memberAt(served, "info", "license"), {
    name: "Creative Commons Attribution 4.0 International",
    identifier: "CC-BY-4.0",
  });
  assert.equal(memberAt(served, "info", "contact", "email"), facts.site.contact.email);
  assert.deepEqual(memberAt(served, "servers"), [{ url: BASE_URL, description: "This server" }]);
  assert.deepEqual(memberAt(served, "security"), [{}]);
});

/** Fields that are required by the contract. */
const REQUIRED: readonly [schema: string, fields: readonly string[]][] = [
  ["Review", ["author", "rating", "datePublished", "body"]],
  ["Attraction", ["name", "distanceFromCottage", "summary"]],
  ["BookingChannel", ["platform", "url"]],
  ["Error", ["error"]],
];

for (const [schema, fields] of REQUIRED) {
  test(`${schema} requires the fields of the contract`, () => {
    assert.deepEqual(memberAt(served, "components", "schemas", schema, "required"), fields);
  });
}

const FIELDS: readonly [schema: string, fields: string][] = [
  ["ApiIndex", "object name version description endpoints openapi mcp docs"],
  [
    "Cottage",
    "object name type description url address geo containedInPlace bedrooms bathrooms bedTypes amenities petsAllowed " +
      "smokingAllowed priceRange aggregateRating sameAs",
  ],
  ["ReviewList", "object ratingValue reviewCount reviews"],
  ["AttractionList", "object attractions"],
  ["BookingOptions", "object note channels"],
  ["BookingChannel", "platform url supportsInstantBook"],
  ["Address", "streetAddress addressLocality addressRegion postalCode addressCountry"],
  ["GeoCoordinates", "latitude longitude"],
];

for (const [schema, fields] of FIELDS) {
  test(`${schema} has the fields of the contract, each with its description`, () => {
    const properties = members(memberAt(served, "components", "schemas", schema, "properties"));
    assert.deepEqual(properties.map(([name]) => name).join(" "), fields);
  });
}

test("every schema and every field has a description, and none is closed to new fields", () => {
  for (const [name, schema] of members(memberAt(served, "components", "schemas"))) {
    assert.equal(typeof memberAt(schema, "description"), "string", name);
    for (const [place, part] of parts(schema, name)) {
      assert.notEqual(part["additionalProperties"], false, place);
      // A condition, e.g. in `not`, describes no field.
      if (!isObject(part["properties"]) || place.endsWith("/not")) continue;
      assert.equal(typeof part["description"], "string", place);
      for (const [field, property] of members(part["properties"])) {
        const isDescribed =
          typeof memberAt(property, "description") === "string" || memberAt(property, "$ref") !== undefined;
        assert.ok(isDescribed, `${place}: ${field}`);
      }
    }
  }
});

test("an object without described members is open, so that generated clients can fill it", () => {
  for (const [place, part] of parts(memberAt(served, "components", "schemas"))) {
    if (part["type"] !== "object" || part["properties"] !== undefined) continue;
    assert.equal(part["additionalProperties"], true, place);
  }
});

test("every response with content has an example", () => {
  const responses = parts(served).filter(([place]) => /\/responses\/[^/]+$/.test(place));
  assert.ok(responses.length > 20);
  for (const [place, response] of responses) {
    for (const [mediaType, content] of members(response["content"])) {
      const example = memberAt(content, "example") ?? memberAt(content, "examples");
      assert.ok(example !== undefined, `${place} ${mediaType}`);
    }
  }
});

test("error.code lists every code and allows others", () => {
  const code = memberAt(served, "components", "schemas", "Error", "properties", "error", "properties", "code", "anyOf");
  assert.deepEqual(code, [{ type: "string", enum: Object.keys(FAILURE_STATUSES) }, { type: "string" }]);
});

test("every reference has a target, and every component is referred to", () => {
  const references = new Set(
    parts(served).flatMap(([, part]) => (typeof part["$ref"] === "string" ? [part["$ref"]] : [])),
  );
  for (const reference of references) {
    const names = reference
      .split("/")
      .slice(1)
      .map((name) => name.replaceAll("~1", "/"));
    assert.notEqual(memberAt(served, ...names), undefined, reference);
  }
  for (const [kind, components] of members(memberAt(served, "components"))) {
    for (const [name] of members(components))
      assert.ok(references.has(`#/components/${kind}/${name}`), `${kind} ${name}`);
  }
});

test("every response to GET lists its header fields, and every response has a description", () => {
  for (const [, path, method] of OPERATIONS.filter(([, , each]) => each === "get")) {
    if (path === "/mcp") continue;
    assert.deepEqual(Object.keys(Object(memberAt(served, "paths", path, method, "responses"))), [
      ...["200", "304", "405", "412", "429"],
      "default",
    ]);
    assert.deepEqual(Object.keys(Object(memberAt(served, "paths", path, method, "responses", "200", "headers"))), [
      "ETag",
      "Cache-Control",
      "Vary",
    ]);
  }
  for (const [place, part] of parts(memberAt(served, "components", "responses"), "")) {
    if (place.split("/").length === 2) assert.equal(typeof part["description"], "string", place);
  }
});

test("the example of Cache-Control is what the API sends", () => {
  const example = memberAt(served, "components", "headers", "CacheControl", "example");
  assert.equal(responseField(send(router, "GET", "/api/").headers, "cache-control"), example);
});

test("examples of long lists are their first three entries", () => {
  const example = (path: string) =>
    memberAt(served, "paths", path, "get", "responses", "200", "content", "application/json", "example");
  assert.deepEqual(example("/api/v1/reviews"), { ...facts.reviews, reviews: facts.reviews.reviews.slice(0, 3) });
  assert.deepEqual(example("/api/v1/cottage"), facts.cottage);
  assert.deepEqual(example("/api/"), apiIndex(facts, BASE_URL));
});

const JSON_BODY = { "content-type": "application/json" };
const MODERN = { ...JSON_BODY, "mcp-protocol-version": "2026-07-28" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Requests whose responses are examples, and the path of each example. */
const EXAMPLES: readonly [
  request: readonly [method: string, path: string, fields?: Readonly<Record<string, string>>, body?: unknown],
  place: readonly string[],
][] = [
  [
    ["POST", "/mcp", JSON_BODY, exampleRequest("batch")],
    ["200", "application/json", "examples", "batch", "value"],
  ],
  [
    ["POST", "/mcp", { ...MODERN, "mcp-method": "subscriptions/listen" }, exampleRequest("modernListen")],
    ["200", "text/event-stream", "example"],
  ],
  [
    ["POST", "/mcp", JSON_BODY],
    ["400", "application/json", "examples", "parseError", "value"],
  ],
  [
    ["POST", "/mcp", { ...MODERN, "mcp-method": "tools/call" }, rpc(7, "tools/list")],
    ["400", "application/json", "examples", "headerMismatch", "value"],
  ],
  [
    ["POST", "/mcp", { ...JSON_BODY, host: "elsewhere.example" }, {}],
    ["403", "application/json", "example"],
  ],
  [
    ["POST", "/mcp", { ...MODERN, "mcp-method": "ping" }, rpc(8, "ping")],
    ["404", "application/json", "example"],
  ],
  [
    ["POST", "/mcp", { "content-type": "text/plain" }, {}],
    ["415", "application/json", "example"],
  ],
  [
    ["GET", "/mcp"],
    ["405", "application/json", "example"],
  ],
  [
    ["POST", "/api/v1/cottage"],
    ["MethodNotAllowed", "application/json", "example"],
  ],
  [
    ["GET", "/api/v1/cottage", { "if-match": '"another"' }],
    ["PreconditionFailed", "application/json", "example"],
  ],
  [
    ["GET", "/api/v1/prices"],
    ["Failure", "application/json", "example"],
  ],
];

function exampleRequest(name: string): unknown {
  const examples = memberAt(served, "paths", "/mcp", "post", "requestBody", "content", "application/json", "examples");
  return memberAt(examples, name, "value");
}

function rpc(id: number, method: string): object {
  return { jsonrpc: "2.0", id, method, params: { _meta: META } };
}

for (const [[method, path, fields, body], [response = "", mediaType = "", ...names]] of EXAMPLES) {
  test(`the example of ${response} ${names.join(" ")} is the response to ${method} ${path}`, () => {
    const headers = { host: "cottage.example", ...fields };
    const request = { method, path, headers, body: Buffer.from(body === undefined ? "" : JSON.stringify(body)) };
    const text = respond(router, request).body.toString();
    const responses = /^\d/.test(response)
      ? memberAt(served, "paths", path, method.toLowerCase(), "responses")
      : memberAt(served, "components", "responses");
    const expected: unknown = mediaType === "application/json" ? JSON.parse(text) : text;
    assert.deepEqual(memberAt(responses, response, "content", mediaType, ...names), expected);
  });
}

const LICENCES: readonly [stated: Facts["site"]["licence"], license: unknown][] = [
  [
    { name: "House terms", url: "https://a.example/terms" },
    { name: "House terms", url: "https://a.example/terms" },
  ],
  [
    { name: "House terms", identifier: "ODC-By-1.0", url: "https://a.example/terms" },
    { name: "House terms", identifier: "ODC-By-1.0" },
  ],
  [undefined, undefined],
];

test("the licence is the owner's, with its identifier or its URL", () => {
  for (const [stated, license] of LICENCES) {
    const { licence: _, ...site } = facts.site;
    const service = {
      facts: { ...facts, site: stated === undefined ? site : { ...site, licence: stated } },
      pages: [],
      baseUrl: BASE_URL,
      rateLimit: 60,
    };
    assert.deepEqual(memberAt(jsonAt("/openapi.json", service), "info", "license"), license);
  }
});

test("the document does not depend on the rate limit, which a proxy may enforce instead", () => {
  const [limited, unlimited] = [60, undefined].map((rateLimit) => {
    return documentAt("/openapi.json", { facts, pages: [], baseUrl: BASE_URL, rateLimit }).content;
  });
  assert.equal(unlimited, limited);
  assert.match(unlimited ?? "", /"429"/);
});

test("the template has the limits and the protocol revisions of the program", () => {
  const bounds = (name: string) =>
    new Set(parts(served).flatMap(([, part]) => (part[name] === undefined ? [] : [part[name]])));
  for (const bound of [PLACES_MAX, BATCH_MAX]) assert.ok(bounds("maxItems").has(bound));
  assert.deepEqual([...bounds("maxLength")], [ID_LENGTH_MAX]);
  const post = memberAt(served, "paths", "/mcp", "post");
  assert.deepEqual(memberAt(Object(memberAt(post, "parameters"))[0], "schema", "enum"), SUPPORTED_VERSIONS);
  assert.ok(String(memberAt(post, "description")).includes(`Supported revisions: ${SUPPORTED_VERSIONS.join(", ")};`));
  const tooLarge = memberAt(post, "responses", "413");
  assert.ok(String(memberAt(tooLarge, "description")).includes(`${BODY_BYTES_MAX / 1024} KiB`));
  const example = memberAt(tooLarge, "content", "application/json", "example", "error", "message");
  assert.equal(example, `The request body is larger than ${BODY_BYTES_MAX} bytes`);
  assert.doesNotMatch(JSON.stringify(served), /\{[a-z_.]+\}|undefined/);
});
