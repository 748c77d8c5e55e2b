/**
 * Lints the owner's pages line by line: reports text that should not be published or is probably a mistake.
 *
 * It does not parse the Markdown.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_WORDS, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder with single braces, e.g. `{cottage.name}`. */
const ONE_BRACE_PLACEHOLDER = /(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/;
/** A URL that is not part of a Markdown link, code or an HTML tag. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const LINE_RULES: readonly TextRule[] = [
  { pattern: ONE_BRACE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

const SAMPLE_RULE: TextRule = { pattern: SAMPLE_WORDS, code: "advice-sample" };

/** @param cottageName name of the cottage; if it is that of the sample, names of the sample are not reported */
export function adviceOnPages(folder: string, cottageName: string): Finding[] {
  const isSample = SAMPLE_WORDS.test(cottageName);
  const rules = isSample ? [...TEXT_RULES, ...LINE_RULES] : [...TEXT_RULES, SAMPLE_RULE, ...LINE_RULES];
  const pages = listDirectory(folder).filter((name) => name.endsWith(".md"));
  return [...pages.flatMap((name) => adviceOnPage(folder, name, rules)), ...adviceOnBooking(folder)];
}

/** Warns if the front page shows the cottage but no way to book it. */
function adviceOnBooking(folder: string): Finding[] {
  const { content: text } = readText(folder, "index.md", FILE_BYTES_MAX);
  if (text === undefined) return [];
  const placeholder = "{{booking.channels}}";
  if (!text.includes("{{cottage.hero}}") || text.includes(placeholder)) return [];
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values: { placeholder } })];
}

/** Applies the rules to each line of a page. Reports at most one finding per line. */
function adviceOnPage(folder: string, name: string, rules: readonly TextRule[]): Finding[] {
  const { content: text } = readText(folder, name, FILE_BYTES_MAX);
  if (text === undefined) return [];
  const findings: Finding[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const advice = lintText(line, rules);
    if (advice === undefined) continue;
    const values = { ...advice.values, field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;
    const place = { line: index + 1, column: 1 };
    findings.push(createFinding("warning", `content/${name}`, { code: advice.code, values }, place));
  }
  return findings;
}
