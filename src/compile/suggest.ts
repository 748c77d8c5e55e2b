/**
 * Finds the known name that is most similar to a misspelt one, for messages such as "did you mean …?".
 */

/** Longer words get no suggestion, because comparing them would take too long. */
const LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** Short words would match everything if they could have as many edits as long ones. */
const LETTERS_PER_EDIT = 3;

/** Returns the most similar candidate, if one is similar enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const normalizedWord = normalizeName(word);
  if (normalizedWord.length > LENGTH_MAX) return undefined;
  const allowedEdits = Math.min(EDITS_MAX, Math.floor(normalizedWord.length / LETTERS_PER_EDIT));
  // Try smaller limits first, so that the closest match wins.
  for (let maxEdits = 0; maxEdits <= allowedEdits; maxEdits += 1) {
    const match = candidates.find((candidate) => isWithinEdits(normalizedWord, normalizeName(candidate), maxEdits));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Makes `pets_allowed` and `petsAllowed` equal. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns whether at most `maxEdits` edits turn `from` into `to`. The running time is exponential in `maxEdits`. */
function isWithinEdits(from: string, to: string, maxEdits: number): boolean {
  if (maxEdits < 0 || Math.abs(from.length - to.length) > maxEdits) return false;
  if (from === to) return true;
  const fromRest = from.slice(1);
  const toRest = to.slice(1);
  // If the first letters match, keeping them is always optimal.
  if (from[0] === to[0]) return isWithinEdits(fromRest, toRest, maxEdits);
  const editsLeft = maxEdits - 1;
  const canSwap = from[0] === to[1] && from[1] === to[0];
  return (
    isWithinEdits(fromRest, to, editsLeft) || // deletion
    isWithinEdits(from, toRest, editsLeft) || // insertion
    isWithinEdits(fromRest, toRest, editsLeft) || // replacement
    (canSwap && isWithinEdits(from.slice(2), to.slice(2), editsLeft)) // swap
  );
}
