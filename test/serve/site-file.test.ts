/**
 * The file of a compiled site is read back as it was written, or rejected with one sentence.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { encodeSite, writeSiteFile } from "../../src/compile/site-file.ts";
import { type CompiledSite, siteRouter } from "../../src/serve/site.ts";
import {
  CHECKSUM_BYTES,
  isFile,
  readSiteFile,
  type SiteExpectations,
  SITE_MAGIC,
} from "../../src/serve/site.ts";
import { toolResult } from "../../src/compile/discovery/mcp.ts";
import { temporaryFolder } from "../support/folder.ts";
import { respond } from "../support/respond.ts";
import { request } from "../support/conform.ts";
import { BASE_URL, RUNNING, sampleSite } from "../support/sample.ts";

const VERSION = "2.0.0";
const EXPECTED: SiteExpectations = { programVersion: VERSION, baseUrl: undefined, rateLimit: undefined };

const folder = temporaryFolder();

const BODY = Buffer.from("<p>cottage</p>");
const VARIANT = {
  mediaType: "text/html",
  contentFields: [],
  sharedFields: [],
  representations: [{ coding: "identity", etag: '"a"', body: BODY }],
} as const;

/** Site with every kind of target. */
const SMALL: CompiledSite = {
  baseUrl: BASE_URL,
  rateLimit: 60,
  revision: "abc",
  targets: [
    { kind: "static", path: "/a", cost: 1, variant: VARIANT },
    {
      kind: "negotiated",
      path: "/b",
      cost: 1,
      variants: [VARIANT],
      vary: "Accept",
    },
  ],
  errorPages: [{ status: 404, body: Buffer.from("<p>nothing</p>") }],
  errorPageFields: ["Vary", "Accept"],
  securityText: "Expires: {expires}",
  mcp: {
    baseUrl: BASE_URL,
    server: { name: "n", title: "t", version: "1.0.0", websiteUrl: BASE_URL },
    instructions: "i",
    tools: [{ name: "get", definition: { description: "x" }, result: toolResult({}, []) }],
  },
};

/** Writes the bytes to a file, and reads the file as a site. */
async function read(bytes: Buffer, expected = EXPECTED) {
  const path = join(folder, "site.cottage");
  writeFileSync(path, bytes);
  return readSiteFile(path, expected);
}

/** Asserts that a file is rejected. Returns the message without the name of the file. */
async function refusal(bytes: Buffer, expected = EXPECTED): Promise<string> {
  const { site, problems } = await read(bytes, expected);
  assert.equal(site, undefined);
  return problems.join("\n").replace(/^The file .*site\.cottage /, "");
}

/** Returns the bytes of a file with the manifest and a correct checksum. */
function fileWith(manifest: unknown, firstLine?: string): Buffer {
  const json = Buffer.from(typeof manifest === "string" ? manifest : JSON.stringify(manifest));
  const content = Buffer.concat([Buffer.from(firstLine ?? `${SITE_MAGIC} ${VERSION} ${json.length}\n`), json]);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([content, checksum]);
}

test("a site is read back as it was written", async () => {
  assert.deepEqual(await read(encodeSite(SMALL, VERSION)), { site: SMALL, problems: [] });
});

test("the sample is served from its file as from its folder: every target, coding and media type", async () => {
  const site = sampleSite();
  const file = await read(encodeSite(site, VERSION));
  assert.ok(file.site !== undefined);
  assert.deepEqual(file.site, site);
  const [fromFolder, fromFile] = [siteRouter(site, RUNNING), siteRouter(file.site, RUNNING)];
  const paths = [
    ...site.targets.map(({ path }) => path),
    "/mcp",
    "/mcp/",
    "/healthz",
    "/readyz",
    "/nowhere",
    "/about/",
  ];
  let compared = 0;
  for (const path of paths) {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      for (const coding of ["identity", "gzip", "br"]) {
        for (const accept of ["*/*", "text/html", "text/markdown", "image/png"]) {
          const headers = { accept, "accept-encoding": coding, "sec-fetch-dest": "document", host: "cottage.example" };
          const asked = request({ method, path, headers });
          assert.deepEqual(respond(fromFile, asked), respond(fromFolder, asked), `${method} ${path}`);
          compared += 1;
        }
      }
    }
  }
  assert.ok(compared > 2000);
});

