import type { FieldLines } from "../../src/serve/http/message.ts";

/** The value of a response field; undefined when it is not sent. `name` in any case. */
export function responseField(lines: FieldLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const at = lines.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === wanted);
  return at === -1 ? undefined : lines[at + 1];
}
