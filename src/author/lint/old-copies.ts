/**
 * Advice on copies of the program's own files that an older version left in an owner's folder.
 */

import { join } from "node:path";
import { FILES } from "../../compile/data/datasets.ts";
import { listDirectory, readText } from "../../compile/files.ts";
import { type Finding, findingOf } from "../../compile/finding.ts";
import { commandLine } from "../command-line.ts";

const FILE_BYTES_MAX = 1_000_000;

interface Folders {
  readonly dataDirectory: string;
  readonly contentDirectory: string;
  readonly programData: string;
  readonly programContent: string;
}

export function adviceOnOldCopies(folders: Folders): Finding[] {
  return [...schemas(folders), ...styleSheet(folders)];
}

/** At most one finding: `--renew` writes all schemas. */
function schemas({ dataDirectory, programData, programContent }: Folders): Finding[] {
  const names = FILES.map(({ name }) => `schema/${name}.schema.json`);
  const isOld = (name: string) => {
    const own = readText(dataDirectory, name, FILE_BYTES_MAX);
    const current = readText(programData, name, FILE_BYTES_MAX);
    return typeof own === "string" && typeof current === "string" && withoutReturns(own) !== withoutReturns(current);
  };
  if (!names.some(isOld)) return [];
  const command = commandLine(join(programContent, ".."), "", join(dataDirectory, ".."), "--renew");
  return [findingOf("notice", "data/schema", { code: "advice-schema-old", values: { command } })];
}

/** Line ends change when a folder is kept in a version control system. */
function withoutReturns(text: string): string {
  return text.replaceAll("\r", "");
}

function styleSheet({ contentDirectory, programContent }: Folders): Finding[] {
  if (contentDirectory === programContent || !listDirectory(contentDirectory).includes("style.css")) return [];
  return [findingOf("notice", "content/style.css", { code: "advice-style-copy" })];
}