test("the same site gives the same bytes", () => {
  assert.ok(encodeSite(sampleSite(), VERSION).equals(encodeSite(sampleSite(), VERSION)));
});

test("equal buffers are stored once", () => {
  const [target] = SMALL.targets;
  assert.ok(target !== undefined);
  const twice = { ...SMALL, targets: [target, { ...target, path: "/second" }] };
  const text = encodeSite(twice, VERSION).toString("latin1");
  assert.equal(text.split(BODY.toString("latin1")).length, 2);
});

test("a file that is cut off at any byte is refused", async () => {
  const whole = encodeSite(SMALL, VERSION);
  for (let length = 1; length < whole.length; length += 1) {
    assert.match(
      await refusal(whole.subarray(0, length)),
      /^is damaged or incomplete, or is not a compiled site; make one with --compile$/,
      `${length}`,
    );
  }
});

test("a file with any bit changed is refused", async () => {
  const whole = encodeSite(SMALL, VERSION);
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const changed = Buffer.from(whole);
    const index = bit >> 3;
    changed[index] = (changed[index] ?? 0) ^ (1 << (bit & 7));
    assert.match(
      await refusal(changed),
      /^(?:is damaged or incomplete|was compiled by version)/,
      `bit ${bit}`,
    );
  }
});

test("a file with bytes after its end is refused", async () => {
  assert.match(await refusal(Buffer.concat([encodeSite(SMALL, VERSION), Buffer.from("\n")])), /^is damaged/);
});

const EMPTY_SITE = { ...SMALL, targets: [], errorPages: [] };
const withSite = (change: object) => ({ ...EMPTY_SITE, mcp: { ...SMALL.mcp, tools: [] }, ...change });

const REFUSED: readonly [what: string, bytes: Buffer, message: RegExp][] = [
  ["an empty file", Buffer.alloc(0), /^is damaged or incomplete, or is not a compiled site/],
  ["a text", Buffer.from("# Our cottage\n"), /^is damaged or incomplete, or is not a compiled site/],
  ["a JSON file", Buffer.from("{}"), /^is damaged/],
  [
    "the file of a development version",
    fileWith({}, "holiday-cottage site 4 117124\n"),
    /^was compiled by version 4, not by 2\.0\.0; compile the site again$/,
  ],
  [
    "the file of another version",
    encodeSite(SMALL, "2.0.1"),
    /^was compiled by version 2\.0\.1, not by 2\.0\.0; compile the site again$/,
  ],
  ["a manifest that is no JSON", fileWith("{"), /^is damaged/],
  ["a manifest that is no object", fileWith("null"), /^is damaged/],
  [
    "a buffer beyond the end",
    fileWith(withSite({ errorPages: [{ status: 404, body: { $bytes: [0, 9] } }] })),
    /^is damaged/,
  ],
  [
    "a buffer before the beginning",
    fileWith(withSite({ errorPages: [{ status: 404, body: { $bytes: [-1, 1] } }] })),
    /^is damaged/,
  ],
  [
    "a buffer without a position",
    fileWith(withSite({ errorPages: [{ status: 404, body: { $bytes: "here" } }] })),
    /^is damaged/,
  ],
];

for (const [what, bytes, message] of REFUSED) {
  test(`${what} is refused`, async () => assert.match(await refusal(bytes), message));
}

test("a small site with a correct checksum is read", async () => {
  assert.deepEqual((await read(fileWith(withSite({})))).problems, []);
});

