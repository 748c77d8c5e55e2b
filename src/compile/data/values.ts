/**
 * Helpers for parsed JSON values.
 */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // `new Date` turns 2026-02-30 into 2 March, so check that the day is unchanged.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Returns a copy of a JSON value without the properties whose names match `names`, at any depth. */
export function withoutProperties<Value>(value: Value, names: RegExp): Value {
  return JSON.parse(JSON.stringify(value, (name, property: unknown) => (names.test(name) ? undefined : property)));
}

/** Lists the strings and numbers in an object with their paths, e.g. `cottage.geo.latitude`. Skips arrays. */
export function factsWithPaths(value: unknown, path = ""): (readonly [path: string, fact: string | number])[] {
  if (typeof value === "string" || typeof value === "number") return [[path, value]];
  if (!isRecord(value)) return [];
  const prefix = path === "" ? "" : `${path}.`;
  return Object.entries(value).flatMap(([name, property]) => factsWithPaths(property, prefix + name));
}
