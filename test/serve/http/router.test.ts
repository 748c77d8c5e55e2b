import assert from "node:assert/strict";
import { test } from "node:test";
import { failureResponse, type HttpResponse, BASE_FIELDS } from "../../../src/serve/http/message.ts";
import { responseField } from "../../support/field.ts";
import { respond } from "../../support/respond.ts";
import { createRouter } from "../../../src/serve/http/router.ts";
import { codeOf, conform, joinBody, request } from "../../support/conform.ts";

const says = (text: string): (() => HttpResponse) => {
  const body = Buffer.from(text);
  return () => ({
    kind: "response",
    status: 200,
    headers: ["Content-Type", "text/plain", "Content-Length", String(body.length), ...BASE_FIELDS],
    body: [body],
  });
};

const router = createRouter([
  { path: "/", methods: { GET: says("home") } },
  { path: "/api/", methods: { GET: says("index") } },
  { path: "/about", methods: { GET: says("about") } },
  { path: "/mcp", methods: { POST: says("mcp") } },
  { path: "/healthz", methods: { GET: says("ok") }, cost: 0 },
]);

const ANSWERS: readonly [method: string, path: string, status: number, detail: string | undefined][] = [
  ["GET", "/", 200, "home"],
  ["HEAD", "/about", 200, "about"],
  ["POST", "/mcp", 200, "mcp"],
  ["OPTIONS", "/about", 204, "GET, HEAD, OPTIONS"],
  ["OPTIONS", "/mcp", 204, "POST, OPTIONS"],
  ["POST", "/about", 405, "GET, HEAD, OPTIONS"],
  ["DELETE", "/", 405, "GET, HEAD, OPTIONS"],
  ["TRACE", "/", 405, "GET, HEAD, OPTIONS"],
  ["QUERY", "/about", 405, "GET, HEAD, OPTIONS"],
  ["get", "/about", 405, "GET, HEAD, OPTIONS"], // methods are case-sensitive
  ["constructor", "/about", 405, "GET, HEAD, OPTIONS"],
  ["GET", "/mcp", 405, "POST, OPTIONS"],
  ["HEAD", "/mcp", 405, "POST, OPTIONS"],
  ["PUT", "/mcp", 405, "POST, OPTIONS"],
  ["GET", "/api", 308, "/api/"],
  ["GET", "/about/", 308, "/about"],
  ["POST", "/mcp/", 308, "/mcp"],
  ["OPTIONS", "/about/", 204, "GET, HEAD, OPTIONS"],
  ["GET", "/none", 404, "not_found"],
  ["POST", "/none", 404, "not_found"],
  ["OPTIONS", "/none", 404, "not_found"],
  ["GET", "/About", 404, "not_found"],
  ["GET", "//about", 404, "not_found"],
  ["GET", "//", 308, "/"],
  ["GET", "/api//", 308, "/api/"],
  ["GET", "/api/../about", 404, "not_found"],
  ["GET", "/__proto__", 404, "not_found"],
  ["GET", "/constructor", 404, "not_found"],
  ["GET", "/toString", 404, "not_found"],
];

for (const [method, path, status, detail] of ANSWERS) {
  test(`${method} ${path} answers ${status} ${detail}`, () => {
    const response = conform(respond(router, request({ method, path })));
    assert.equal(response.status, status);
    const detailOfStatus = {
      200: response.body.toString(),
      204: responseField(response.headers, "allow"),
      308: responseField(response.headers, "location"),
      404: codeOf(response),
      405: responseField(response.headers, "allow"),
    }[status];
    assert.equal(detailOfStatus, detail);
  });
}

test("404 names the path, shortened and printable, and the hint names the descriptions of the site", () => {
  const { body } = respond(router, request({ path: `/${"x".repeat(5000)}\u001b[31m` }));
  assert.ok(body.length < 400);
  const { error } = JSON.parse(respond(router, request({ path: "/a\u001bb" })).body.toString());
  assert.equal(error.message, "No resource at /a?b");
  assert.equal(error.hint, "See /llms.txt and /openapi.json");
});

test("OPTIONS is a preflight that allows every origin and every field", () => {
  const { headers } = respond(router, request({ method: "OPTIONS", path: "/mcp" }));
  assert.equal(responseField(headers, "access-control-allow-methods"), "POST, OPTIONS");
  assert.equal(responseField(headers, "access-control-allow-headers"), "*, Authorization");
  assert.equal(responseField(headers, "access-control-allow-credentials"), undefined);
});

test("a preflight for an unknown path lets the browser send the request, so that scripts can read the 404", () => {
  const preflight = { origin: "https://app.example", "access-control-request-method": "DELETE" };
  const sent = request({ method: "OPTIONS", path: "/none", headers: preflight });
  const { status, headers } = conform(respond(router, sent));
  assert.equal(status, 204);
  assert.equal(responseField(headers, "access-control-allow-methods"), "*");
  assert.equal(responseField(headers, "access-control-allow-headers"), "*, Authorization");
  assert.equal(responseField(headers, "allow"), undefined);
});

test("scripts of other origins may read the fields that developers need", () => {
  const { headers } = respond(router, request({ path: "/none" }));
  const exposed = responseField(headers, "access-control-expose-headers")?.split(", ") ?? [];
  for (const name of ["Allow", "ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Markdown-Tokens"]) {
    assert.ok(exposed.includes(name), name);
  }
});

test("the hint of a 405 names the allowed methods and the page for developers", () => {
  const postOnly = createRouter([{ path: "/mcp", methods: { POST: says("mcp") } }]);
  const { error } = JSON.parse(conform(respond(postOnly, request({ path: "/mcp" }))).body.toString());
  assert.equal(error.hint, "Use POST, OPTIONS; see /developers");
});

test("a route may cost nothing", () => {
  assert.equal(router.resolve("/healthz").cost, 0);
  assert.equal(router.resolve("/about").cost, 1);
});

test("respond() computes a deferred response", () => {
  const GET = () => ({ kind: "deferred", cost: 50, respond: says("deferred") }) as const;
  const deferred = createRouter([{ path: "/", methods: { GET } }]);
  assert.equal(respond(deferred, request({ path: "/" })).body.toString(), "deferred");
});

test("every failure is rendered by the router's renderer, and nothing else", () => {
  const page = says("nothing here")();
  conform(joinBody(page));
  const rendered = createRouter([{ path: "/about", methods: { GET: says("about") } }], ({ path }, failure) =>
    path === "/other" ? failureResponse(failure) : page,
  );
  const bodyFor = (fields: Parameters<typeof request>[0]) => respond(rendered, request(fields)).body.toString();
  assert.equal(bodyFor({ path: "/none" }), "nothing here");
  assert.equal(bodyFor({ method: "POST", path: "/about" }), "nothing here");
  assert.equal(bodyFor({ path: "/about" }), "about");
  assert.equal(bodyFor({ path: "/about/" }), "nothing here");
  assert.equal(codeOf(respond(rendered, request({ path: "/other" }))), "not_found");
});
