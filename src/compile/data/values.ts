/**
 * Helpers for JSON values that need no schema.
 *
 * They do not know what a value means.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a text is an existing date in the form `2026-07-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // Date reads 2026-02-30 as the second of March, and 2026-02-32 as an invalid date.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Returns the texts and numbers in an object by path, e.g. `cottage.geo.latitude`. Omits those in lists. */
export function factsByPath(value: unknown): Map<string, string | number> {
  const facts = new Map<string, string | number>();
  collectFacts(value, "", facts);
  return facts;
}

/** Adds the texts and numbers of a value to `facts`. */
function collectFacts(value: unknown, path: string, facts: Map<string, string | number>): void {
  if (typeof value === "string" || typeof value === "number") facts.set(path, value);
  if (!isObject(value)) return;
  const prefix = path === "" ? "" : `${path}.`;
  for (const [name, member] of Object.entries(value)) collectFacts(member, prefix + name, facts);
}
