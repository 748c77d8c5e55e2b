/**
 * Parses JSON (RFC 8259) and finds the lines and columns of its values.
 */

import { type Location, type MessageCode, type MessageValues, ParseError } from "../messages.ts";
import {
  type Container,
  explainGap,
  explainInvalidString,
  explainName,
  explainSpace,
  explainValue,
  lineExcerpt,
  matchAt,
} from "./explain.ts";

/** Parses JSON text. Also rejects duplicate field names and deep nesting. */
export function parseJson(text: string) {
  try {
    // Walk the text before parsing it, because the walker explains errors better than `JSON.parse`.
    new JsonWalker(text).walkDocument();
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const textBeforeError = text.slice(0, error.offset);
    return { error: { location: locationAfter(textBeforeError), message: error.details } };
  }
}

/** Maps each JSON pointer (RFC 6901) to the location of its value. If there is no value, uses its nearest ancestor. */
export function locateValues(text: string, pointers: readonly string[]): ReadonlyMap<string, Location> {
  // Store only the locations that are needed, because a file may have millions of values.
  const wantedPointers = new Set(pointers.flatMap(selfAndAncestors));
  const found = new Map<string, Location>();
  const onValue = (pointer: string, location: Location) => {
    if (wantedPointers.has(pointer)) found.set(pointer, location);
  };
  new JsonWalker(text, onValue).walkDocument();
  return new Map(pointers.map((pointer) => [pointer, nearestLocation(pointer, found)]));
}

function selfAndAncestors(pointer: string): string[] {
  if (pointer === "") return [pointer];
  return [pointer, ...selfAndAncestors(parentPointer(pointer))];
}

function nearestLocation(pointer: string, locations: ReadonlyMap<string, Location>): Location {
  return locations.get(pointer) ?? nearestLocation(parentPointer(pointer), locations);
}

/** Removes the last part of a JSON pointer: `/map/0` becomes `/map`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a copy of a JSON value without the properties, at any depth, whose names match `names`. */
export function withoutProperties<Value>(value: Value, names: RegExp): Value {
  return JSON.parse(JSON.stringify(value, (name, property: unknown) => (names.test(name) ? undefined : property)));
}

function locationAfter(text: string): Location {
  const lines = text.split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}

const DEPTH_MAX = 64;

const OBJECT = { open: "{", close: "}", example: '{ "bedrooms": 3, "bathrooms": 2 }' };
const ARRAY = { open: "[", close: "]", example: '[ "sauna", "garden" ]' };

const WHITE_SPACE = /[ \t\n\r]*/y;
const STRING_START = /"(?:[^"\\\u0000-\u001f]+|\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))*/y;
/** Matches a `"` that probably ends a string. */
const STRING_END = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** Matches a number, `true`, `false` or `null`, but not the `null` in `nullable`. */
const LITERAL =
  /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,;{}[\]"#]|:(?!\d)|\/[/*]|$))/y;

type OnValue = (pointer: string, location: Location) => void;

