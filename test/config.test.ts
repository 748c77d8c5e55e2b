import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type FolderConfig, readFolderConfig } from "../src/author/folder.ts";

const DEFAULTS = readFolderConfig({}).config;

test("by default the sample is served to this machine only", () => {
  const { config, problems } = readFolderConfig({});
  const { folderLabel, dataDirectory, contentDirectory, ...others } = config;
  assert.deepEqual(problems, []);
  assert.equal(dataDirectory, join(folderLabel, "data"));
  assert.deepEqual(others, {
    host: "127.0.0.1",
    port: 3000,
    baseUrl: "http://localhost:3000",
    rateLimit: 60,
    trustedProxies: 0,
    accessLog: true,
    isWatched: false,
    environmentSettings: { baseUrl: undefined, rateLimit: undefined },
  });
  assert.ok(existsSync(join(dataDirectory, "cottage.json")));
  assert.ok(existsSync(join(contentDirectory, "index.md")));
});

function baseUrl(baseUrl: string): Partial<FolderConfig> {
  return { baseUrl, environmentSettings: { baseUrl, rateLimit: undefined } };
}

function rateLimit(rateLimit: number | "off"): Partial<FolderConfig> {
  return { ...(rateLimit !== "off" && { rateLimit }), environmentSettings: { baseUrl: undefined, rateLimit } };
}

