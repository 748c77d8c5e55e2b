/**
 * Corrects what owners type, e.g. "bedroms" to "bedrooms" and "+44 (0)1632 960147" to "+44 1632 960147".
 */

import type { Message } from "./messages.ts";

/** Removes "(0)", because the zero is not dialled from abroad. Keeps the zero of Italian numbers, which is dialled. */
export function removeTrunkZero(telephone: string): string {
  const isItalian = telephone.startsWith("+39");
  return telephone.replace(/\s*\(0\)\s*/, isItalian ? " 0" : " ");
}

/** Longer words get no suggestion, because comparing them would take too long. */
const WORD_LENGTH_MAX = 64;
const EDITS_MAX = 3;
/** Allows one edit per three letters. More edits would match almost anything. */
const LETTERS_PER_EDIT = 3;

/** Returns the most similar candidate, e.g. "bedrooms" for "bedroms", or undefined if none is similar enough. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const name = normalizeName(word);
  if (name.length > WORD_LENGTH_MAX) return undefined;
  const allowedEdits = Math.min(EDITS_MAX, Math.floor(name.length / LETTERS_PER_EDIT));
  const compared = candidates.map((candidate) => ({ candidate, edits: countEdits(name, normalizeName(candidate)) }));
  const similar = compared.filter(({ edits }) => edits <= allowedEdits);
  const [best] = similar.sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** Returns the message "; did you mean …?", or undefined if no candidate is similar enough. */
export function didYouMean(word: string, candidates: readonly string[]): Message | undefined {
  const guess = closest(word, candidates);
  return guess === undefined ? undefined : { code: "guess", values: { guess } };
}

/** Removes differences in case and separators, so that `pets_allowed` equals `petsAllowed`. */
function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/[-_ ./]/g, "");
}

/** Returns the fewest insertions, deletions, replacements and swaps of adjacent letters that turn `from` into `to`. */
function countEdits(from: string, to: string): number {
  // table[i][j] is the distance between the first i letters of `from` and the first j letters of `to`.
  const firstRow = [...Array(to.length + 1).keys()];
  const table = [firstRow];
  const editsAt = (i: number, j: number) => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    table.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const insertion = editsAt(i, j - 1) + 1;
      const deletion = editsAt(i - 1, j) + 1;
      const replacement = editsAt(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const canSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = canSwap ? editsAt(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(insertion, deletion, replacement, swap));
    }
  }
  return editsAt(from.length, to.length);
}
