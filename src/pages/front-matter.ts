/**
 * The lines between `---` at the top of a content file: `title: …`, one fact of the page on each line.
 *
 * It is not YAML: a value is the rest of its line, taken as it stands.
 */

export interface FrontMatterField {
  readonly value: string;
  readonly line: number;
  /** Where the value begins, counted from 1. */
  readonly column: number;
}

export interface LineProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface SplitText {
  /**
   * `title` and `description` stand for every page; `label` is what the navigation calls it, if it is to be there;
   * `updated` is the day of its last change, if not that of the facts.
   */
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  /** What follows the second `---`. */
  readonly body: string;
  /** The line of the file on which the body begins, counted from 1. */
  readonly bodyLine: number;
  readonly problems: readonly LineProblem[];
}

const KEYS = ["title", "description", "label", "updated"];
const REQUIRED = ["title", "description"];
const LINE = /^([A-Za-z][\w-]*):(.*)$/;

export function splitFrontMatter(text: string): SplitText {
  const lines = text.split("\n");
  const end = lines.indexOf("---", 1);
  if (lines[0] !== "---" || end === -1) {
    const message =
      lines[0] === "---"
        ? 'the front matter has no end: put a line "---" below its last field'
        : 'the file must begin with a line "---", then "title: …" and "description: …", then another "---"';
    return { fields: new Map(), body: text, bodyLine: 1, problems: [{ line: 1, column: 1, message }] };
  }
  const fields = new Map<string, FrontMatterField>();
  const problems: LineProblem[] = [];
  lines.slice(1, end).forEach((content, index) => {
    const line = index + 2;
    if (content.trim() === "") return;
    const [, key, rest] = LINE.exec(content) ?? [];
    const value = rest?.trim();
    if (key === undefined || value === undefined) {
      problems.push({ line, column: 1, message: `"${content}" is no front matter: write a name, a colon and a value` });
    } else if (!KEYS.includes(key)) {
      problems.push({ line, column: 1, message: `"${key}" is not a field of a page; there are ${KEYS.join(", ")}` });
    } else if (fields.has(key)) {
      problems.push({ line, column: 1, message: `"${key}" is given twice` });
    } else {
      fields.set(key, { value, line, column: content.indexOf(value, key.length + 1) + 1 });
    }
  });
  for (const key of REQUIRED) {
    const field = fields.get(key);
    if (field === undefined) problems.push({ line: 1, column: 1, message: `the front matter has no "${key}"` });
    else if (field.value === "") problems.push({ line: field.line, column: 1, message: `"${key}" is empty` });
  }
  const updated = fields.get("updated");
  if (updated !== undefined && !isDay(updated.value)) {
    const { line, column, value } = updated;
    problems.push({ line, column, message: `"${value}" is no day; write it as YYYY-MM-DD, such as 2026-11-02` });
  }
  return { fields, body: lines.slice(end + 1).join("\n"), bodyLine: end + 2, problems };
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}
