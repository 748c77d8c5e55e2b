/**
 * Warns about texts that the owner should not publish: unfilled placeholders, names left over from the sample site, and
 * secrets such as passwords.
 */

import { FILES, FILL_IN_PLACEHOLDER } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding, type MessageCode } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import type { FolderConfig } from "../folder.ts";

/** `path` is relative, e.g. `content/about.md`. */
export type TextFile = Readonly<{ path: string; lines: readonly string[] }>;

type Rule = Readonly<{ code: MessageCode; pattern: RegExp }>;

/** Matches e.g. "FILL IN the village" and "fill-in@example.com". */
const UNFILLED_PLACEHOLDER = new RegExp(
  `(?:${FILL_IN_PLACEHOLDER.source})[^|<>[\\]"]{0,200}|\\bfill-in(?:@example\\.com|\\.example)`,
);

/** Finds example domains (RFC 2606) and place names from the sample site, which owners must replace. */
const SAMPLE_RULE: Rule = {
  code: "advice-sample",
  pattern:
    /(?<![\w-])[\w-]+\.example\b|\b(?:example\.(?:com|net|org)|Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i,
};

const CODE = "(?<!(?:post|postal|zip|area|dialling)[ -]?)(?:code|c[óo]digo|codice|(?<!\\p{L})pin)(?! postal|\\p{L})";
const PASSWORD = "(?:password|passwort|kennwort|mot de passe|contrase[ñn]a|clave|wachtwoord)";
const IS = "(?:\\s*:\\s*| (?:is|ist|lautet|est|es|è) )";

const SECRETS: readonly RegExp[] = [
  // Matches "code" or "PIN" before four to six digits or letters A to F, e.g. "The door code is 4711".
  new RegExp(`${CODE}[^.\\d"]{0,30}\\b\\d[\\dA-F]{3,5}\\b`, "iu"),
  // Matches a password if it has a digit or is the last word, e.g. in "Password: rain", but not in "Password: ask us".
  new RegExp(`${PASSWORD}[^.:"]{0,25}?${IS}(?:\\S{0,40}\\d|[^\\s"]{1,40}(?:"|$))`, "iu"),
  // Matches a password after "Wi-Fi" or "WLAN" and a colon, e.g. "Wi-Fi in the house: sheep42".
  /(?:wi-?fi|wlan)[^.:"]{0,30}:\s*\p{L}[^\s"]{0,40}\d/iu,
];

const RULES: readonly Rule[] = [
  { code: "advice-fill-in", pattern: UNFILLED_PLACEHOLDER },
  ...SECRETS.map((pattern): Rule => ({ code: "advice-secret", pattern })),
];

export function readTextFiles({ dataDirectory, contentDirectory }: FolderConfig): TextFile[] {
  const dataFiles = FILES.map(({ name }) => readTextFile(dataDirectory, "data", `${name}.json`));
  const contentNames = listDirectory(contentDirectory).filter((name) => /\.(?:md|css)$/.test(name));
  return [...dataFiles, ...contentNames.map((name) => readTextFile(contentDirectory, "content", name))];
}

/** Treats an unreadable file as empty, because the compiler already reports that error. */
function readTextFile(directory: string, folderName: string, name: string): TextFile {
  const { content = "" } = readText(directory, name, FILE_BYTES_MAX);
  return { path: `${folderName}/${name}`, lines: content.split(/\r?\n/) };
}

/** Returns at most one warning per line. Names from the sample site, e.g. "Wrenfold", are allowed only there. */
export function lintLines(files: readonly TextFile[], cottageName: string): Finding[] {
  const isSampleSite = SAMPLE_RULE.pattern.test(cottageName);
  const rules = isSampleSite ? RULES : [...RULES, SAMPLE_RULE];
  const findings: Finding[] = [];
  for (const { path, lines } of files) {
    for (const [index, line] of lines.entries()) {
      const finding = lintLine(path, line, index + 1, rules);
      if (finding !== undefined) findings.push(finding);
    }
  }
  return findings;
}

/** Returns a warning for the first rule that matches the line, if any. */
function lintLine(path: string, line: string, lineNumber: number, rules: readonly Rule[]): Finding | undefined {
  for (const { code, pattern } of rules) {
    const match = pattern.exec(line);
    if (match !== null) {
      const values = { text: match[0].trim() };
      return createFinding("warning", path, { code, values, line: lineNumber, column: match.index + 1 });
    }
  }
  return undefined;
}
