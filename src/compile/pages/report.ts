/**
 * Collects findings about places in one content file.
 */

import type { Finding } from "../finding.ts";
import type { Place } from "../markdown/lines.ts";

export type Report = (place: Place, message: string, level?: Finding["level"]) => void;

/** @param name of the file, without `.md` */
export function reporter(name: string, findings: Finding[]): Report {
  return ({ line, column }, message, level = "error") => {
    findings.push({ level, file: `content/${name}.md`, line, column, message });
  };
}
