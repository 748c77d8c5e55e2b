/**
 * Runs of `*` or `_`, which delimit emphasis: CommonMark 0.31.2, section 6.2.
 *
 * This module decides which runs can open, close and match. It renders nothing.
 */

/** A run of `*` or `_` (section 6.2). `unmatched` counts its characters that have no closing partner yet. */
export interface DelimiterRun {
  readonly mark: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  unmatched: number;
}

/**
 * Returns the run of `*` or `_` that starts at an offset, and whether it can open and close emphasis (CommonMark
 * 0.31.2, section 6.2, rules 1 to 8).
 */
export function delimiterRunAt(text: string, start: number): DelimiterRun {
  const mark = text.charAt(start);
  let end = start;
  while (text[end] === mark) end += 1;
  const length = end - start;
  const before = characterClass(text[start - 1]);
  const after = characterClass(text[end]);
  const isLeftFlanking = after !== "space" && (after === "other" || before !== "other");
  const isRightFlanking = before !== "space" && (before === "other" || after !== "other");
  const canOpen = isLeftFlanking && (mark === "*" || !isRightFlanking || before === "punctuation");
  const canClose = isRightFlanking && (mark === "*" || !isLeftFlanking || after === "punctuation");
  return { mark, start, length, canOpen, canClose, unmatched: length };
}

/** Returns whether two runs must not match because one can open and close, and their length is a multiple of three. */
export function isMultipleOfThree(opener: DelimiterRun, closer: DelimiterRun): boolean {
  const canOpenAndClose = opener.canClose || closer.canOpen;
  // Rules 9 and 10 of section 6.2.
  return canOpenAndClose && (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0;
}

/**
 * Returns the class of the character beside a delimiter run. The start and end of the text (undefined) count as space.
 * Half of a surrogate pair, e.g. of an emoji, is "other".
 */
function characterClass(character = " "): "space" | "punctuation" | "other" {
  if (/\s/.test(character)) return "space";
  if (character < "\x80") return /[!-/:-@[-`{-~]/.test(character) ? "punctuation" : "other";
  // Not a regular expression literal, so that the Unicode tables are loaded only for texts that need them.
  return new RegExp("[\\p{P}\\p{S}]", "u").test(character) ? "punctuation" : "other";
}
