/**
 * The small steps by which damaged text is read, and how a piece of it is shown in a message.
 */

export interface Mistake {
  readonly at: number;
  readonly message: string;
}

/** One string, number or word as it was read: where it ends and, if it is not right, the first mistake in it. */
export interface Scalar {
  readonly end: number;
  readonly mistake?: Mistake | undefined;
}

/** What a sticky pattern matches at an offset; empty when it does not. */
export function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Where what a sticky pattern matches at an offset ends; the offset itself when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The end of the line that an offset stands on, before its line break. */
export function lineEnd(text: string, at: number): number {
  return matchEnd(TO_LINE_END, text, at);
}

/** The beginning of a piece of text, on one line and short enough for a message. */
export function shown(piece: string): string {
  const [line = ""] = piece.slice(0, SHOWN_MAX + 1).split(/[\r\n]/, 1);
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX - 1)}…` : line;
}

/** A piece of text as it is written in JSON, with straight quotation marks. */
export function quoted(piece: string): string {
  return JSON.stringify(shown(piece));
}

const TO_LINE_END = /[^\r\n]*/y;
const SHOWN_MAX = 50;
