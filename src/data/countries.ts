/**
 * Roughly where countries lie, to notice coordinates that were written the wrong way round.
 *
 * Only mainlands and near islands, rounded outwards: it can say "swapped", never "wrong".
 */

/** South, north, west, east, in degrees. */
export type Bounds = readonly [south: number, north: number, west: number, east: number];

export const COUNTRY_BOUNDS: Readonly<Record<string, Bounds>> = {
  AT: [46, 50, 9, 18],
  AU: [-44, -10, 112, 154],
  BE: [49, 52, 2, 7],
  BG: [41, 45, 22, 29],
  CA: [41, 84, -142, -52],
  CH: [45, 48, 5, 11],
  CY: [34, 36, 32, 35],
  CZ: [48, 52, 12, 19],
  DE: [47, 56, 5, 16],
  DK: [54, 58, 8, 16],
  EE: [57, 60, 21, 29],
  ES: [27, 44, -19, 5],
  FI: [59, 71, 19, 32],
  FR: [41, 52, -6, 10],
  GB: [49, 61, -9, 2],
  GR: [34, 42, 19, 30],
  HR: [42, 47, 13, 20],
  HU: [45, 49, 16, 23],
  IE: [51, 56, -11, -5],
  IS: [63, 67, -25, -13],
  IT: [35, 48, 6, 19],
  JP: [24, 46, 122, 146],
  LT: [53, 57, 20, 27],
  LU: [49, 51, 5, 7],
  LV: [55, 59, 20, 29],
  MT: [35, 37, 14, 15],
  NL: [50, 54, 3, 8],
  NO: [57, 72, 4, 32],
  NZ: [-48, -34, 166, 179],
  PL: [49, 55, 14, 25],
  PT: [32, 43, -32, -6],
  RO: [43, 49, 20, 30],
  SE: [55, 70, 10, 25],
  SI: [45, 47, 13, 17],
  SK: [47, 50, 16, 23],
  US: [18, 72, -180, -66],
  ZA: [-35, -22, 16, 33],
};

export function isWithin([south, north, west, east]: Bounds, latitude: number, longitude: number): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
