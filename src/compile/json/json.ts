/**
 * Parses JSON (RFC 8259) and finds the lines and columns of its values.
 */

import { type Location, ParseError } from "../messages.ts";
import { isLiteral, isQuote, lineExcerpt, scanLiteral, scanString, scanWhiteSpace } from "./scan.ts";

/** Parses JSON text. Returns its value or its first error. Duplicate field names and deep nesting are errors too. */
export function parseJson(text: string) {
  try {
    // Validate first, because a `ParseError` explains a syntax error better than the error of `JSON.parse`.
    new JsonWalker(text).walkDocument();
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const location = locationAfter(text.slice(0, error.offset));
    return { error: { location, message: error.details } };
  }
}

/**
 * Returns the location of the value at each JSON pointer (RFC 6901). If a value does not exist, the location is that of
 * its nearest ancestor. `text` must be valid JSON.
 */
export function locateValues(text: string, pointers: readonly string[]): ReadonlyMap<string, Location> {
  const wantedPointers = new Set(pointers.flatMap(selfAndAncestors));
  const found = new Map<string, Location>();
  const onValue: OnValue = (pointer, location) => {
    if (wantedPointers.has(pointer)) found.set(pointer, location);
  };
  new JsonWalker(text, onValue).walkDocument();
  return new Map(pointers.map((pointer) => [pointer, nearestLocation(pointer, found)]));
}

function nearestLocation(pointer: string, locations: ReadonlyMap<string, Location>): Location {
  // The recursion ends at the root pointer ("") at the latest, because `locations` always contains it.
  return locations.get(pointer) ?? nearestLocation(parentPointer(pointer), locations);
}

/** Returns a JSON pointer and all its ancestors: `/map/0` becomes `/map/0`, `/map` and "" (the root). */
function selfAndAncestors(pointer: string): string[] {
  return pointer === "" ? [pointer] : [pointer, ...selfAndAncestors(parentPointer(pointer))];
}

