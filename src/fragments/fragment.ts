/**
 * A fragment: facts too large for a sentence, as markdown and as designed HTML, made by one function from one value.
 *
 * Both forms must carry the same facts; a test reads them out of both and compares.
 */
import type { Html } from "../html.ts";

export interface Fragment {
  /** Blocks of our markdown dialect, no line break at either end; empty when there is nothing to tell. */
  readonly markdown: string;
  /** Left out when the markdown's own HTML will do. */
  readonly html?: Html;
}

/** By the name that stands between the braces in a content file. */
export type Fragments = Readonly<Record<string, Fragment>>;

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
