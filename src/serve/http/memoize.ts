/**
 * A bounded cache of values computed from request fields.
 *
 * It suits pure functions only: entries never expire, and the cache may forget one at any time.
 */

const ENTRIES_MAX = 32;
/** In UTF-16 code units. The values of longer keys are not cached. */
const KEY_LENGTH_MAX = 256;

/** Wraps a pure function of a text. Clients of one kind send the same field value, so few entries suffice. */
export function memoize<T>(compute: (key: string) => T): (key: string) => T {
  const values = new Map<string, T>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    if (key.length > KEY_LENGTH_MAX) return value;
    if (values.size >= ENTRIES_MAX) values.clear();
    values.set(key, value);
    return value;
  };
}
