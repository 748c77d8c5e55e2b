/**
 * Emphasis by runs of `*`, as in CommonMark 0.31.2, section 6.2, as far as it can be read in one way only.
 *
 * It knows the characters beside a run and the runs that are open, nothing else of the text.
 */

/** What a run can do; undefined where programs disagree. */
export interface Role {
  readonly opens: boolean | undefined;
  readonly closes: boolean | undefined;
}

const SPACE = 0x20;
const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** A part of the result. */
export interface Piece {
  html: string;
  text: string;
}

/** A run of asterisks; `left` of its `length` are still unmatched. What it closes stands before what it opens. */
export interface Run {
  readonly role: Role;
  readonly at: number;
  readonly length: number;
  readonly closing: Piece;
  readonly opening: Piece;
  left: number;
}

/** A symbol beyond the first 65,536 characters, such as 🎉, is punctuation by the specification, but not everywhere. */
type Side = "space" | "punctuation" | "letter" | "symbol";

/** Of the run from `start` to `end`. */
export function roleOf(text: string, start: number, end: number): Role {
  const before = sideOf(characterBefore(text, start));
  const after = sideOf(String.fromCodePoint(text.codePointAt(end) ?? SPACE));
  const role = roleBetween(before, after, "punctuation", text[start]);
  if (before !== "symbol" && after !== "symbol") return role;
  const other = roleBetween(before, after, "letter", text[start]);
  return {
    opens: role.opens === other.opens ? role.opens : undefined,
    closes: role.closes === other.closes ? role.closes : undefined,
  };
}

function roleBetween(before: Side, after: Side, symbol: Side, mark: string | undefined): Role {
  const left = before === "symbol" ? symbol : before;
  const right = after === "symbol" ? symbol : after;
  const opens = right !== "space" && (right !== "punctuation" || left !== "letter");
  const closes = left !== "space" && (left !== "punctuation" || right !== "letter");
  if (mark === "*") return { opens, closes };
  return {
    opens: opens && (!closes || left === "punctuation"),
    closes: closes && (!opens || right === "punctuation"),
  };
}

function sideOf(character: string): Side {
  if (WHITE_SPACE.test(character)) return "space";
  if (!PUNCTUATION.test(character)) return "letter";
  return character.length === 1 ? "punctuation" : "symbol";
}

function characterBefore(text: string, index: number): string {
  const pair = text.codePointAt(index - 2) ?? 0;
  return pair > 0xffff ? String.fromCodePoint(pair) : (text[index - 1] ?? " ");
}

/**
 * Matches the run with the innermost of the `openers`, of which the first `outside` are out of its reach.
 * False when CommonMark would pass over the innermost one and look further out.
 */
export function closeEmphasis(openers: Run[], outside: number, run: Run): boolean {
  while (run.left > 0 && openers.length > outside) {
    const opener = openers.at(-1);
    if (opener === undefined || isBarredByThree(opener, run)) return false;
    const isStrong = opener.left >= 2 && run.left >= 2;
    opener.opening.html = (isStrong ? "<strong>" : "<em>") + opener.opening.html;
    run.closing.html += isStrong ? "</strong>" : "</em>";
    opener.left -= isStrong ? 2 : 1;
    run.left -= isStrong ? 2 : 1;
    if (opener.left === 0) openers.pop();
  }
  return true;
}

/** Rules 9 and 10; in doubt it is. */
function isBarredByThree(opener: Run, closer: Run): boolean {
  if (closer.role.opens === false && opener.role.closes === false) return false;
  return (opener.length + closer.length) % 3 === 0 && closer.length % 3 !== 0;
}
