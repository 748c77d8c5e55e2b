/**
 * Answers kept by the text they were made from, because clients of one kind all send the same text.
 *
 * Bounded in number and length, since the text is a client's own: one who sends ever new texts gains nothing by it.
 */

const TEXTS_MAX = 32;
const LENGTH_MAX = 256;

/** @param make must give the same for the same text, and nothing that is ever changed */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  const find = (text: string): T => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    if (made.size >= TEXTS_MAX) made.clear();
    if (text.length <= LENGTH_MAX) made.set(text, value);
    return value;
  };
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text) => {
    // Most texts are the one before, and to compare is a third of a look-up, for which each new text is hashed.
    if (last?.text === text) return last.value;
    const value = find(text);
    if (text.length <= LENGTH_MAX) last = { text, value };
    return value;
  };
}
