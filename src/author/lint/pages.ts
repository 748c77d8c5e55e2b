/**
 * Lints the owner's pages: reports secrets, probable mistakes, and a front page without booking links.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder with one or two missing braces: `{cottage.name}`, `{{cottage.name}` or `{cottage.name}}`. */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** A URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Checks all pages. Reports names from the built-in sample site, unless the cottage is the sample itself. */
export function lintPages(folder: string, cottageName: string): Finding[] {
  const isSampleCottage = SAMPLE_NAME_RULE.pattern.test(cottageName);
  const rules = isSampleCottage ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  const pageFiles = listDirectory(folder).filter((name) => name.endsWith(".md"));
  return pageFiles.flatMap((name) => {
    const { content = "" } = readText(folder, name, FILE_BYTES_MAX);
    const frontPageFindings = name === "index.md" ? lintFrontPage(content) : [];
    return [...lintLines(`content/${name}`, content, rules), ...frontPageFindings];
  });
}

/** Values for the placeholders `{field}` and `{example}` in messages. Pages have no fields. */
const PAGE_MESSAGE_VALUES = { field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;

/** Returns at most one warning per line. It says "this line" where warnings about data files name the field. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const problem = lintText(line, rules);
    if (problem === undefined) return [];
    const values = { ...problem.values, ...PAGE_MESSAGE_VALUES };
    const lineStart = { line: index + 1, column: 1 };
    return [createFinding("warning", file, { code: problem.code, values }, lineStart)];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // The button of `{{cottage.hero}}` links to the section that `{{booking.channels}}` creates on the same page.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  const values = { placeholder: "{{booking.channels}}" };
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values })];
}
