/**
 * How far damaged JSON has been read, what was found in it so far, and the step over what stands between its parts.
 */
import { matchAt, matchEnd, shown } from "./text-scan.ts";
import type { Place, TextProblem } from "./text-place.ts";

export interface Reader {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
  /** The first problem of each line. */
  readonly found: Map<number, TextProblem>;
  /** Where reading stands, and where the last thing that was read ended. */
  at: number;
  end: number;
  mistakes: number;
  /** Brackets no longer match, so nothing more can be said about them. */
  isLost: boolean;
  /** The first bracket whose partner stands further left than its line: one of its own is probably missing. */
  stray: { readonly open: number; readonly close: number } | undefined;
}

/** Reading stops here: a file with so many mistakes is told enough, and the work stays within bounds. */
const MISTAKES_MAX = 200;

export function openReader(text: string, placeOf: (offset: number) => Place): Reader {
  return { text, placeOf, found: new Map(), at: 0, end: 0, mistakes: 0, isLost: false, stray: undefined };
}

export function report(reader: Reader, at: number, message: string): void {
  reader.mistakes += 1;
  const place = reader.placeOf(at);
  if (!reader.found.has(place.line)) reader.found.set(place.line, { ...place, message });
}

/** Steps over so many characters, which were read. */
export function advance(reader: Reader, length: number): void {
  reader.at += length;
  reader.end = reader.at;
}

/** Gives up on the rest of the text. */
export function stop(reader: Reader): void {
  reader.at = reader.text.length;
  reader.isLost = true;
}

/** Passes over white space, remarks and odd spaces; the character that reading then stands on, empty at the end. */
export function peek(reader: Reader): string {
  const { text } = reader;
  for (;;) {
    if (reader.mistakes >= MISTAKES_MAX) stop(reader);
    reader.at = matchEnd(WHITE_SPACE, text, reader.at);
    const char = text.charAt(reader.at);
    if (USUAL.test(char)) return char;
    const remark = matchAt(REMARK, text, reader.at);
    const space = matchAt(ODD_SPACE, text, reader.at);
    if (remark !== "") report(reader, reader.at, `remarks are not possible in this file: remove ${shown(remark)}`);
    else if (space !== "") report(reader, reader.at, oddSpace(space));
    else return char;
    reader.at += remark.length + space.length;
  }
}

const WHITE_SPACE = /[ \t\n\r]*/y;
/** No character, or one that begins neither a remark nor an odd space. */
const USUAL = /^[!"$-.0-~]?$/;
const REMARK = /\/\/[^\r\n]*|\/\*[^]*?\*\/|\/\*[^\r\n]*|#[^\r\n]*/y;
/** Spaces of other kinds and characters without width come along when text is copied from a web page. */
const ODD_SPACE = /(?![ \t\n\r])[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;

function oddSpace(space: string): string {
  const code = space.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `there is a special space or an invisible character (U+${code}) here: remove it, or type an ordinary space`;
}