const GOOD: readonly [environment: NodeJS.ProcessEnv, changed: Partial<FolderConfig>][] = [
  [{ PORT: "8080" }, { port: 8080, baseUrl: "http://localhost:8080" }],
  [{ PORT: "0" }, { port: 0, baseUrl: "http://localhost:0" }],
  [
    { PORT: "65535", BASE_URL: "https://cottage.example" },
    { port: 65_535, ...baseUrl("https://cottage.example") },
  ],
  [{ PORT: " 8080 " }, { port: 8080, baseUrl: "http://localhost:8080" }],
  [{ PORT: "", HOST: " ", RATE_LIMIT: undefined }, {}], // what is empty is not set
  [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
  [{ HOST: "::1" }, { host: "::1" }],
  [{ HOST: "fe80::1%eth0" }, { host: "fe80::1%eth0" }],
  [{ HOST: "cottage-1.internal" }, { host: "cottage-1.internal" }],
  [{ BASE_URL: "http://127.0.0.1:3000" }, baseUrl("http://127.0.0.1:3000")],
  [{ BASE_URL: "http://[::1]:3000" }, baseUrl("http://[::1]:3000")],
  [{ BASE_URL: "HTTPS://Cottage.Example" }, baseUrl("https://cottage.example")],
  [{ BASE_URL: "https://cottage.example:443/" }, baseUrl("https://cottage.example")],
  [{ BASE_URL: "https://münchen.example" }, baseUrl("https://xn--mnchen-3ya.example")],
  [{ RATE_LIMIT: "1" }, rateLimit(1)],
  [{ RATE_LIMIT: "1000000" }, rateLimit(1_000_000)],
  [{ RATE_LIMIT: "off" }, { ...rateLimit("off"), rateLimit: undefined }],
  [{ TRUST_PROXY: "2" }, { trustedProxies: 2 }],
  [
    { DATA_DIR: "/srv/data" },
    { dataDirectory: "/srv/data", folderLabel: `/srv/data and ${DEFAULTS.contentDirectory}` },
  ],
  [
    { CONTENT_DIR: "/srv/pages" },
    { contentDirectory: "/srv/pages", folderLabel: `${DEFAULTS.dataDirectory} and /srv/pages` },
  ],
  [{ ACCESS_LOG: "off" }, { accessLog: false }],
  [{ ACCESS_LOG: "on" }, { accessLog: true }],
  [{ PATH: "/bin", NODE_ENV: "production" }, {}], // not ours
];

for (const [environment, changed] of GOOD) {
  test(`${JSON.stringify(environment)} is accepted`, () => {
    assert.deepEqual(readFolderConfig(environment), { config: { ...DEFAULTS, ...changed }, problems: [] });
  });
}

const NO_PORT = "PORT must be a whole number from 0 to 65535, not";
const NO_BASE_URL =
  'BASE_URL must be the public address without a path, such as "https://cottage.example", not';
const NO_LIMIT = 'RATE_LIMIT must be a number of requests per minute from 1 to 1000000, or "off", not';

const BAD: readonly [environment: NodeJS.ProcessEnv, ...problems: string[]][] = [
  [{ PORT: "http" }, `${NO_PORT} "http"`],
  [{ PORT: "65536" }, `${NO_PORT} "65536"`],
  [{ PORT: "-1" }, `${NO_PORT} "-1"`],
  [{ PORT: "80.5" }, `${NO_PORT} "80.5"`],
  [{ PORT: "1e3" }, `${NO_PORT} "1e3"`],
  [{ PORT: "0x50" }, `${NO_PORT} "0x50"`],
  [{ PORT: "8".repeat(30) }, `${NO_PORT} "${"8".repeat(30)}"`],
  [{ HOST: "http://localhost" }, 'HOST must be an address or host name, such as "0.0.0.0", not "http://localhost"'],
  [{ HOST: "a b" }, 'HOST must be an address or host name, such as "0.0.0.0", not "a b"'],
  [{ BASE_URL: "https://cottage.example/api" }, `${NO_BASE_URL} "https://cottage.example/api"`],
  [{ BASE_URL: "https://cottage.example?a" }, `${NO_BASE_URL} "https://cottage.example?a"`],
  [{ BASE_URL: "https://user@cottage.example" }, `${NO_BASE_URL} "https://user@cottage.example"`],
  [{ BASE_URL: "cottage.example" }, `${NO_BASE_URL} "cottage.example"`],
  [{ BASE_URL: "ftp://cottage.example" }, `${NO_BASE_URL} "ftp://cottage.example"`],
  [{ BASE_URL: "https:cottage.example" }, `${NO_BASE_URL} "https:cottage.example"`],
  [{ BASE_URL: "https://" }, `${NO_BASE_URL} "https://"`],
  [{ RATE_LIMIT: "0" }, `${NO_LIMIT} "0"`],
  [{ RATE_LIMIT: "none" }, `${NO_LIMIT} "none"`],
  [{ RATE_LIMIT: "1000001" }, `${NO_LIMIT} "1000001"`],
  [{ TRUST_PROXY: "true" }, 'TRUST_PROXY must be the number of proxies in front, from 0 to 10, not "true"'],
  [{ TRUST_PROXY: "11" }, 'TRUST_PROXY must be the number of proxies in front, from 0 to 10, not "11"'],
  [{ ACCESS_LOG: "yes" }, 'ACCESS_LOG must be "on" or "off", not "yes"'],
  [{ ACCESS_LOG: "constructor" }, 'ACCESS_LOG must be "on" or "off", not "constructor"'],
  [{ PORT: "x", RATE_LIMIT: "x" }, `${NO_PORT} "x"`, `${NO_LIMIT} "x"`], // all at once
];

for (const [environment, ...problems] of BAD) {
  test(`${JSON.stringify(environment)} is refused with a message`, () => {
    const configured = readFolderConfig(environment);
    assert.deepEqual(configured.problems, problems);
    assert.deepEqual({ ...configured.config, environmentSettings: DEFAULTS.environmentSettings }, DEFAULTS);
  });
}

const FOLDERS: readonly [folder: string | undefined, environment: NodeJS.ProcessEnv, read: string][] = [
  [undefined, {}, resolve(fileURLToPath(new URL(".", import.meta.url)), "..")],
  ["/srv/my cottage", {}, "/srv/my cottage"],
  ["my-cottage", {}, resolve("my-cottage")],
  ["my-cottage/", {}, resolve("my-cottage")],
  [undefined, { DATA_DIR: "/srv/a/data", CONTENT_DIR: "/srv/a/content" }, "/srv/a/data and /srv/a/content"],
  [undefined, { DATA_DIR: "/srv/a", CONTENT_DIR: "/srv/b" }, "/srv/a and /srv/b"],
  [undefined, { DATA_DIR: "/srv/a/data", CONTENT_DIR: "/srv/b" }, "/srv/a/data and /srv/b"],
  [undefined, { DATA_DIR: "/srv/b", CONTENT_DIR: "/srv/content" }, "/srv/b and /srv/content"],
];

for (const [folder, environment, read] of FOLDERS) {
  test(`the folder ${folder} with ${JSON.stringify(environment)} reads ${read}`, () => {
    const { config, problems } = readFolderConfig(environment, folder);
    assert.deepEqual(problems, []);
    assert.equal(config.folderLabel, read);
  });
}

test("a folder cannot be combined with a variable that names another, and the message names both", () => {
  const { problems } = readFolderConfig({ DATA_DIR: "/srv/data", CONTENT_DIR: "/srv/content" }, "my cottage");
  assert.deepEqual(problems, [
    '"my cottage" and DATA_DIR and CONTENT_DIR cannot be combined: leave out one or the other',
  ]);
});

test("at a terminal and in watch mode there is no access log by default", () => {
  const logs = (environment: NodeJS.ProcessEnv, isWatched: boolean, isTerminal: boolean) =>
    readFolderConfig(environment, undefined, { isWatched, isTerminal }).config.accessLog;
  assert.equal(logs({}, false, false), true);
  assert.equal(logs({}, true, false), false);
  assert.equal(logs({}, false, true), false);
  assert.equal(logs({ ACCESS_LOG: "on" }, false, true), true);
});
