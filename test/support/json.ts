/** JSON values of which a test knows nothing yet. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the member at the end of a path of names; undefined if there is none. Entries of a list are named by index. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((parent, name) => {
    if (Array.isArray(parent)) return parent[Number(name)];
    return isObject(parent) ? parent[name] : undefined;
  }, value);
}
