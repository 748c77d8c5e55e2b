/**
 * Delimiter runs of `*` and `_`, and the rules for emphasis (CommonMark 0.31.2, section 6.2).
 */

export interface DelimiterRun {
  readonly character: string;
  readonly start: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/**
 * Returns the delimiter run, i.e. the sequence of `*` or of `_`, at `start`. A run attached to the text after it, as in
 * `*a`, is left-flanking and may open emphasis. A run attached to the text before it, as in `a*`, is right-flanking and
 * may close emphasis.
 */
export function delimiterRunAt(text: string, start: number): DelimiterRun {
  const character = text.charAt(start);
  let end = start;
  while (text[end] === character) end += 1;
  const length = end - start;
  // The start and end of the text count as spaces.
  const before = characterClass(text[start - 1] ?? " ");
  const after = characterClass(text[end] ?? " ");
  // A run before punctuation, as in `a*(b`, is left-flanking only if no word precedes it. Right-flanking mirrors this.
  const isLeftFlanking = after === "word" || (after === "punctuation" && before !== "word");
  const isRightFlanking = before === "word" || (before === "punctuation" && after !== "word");
  // A `_` run that is left- and right-flanking, as in `a_b`, can open only after punctuation, and close only before it.
  const canOpen = isLeftFlanking && (character === "*" || !isRightFlanking || before === "punctuation");
  const canClose = isRightFlanking && (character === "*" || !isLeftFlanking || after === "punctuation");
  return { character, start, length, canOpen, canClose };
}

/**
 * Returns whether `closer` can close emphasis that `opener` opens. Both must have the same character (`*` or `_`), and
 * lengths that CommonMark's rules 9 and 10 allow.
 */
export function canMatch(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.character !== closer.character) return false;
  const canOpenAndClose = opener.canClose || closer.canOpen;
  const isSumMultipleOfThree = (opener.length + closer.length) % 3 === 0;
  return !canOpenAndClose || !isSumMultipleOfThree || opener.length % 3 === 0;
}

function characterClass(character: string): "space" | "punctuation" | "word" {
  if (/\s/.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "punctuation" : "word";
}
