/**
 * Keeps what was made from a text, because clients of one kind all send the same text.
 *
 * Bounded in number and length, since the text is a client's own: one who sends ever new texts gains nothing by it.
 */

const TEXTS_MAX = 32;
const LENGTH_MAX = 256;

/** @param make must give the same for the same text, and nothing that is ever changed */
export function memoize<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (made.size >= TEXTS_MAX) made.clear();
    if (text.length <= LENGTH_MAX) made.set(text, value);
    return value;
  };
}
