/** Helpers for reading JSON values of unknown type. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of property names and array indices, or undefined if there is none. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((parent, name) => {
    if (Array.isArray(parent)) return parent[Number(name)];
    return isObject(parent) ? parent[name] : undefined;
  }, value);
}
