/** Parses JSON with the parser under test, and with `JSON.parse` for comparison. */
import assert from "node:assert/strict";
import { parseJson } from "../../../src/compile/json/json.ts";

/** @throws AssertionError if the text is not valid */
export function parseValid(text: string): unknown {
  const result = parseJson(text);
  assert.ok("value" in result, "error" in result ? `${text}: ${JSON.stringify(result.error)}` : "");
  return result.value;
}

/** Returns what `JSON.parse` returns, or undefined if it throws. */
export function parseWithBuiltIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
