/**
 * Parses the front matter of a content file: `name: value` lines between two `---` lines at the top.
 *
 * The format is not YAML: a value is the rest of the line, and quotes have no special meaning.
 */

import { isDay } from "../data/values.ts";
import type { Location } from "../finding.ts";
import { findInvisibleCharacter } from "../markdown/markdown.ts";
import type { Reporter } from "./report.ts";

/** Text and the position in the file where it starts. */
export type SourceText = Readonly<{ text: string; start: Location }>;

/** `label` is the page's name in the navigation. `updated` is the date of the page's last change. */
const FIELD_NAMES = ["title", "description", "label", "updated"];
const REQUIRED_NAMES = ["title", "description"];

type Fields = Map<string, SourceText>;

const TOP: Location = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^(?<prefix>(?<name>[A-Za-z][\w-]*):\s*)(?<value>[^]*)$/;

type ParsedFile = Readonly<{ fields: Fields; body: readonly string[]; bodyLine: number }>;

/**
 * Splits a file into front matter fields, keyed by name, and the lines of the body, which starts at the 1-based line
 * `bodyLine`. Reports missing, unknown, duplicate and malformed fields.
 */
export function parseFrontMatter(text: string, report: Reporter): ParsedFile {
  const lines = text.split("\n");
  const fields: Fields = new Map();
  const hasOpeningFence = lines[0] === FENCE;
  const closingFence = lines.indexOf(FENCE, 1);
  if (!hasOpeningFence || closingFence === -1) {
    report(TOP, { code: hasOpeningFence ? "front-matter-unclosed" : "front-matter-missing" });
    return { fields, body: lines, bodyLine: 1 };
  }
  for (let index = 1; index < closingFence; index += 1) parseField(lines[index] ?? "", index + 1, fields, report);
  for (const name of REQUIRED_NAMES) {
    const field = fields.get(name);
    if (field === undefined || field.text === "") {
      report(field?.start ?? TOP, { code: "front-matter-field-missing", values: { name } });
    }
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated.start, { code: "front-matter-date", values: { found: updated.text } });
  }
  const bodyStart = closingFence + 1;
  return { fields, body: lines.slice(bodyStart), bodyLine: bodyStart + 1 };
}

/** @param line 1-based number of the line in the file */
function parseField(content: string, line: number, fields: Fields, report: Reporter): void {
  if (content.trim() === "") return;
  const start = { line, column: 1 };
  const invisible = findInvisibleCharacter(content);
  if (invisible !== undefined) report({ line, column: invisible.offset + 1 }, invisible);
  const captures = FIELD.exec(content.trimEnd())?.groups;
  if (captures === undefined) {
    report(start, { code: "front-matter-line", values: { found: content } });
    return;
  }
  const { prefix = "", name = "", value = "" } = captures;
  if (!FIELD_NAMES.includes(name)) {
    report(start, { code: "front-matter-field-unknown", values: { name, names: FIELD_NAMES.join(", ") } });
  } else if (fields.has(name)) {
    report(start, { code: "front-matter-field-duplicate", values: { name } });
  } else {
    fields.set(name, { text: value, start: { line, column: prefix.length + 1 } });
  }
}
