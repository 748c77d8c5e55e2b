/**
 * Collects findings about places in one content file.
 */

import { type Finding, findingOf, type Level, type Place } from "../finding.ts";
import type { Phrase } from "../messages/messages.ts";

export type Report = (place: Place, message: string | Phrase, level?: Level) => void;

/** @param name of the file, without `.md` */
export function reporter(name: string, findings: Finding[]): Report {
  return ({ line, column }, message, level = "error") => {
    const file = `content/${name}.md`;
    if (typeof message === "string") findings.push({ level, file, line, column, message });
    else findings.push(findingOf(level, file, message, { line, column }));
  };
}