/** Removes the last part of a JSON pointer: `/map/0` becomes `/map`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function locationAfter(text: string): Location {
  const lines = text.split(/\r\n?|\n/);
  const lastLine = lines.at(-1) ?? "";
  return { line: lines.length, column: lastLine.length + 1 };
}

const DEPTH_MAX = 64;

const OBJECT = { open: "{", close: "}", example: '{ "bedrooms": 3, "bathrooms": 2 }' };
const ARRAY = { open: "[", close: "]", example: '[ "sauna", "garden" ]' };
type Container = typeof OBJECT;

type OnValue = (pointer: string, location: Location) => void;

/** Walks a JSON document and throws a `ParseError` at the first syntax error. */
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

  /** The character at the current offset, or "" at the end of the text. */
  get #next(): string {
    return this.#text.charAt(this.#offset);
  }

  get #restOfLine(): string {
    return lineExcerpt(this.#text.slice(this.#offset));
  }

  walkDocument(): void {
    this.#skipWhiteSpace();
    this.#assertStartsWithValue();
    this.#walkValue("", 0);
    const end = { close: this.#text.charAt(this.#offset - 1), line: this.#line };
    this.#skipWhiteSpace();
    if (this.#next === "") return;
    // A colon after the root value means that the value is really a field name, so the opening brace is missing.
    if (this.#next === ":") throw new ParseError(0, "json-start-missing");
    throw new ParseError(this.#offset, "json-text-after-end", { found: this.#restOfLine, ...end });
  }

  #assertStartsWithValue(): void {
    if (this.#next === "") throw new ParseError(this.#offset, "json-file-empty");
    const isValue = /[{["]/.test(this.#next) || isLiteral(this.#text, this.#offset);
    if (!isValue) throw new ParseError(this.#offset, "json-value-expected", { found: this.#restOfLine });
  }

  #walkValue(pointer: string, depth: number): void {
    this.#skipWhiteSpace();
    this.#onValue(pointer, { line: this.#line, column: this.#offset - this.#lineStart + 1 });
    if (this.#next === "{") {
      this.#walkContainer(OBJECT, pointer, depth);
    } else if (this.#next === "[") {
      this.#walkContainer(ARRAY, pointer, depth);
    } else {
      const scan = isQuote(this.#next) ? scanString : scanLiteral;
      this.#offset = scan(this.#text, this.#offset);
    }
  }

  #walkContainer(container: Container, pointer: string, depth: number): void {
    if (depth >= DEPTH_MAX) throw new ParseError(this.#offset, "json-too-deep", { limit: DEPTH_MAX });
    const openLine = this.#line;
    this.#offset += 1;
    const fieldLines = new Map<string, number>();
    let entryStart: number | undefined;
    for (let index = 0; this.#advanceToEntry(container, openLine, entryStart); index += 1) {
      entryStart = this.#offset;
      const name = container === OBJECT ? this.#readFieldName(fieldLines) : String(index);
      this.#walkValue(childPointer(pointer, name), depth + 1);
    }
  }

  /** Moves to the next entry and returns true. If there is none, moves past the closing bracket and returns false. */
  #advanceToEntry(container: Container, openLine: number, previousStart: number | undefined): boolean {
    const previousEnd = this.#offset;
    const isFirst = previousStart === undefined;
    this.#skipWhiteSpace();
    if (this.#next === container.close) {
      this.#offset += 1;
      return false;
    }
    const hasComma = this.#readComma(container, isFirst);
    // A field name cannot start with `{`, so the closing brace of the previous object is probably missing.
    const isNextObject = !isFirst && container === OBJECT && this.#next === "{";
    const isUnclosed = isNextObject || this.#next === "" || isClosingBracket(this.#next);
    if (isUnclosed) throw new ParseError(previousEnd, "json-bracket-unclosed", { ...container, line: openLine });
    if (isFirst || hasComma) return true;
    // A colon is an error here. An object's field has a second colon, as in `"rating": 5: 4`, or an array contains a
    // field, as in `["rating": 5]`.
    const colonCode = container === OBJECT ? "json-colon-extra" : "json-list-with-fields";
    if (this.#next === ":") throw new ParseError(previousStart, colonCode);
    if (this.#next === ";") throw new ParseError(this.#offset, "json-semicolon");
    throw new ParseError(previousEnd, "json-comma-missing", { example: container.example });
  }

  /** Reads a comma and returns true, or returns false if there is none. Throws if the comma is not between entries. */
  #readComma({ example }: Container, isBeforeFirstEntry: boolean): boolean {
    if (this.#next !== ",") return false;
    const commaOffset = this.#offset;
    this.#offset += 1;
    this.#skipWhiteSpace();
    const isExtra = isBeforeFirstEntry || this.#next === "," || isClosingBracket(this.#next);
    if (isExtra) throw new ParseError(commaOffset, "json-comma-extra", { example });
    return true;
  }

  /** Reads a field name and the colon after it. Records the name's line in `fieldLines` to detect duplicates. */
  #readFieldName(fieldLines: Map<string, number>): string {
    if (!isQuote(this.#next)) throw this.#fieldNameError();
    const start = this.#offset;
    const end = scanString(this.#text, start);
    const quotedName = this.#text.slice(start, end);
    const name: string = JSON.parse(quotedName);
    const first = fieldLines.get(name);
    if (first !== undefined) {
      throw new ParseError(start, "json-field-duplicate", { name: lineExcerpt(quotedName), first, second: this.#line });
    }
    fieldLines.set(name, this.#line);
    this.#offset = end;
    this.#skipWhiteSpace();
    if (this.#next !== ":") throw new ParseError(end, "json-colon-missing");
    this.#offset += 1;
    return name;
  }

  #fieldNameError(): ParseError {
    // In `"rating": 4,8`, the value ends at the comma, so the 8 is in the place of a field name.
    const isDecimalComma = /\d,\d/.test(this.#text.slice(this.#offset - 2, this.#offset + 1));
    if (isDecimalComma) return new ParseError(this.#offset - 1, "json-decimal-comma");
    return new ParseError(this.#offset, "json-field-expected", { found: this.#restOfLine });
  }

  #skipWhiteSpace(): void {
    const end = scanWhiteSpace(this.#text, this.#offset);
    const { line, column } = locationAfter(this.#text.slice(this.#offset, end));
    this.#offset = end;
    if (line === 1) return;
    this.#line += line - 1;
    this.#lineStart = end - (column - 1);
  }
}

/** Also accepts `)`, probably typed by mistake for `}` or `]`. */
function isClosingBracket(character: string): boolean {
  return /[}\])]/.test(character);
}

/** Appends a field name to a JSON pointer (RFC 6901). */
export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a copy of a JSON value without the properties whose names match `names`, at any depth. */
export function withoutProperties<Value>(value: Value, names: RegExp): Value {
  return JSON.parse(JSON.stringify(value, (name, property: unknown) => (names.test(name) ? undefined : property)));
}
