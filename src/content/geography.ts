/**
 * Where one place lies as seen from another: how far, and in which of the eight directions.
 *
 * Good for the surroundings of a house: it reckons on a plane, which is right to a percent within 100 km.
 */
import type { Place } from "./facts.ts";

export interface Offset {
  /** Kilometres; negative to the west. */
  readonly east: number;
  /** Kilometres; negative to the south. */
  readonly north: number;
}

/** A minute of arc along a meridian is a nautical mile, 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

export function offset(from: Place, to: Place): Offset {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  return {
    east: (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * shrink,
    north: (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE,
  };
}

export function distance({ east, north }: Offset): number {
  return Math.hypot(east, north);
}

const DIRECTIONS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

export function direction({ east, north }: Offset): (typeof DIRECTIONS)[number] {
  const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4));
  return DIRECTIONS[(eighths + 8) % 8] ?? "north";
}
