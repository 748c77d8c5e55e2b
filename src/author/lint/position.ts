/**
 * Advice on positions: the cottage's own, and those of places on the map, which are probably not far from it.
 */

import type { Facts } from "../../compile/data/datasets.ts";
import type { Remark } from "../../compile/data/load.ts";

/** Distance of a place on the map that is probably a mistake. */
const KILOMETRES_MAX = 100;
const DECIMALS_MIN = 5;

type Position = Facts["cottage"]["geo"];

export function position({ cottage: { geo }, site: { map = [] } }: Facts): Remark[] {
  const at = "cottage/geo";
  if (geo.latitude === 0 && geo.longitude === 0) return [{ level: "warning", at, code: "advice-position-missing" }];
  const remarks: Remark[] = [];
  // The larger count of the two, since a number does not keep a final zero.
  const count = Math.max(decimals(geo.latitude), decimals(geo.longitude));
  if (count < DECIMALS_MIN) {
    remarks.push({ level: "warning", at: `${at}/latitude`, code: "advice-position-coarse", values: { count } });
  }
  const swapped = { latitude: geo.longitude, longitude: geo.latitude };
  if (map.length > 0 && map.every((place) => isFar(geo, place) && !isFar(swapped, place))) {
    return [...remarks, { level: "warning", at, code: "advice-position-swapped" }];
  }
  const farPlaces = map.flatMap((place, index) => {
    const values = { name: place.name, distance: Math.round(kilometres(geo, place)) };
    return isFar(geo, place) ? [{ at: `site/map/${index}`, values }] : [];
  });
  const [first] = farPlaces;
  if (first !== undefined && map.length > 1 && farPlaces.length === map.length) {
    return [...remarks, { level: "warning", at, code: "advice-far-from-all", values: first.values }];
  }
  return [...remarks, ...farPlaces.map((place) => ({ level: "warning", code: "advice-far", ...place }) as const)];
}

function decimals(degrees: number): number {
  return String(degrees).split(".")[1]?.length ?? 0;
}

function isFar(one: Position, other: Position): boolean {
  return kilometres(one, other) > KILOMETRES_MAX;
}

const EARTH_RADIUS_KM = 6371;

/** Great-circle distance. */
function kilometres(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const from = radians(one.latitude);
  const to = radians(other.latitude);
  const east = radians(other.longitude - one.longitude);
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(east);
  return EARTH_RADIUS_KM * Math.acos(Math.min(1, cosine));
}
