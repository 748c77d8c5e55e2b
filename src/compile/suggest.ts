/**
 * Guesses which of the known names somebody meant by one that is not known: "did you mean …?".
 *
 * It would rather say nothing than something far-fetched, and knows no names of its own.
 */

const LENGTH_MAX = 64;
const STEPS_MAX = 3;

export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(word);
  if (wanted.length > LENGTH_MAX) return undefined;
  for (let steps = 0; steps <= STEPS_MAX && steps * 3 <= wanted.length; steps += 1) {
    const near = candidates.find((candidate) => isWithin(steps, wanted, bare(candidate)));
    if (near !== undefined) return near;
  }
  const [only, another] = candidates.filter((candidate) => isPart(wanted, bare(candidate)));
  return another === undefined ? only : undefined;
}

export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = closest(word, candidates);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** Letters and digits alone, so that `pets_allowed` and `petsAllowed` are the same name. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[-_ ./]/g, "");
}

/** Whether so many letters added, left out, replaced or swapped with their neighbour turn one word into the other. */
function isWithin(steps: number, from: string, to: string): boolean {
  if (Math.abs(from.length - to.length) > steps) return false;
  if (from === to) return true;
  if (from[0] === to[0]) return isWithin(steps, from.slice(1), to.slice(1));
  const rest = (left: number, right: number) => isWithin(steps - 1, from.slice(left), to.slice(right));
  const isSwap = from[0] === to[1] && from[1] === to[0];
  return rest(1, 0) || rest(0, 1) || rest(1, 1) || (isSwap && rest(2, 2));
}

/** `lat` for `latitude`, `country` for `addressCountry`, `guestBedrooms` for `bedrooms`. */
function isPart(wanted: string, known: string): boolean {
  const [short, long] = wanted.length < known.length ? [wanted, known] : [known, wanted];
  return (short.length >= 3 && long.startsWith(short)) || (short.length >= 4 && long.endsWith(short));
}
