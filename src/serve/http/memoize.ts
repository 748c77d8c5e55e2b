/**
 * A bounded cache for pure functions of request fields.
 */

const ENTRIES_MAX = 32;
/** In UTF-16 code units. Results for longer texts are not cached. */
const KEY_LENGTH_MAX = 256;

/** Caches the results of a pure function. Few entries suffice, because similar clients send the same field value. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (text.length > KEY_LENGTH_MAX) return result;
    if (results.size >= ENTRIES_MAX) results.clear();
    results.set(text, result);
    return result;
  };
}