const SETTINGS: readonly [expected: Partial<SiteExpectations>, message: string | undefined][] = [
  [{ baseUrl: BASE_URL, rateLimit: 60 }, undefined],
  [
    { baseUrl: "https://other.example" },
    `was compiled for BASE_URL ${BASE_URL}, but BASE_URL is https://other.example; compile the site again`,
  ],
  [{ rateLimit: 61 }, "was compiled for RATE_LIMIT 60, but RATE_LIMIT is 61; compile the site again"],
  [{ rateLimit: "off" }, "was compiled for RATE_LIMIT 60, but RATE_LIMIT is off; compile the site again"],
];

for (const [expected, message] of SETTINGS) {
  const outcome = message === undefined ? "read" : "rejected";
  test(`a site that is expected to have ${JSON.stringify(expected)} is ${outcome}`, async () => {
    const bytes = encodeSite(SMALL, VERSION);
    if (message === undefined) assert.deepEqual((await read(bytes, { ...EXPECTED, ...expected })).problems, []);
    else assert.equal(await refusal(bytes, { ...EXPECTED, ...expected }), message);
  });
}

test("a site without a rate limit is expected to be compiled with RATE_LIMIT=off", async () => {
  const { rateLimit, ...unlimited } = SMALL;
  const bytes = encodeSite(unlimited, VERSION);
  assert.deepEqual((await read(bytes, { ...EXPECTED, rateLimit: "off" })).problems, []);
  assert.match(
    await refusal(bytes, { ...EXPECTED, rateLimit: 60 }),
    /^was compiled for RATE_LIMIT off, but RATE_LIMIT is 60/,
  );
  assert.equal(rateLimit, 60);
});

test("a file of 2 GB is refused before it is read", async () => {
  const path = join(folder, "large.cottage");
  writeFileSync(path, "");
  truncateSync(path, 2 ** 31);
  const file = await readSiteFile(path, EXPECTED);
  assert.match(file.problems.join(), /large\.cottage is larger than 536870912 bytes, so it is not a compiled site$/);
});

test("a file that cannot be read is refused", async () => {
  for (const [path, problem] of [
    [join(folder, "missing"), "could not be read (ENOENT)"],
    [join(folder, "x".repeat(300)), "could not be read (ENAMETOOLONG)"],
    [folder, "is not a file"],
  ]) {
    const problems = [`The file ${path} ${problem}`];
    assert.deepEqual(await readSiteFile(path ?? "", EXPECTED), { site: undefined, problems });
  }
});

test("isFile() is true for a compiled site, and false for a folder and for a missing file", () => {
  assert.deepEqual([join(folder, "large.cottage"), folder, join(folder, "missing")].map(isFile), [true, false, false]);
  assert.equal(isFile(join(folder, "x".repeat(300))), false);
});

test("only a file is replaced", () => {
  assert.throws(() => writeSiteFile(folder, Buffer.from("compiled")), /it exists and is not a file/);
});

test("a file is replaced as a whole, and a failure leaves nothing behind", () => {
  const destination = join(temporaryFolder(), "site.cottage");
  writeSiteFile(destination, Buffer.from("first"));
  writeSiteFile(destination, Buffer.from("second"));
  assert.equal(readFileSync(destination, "utf8"), "second");
  const missing = join(destination, "..", "no-such-folder", "site.cottage");
  assert.throws(() => writeSiteFile(missing, Buffer.from("third")), { code: "ENOENT" });
  assert.deepEqual(readdirSync(join(destination, "..")), ["site.cottage"]);
});

test("a temporary file that a killed process with the same PID left behind is replaced", () => {
  const destination = join(temporaryFolder(), "site.cottage");
  writeFileSync(join(destination, `../.site.cottage.${process.pid}.tmp`), "leftover");
  writeSiteFile(destination, Buffer.from("compiled"));
  assert.equal(readFileSync(destination, "utf8"), "compiled");
  assert.deepEqual(readdirSync(join(destination, "..")), ["site.cottage"]);
});

test("the first line names the program's version", () => {
  const start = encodeSite(sampleSite(), VERSION).toString("latin1", 0, 40);
  assert.match(start, /^holiday-cottage site 2\.0\.0 \d+\n/);
});
