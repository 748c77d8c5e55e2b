/**
 * The supported versions of Node, installed as packages of `test/nodes/package.json`.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Release lines of Node, tested in the oldest release that the README recommends. */
export const NODE_MAJORS = [20, 22, 24, 26] as const;

/** Release lines of Node that are also tested in their first release of `engines` in package.json. */
export const OLDER_MAJORS = [20, 22, 24] as const;

export type NodeMajor = (typeof NODE_MAJORS)[number];

/** @throws Error that says how to install it, if it is missing */
export function nodePath(major: NodeMajor): string {
  return binaryPath(`node${major}`);
}

/** @throws Error that says how to install it, if it is missing */
export function oldestNodePath(major: (typeof OLDER_MAJORS)[number]): string {
  return binaryPath(`node${major}-oldest`);
}

function binaryPath(name: string): string {
  const path = fileURLToPath(new URL(`node_modules/${name}-linux-${process.arch}/bin/node`, import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is missing: npm ci --prefix test/nodes`);
  return path;
}
