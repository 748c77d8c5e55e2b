/**
 * The program's version, and the versions of Node that it supports.
 */

export const VERSION = "2.0.0";

const NEWEST_NODE = "26.10.0";

/** The first version in each Node release line that prevents hash collisions between numeric JSON keys. */
export const PATCHED_NODES: readonly string[] = ["20.20.2", "22.23.3", "24.21.0", NEWEST_NODE];

const OLDEST_MAJOR = 20;

/** @param version in the form of `process.version`, e.g. `v24.21.0` */
export function isSupportedNode(version: string): boolean {
  return Number.parseInt(version.slice(1), 10) >= OLDEST_MAJOR;
}

/** Reports whether this version of Node is patched. Release lines missing from PATCHED_NODES must be newer than all. */
export function isPatchedNode(version: string): boolean {
  const number = version.slice(1);
  const majorAndDot = number.slice(0, 3);
  const firstPatched = PATCHED_NODES.find((patched) => patched.startsWith(majorAndDot)) ?? NEWEST_NODE;
  return zeroPadded(number) >= zeroPadded(firstPatched);
}

/** Pads the numbers so that versions compare as strings: `22.3.1` becomes `0022.0003.0001`. */
function zeroPadded(version: string): string {
  return version.replace(/\d+/g, (digits) => digits.padStart(4, "0"));
}
