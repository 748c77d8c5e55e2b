/**
 * The version of the program, and the versions of Node that it may run on.
 *
 * The API and the MCP server have versions of their own, which change when their contract does.
 */

export const VERSION = "2.0.0";

const NEWEST = "26.10.0";

/** First release of each line of Node in which JSON member names that are numbers cannot be made to collide. */
export const PATCHED_NODES: readonly string[] = ["20.20.2", "22.23.3", "24.21.0", NEWEST];

/** First line of Node that has everything the program imports. */
const OLDEST_MAJOR = 20;

/** @param version a version of Node, in the form of `process.version` */
export function isSupportedNode(version: string): boolean {
  return Number.parseInt(version.slice(1), 10) >= OLDEST_MAJOR;
}

/** @param version as in `process.version`; for a line that is not listed, only newer versions count as patched */
export function isPatchedNode(version: string): boolean {
  const number = version.slice(1);
  const line = number.slice(0, 3);
  const firstPatched = PATCHED_NODES.find((patched) => patched.startsWith(line)) ?? NEWEST;
  return sortable(number) >= sortable(firstPatched);
}

/** Pads numbers so that versions compare as text, e.g. `22.3.1` to `0022.0003.0001`. */
function sortable(version: string): string {
  return version.replace(/\d+/g, (digits) => digits.padStart(4, "0"));
}
