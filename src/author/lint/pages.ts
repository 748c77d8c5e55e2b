/**
 * Lints the owner's pages: reports secrets, probable mistakes, and a front page without booking links.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder with single braces, e.g. `{cottage.name}`. */
const SINGLE_BRACE_PLACEHOLDER = /(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/;
/** A placeholder that lacks one brace, e.g. `{{cottage.name}` or `{cottage.name}}`. */
const UNEVEN_BRACE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}/;
/** A URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: SINGLE_BRACE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: UNEVEN_BRACE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/**
 * Applies all rules to the pages in a folder. An owner's pages must not contain names from the built-in sample cottage,
 * but the sample's own pages may.
 */
export function lintPages(folder: string, cottageName: string): Finding[] {
  const isSampleCottage = SAMPLE_NAME_RULE.pattern.test(cottageName);
  const rules = isSampleCottage ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  const findings: Finding[] = [];
  const pageFiles = listDirectory(folder).filter((name) => name.endsWith(".md"));
  for (const file of pageFiles) {
    const text = readText(folder, file, FILE_BYTES_MAX).content ?? "";
    findings.push(...lintLines(`content/${file}`, text, rules));
    if (file === "index.md") findings.push(...lintFrontPage(text));
  }
  return findings;
}

/** Placeholder values for messages about a single line. `example` is used only by the message about missing braces. */
const EXTRA_VALUES = { field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;

/** Checks each line of a page. Reports at most one problem per line. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  const findings: Finding[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const problem = lintText(line, rules);
    if (problem === undefined) continue;
    const message = { code: problem.code, values: { ...problem.values, ...EXTRA_VALUES } };
    findings.push(createFinding("warning", file, message, { line: index + 1, column: 1 }));
  }
  return findings;
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

/** Warns if the front page shows the cottage but no way to book it. */
function lintFrontPage(text: string): Finding[] {
  const placeholder = "{{booking.channels}}";
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values: { placeholder } })];
}
