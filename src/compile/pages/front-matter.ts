/**
 * Reads the front matter of a content file: the fields between two lines `---` at its top.
 *
 * It is not YAML: a value is the rest of its line, as it is written. This module does not know what the fields mean.
 */

import { isDay } from "../data/values.ts";
import type { Place } from "../finding.ts";
import { invisibleCharacter } from "../markdown/markdown.ts";
import type { Report } from "./report.ts";

/** A text of the file and the place where it begins. */
export interface SourceText extends Place {
  readonly text: string;
}

/**
 * `label` is the name of the page in navigation and footer. `updated` is the date of its last change; the default is
 * that of the facts.
 */
const FIELD_NAMES = ["title", "description", "label", "updated"] as const;
const REQUIRED_NAMES = ["title", "description"] as const;

export type FieldName = (typeof FIELD_NAMES)[number];

export interface FrontMatter {
  readonly fields: Readonly<Record<FieldName, SourceText>>;
  /** The lines after the front matter. */
  readonly body: readonly string[];
  /** The number of the body's first line in the file. */
  readonly bodyLine: number;
}

const TOP: Place = { line: 1, column: 1 };
const FENCE = "---";
const FIELD = /^([A-Za-z][\w-]*):(\s*)([^]*)$/;

const NO_BEGINNING = 'the file must begin with a line "---", then "title: …" and "description: …", then another "---"';
const NO_END = 'the front matter has no end: put a line "---" below its last field';

/** Parses a text with line feeds. A missing field has an empty text. */
export function parseFrontMatter(text: string, report: Report): FrontMatter {
  const lines = text.split("\n");
  const end = lines[0] === FENCE ? lines.indexOf(FENCE, 1) : -1;
  if (end === -1) {
    report(TOP, lines[0] === FENCE ? NO_END : NO_BEGINNING);
    return { fields: completed(new Map()), body: lines, bodyLine: 1 };
  }
  const found = new Map<string, SourceText>();
  for (const [index, line] of lines.slice(1, end).entries()) readField(line, index + 2, found, report);
  for (const name of REQUIRED_NAMES) {
    const field = found.get(name);
    if (field === undefined) report(TOP, `the front matter has no "${name}"`);
    else if (field.text === "") report({ ...field, column: 1 }, `"${name}" is empty`);
  }
  const updated = found.get("updated");
  if (updated !== undefined && !isDay(updated.text)) {
    report(updated, `"${updated.text}" is no day; write it as YYYY-MM-DD, such as 2026-11-02`);
  }
  return { fields: completed(found), body: lines.slice(end + 1), bodyLine: end + 2 };
}

function readField(content: string, line: number, found: Map<string, SourceText>, report: Report): void {
  if (content.trim() === "") return;
  const place = { line, column: 1 };
  const invisible = invisibleCharacter(content);
  if (invisible !== undefined) report({ line, column: invisible.column }, invisible);
  const match = FIELD.exec(content.trimEnd());
  if (match === null) {
    report(place, `"${content}" is no front matter: write a name, a colon and a value`);
    return;
  }
  const [, name = "", space = "", text = ""] = match;
  if (!FIELD_NAMES.some((known) => known === name)) {
    report(place, `"${name}" is not a field of a page; there are ${FIELD_NAMES.join(", ")}`);
  } else if (found.has(name)) {
    report(place, `"${name}" is given twice`);
  } else {
    found.set(name, { line, column: name.length + 1 + space.length + 1, text });
  }
}

function completed(found: ReadonlyMap<string, SourceText>): FrontMatter["fields"] {
  const field = (name: FieldName): SourceText => found.get(name) ?? { ...TOP, text: "" };
  return { title: field("title"), description: field("description"), label: field("label"), updated: field("updated") };
}
