/**
 * The lines between `---` at the top of a content file: `title: …`, one fact of the page on each line.
 *
 * It is not YAML: a value is the rest of its line, taken as it stands.
 */

import { isDay } from "../data/schema.ts";
import { unseen } from "../markdown/markdown.ts";
import type { Place } from "../markdown/source.ts";

/** Is told each problem. */
export type Say = (line: number, column: number, message: string) => void;

/** The first two must be given. `label` is what navigation or footer call the page; `updated` the day of its last change, if not that of the facts. */
const KEYS = ["title", "description", "label", "updated"];

export function splitFrontMatter(text: string, say: Say) {
  const fields = new Map<string, Place & { readonly value: string }>();
  const lines = text.split("\n");
  const isBegun = lines[0] === "---";
  const end = isBegun ? lines.indexOf("---", 1) : -1;
  if (end === -1) {
    const unbegun = 'the file must begin with a line "---", then "title: …" and "description: …", then another "---"';
    say(1, 1, isBegun ? 'the front matter has no end: put a line "---" below its last field' : unbegun);
    return { fields, body: lines, bodyLine: 1 };
  }
  for (const [index, content] of lines.slice(1, end).entries()) {
    if (content.trim() === "") continue;
    const line = index + 2;
    const odd = unseen(content);
    if (odd !== undefined) say(line, odd.column, odd.message);
    const [, key, space = "", value = ""] = /^([A-Za-z][\w-]*):(\s*)([^]*)$/.exec(content.trimEnd()) ?? [];
    if (key === undefined) say(line, 1, `"${content}" is no front matter: write a name, a colon and a value`);
    else if (!KEYS.includes(key)) say(line, 1, `"${key}" is not a field of a page; there are ${KEYS.join(", ")}`);
    else if (fields.has(key)) say(line, 1, `"${key}" is given twice`);
    else fields.set(key, { value, line, column: key.length + space.length + 2 });
  }
  for (const key of KEYS.slice(0, 2)) {
    const field = fields.get(key);
    if (field === undefined) say(1, 1, `the front matter has no "${key}"`);
    else if (field.value === "") say(field.line, 1, `"${key}" is empty`);
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.value)) {
    say(updated.line, updated.column, `"${updated.value}" is no day; write it as YYYY-MM-DD, such as 2026-11-02`);
  }
  return { fields, body: lines.slice(end + 1), bodyLine: end + 2 };
}
