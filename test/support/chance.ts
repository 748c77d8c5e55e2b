/** Chance that is the same on every machine: a small generator of the linear kind (Numerical Recipes, section 7.1). */

/** Whole numbers from 0 to below a bound. */
export type Chance = (below: number) => number;

export function chance(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
