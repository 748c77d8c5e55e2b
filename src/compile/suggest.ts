/**
 * Finds the known name that is most similar to a misspelt one, for messages such as "did you mean …?".
 */

/** Words above this length are not compared, because that would take too long. */
const LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** Allows one edit for every three letters, so that short words do not match everything. */
const LETTERS_PER_EDIT = 3;

/** Returns the candidate that needs the fewest edits, or undefined if none is similar to the word. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const normalizedWord = normalizeName(word);
  if (normalizedWord.length > LENGTH_MAX) return undefined;
  const normalizedCandidates = candidates.map(normalizeName);
  const allowedEdits = Math.min(EDITS_MAX, Math.floor(normalizedWord.length / LETTERS_PER_EDIT));
  // Try few edits first, so that the first match is the closest.
  for (let edits = 0; edits <= allowedEdits; edits += 1) {
    const index = normalizedCandidates.findIndex((candidate) => isWithinEdits(normalizedWord, candidate, edits));
    if (index !== -1) return candidates[index];
  }
  return undefined;
}

/** Removes letter case, punctuation and spacing, so that `pets_allowed` matches `petsAllowed`. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether `maxEdits` insertions, deletions, replacements or swaps of neighbours can turn `from` into `to`. */
function isWithinEdits(from: string, to: string, maxEdits: number): boolean {
  if (maxEdits < 0 || Math.abs(from.length - to.length) > maxEdits) return false;
  if (from === to) return true;
  // If the first letters match, skipping both is always optimal.
  if (from[0] === to[0]) return isWithinEdits(from.slice(1), to.slice(1), maxEdits);
  const isSwap = from[0] === to[1] && from[1] === to[0];
  return (
    isWithinEdits(from.slice(1), to, maxEdits - 1) || // deletion
    isWithinEdits(from, to.slice(1), maxEdits - 1) || // insertion
    isWithinEdits(from.slice(1), to.slice(1), maxEdits - 1) || // replacement
    (isSwap && isWithinEdits(from.slice(2), to.slice(2), maxEdits - 1))
  );
}