/** Walks a JSON document. Throws a `ParseError` at the first syntax error. */
class JsonWalker {
  readonly #text: string;
  readonly #onValue: OnValue;
  #offset = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, onValue: OnValue = () => {}) {
    this.#text = text;
    this.#onValue = onValue;
  }

  get #next(): string {
    return this.#text.charAt(this.#offset);
  }

  get #literal(): string {
    return matchAt(LITERAL, this.#text, this.#offset);
  }

  #errorWithExcerpt(code: MessageCode, values: MessageValues = {}): ParseError {
    const found = lineExcerpt(this.#text, this.#offset);
    return this.#errorHere(new ParseError(this.#offset, code, { found, ...values }));
  }

  /** Returns `error`, or a better error if a comment or an unusual space is at the current offset. */
  #errorHere(error: ParseError): ParseError {
    return explainSpace(this.#text, this.#offset) ?? error;
  }

  walkDocument(): void {
    this.#skipToStart();
    this.#walkValue("", 0);
    this.#skipToEnd();
  }

  #skipToStart(): void {
    this.#skipWhiteSpace();
    if (this.#next === "") throw new ParseError(this.#offset, "json-file-empty");
    const startsWithValue = /[{["]/.test(this.#next) || this.#literal !== "";
    if (!startsWithValue) throw this.#errorWithExcerpt("json-value-expected");
  }

  #skipToEnd(): void {
    const end = { close: this.#text.charAt(this.#offset - 1), line: this.#line };
    this.#skipWhiteSpace();
    if (this.#next === "") return;
    // The string before the `:` is probably a field name, so the opening brace is missing.
    if (this.#next === ":" && end.close === '"') throw new ParseError(0, "json-start-missing");
    throw this.#errorWithExcerpt("json-text-after-end", end);
  }

  #walkValue(pointer: string, depth: number): void {
    this.#onValue(pointer, { line: this.#line, column: this.#offset - this.#lineStart + 1 });
    if (this.#next === "{") return this.#walkContainer(OBJECT, pointer, depth);
    if (this.#next === "[") return this.#walkContainer(ARRAY, pointer, depth);
    if (this.#next === '"') return this.#skipString();
    if (this.#literal === "") throw this.#errorHere(explainValue(this.#text, this.#offset));
    this.#offset += this.#literal.length;
  }

  #walkContainer(brackets: typeof OBJECT, pointer: string, depth: number): void {
    if (depth >= DEPTH_MAX) throw new ParseError(this.#offset, "json-too-deep", { limit: DEPTH_MAX });
    const container = { ...brackets, line: this.#line };
    const nameLines = new Map<string, number>();
    let entryStart: number | undefined;
    this.#offset += 1;
    for (let index = 0; this.#skipToEntry(container, entryStart); index += 1) {
      entryStart = this.#offset;
      const name = brackets === OBJECT ? this.#readName(nameLines) : String(index);
      this.#walkValue(childPointer(pointer, name), depth + 1);
    }
  }

  /** Moves to the next entry and returns true, or moves past the closing bracket and returns false. */
  #skipToEntry(container: Container, previousEntryStart: number | undefined): boolean {
    const start = this.#offset;
    this.#skipWhiteSpace();
    if (this.#skip(container.close)) return false;
    const comma = this.#next === "," ? this.#offset : undefined;
    this.#skip(",");
    this.#skipWhiteSpace();
    const error = explainGap(this.#text, { container, previousEntryStart, start, comma, end: this.#offset });
    if (error !== undefined) throw this.#errorHere(error);
    return true;
  }

  /** Reads a field name and its colon. Records the line in `nameLines`, to find duplicates. */
  #readName(nameLines: Map<string, number>): string {
    const start = this.#offset;
    const quotedName = this.#readQuotedName();
    const name: string = JSON.parse(quotedName);
    const first = nameLines.get(name);
    if (first !== undefined) {
      throw new ParseError(start, "json-field-duplicate", { name: lineExcerpt(quotedName), first, second: this.#line });
    }
    nameLines.set(name, this.#line);
    this.#skipColon();
    return name;
  }

  #readQuotedName(): string {
    const start = this.#offset;
    if (this.#next !== '"') throw this.#errorHere(explainName(this.#text, start));
    this.#skipString();
    return this.#text.slice(start, this.#offset);
  }

  #skipColon(): void {
    const start = this.#offset;
    this.#skipWhiteSpace();
    if (!this.#skip(":")) throw this.#errorHere(new ParseError(start, "json-colon-missing"));
    this.#skipWhiteSpace();
  }

  #skipString(): void {
    const start = this.#offset;
    this.#offset += matchAt(STRING_START, this.#text, start).length;
    const isClosed = matchAt(STRING_END, this.#text, this.#offset) !== "";
    if (!isClosed) throw explainInvalidString(this.#text, start, this.#offset);
    this.#offset += 1;
  }

  #skip(character: string): boolean {
    const isNext = this.#next === character;
    if (isNext) this.#offset += 1;
    return isNext;
  }

  #skipWhiteSpace(): void {
    const whiteSpace = matchAt(WHITE_SPACE, this.#text, this.#offset);
    this.#offset += whiteSpace.length;
    const { line, column } = locationAfter(whiteSpace);
    if (line === 1) return;
    this.#line += line - 1;
    this.#lineStart = this.#offset - (column - 1);
  }
}
