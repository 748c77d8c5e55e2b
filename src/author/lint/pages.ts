/**
 * Lints the owner's pages: reports text that should not be published or is probably a mistake, and a missing fragment.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder with single braces, e.g. `{cottage.name}`. */
const SINGLE_BRACE_PLACEHOLDER = /(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/;
/** A URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: SINGLE_BRACE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** @param cottageName if this is the sample's name, the place names of the sample are not reported */
export function lintPages(folder: string, cottageName: string): Finding[] {
  const isSample = SAMPLE_NAME_RULE.pattern.test(cottageName);
  const rules = isSample ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  const findings: Finding[] = [];
  for (const name of listDirectory(folder).filter((name) => name.endsWith(".md"))) {
    const { content: text = "" } = readText(folder, name, FILE_BYTES_MAX);
    findings.push(...lintLines(`content/${name}`, text, rules));
    if (name === "index.md") findings.push(...lintFrontPage(text));
  }
  return findings;
}

/** Applies the rules to each line of a page. Reports at most one finding per line. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  const findings: Finding[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const phrase = lintText(line, rules);
    if (phrase === undefined) continue;
    // `{example}` is in the message about single braces only.
    const values = { ...phrase.values, field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;
    findings.push(createFinding("warning", file, { code: phrase.code, values }, { line: index + 1, column: 1 }));
  }
  return findings;
}

/** Warns if the front page shows the cottage but no way to book it. */
function lintFrontPage(text: string): Finding[] {
  const placeholder = "{{booking.channels}}";
  if (!text.includes("{{cottage.hero}}") || text.includes(placeholder)) return [];
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values: { placeholder } })];
}
