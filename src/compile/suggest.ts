/**
 * Finds the known name that is most similar to a misspelt one, for messages such as "did you mean …?".
 *
 * It does not know what the names are for.
 */

/** Maximum length of a word that is compared. The time grows with the length. */
const LENGTH_MAX = 64;
/** Maximum number of edits between two names that count as similar. */
const EDITS_MAX = 3;
/** Letters that a word must have for each edit, so that short words are not similar to everything. */
const LETTERS_PER_EDIT = 3;

/** Returns the candidate that needs the fewest edits, or undefined if none is similar to the word. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = normalized(word);
  if (wanted.length > LENGTH_MAX) return undefined;
  const editsMax = Math.min(EDITS_MAX, Math.floor(wanted.length / LETTERS_PER_EDIT));
  for (let edits = 0; edits <= editsMax; edits += 1) {
    const similar = candidates.find((candidate) => isWithinEdits(edits, wanted, normalized(candidate)));
    if (similar !== undefined) return similar;
  }
  return undefined;
}

/** Ignores letter case, punctuation and the Unicode normal form, so that `pets_allowed` equals `petsAllowed`. */
function normalized(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether `editsMax` insertions, deletions, replacements or swaps of neighbours can turn `from` into `to`. */
function isWithinEdits(editsMax: number, from: string, to: string): boolean {
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
