/** Composes regular expressions that are too long for one line. */

/** Joins patterns into one that matches them in sequence, with the flags of the first. */
export function sequence(...patterns: readonly [RegExp, ...RegExp[]]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join(""), patterns[0].flags);
}
