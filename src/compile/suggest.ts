/**
 * Guesses which known name an unknown one was meant to be: "did you mean …?".
 *
 * It prefers no guess to a far-fetched one, and has no names of its own.
 */

/** Longer words are not compared, because the time grows with their length. */
const LENGTH_MAX = 64;
/** Maximum number of edits between two names that count as similar, and letters per edit. */
const EDITS_MAX = 3;
const LETTERS_PER_EDIT = 3;

/** Returns the candidate that is most similar to a word. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = normalized(word);
  if (wanted.length > LENGTH_MAX) return undefined;
  for (let edits = 0; edits <= EDITS_MAX && edits * LETTERS_PER_EDIT <= wanted.length; edits += 1) {
    const similar = candidates.find((candidate) => isWithinEdits(edits, wanted, normalized(candidate)));
    if (similar !== undefined) return similar;
  }
  return undefined;
}

/** Keeps letters and digits only, so that `pets_allowed` and `petsAllowed` are equal, in Unicode's normal form C. */
function normalized(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether so many insertions, deletions, replacements and swaps of neighbours turn one word into the other. */
function isWithinEdits(edits: number, from: string, to: string): boolean {
  if (Math.abs(from.length - to.length) > edits) return false;
  if (from === to) return true;
  if (from[0] === to[0]) return isWithinEdits(edits, from.slice(1), to.slice(1));
  const isSwap = from[0] === to[1] && from[1] === to[0];
  return (
    isWithinEdits(edits - 1, from.slice(1), to) ||
    isWithinEdits(edits - 1, from, to.slice(1)) ||
    isWithinEdits(edits - 1, from.slice(1), to.slice(1)) ||
    (isSwap && isWithinEdits(edits - 1, from.slice(2), to.slice(2)))
  );
}
