/**
 * Parses JSON (RFC 8259) and finds the lines and columns of its values.
 */

import { type Location, type MessageCode, ParseError } from "../messages.ts";

/** Parses JSON text. Returns its value or its first error. Duplicate field names and deep nesting are errors too. */
export function parseJson(text: string) {
  try {
    // Check the text before parsing it, because `JsonWalker` explains errors better than `JSON.parse`.
    new JsonWalker(text).walkDocument();
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const textBeforeError = text.slice(0, error.offset);
    return { error: { location: locationAfter(textBeforeError), message: error.details } };
  }
}

/**
 * Maps JSON pointers (RFC 6901), e.g. `/map/0`, to the lines and columns of their values. If a value is missing, uses
 * its nearest ancestor, e.g. `/map`.
 */
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

/** Returns a copy of a JSON value without properties whose names match `names`, even in nested objects. */
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
const COMMENT_START = /\/[/*]|#/y;
/** Matches an invisible character, or white space. White space that JSON allows has already been skipped. */
const SPECIAL_SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/y;
const STRING_START = /"(?:[^"\\\u0000-\u001f]+|\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))*/y;
/** Matches a `"` that probably ends a string, because white space, punctuation or the end of the text follows. */
const STRING_END = /"(?=[\s,;:=\]}{[/#)]|\.\s|$)/y;
/** Matches a number, `true`, `false` or `null`, but not the start of other text, e.g. `3 rooms` or `16:00`. */
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*(?:[,;{}[\]"#/]|$))/y;
const WRONG_QUOTE = /['‘’‚‛`´“”„‟«»″]/y;
/** Matches a closing bracket. Includes `)`, because owners may type it by mistake. */
const CLOSING_BRACKET = /[}\])]/y;
/** Matches the `8` of `4,8`, in which the owner probably meant the comma as a decimal point. */
const DIGIT_AFTER_COMMA = /(?<=\d,)\d/y;
/** Matches invalid text such as `3 rooms`, to show it in an error message. */
const UNQUOTED = /.[^,;{}[\]"\r\n]*/y;

type Container = typeof OBJECT & Readonly<{ line: number }>;

type OnValue = (pointer: string, location: Location) => void;

/** Walks a JSON document, and calls `onValue` for each value. Throws a `ParseError` at the first syntax error. */
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

  walkDocument(): void {
    this.#skipWhiteSpace();
    if (this.#next === "") throw new ParseError(this.#offset, "json-file-empty");
    this.#walkValue("", 0);
    this.#skipWhiteSpace();
    if (this.#next !== "") throw this.#error("json-outside-brackets");
  }

  #walkValue(pointer: string, depth: number): void {
    this.#onValue(pointer, { line: this.#line, column: this.#offset - this.#lineStart + 1 });
    if (this.#next === "{") return this.#walkContainer(OBJECT, pointer, depth);
    if (this.#next === "[") return this.#walkContainer(ARRAY, pointer, depth);
    if (this.#next === '"') return this.#skipString();
    const literal = this.#match(LITERAL);
    if (literal === "") throw this.#error(depth === 0 ? "json-outside-brackets" : "json-value-invalid");
    this.#offset += literal.length;
  }

  #walkContainer(brackets: typeof OBJECT, pointer: string, depth: number): void {
    if (depth >= DEPTH_MAX) throw new ParseError(this.#offset, "json-too-deep", { limit: DEPTH_MAX });
    const container = { ...brackets, line: this.#line };
    const nameLines = new Map<string, number>();
    this.#offset += 1;
    for (let index = 0; this.#skipToEntry(container, index === 0); index += 1) {
      const name = brackets === OBJECT ? this.#readName(nameLines) : String(index);
      this.#walkValue(childPointer(pointer, name), depth + 1);
    }
  }

  /** Moves to the next entry and returns true, or moves past the closing bracket and returns false. */
  #skipToEntry(container: Container, isFirst: boolean): boolean {
    const { close, example } = container;
    const start = this.#offset;
    this.#skipWhiteSpace();
    if (this.#skip(close)) return false;
    const commaOffset = this.#offset;
    const hasComma = this.#skip(",");
    this.#skipWhiteSpace();
    const isExtraComma = hasComma && (isFirst || this.#next === "," || this.#isAtClosingBracket());
    if (isExtraComma) throw new ParseError(commaOffset, "json-comma-extra", { example });
    if (this.#isUnclosed(container, isFirst)) throw new ParseError(start, "json-bracket-unclosed", container);
    if (hasComma || isFirst) return true;
    if (this.#next === ":") throw new ParseError(start, "json-colon-extra");
    throw new ParseError(start, "json-comma-missing", { example });
  }

  #isUnclosed({ open }: Container, isFirst: boolean): boolean {
    // A `{` where a field name is expected probably means that the previous object was not closed.
    const isAtNextObject = !isFirst && open === "{" && this.#next === "{";
    return this.#next === "" || this.#isAtClosingBracket() || isAtNextObject;
  }

  #isAtClosingBracket(): boolean {
    return this.#match(CLOSING_BRACKET) !== "";
  }

  #readName(nameLines: Map<string, number>): string {
    const start = this.#offset;
    if (this.#next !== '"') throw this.#fieldError();
    this.#skipString();
    const quotedName = this.#text.slice(start, this.#offset);
    const name: string = JSON.parse(quotedName);
    const first = nameLines.get(name);
    if (first !== undefined) {
      throw new ParseError(start, "json-field-duplicate", { name: excerpt(quotedName), first, second: this.#line });
    }
    nameLines.set(name, this.#line);
    this.#skipColon();
    return name;
  }

  #fieldError(): ParseError {
    const isAfterDecimalComma = this.#match(DIGIT_AFTER_COMMA) !== "";
    if (isAfterDecimalComma) return new ParseError(this.#offset - 1, "json-decimal-comma");
    return this.#error("json-field-expected");
  }

  #skipColon(): void {
    const start = this.#offset;
    this.#skipWhiteSpace();
    const hasColon = this.#skip(":");
    this.#skipWhiteSpace();
    const hasValue = !["", ",", ":", "}", "]"].includes(this.#next);
    if (!hasColon || !hasValue) throw new ParseError(start, "json-colon-missing");
  }

  #skipString(): void {
    this.#offset += this.#match(STRING_START).length;
    if (this.#match(STRING_END) === "") throw new ParseError(this.#offset, "json-text-invalid");
    this.#offset += 1;
  }

  #skip(character: string): boolean {
    const isNext = this.#next === character;
    if (isNext) this.#offset += 1;
    return isNext;
  }

  #skipWhiteSpace(): void {
    const whiteSpace = this.#match(WHITE_SPACE);
    this.#offset += whiteSpace.length;
    const { line, column } = locationAfter(whiteSpace);
    if (line > 1) {
      this.#line += line - 1;
      this.#lineStart = this.#offset - (column - 1);
    }
    if (this.#match(COMMENT_START) !== "") throw new ParseError(this.#offset, "json-comment");
    if (this.#match(SPECIAL_SPACE) !== "") throw new ParseError(this.#offset, "json-special-space");
  }

  /** Returns the text that a sticky pattern matches at the current offset, or "". */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    return pattern.exec(this.#text)?.[0] ?? "";
  }

  /** Returns an error at the current offset. If a wrong quotation mark is there, e.g. `“`, the error is about it. */
  #error(code: MessageCode): ParseError {
    const mark = this.#match(WRONG_QUOTE);
    if (mark !== "") return new ParseError(this.#offset, "json-quotation-mark", { mark });
    return new ParseError(this.#offset, code, { found: excerpt(this.#match(UNQUOTED)) });
  }
}

const EXCERPT_LENGTH_MAX = 50;

/** Shortens text for a message. */
function excerpt(text: string): string {
  return text.slice(0, EXCERPT_LENGTH_MAX).trimEnd().replace(/[\0-\x1f\x7f-\x9f]/g, "?");
}
