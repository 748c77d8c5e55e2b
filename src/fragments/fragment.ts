/**
 * A fragment: facts too large for a sentence, named alone on a line of a content file.
 */
import type { Facts } from "../data/datasets.ts";
import type { Photograph } from "../pages/pictures.ts";
import type { Piece } from "./piece.ts";
import type { Words } from "./words.ts";

/** What fragments are made of. */
export interface Told {
  readonly facts: Facts;
  readonly words: Words;
  /** The first is shown at the top of the front page. */
  readonly photos: readonly Photograph[];
}

/** Empty when there is nothing to tell. */
export interface Fragment extends Piece {
  /** Whether it is the top of its page: it holds the page's heading and stands in no frame. */
  readonly opensPage?: true;
}

/** By the name that stands between the braces in a content file. */
export type Fragments = Readonly<Record<string, Fragment>>;
