/**
 * What is wrong, or could be better, in a file that the owner wrote, said so that the owner can mend it.
 */

export interface Finding {
  /** An error keeps the server from starting; warnings and notices do not. */
  readonly level: "error" | "warning" | "notice";
  /** The file as the owner knows it: `data/reviews.json`, `content/about.md`. */
  readonly file: string;
  /** Both counted from 1; left out together when the finding is about the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** One sentence: what was found and what is wanted instead. */
  readonly message: string;
}

/** `data/reviews.json:12:7: error: …`, the form that terminals and editors turn into a link. */
export function findingLine({ level, file, line, column = 1, message }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place}: ${level}: ${message}`;
}

export function isError(finding: Finding): boolean {
  return finding.level === "error";
}

/** "0 errors, 1 warning, 3 notices" */
export function counted(findings: readonly Finding[]): string {
  const count = (level: Finding["level"]): string => {
    const number = findings.filter((each) => each.level === level).length;
    return `${number} ${level}${number === 1 ? "" : "s"}`;
  };
  return `${count("error")}, ${count("warning")}, ${count("notice")}`;
}
