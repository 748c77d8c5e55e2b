/**
 * Lints the owner's pages: reports secrets, probable mistakes, and a front page without booking links.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder that lacks braces, e.g. `{cottage.name}`, `{{cottage.name}` or `{cottage.name}}`. */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** A URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Names from the sample are allowed only on its own pages. */
export function lintPages(folder: string, cottageName: string): Finding[] {
  const isSampleCottage = SAMPLE_RULE.pattern.test(cottageName);
  const rules = isSampleCottage ? PAGE_RULES : [...PAGE_RULES, SAMPLE_RULE];
  const pageFiles = listDirectory(folder).filter((name) => name.endsWith(".md"));
  return pageFiles.flatMap((name) => {
    const { content = "" } = readText(folder, name, FILE_BYTES_MAX);
    const findings = lintLines(`content/${name}`, content, rules);
    return name === "index.md" ? [...findings, ...lintFrontPage(content)] : findings;
  });
}

/** Reports at most one problem per line. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const problem = lintText(line, rules);
    if (problem === undefined) return [];
    const values = { ...problem.values, field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;
    return [createFinding("warning", file, { code: problem.code, values }, { line: index + 1, column: 1 })];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // The hero has a link to the booking channels.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  const values = { placeholder: "{{booking.channels}}" };
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values })];
}
