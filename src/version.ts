/**
 * Which version of the program this is, and which versions of Node it may run on.
 *
 * The API and the MCP server have versions of their own, which change when what they promise does.
 */

export const VERSION = "1.1.0";

const NEWEST = "26.10.0";
/** The first release of each line of Node in which numbers as names of JSON members cannot be made to collide. */
export const SOUND_NODES: readonly string[] = ["20.20.2", "22.23.3", "24.21.0", NEWEST];

/** @param version as `process.version` has it; of a line that is not listed, only newer ones are sound */
export function isSoundNode(version: string): boolean {
  const sortable = (numbers: string) => numbers.replace(/\d+/g, (number) => number.padStart(4, "0"));
  const own = version.slice(1);
  const first = SOUND_NODES.find((each) => each.slice(0, 3) === own.slice(0, 3)) ?? NEWEST;
  return sortable(own) >= sortable(first);
}
