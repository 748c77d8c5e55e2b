/**
 * Delimiter runs of `*` and `_`, and the rules for emphasis (CommonMark 0.31.2, section 6.2).
 */

export interface DelimiterRun {
  readonly mark: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/**
 * Returns the delimiter run at `start`. A run can open emphasis at the start of a word (left-flanking), and close
 * emphasis at the end of a word (right-flanking).
 */
export function delimiterRunAt(text: string, start: number): DelimiterRun {
  const mark = text.charAt(start);
  let end = start;
  while (text[end] === mark) end += 1;
  const length = end - start;
  // The start and end of the text count as spaces.
  const before = characterClass(text[start - 1] ?? " ");
  const after = characterClass(text[end] ?? " ");
  // Next to punctuation, a run is flanking only if the character on its other side is not part of a word.
  const isLeftFlanking = after === "word" || (after === "punctuation" && before !== "word");
  const isRightFlanking = before === "word" || (before === "punctuation" && after !== "word");
  // A `_` run that is left- and right-flanking, as in `a_b`, can open only after punctuation, and close only before it.
  const canOpen = isLeftFlanking && (mark === "*" || !isRightFlanking || before === "punctuation");
  const canClose = isRightFlanking && (mark === "*" || !isLeftFlanking || after === "punctuation");
  return { mark, start, length, canOpen, canClose };
}

/** Returns whether two runs use the same mark and have compatible lengths (CommonMark's rules 9 and 10). */
export function canMatch(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.mark !== closer.mark) return false;
  const canOpenAndClose = opener.canClose || closer.canOpen;
  const isSumMultipleOfThree = (opener.length + closer.length) % 3 === 0;
  return !canOpenAndClose || !isSumMultipleOfThree || opener.length % 3 === 0;
}

function characterClass(character: string): "space" | "punctuation" | "word" {
  if (/\s/.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "punctuation" : "word";
}
