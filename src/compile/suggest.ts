/**
 * Finds the known name that is most similar to a misspelt one, for messages such as "did you mean …?".
 */

/** Longer words are not compared, because the time of a comparison grows with the length. */
const LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** A word may differ by one edit for each three letters, so that short words are not similar to everything. */
const LETTERS_PER_EDIT = 3;

/** Returns the candidate that needs the fewest edits, or undefined if none is similar to the word. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const normalizedWord = normalizeName(word);
  if (normalizedWord.length > LENGTH_MAX) return undefined;
  const editsMax = Math.min(EDITS_MAX, Math.floor(normalizedWord.length / LETTERS_PER_EDIT));
  for (let edits = 0; edits <= editsMax; edits += 1) {
    const similar = candidates.find((candidate) => isWithinEdits(edits, normalizedWord, normalizeName(candidate)));
    if (similar !== undefined) return similar;
  }
  return undefined;
}

/** Removes differences of letter case, punctuation and spacing, so that `pets_allowed` equals `petsAllowed`. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether `editsMax` insertions, deletions, replacements or swaps of adjacent letters suffice. */
function isWithinEdits(editsMax: number, from: string, to: string): boolean {
  // This also ends the recursion, because a difference of lengths is never below a negative number of edits.
  if (Math.abs(from.length - to.length) > editsMax) return false;
  if (from === to) return true;
  if (from[0] === to[0]) return isWithinEdits(editsMax, from.slice(1), to.slice(1));
  const isSwap = from[0] === to[1] && from[1] === to[0];
  return (
    isWithinEdits(editsMax - 1, from.slice(1), to) ||
    isWithinEdits(editsMax - 1, from, to.slice(1)) ||
    isWithinEdits(editsMax - 1, from.slice(1), to.slice(1)) ||
    (isSwap && isWithinEdits(editsMax - 1, from.slice(2), to.slice(2)))
  );
}
