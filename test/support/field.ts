import type { RawHeaders } from "../../src/serve/http/message.ts";

/** Returns the value of a response field, or undefined if it is absent. Names are case-insensitive. */
export function responseField(lines: RawHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const nameIndex = lines.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return nameIndex === -1 ? undefined : lines[nameIndex + 1];
}
