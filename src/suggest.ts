/**
 * Guesses which of the known names somebody meant by one that is not known: "did you mean …?".
 *
 * It would rather say nothing than something far-fetched, and knows no names of its own.
 */

export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(word);
  if (wanted.length > LENGTH_MAX) return undefined;
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_MAX, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const known = bare(candidate);
    if (Math.abs(known.length - wanted.length) >= least) continue;
    const steps = distance(wanted, known);
    if (steps < least) [nearest, least] = [candidate, steps];
  }
  const [only, another] = candidates.filter((candidate) => isPart(wanted, bare(candidate)));
  return nearest ?? (another === undefined ? only : undefined);
}

/** The end of a sentence about an unknown word. */

export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = closest(word, candidates);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

const LENGTH_MAX = 64;
const DISTANCE_MAX = 3;

/** Letters and digits alone, so that `pets_allowed` and `petsAllowed` are the same name. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[-_ ./]/g, "");
}

/** `lat` for `latitude`, `country` for `addressCountry`, `guestBedrooms` for `bedrooms`. */
function isPart(wanted: string, known: string): boolean {
  const [short, long] = wanted.length < known.length ? [wanted, known] : [known, wanted];
  return (short.length >= 3 && long.startsWith(short)) || (short.length >= 4 && long.endsWith(short));
}

/**
 * How many letters must be added, left out, replaced or swapped with their neighbour to turn one word into the
 * other (the restricted distance of Damerau and Levenshtein, in which no letter is changed twice).
 */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const steps = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1)];
      current.push(Math.min(...steps, isSwap ? at(beforeLast, column - 2) + 1 : Infinity));
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return Number(row[column]);
}
