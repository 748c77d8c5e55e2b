/**
 * Delimiter runs of `*` and `_`, and the rules for emphasis (CommonMark 0.31.2, section 6.2).
 */

export type DelimiterRun = ReturnType<typeof delimiterRunAt>;

const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Returns the delimiter run, i.e. the sequence of `*` or of `_`, at `start`. A run attached to the text after it, as in
 * `*a`, is left-flanking and may open emphasis. A run attached to the text before it, as in `a*`, is right-flanking and
 * may close emphasis.
 */
export function delimiterRunAt(text: string, start: number) {
  const character = text.charAt(start);
  let end = start;
  while (text[end] === character) end += 1;
  // The start and end of the text count as spaces.
  const before = text[start - 1] ?? " ";
  const after = text[end] ?? " ";
  const isLeftFlanking = isAttachedTo(after, { opposite: before });
  const isRightFlanking = isAttachedTo(before, { opposite: after });
  // A `_` run attached on both sides, as in `a_b`, can open only after punctuation, and close only before punctuation.
  const needsPunctuation = character === "_" && isLeftFlanking && isRightFlanking;
  const canOpen = isLeftFlanking && (!needsPunctuation || PUNCTUATION.test(before));
  const canClose = isRightFlanking && (!needsPunctuation || PUNCTUATION.test(after));
  return { character, start, length: end - start, canOpen, canClose };
}

/** Returns whether a run is attached to a neighbour. The `*` in `a*(b` is attached to the `a`, but not to the `(`. */
function isAttachedTo(neighbour: string, { opposite }: { opposite: string }): boolean {
  if (WHITE_SPACE.test(neighbour)) return false;
  if (!PUNCTUATION.test(neighbour)) return true;
  return WHITE_SPACE.test(opposite) || PUNCTUATION.test(opposite);
}

/**
 * Returns whether `closer` can close emphasis that `opener` opens. Both must have the same character (`*` or `_`). If
 * either can both open and close, their lengths must not add up to a multiple of 3, unless each length is a multiple
 * of 3 (CommonMark's rules 9 and 10).
 */
export function canMatch(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.character !== closer.character) return false;
  const canEitherDoBoth = opener.canClose || closer.canOpen;
  const isSumMultipleOfThree = (opener.length + closer.length) % 3 === 0;
  return !canEitherDoBoth || !isSumMultipleOfThree || opener.length % 3 === 0;
}
