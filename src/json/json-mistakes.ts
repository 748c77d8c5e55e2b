/**
 * Finds what is wrong with a data file's JSON, for an owner who is no programmer.
 *
 * After a mistake reading goes on as if it had been mended, so that mistakes in different places are all told at
 * once. Of one line only the first is told: the rest is often its echo, and the next reading tells it if not.
 */
import { readBareName, readBareValue } from "./json-bare.ts";
import { ARRAY, OBJECT, afterTheEnd, closeFrame, guessFrame, isDeeper, isName, isOutside } from "./json-brackets.ts";
import { openFrame, reportBracket } from "./json-brackets.ts";
import type { Frame, Hanging } from "./json-brackets.ts";
import { foreignText } from "./json-foreign.ts";
import { advance, openReader, peek, report, stop } from "./json-reader.ts";
import type { Reader } from "./json-reader.ts";
import { extraComma, isCloser, isColon, isDelimiter, isLineBetween, isSeparator } from "./json-marks.ts";
import { lastLine, readColon, readComma, trailingComma, valueMissing } from "./json-marks.ts";
import { isOddQuote, readMisquoted, readString } from "./json-string.ts";
import { placer } from "./text-place.ts";
import type { TextProblem } from "./text-place.ts";
import { matchAt, quoted, shown } from "./text-scan.ts";
import type { Scalar } from "./text-scan.ts";

/** Arrays and objects within one another. */
export const DEPTH_MAX = 64;

/** The problems in the order of their lines; none when the text is good. */
export function findMistakes(text: string): TextProblem[] {
  const placeOf = placer(text);
  const foreign = foreignText(text);
  if (foreign !== undefined) return [{ ...placeOf(foreign.at), message: foreign.message }];
  const reader = openReader(text, placeOf);
  peek(reader);
  const start = reader.at;
  if (!isDelimiter(text.charAt(start))) readValue(reader, undefined);
  if (peek(reader) !== "" && !reader.isLost) afterTheEnd(reader, start);
  return [...reader.found.values()].sort((one, other) => one.line - other.line);
}

function readValue(reader: Reader, outer: Frame | undefined): void {
  const { text } = reader;
  const char = peek(reader);
  if (char === "{" || char === "[") readParts(reader, openFrame(reader, outer));
  else if (char === '"') accept(reader, readString(text, reader.at, false));
  else if (isOddQuote(char)) accept(reader, readMisquoted(text, reader.at));
  else accept(reader, readBareValue(text, reader.at, outer?.kind === OBJECT));
}

function accept(reader: Reader, { end, mistake }: Scalar): void {
  if (mistake !== undefined) report(reader, mistake.at, mistake.message);
  reader.at = end;
  reader.end = end;
}

function readParts(reader: Reader, frame: Frame): void {
  if (frame.depth > DEPTH_MAX) {
    report(reader, frame.open, `more than ${DEPTH_MAX} brackets are open at this one: close some of them before it`);
    return stop(reader);
  }
  let start = frame.open;
  let { end } = reader;
  let comma: number | undefined;
  for (;;) {
    const char = peek(reader);
    if (char === "" || isCloser(char)) {
      if (comma !== undefined && char !== "") trailingComma(reader, frame, comma);
      return closeFrame(reader, frame, char);
    }
    if (isOutside(reader, frame)) return leave(reader, frame, start, end, comma);
    if (isSeparator(char)) extraComma(reader, frame);
    else {
      start = reader.at;
      if (frame.kind === OBJECT) readMember(reader, frame);
      else readElement(reader, frame);
      ({ end } = reader);
      comma = readComma(reader, frame, start);
    }
  }
}

/** Goes on in the array or object around this one, before the comma if there is one, as if it had been closed there. */
function leave(reader: Reader, { kind, open }: Frame, start: number, end: number, comma: number | undefined): void {
  reader.end = end;
  const opened = `the ${kind.open} on line ${reader.placeOf(open).line}`;
  const advice = `write ${kind.close} after ${lastLine(reader, start)}`;
  if (!reader.isLost) report(reader, end, `${opened} is not closed before what follows here: ${advice}`);
  reader.at = comma ?? reader.at;
}

