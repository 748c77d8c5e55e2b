/**
 * Whether a run of `*` or `_` may open emphasis and may close it: CommonMark 0.31.2, section 6.2.
 *
 * It knows the characters beside a run and nothing else of the text.
 */

/** What a run can do; undefined where programs disagree. */
export interface Role {
  readonly opens: boolean | undefined;
  readonly closes: boolean | undefined;
}

const SPACE = 0x20;
const WHITE_SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

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
