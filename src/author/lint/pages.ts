/**
 * Advice on the owner's pages: lines that say what no page should, that tell of the sample, or that were probably meant
 * to be something else.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import type { Finding } from "../../compile/finding.ts";
import { SAMPLE_WORDS, type Slip, SLIPS, textAdvice } from "./text-rules.ts";

const BYTES_MAX = 1_000_000;

const SAMPLE: Slip = [SAMPLE_WORDS, (found) => `has "${found}", which is from the sample cottage`];

const MEANT: readonly Slip[] = [
  [/(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/, (found) => `has ${found} with one brace: write two, as in {{cottage.name}}`],
  [/^(?:title|description|label): *["“'].*["”']$/, (found) => `has ${found} in quotation marks, which guests will see: leave them out`],
  [/(?<![(<\w/"`=])(?:https?:\/\/|www\.)[^\s`)]+/, (found) => `has ${found} which is no link like this: write [some words](https://…)`],
];

/** @param cottageName the sample's own pages may speak of it */
export function adviceOnPages(folder: string, cottageName: string): Finding[] {
  const slips = [...SLIPS, ...(SAMPLE_WORDS.test(cottageName) ? [] : [SAMPLE]), ...MEANT];
  return listDirectory(folder).flatMap((name) => {
    const text = name.endsWith(".md") ? readText(folder, name, BYTES_MAX) : undefined;
    if (typeof text !== "string") return [];
    return text.split(/\r?\n/).flatMap((words, index): Finding[] => {
      const advice = textAdvice(words, slips);
      return advice === undefined ? [] : [{ level: "warning", file: `content/${name}`, line: index + 1, column: 1, message: `this line ${advice}` }];
    });
  });
}
