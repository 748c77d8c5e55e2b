/**
 * Which version of the program this is, and which versions of Node it may run on.
 *
 * The API and the MCP server have versions of their own, which change when what they promise does.
 */

/** The same as in package.json. */
export const VERSION = "1.1.0";

/** The first release of each line of Node in which numbers as names of JSON members cannot be made to collide. */
export const SOUND_NODES: readonly string[] = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

/** @param version as `process.version` has it */
export function isSoundNode(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.replace("v", "").split(".").map(Number.parseFloat);
  const first = SOUND_NODES.map((each) => each.split(".").map(Number)).find(([line = 0]) => line === major);
  if (first === undefined) return major > Number(SOUND_NODES.at(-1)?.split(".")[0]);
  const [, firstMinor = 0, firstPatch = 0] = first;
  return minor > firstMinor || (minor === firstMinor && patch >= firstPatch);
}
