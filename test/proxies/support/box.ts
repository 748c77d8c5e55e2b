/**
 * A container in small: a read-only root of its own, process number 1, nobody as user, and no rights to gain.
 *
 * It knows no image and no unit. It shares the network of this machine, as far as loopback.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodePath } from "../../nodes/nodes.ts";
import type { Program } from "../../support/program.ts";
import { requireCommand, start, temporaryFolder } from "../../support/program.ts";

/** Only the address space of the kernel is ours to change: mount the root over itself to make it read-only. */
const ENTER = `
set -e
root=$1 folder=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setgid "$user" --setuid "$user" -- "$@"
`;

const NOBODY = "65534";

/** A root folder with nothing in it but Node 24 at some path, and what Node is linked with. */
export function rootWithNode(path: string): string {
  if (process.getuid?.() !== 0)
    throw new Error("Only root may change its root: run these tests as root, or in a container");
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  const node = nodePath(24);
  const libraries = execFileSync("ldd", [node], { encoding: "utf8" }).match(/\/\S+\.so\S*/g) ?? [];
  for (const [from, to] of [[node, path], ...libraries.map((library) => [library, library])] as const) {
    mkdirSync(join(root, dirname(to ?? "")), { recursive: true });
    copyFileSync(from ?? "", join(root, to ?? ""));
  }
  mkdirSync(join(root, "proc"));
  return root;
}

export interface Boxed {
  readonly root: string;
  readonly command: readonly string[];
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startInBox({ root, command, folder = "/", env = {} }: Boxed): Program {
  requireCommand("unshare", "util-linux");
  return start(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, "box", root, folder, NOBODY, ...command],
    { env },
  );
}

/** The process in a box as this machine numbers it, so that it can be sent signals as a container's keeper would. */
export function processInBox({ pid }: Program): number {
  return Number(execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).trim());
}
