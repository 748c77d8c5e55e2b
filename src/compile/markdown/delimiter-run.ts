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
  const isLeftFlanking = isFlanking({ inside: after, outside: before });
  const isRightFlanking = isFlanking({ inside: before, outside: after });
  // A run of `_` that is attached to text on both sides, as in `a_b`, can open emphasis only if it comes after
  // punctuation, and can close emphasis only if it comes before punctuation.
  const needsPunctuation = character === "_" && isLeftFlanking && isRightFlanking;
  const canOpen = isLeftFlanking && (!needsPunctuation || PUNCTUATION.test(before));
  const canClose = isRightFlanking && (!needsPunctuation || PUNCTUATION.test(after));
  return { character, start, length: end - start, canOpen, canClose };
}

/**
 * Returns whether a run is left-flanking if `inside` is the character after the run, or right-flanking if `inside` is
 * the character before the run. `outside` is the character on the run's other side. In `a*(b`, the `*` is
 * right-flanking, but not left-flanking, because `(` is punctuation and `a` is a letter.
 */
function isFlanking({ inside, outside }: Readonly<{ inside: string; outside: string }>): boolean {
  if (WHITE_SPACE.test(inside)) return false;
  if (!PUNCTUATION.test(inside)) return true;
  return WHITE_SPACE.test(outside) || PUNCTUATION.test(outside);
}
