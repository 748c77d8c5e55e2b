/**
 * The Nodes that the service supports, each as a binary of its own from `test/nodes/package.json`.
 *
 * It knows nothing of what they are run for.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Each in the oldest version supported: the first that is sound (engines of package.json). */
export const NODE_MAJORS = [20, 22, 24, 26] as const;

export type NodeMajor = (typeof NODE_MAJORS)[number];

/** @throws Error that says how to install it, when it is not there */
export function nodePath(major: NodeMajor): string {
  const path = fileURLToPath(new URL(`node_modules/node${major}-linux-${process.arch}/bin/node`, import.meta.url));
  if (!existsSync(path))
    throw new Error(`There is no Node ${major} for linux-${process.arch}: npm ci --prefix test/nodes`);
  return path;
}
