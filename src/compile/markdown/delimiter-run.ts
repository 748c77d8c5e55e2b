/**
 * Delimiter runs of `*` and `_`, and the rules for emphasis (CommonMark 0.31.2, section 6.2).
 */

export type DelimiterRun = ReturnType<typeof delimiterRunAt>;

const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/**
 * Returns the delimiter run (a sequence of `*` or of `_`) at `start`, and whether it can open or close emphasis. A
 * left-flanking run is attached to the text after it, as in `*a`, and may open emphasis. A right-flanking run is
 * attached to the text before it, as in `a*`, and may close emphasis.
 */
export function delimiterRunAt(text: string, start: number) {
  const character = text.charAt(start);
  let end = start;
  while (text[end] === character) end += 1;
  // The start and end of the text count as spaces.
  const before = text[start - 1] ?? " ";
  const after = text[end] ?? " ";
  // Whether a run is attached to punctuation on one side depends on the character on the opposite side.
  const isLeftFlanking = isAttachedTo(after, { opposite: before });
  const isRightFlanking = isAttachedTo(before, { opposite: after });
  // A run of `_` that is attached to text on both sides, as in `a_b`, can open emphasis only if it comes after
  // punctuation, and can close emphasis only if it comes before punctuation.
  const needsPunctuation = character === "_" && isLeftFlanking && isRightFlanking;
  const canOpen = isLeftFlanking && (!needsPunctuation || PUNCTUATION.test(before));
  const canClose = isRightFlanking && (!needsPunctuation || PUNCTUATION.test(after));
  return { character, start, length: end - start, canOpen, canClose };
}

/**
 * Returns whether a delimiter run is attached to `neighbour`, the character on one side of it. `opposite` is the
 * character on the other side. A run is never attached to white space, and is attached to punctuation only if
 * `opposite` is white space or punctuation. In `a*(b`, the `*` is attached to the `a`, but not to the `(`.
 */
function isAttachedTo(neighbour: string, { opposite }: { opposite: string }): boolean {
  if (WHITE_SPACE.test(neighbour)) return false;
  if (!PUNCTUATION.test(neighbour)) return true;
  return WHITE_SPACE.test(opposite) || PUNCTUATION.test(opposite);
}

/**
 * Returns whether `closer` can close emphasis that `opener` opens. Both must have the same character (`*` or `_`). If
 * either run can both open and close emphasis, the sum of their lengths must not be a multiple of 3, except when both
 * lengths are multiples of 3 (CommonMark's rules 9 and 10).
 */
export function canMatch(opener: DelimiterRun, closer: DelimiterRun): boolean {
  if (opener.character !== closer.character) return false;
  const canEitherDoBoth = opener.canClose || closer.canOpen;
  const isSumMultipleOfThree = (opener.length + closer.length) % 3 === 0;
  return !canEitherDoBoth || !isSumMultipleOfThree || opener.length % 3 === 0;
}