function readElement(reader: Reader, frame: Frame): void {
  if (isName(reader)) {
    const name = shown(matchAt(STRING, reader.text, reader.at));
    report(reader, reader.at, `a list has no fields of its own: write { before ${name} and } after its last field`);
    return readParts(reader, guessFrame(reader, OBJECT, frame));
  }
  if (!isColon(peek(reader))) readValue(reader, frame);
  readSurplus(reader, frame, 'a list has no names with colons: write fields between { and }, as in { "bedrooms": 3 }');
}

function readMember(reader: Reader, frame: Frame): void {
  const char = peek(reader);
  const start = reader.at;
  if (char === "{" || char === "[") return readNameless(reader, frame, char);
  let name = "";
  if (!isColon(char)) name = readName(reader, frame);
  else report(reader, start, `this ${char} has no field name before it: write one, as in "bedrooms": 3`);
  const list = hangingList(reader, frame, start);
  if (list !== undefined && !isColon(peek(reader))) return readHangingList(reader, frame, list, start);
  frame.hanging = undefined;
  if (readColon(reader, name)) readMemberValue(reader, frame, name, start);
}

function readMemberValue(reader: Reader, frame: Frame, name: string, start: number): void {
  const char = peek(reader);
  const { text, at, end } = reader;
  const isBelow = isLineBetween(text, end, at);
  if (isBelow) frame.hanging = { name, start, end };
  if (isBelow && isName(reader) && isDeeper(reader, at, start)) {
    report(reader, end, `a { is missing here: write ${quoted(name)}: {`);
    readParts(reader, guessFrame(reader, OBJECT, frame));
  } else if (isDelimiter(char) || (isBelow && isName(reader))) {
    report(reader, end, valueMissing(name));
  } else if (!isColon(char)) readValue(reader, frame);
  readSurplus(reader, frame, 'this colon is one too many: write one name, one colon, one value, as in "bedrooms": 3');
}

function readNameless(reader: Reader, frame: Frame, char: string): void {
  const list = hangingList(reader, frame, reader.at);
  if (list !== undefined) return readHangingList(reader, frame, list, reader.at);
  reportBracket(reader, reader.at, `this ${char} has no field name before it: write one, as in "address": ${char}`);
  readValue(reader, frame);
}

/** The member before, if this part belongs to it: its value, on a line of its own, was then the first of several. */
function hangingList(reader: Reader, { hanging }: Frame, at: number): Hanging | undefined {
  return hanging !== undefined && isDeeper(reader, at, hanging.start) ? hanging : undefined;
}

function readHangingList(reader: Reader, frame: Frame, { name, end }: Hanging, start: number): void {
  report(reader, end, `a [ is missing here: write ${quoted(name)}: [`);
  frame.hanging = undefined;
  reader.at = start;
  readParts(reader, guessFrame(reader, ARRAY, frame));
}

/** What follows a value after a colon that should not be there. */
function readSurplus(reader: Reader, frame: Frame, message: string): void {
  while (isColon(peek(reader))) {
    report(reader, reader.at, message);
    advance(reader, 1);
    const char = peek(reader);
    if (!isColon(char) && !isDelimiter(char)) readValue(reader, frame);
  }
}

const STRING = /"[^"\r\n]*"/y;

function readName(reader: Reader, { names }: Frame): string {
  const { text, at } = reader;
  const char = text.charAt(at);
  const isMarked = char === '"' || isOddQuote(char);
  const read = char === '"' ? readString(text, at, true) : isMarked ? readMisquoted(text, at) : readBareName(text, at);
  accept(reader, read);
  const written = text.slice(at, read.end);
  const isEscaped = read.mistake === undefined && written.includes("\\");
  const name = isEscaped ? String(JSON.parse(written)) : isMarked ? written.slice(1, -1) : written;
  const first = names.get(name);
  if (first === undefined) names.set(name, at);
  else report(reader, at, `the field ${quoted(name)} is there twice, ${bothLines(reader, first, at)}: keep only one`);
  return name;
}

function bothLines({ placeOf }: Reader, first: number, second: number): string {
  const [one, other] = [placeOf(first).line, placeOf(second).line];
  return one === other ? `both on line ${one}` : `on line ${one} and on line ${other}`;
}
