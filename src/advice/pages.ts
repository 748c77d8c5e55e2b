/**
 * Advice on the owner's pages: lines that say what no page should, that are still to be written, that tell of the sample,
 * or that were probably meant to be something else.
 */
import { namesIn, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { SAMPLE_WORDS, textAdvice } from "./texts.ts";

const BYTES_MAX = 1_000_000;

/** What a line has, and what to write instead. */
const SLIPS: readonly (readonly [looks: RegExp, cure: string])[] = [
  [/(?<![{$])\{(?:cottage|reviews|attractions|booking|site)\.[\w.]+\}(?!\})/, "with one brace, which stays as it is: write two, as in {{cottage.name}}"],
  [/^(?:title|description|label): *["“'].*["”']$/, "in quotation marks, which guests will see: leave them out"],
  [/(?<![(<\w/"`=])(?:https?:\/\/|www\.)[^\s`)]+/, "which is no link like this: write [some words](https://…)"],
];

/** @param cottageName the sample's own pages may speak of it */
export function adviceOnPages(folder: string, cottageName: string): Finding[] {
  const isSample = SAMPLE_WORDS.test(cottageName);
  return namesIn(folder).flatMap((name) => {
    const text = name.endsWith(".md") ? readText(folder, name, BYTES_MAX) : undefined;
    if (typeof text !== "string") return [];
    return text.split(/\r?\n/).flatMap((words, index): Finding[] => {
      const advice = textAdvice(words) ?? (isSample ? undefined : sampleLeft(words)) ?? slip(words);
      if (advice === undefined) return [];
      return [{ level: "warning", file: `content/${name}`, line: index + 1, column: 1, message: `this line ${advice}` }];
    });
  });
}

function sampleLeft(line: string): string | undefined {
  const [found] = SAMPLE_WORDS.exec(line) ?? [];
  return found === undefined ? undefined : `has "${found}", which is from the sample cottage`;
}

function slip(line: string): string | undefined {
  for (const [looks, cure] of SLIPS) {
    const [found] = looks.exec(line) ?? [];
    if (found !== undefined) return `has ${found} ${cure}`;
  }
  return undefined;
}
