/**
 * Advice on the owner's pages: lines that say what no page should, that are still to be written, or that tell of the sample.
 */
import { namesIn, readText } from "../files.ts";
import type { Finding } from "../finding.ts";
import { SAMPLE_WORDS, textAdvice } from "./texts.ts";

const BYTES_MAX = 1_000_000;

/** @param cottageName the sample's own pages may speak of it */
export function adviceOnPages(folder: string, cottageName: string): Finding[] {
  const isSample = SAMPLE_WORDS.test(cottageName);
  return namesIn(folder).flatMap((name) => {
    const text = name.endsWith(".md") ? readText(folder, name, BYTES_MAX) : undefined;
    if (typeof text !== "string") return [];
    return text.split(/\r?\n/).flatMap((words, index): Finding[] => {
      const [sample] = (isSample ? undefined : SAMPLE_WORDS.exec(words)) ?? [];
      const advice = textAdvice(words) ?? (sample === undefined ? undefined : `has "${sample}", which is from the sample cottage`);
      return advice === undefined
        ? []
        : [{ level: "warning", file: `content/${name}`, line: index + 1, column: 1, message: `this line ${advice}` }];
    });
  });
}
