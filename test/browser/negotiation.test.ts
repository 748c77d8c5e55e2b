/**
 * Compares the representation for an `Accept` or `Accept-Encoding` header with the choice of the package `negotiator`.
 *
 * Two differences are intended. A wildcard never selects markdown, because a browser that accepts anything expects
 * HTML. A wildcard in `Accept-Encoding` never selects identity over a compressed representation.
 */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import Negotiator from "negotiator";
import { type RunningServer, startServer } from "./support/server.ts";

let server: RunningServer;

before(async () => {
  server = await startServer();
});

after(async () => {
  await server.stop();
});

interface Negotiated {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly coding: string | undefined;
}

/** Sends a request without the header fields that `fetch` adds. */
function sendRequest(headers: Record<string, string>): Promise<Negotiated> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(server.origin, { method: "HEAD", headers }, ({ statusCode, headers: fields }) => {
      resolve({
        status: statusCode,
        type: fields["content-type"]?.split(";", 1)[0],
        coding: fields["content-encoding"],
      });
    });
    request.on("error", reject).end();
  });
}

const HTML = "text/html";
const MARKDOWN = "text/markdown";

function expectedType(accept: string): string | undefined {
  const chosen = new Negotiator({ headers: { accept } }).mediaTypes([HTML, MARKDOWN]);
  const isNamed = accept.split(",").some((member) => member.trim().startsWith(MARKDOWN));
  return isNamed || !chosen.includes(HTML) ? chosen[0] : HTML;
}

/** Returns every header value that lists one to three of the names with the given weights. */
function headerValues(values: readonly string[], weights: readonly string[], length: number): string[] {
  if (length === 0) return [""];
  const shorter = headerValues(values, weights, length - 1);
  return values.flatMap((value) =>
    weights.flatMap((weight) =>
      shorter
        .filter((rest) => !rest.includes(value))
        .map((rest) => (rest === "" ? value + weight : `${value}${weight}, ${rest}`)),
    ),
  );
}

test("Accept selects the type that negotiator chooses, but a wildcard never selects markdown", async () => {
  const values = [HTML, MARKDOWN, "text/*", "*/*", "application/json"];
  const weights = ["", ";q=0", ";q=0.5"];
  const all = [1, 2, 3].flatMap((length) => headerValues(values, weights, length));
  assert.ok(all.length > 1000);
  const differences: string[] = [];
  for (const accept of all) {
    const { status, type } = await sendRequest({ accept });
    const expected = expectedType(accept);
    const actual = status === 406 ? undefined : type;
    if (actual !== expected) differences.push(`${accept}: ${actual}, not ${expected}`);
  }
  assert.deepEqual(differences, []);
});

function expectedCoding(encoding: string): string {
  const preferred = ["br", "gzip", "identity"];
  const chosen = new Negotiator({ headers: { "accept-encoding": encoding } }).encodings(preferred, { preferred });
  const isNamed = encoding.includes("identity");
  return chosen.find((coding) => isNamed || coding !== "identity") ?? "identity";
}

test("Accept-Encoding selects the coding that negotiator chooses, or identity if it finds none", async () => {
  const all = [1, 2, 3].flatMap((length) =>
    headerValues(["br", "gzip", "deflate", "identity", "*"], ["", ";q=0", ";q=0.5"], length),
  );
  const differences: string[] = [];
  for (const encoding of all) {
    const { coding } = await sendRequest({ "accept-encoding": encoding });
    const expected = expectedCoding(encoding);
    if ((coding ?? "identity") !== expected) differences.push(`${encoding}: ${coding ?? "identity"}, not ${expected}`);
  }
  assert.deepEqual(differences, []);
});

/** `Accept` headers of common clients. */
const CLIENTS: readonly [client: string, accept: string | undefined, type: string][] = [
  ["Claude Code", "text/markdown, text/html, */*", MARKDOWN],
  ["Cursor", "text/markdown, text/plain;q=0.9, */*;q=0.8", MARKDOWN],
  [
    "Chromium",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8," +
      "application/signed-exchange;v=b3;q=0.7",
    HTML,
  ],
  ["Firefox", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML],
  ["curl", "*/*", HTML],
  ["a client without an Accept header", undefined, HTML],
];

for (const [client, accept, type] of CLIENTS) {
  test(`${client} gets ${type}`, async () => {
    assert.equal((await sendRequest(accept === undefined ? {} : { accept })).type, type);
  });
}
