/** Reproducible pseudo-random numbers. */

/** Returns an integer from 0 up to, but not including, a bound. */
export type RandomInteger = (below: number) => number;

/** Creates a linear congruential generator (Numerical Recipes, section 7.1). */
export function seededRandom(seed: number): RandomInteger {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
