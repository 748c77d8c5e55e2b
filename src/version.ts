/**
 * The program's version, and the oldest version of Node that can run it.
 */

export const VERSION = "2.0.0";

const OLDEST_MAJOR = 20;

export function isSupportedNode(version: string): boolean {
  return Number.parseInt(version.slice(1), 10) >= OLDEST_MAJOR;
}
