/** Medians and quartiles of few samples; nothing here assumes a distribution. */

export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** The median, and the quartiles on both sides of it. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75), count: sorted.length };
}
