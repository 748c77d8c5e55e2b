/**
 * The sample cottage: its settings, facts and compiled site. Also sends requests to its router without a socket.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FolderConfig, readFolderConfig } from "../../src/author/folder.ts";
import type { Facts } from "../../src/compile/data/datasets.ts";
import { loadData } from "../../src/compile/data/load.ts";
import type { RequestFields } from "../../src/serve/http/message.ts";
import type { Router } from "../../src/serve/http/router.ts";
import { respond } from "./respond.ts";
import { compile } from "../../src/compile/compile.ts";
import { type CompiledSite, type ProcessState, siteRouter } from "../../src/serve/site.ts";
import type { Locale } from "../../src/compile/words/locale.ts";
import { loadLocale } from "../../src/compile/words/load-locale.ts";
import { conform, request, type SentResponse } from "./conform.ts";

export const BASE_URL = "https://cottage.example";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export function sampleConfig(environment: Readonly<Record<string, string>> = {}): FolderConfig {
  const { config, problems } = readFolderConfig({ BASE_URL, ...environment });
  assert.deepEqual(problems, []);
  return config;
}

export function sampleSite(environment: Readonly<Record<string, string>> = {}): CompiledSite {
  const { site, findings } = compile(sampleConfig(environment));
  assert.ok(site !== undefined, JSON.stringify(findings, null, 2));
  return site;
}

/** State of a process that is ready, with its clock fixed at 20 November 2026. */
export const RUNNING: ProcessState = {
  isReady: () => true,
  now: () => Date.UTC(2026, 10, 20),
  version: "2.0.0",
  nodeVersion: "v20.20.2",
};

export function sampleRouter(running: Partial<ProcessState> = {}): Router {
  return siteRouter(sampleSite(), { ...RUNNING, ...running });
}

export function sampleFacts(): Facts {
  const { facts, findings } = loadData({ ...sampleConfig(), baseUrl: BASE_URL });
  assert.ok(facts !== undefined, JSON.stringify(findings, null, 2));
  return facts;
}

/** Loads the program's UI strings in a language. */
export function localeFor(language: string): Locale {
  return loadLocale(language, join(ROOT, "content/words")).locale;
}

/** Sends a request to a router and checks the response with `conform()`. */
export function send(
  router: Router,
  method: string,
  path: string,
  headers: RequestFields = {},
  body = "",
): SentResponse {
  const host = headers["host"] ?? "cottage.example";
  return conform(respond(router, request({ method, path, headers: { ...headers, host }, body: Buffer.from(body) })));
}
