/**
 * The brackets of damaged JSON: which closes which, and what to say when they do not match.
 */
import { advance, report, stop } from "./json-reader.ts";
import type { Reader } from "./json-reader.ts";
import { lineEnd, matchAt, shown } from "./text-scan.ts";

/** An object or array, in the words the owner is spoken to in. */
export interface Kind {
  readonly open: string;
  readonly close: string;
  /** What it holds. */
  readonly part: "field" | "entry";
  readonly example: string;
  readonly exampleOfTwo: string;
}

export const OBJECT: Kind = {
  open: "{",
  close: "}",
  part: "field",
  example: '{ "bedrooms": 3 }',
  exampleOfTwo: '{ "bedrooms": 3, "bathrooms": 2 }',
};
export const ARRAY: Kind = {
  open: "[",
  close: "]",
  part: "entry",
  example: '[ "sauna" ]',
  exampleOfTwo: '[ "sauna", "garden" ]',
};

/** One array or object that is being read. */
export interface Frame {
  readonly kind: Kind;
  readonly open: number;
  readonly outer: Frame | undefined;
  readonly depth: number;
  /** Its opening bracket was forgotten and has been told of. */
  readonly isGuess: boolean;
  /** Where each member name was first given. */
  readonly names: Map<string, number>;
  /** The last member, if it is such a one. */
  hanging: Hanging | undefined;
}

/** A member whose value does not begin on the line of its colon. */
export interface Hanging {
  readonly name: string;
  readonly start: number;
  /** Where the value should have begun. */
  readonly end: number;
}

export function openFrame(reader: Reader, outer: Frame | undefined): Frame {
  const kind = reader.text.charAt(reader.at) === "{" ? OBJECT : ARRAY;
  const frame = guessFrame(reader, kind, outer);
  advance(reader, 1);
  return { ...frame, isGuess: false };
}

/** Begins an array or object where its bracket should have been. */
export function guessFrame(reader: Reader, kind: Kind, outer: Frame | undefined): Frame {
  const depth = (outer?.depth ?? 0) + 1;
  return { kind, open: reader.at, outer, depth, isGuess: true, names: new Map(), hanging: undefined };
}

/** @param char what stands where the array or object is to be closed; empty at the end of the text */
export function closeFrame(reader: Reader, frame: Frame, char: string): void {
  const { kind } = frame;
  if (char === kind.close) {
    noticeStray(reader, frame.open);
    advance(reader, 1);
  } else if (char === ")") {
    report(reader, reader.at, `found ) where ${kind.close} belongs: write ${kind.close}, as in ${kind.example}`);
    advance(reader, 1);
  } else if (!frame.isGuess) {
    if (char === "") unclosed(reader, frame);
    else wrongClose(reader, frame, char);
    advance(reader, char.length);
  }
}

/** Says what is wrong with the brackets, unless they are lost already: all that follows would be echo. */
export function reportBracket(reader: Reader, at: number, message: string): void {
  if (!reader.isLost) report(reader, at, message);
  reader.isLost = true;
}

/**
 * Whether what reading stands on cannot be part of the array or object but may be part of the one around it,
 * and by its indentation is: then a closing bracket was forgotten before it.
 */
export function isOutside(reader: Reader, { kind, outer, open }: Frame): boolean {
  if (outer === undefined || outer.kind === kind) return false;
  const char = reader.text.charAt(reader.at);
  const isForeign = kind === OBJECT ? char === "{" || char === "[" : isName(reader);
  return isForeign && indentation(reader, reader.at).isFirst && !isDeeper(reader, reader.at, open);
}

/** Whether a string and a colon follow. */
export function isName({ text, at }: Reader): boolean {
  return matchAt(NAME, text, at) !== "";
}

/** Whether a place is the beginning of a line that is indented further than the line of another place. */
export function isDeeper(reader: Reader, at: number, than: number): boolean {
  const here = indentation(reader, at);
  return here.isFirst && here.width > indentation(reader, than).width;
}

const NAME = /"[^"\\\r\n]*"[ \t]*:/y;

/** @param start where the one value of the text begins */
export function afterTheEnd(reader: Reader, start: number): void {
  const { text, at, end } = reader;
  const char = text.charAt(at);
  if (char === ":" && text.charAt(start) === '"') {
    report(reader, start, `the { at the beginning is missing: write { before ${shown(text.slice(start, end))}`);
  } else if (char === "}" || char === "]") {
    report(reader, at, `this ${char} is one too many, since every bracket is closed already: remove it`);
  } else {
    const found = shown(text.slice(at, lineEnd(text, at)));
    const last = text.charAt(end - 1);
    const closed = `the ${last} on line ${reader.placeOf(end - 1).line} closes the whole file`;
    report(reader, at, `found ${found} after the end: ${closed}, so remove that ${last} or else what follows it`);
  }
  stop(reader);
}

function wrongClose(reader: Reader, { kind, open }: Frame, char: string): void {
  const opened = `the ${kind.open} on line ${reader.placeOf(open).line}`;
  const advice = `write ${kind.close} first, as in ${kind.example}`;
  reportBracket(reader, reader.at, `found ${char} before ${opened} is closed: ${advice}`);
}

/** Every bracket at the end may have the wrong partner, so the file's own indentation is asked which one it is. */
function unclosed(reader: Reader, { kind, open }: Frame): void {
  const { stray, text, placeOf } = reader;
  if (stray === undefined) {
    const last = placeOf(text.trimEnd().length).line;
    const advice = `write its ${kind.close} before the end on line ${last}, as in ${kind.example}`;
    return reportBracket(reader, open, `this ${kind.open} is never closed: ${advice}`);
  }
  const close = text.charAt(stray.close);
  const line = placeOf(stray.close).line;
  const reason = `as the ${close} on line ${line} stands further left and closes another one`;
  const seems = `this ${text.charAt(stray.open)} seems never to be closed`;
  reportBracket(reader, stray.open, `${seems}, ${reason}: write its ${close} above line ${line}`);
}

function noticeStray(reader: Reader, open: number): void {
  if (reader.stray !== undefined) return;
  const closing = indentation(reader, reader.at);
  const opening = indentation(reader, open);
  if (closing.isFirst && closing.width < opening.width) reader.stray = { open, close: reader.at };
}

function indentation({ text, placeOf }: Reader, at: number): { readonly width: number; readonly isFirst: boolean } {
  const start = at - placeOf(at).column + 1;
  let end = start;
  while (text.charAt(end) === " " || text.charAt(end) === "\t") end += 1;
  return { width: end - start, isFirst: end === at };
}
