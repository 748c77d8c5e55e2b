/** Creates temporary folders, which are deleted when the benchmark ends. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];
process.on("exit", () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Creates a folder that every user may read, because nginx drops its privileges. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}
