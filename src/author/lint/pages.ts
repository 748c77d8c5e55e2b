/**
 * Advice on the owner's pages, line by line: what should not be published, or was probably meant otherwise.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/files.ts";
import { lintText, SAMPLE_WORDS, TEXT_RULES, type TextRule } from "./text-rules.ts";

const LINE_RULES: readonly TextRule[] = [
  { pattern: /(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/, code: "advice-one-brace" },
  { pattern: /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/, code: "advice-bare-link" },
];

/** @param cottageName name of the cottage; the sample's own pages may speak of it */
export function adviceOnPages(folder: string, cottageName: string): Finding[] {
  const sample: TextRule = { pattern: SAMPLE_WORDS, code: "advice-sample" };
  const rules = [...TEXT_RULES, ...(SAMPLE_WORDS.test(cottageName) ? [] : [sample]), ...LINE_RULES];
  const pages = listDirectory(folder).filter((name) => name.endsWith(".md"));
  return [...pages.flatMap((name) => adviceOnPage(folder, name, rules)), ...adviceOnBooking(folder)];
}

function adviceOnBooking(folder: string): Finding[] {
  const placeholder = "{{booking.channels}}";
  const text = readText(folder, "index.md", FILE_BYTES_MAX);
  if (typeof text !== "string" || !text.includes("{{cottage.hero}}") || text.includes(placeholder)) return [];
  return [findingOf("warning", "content/index.md", { code: "advice-booking-missing", values: { placeholder } })];
}

function adviceOnPage(folder: string, name: string, rules: readonly TextRule[]): Finding[] {
  const text = readText(folder, name, FILE_BYTES_MAX);
  if (typeof text !== "string") return [];
  return text.split(/\r?\n/).flatMap((line, index) => {
    const advice = lintText(line, rules);
    if (advice === undefined) return [];
    const values = { ...advice.values, field: { code: "advice-this-line" }, example: "{{cottage.name}}" } as const;
    return [findingOf("warning", `content/${name}`, { code: advice.code, values }, { line: index + 1, column: 1 })];
  });
}
