/** Renders the discovery documents of a service for tests, e.g. `/openapi.json` and `/.well-known/api-catalog`. */
import assert from "node:assert/strict";
import { discoveryDocuments } from "../../src/compile/discovery/documents.ts";
import { createMcpSettings } from "../../src/compile/discovery/mcp.ts";
import type { Service } from "../../src/compile/discovery/facts-for-agents.ts";

/** Renders all discovery documents of a service. */
export function documentsOf(service: Service) {
  return discoveryDocuments(service, createMcpSettings(service));
}

export function documentAt(path: string, service: Service) {
  const document = documentsOf(service).find((candidate) => candidate.path === path);
  assert.ok(document, path);
  return document;
}

/** Returns the parsed JSON document at a path. */
export function jsonAt(path: string, service: Service): Readonly<Record<string, unknown>> {
  return JSON.parse(documentAt(path, service).content);
}
