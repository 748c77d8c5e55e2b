/** Regular expressions that are too long for one line. */

/** Returns a pattern that matches the given patterns directly one after the other. The flags are the first one's. */
export function sequence(...patterns: readonly [RegExp, ...RegExp[]]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join(""), patterns[0].flags);
}
