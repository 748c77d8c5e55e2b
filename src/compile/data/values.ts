/**
 * Questions about plain JSON values that need no schema.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a text is a day of the calendar, as `2026-07-31`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Returns the texts and numbers of the facts by path, e.g. `cottage.geo.latitude`. Entries of lists have none. */
export function factsByPath(value: unknown): Map<string, string | number> {
  const facts = new Map<string, string | number>();
  collectFacts(value, "", facts);
  return facts;
}

function collectFacts(value: unknown, path: string, facts: Map<string, string | number>): void {
  if (typeof value === "string" || typeof value === "number") facts.set(path, value);
  if (!isObject(value)) return;
  const prefix = path === "" ? "" : `${path}.`;
  for (const [name, member] of Object.entries(value)) collectFacts(member, prefix + name, facts);
}
