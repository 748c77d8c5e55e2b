/**
 * What is wrong, or could be better, in a file that the owner wrote, said so that the owner can mend it.
 */

/** An error keeps the server from starting; the others do not. */
export const LEVELS = ["error", "warning", "notice"] as const;

export interface Finding {
  readonly level: (typeof LEVELS)[number];
  /** The file as the owner knows it: `data/reviews.json`, `content/about.md`. */
  readonly file: string;
  /** Both counted from 1; left out together when the finding is about the whole file. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** `data/reviews.json:12:7: error: …`, the form that terminals and editors turn into a link. */
export function findingLine({ level, file, line, column = 1, message }: Finding): string {
  return `${file}${line === undefined ? "" : `:${line}:${column}`}: ${level}: ${message}`;
}

export function isError(finding: Finding): boolean {
  return finding.level === "error";
}

/** "0 errors, 1 warning, 3 notices" */
export function counted(findings: readonly Finding[]): string {
  return LEVELS.map((level) => {
    const { length } = findings.filter((each) => each.level === level);
    return `${length} ${level}${length === 1 ? "" : "s"}`;
  }).join(", ");
}
