/**
 * Draws a sketch map as SVG: the cottage in the middle, and the attractions as numbered circles.
 */

import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";

export type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** An attraction. `bearing` is its direction from the cottage in radians, clockwise from north. */
export type MapEntry = Readonly<Record<"number" | "kilometres" | "bearing", number>>;

/** A new cottage has the position (0, 0) until the owner changes it. */
export function isUnset({ latitude, longitude }: Position): boolean {
  return latitude === 0 && longitude === 0;
}

const KILOMETRES_PER_DEGREE = 111.12;

/** Returns the distance and bearing of `to`. Assumes that the earth is flat, so the error is up to 1% at 100 km. */
export function relativePosition(from: Position, to: Position) {
  const middleLatitude = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middleLatitude);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the translation key of the nearest compass point, e.g. "north-east". */
export function compassPoint(bearing: number): string {
  const eighthsOfTurn = Math.round(bearing / (Math.PI / 4));
  // Bearings to the west are negative. `at(-1)` returns the last element, "north-west".
  return COMPASS.at(eighthsOfTurn) ?? "";
}

type Point = Readonly<Record<"x" | "y", number>>;

/** The numbered circle of an attraction. Its centre (`x`, `y`) may be moved away from the true position. */
type Mark = Point & Readonly<{ number: number; truePosition: Point }>;

// Lengths are in SVG units. The map measures 340 × 340.
const CENTRE: Point = { x: 170, y: 170 };
const NORTH_ARROW: Point = { x: 177, y: 12 };
/** Distance of the farthest attraction from the centre of the map. */
const EDGE_RADIUS = 144;
const MARK_RADIUS = 11;
/** Minimum distance from the centre of a numbered circle to other circles, the house, the arrow and labels. */
const CLEARANCE = 29;

const AXES_ARROW_AND_HOUSE = html`<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>`;

export function sketchMap(entries: readonly MapEntry[], cottageName: string, locale: Locale): Html {
  if (entries.length === 0) return html``;
  // The minimum prevents a division by zero in `radiusOf`.
  const kilometresAtEdge = Math.max(0.1, ...entries.map(({ kilometres }) => kilometres));
  const rings = distanceRings(kilometresAtEdge, locale);
  const marks = placeMarks(entries, kilometresAtEdge, rings);
  const title = locale.translate("sketch map", { count: entries.length, name: cottageName });
  const ascendingDistances = rings.map(({ label }) => label).toReversed();
  const caption = locale.translate("rings", { distances: locale.formatList(ascendingDistances) });
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${title}</title>
<circle class="land" cx="170" cy="170" r="160"/>
${rings.map(({ radius }) => html`<circle class="land ring" cx="170" cy="170" r="${round(radius)}"/>`)}
${AXES_ARROW_AND_HOUSE}<text class="letter" x="187" y="20">${locale.translate("north.letter")}</text>
${rings.map(({ label, labelPoint: { x, y } }) => html`<text class="scale" x="${x}" y="${y}" dy="4">${label}</text>\n`)}
${marks.map(leaderLine)}${marks.map(numberedCircle)}</svg>
<figcaption>${caption}</figcaption>
</figure>`;
}

/** A circle around the cottage, with its distance as a label, e.g. "5 km". */
type Ring = Readonly<{ radius: number; label: string; labelPoint: Point }>;

const RING_KILOMETRES_DESCENDING = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RING_RADIUS_MIN = 30;
/** Maximum ratio of a ring's radius to that of the next larger ring, so that their labels do not overlap. */
const RING_RATIO_MAX = 0.64;
/** Direction from the centre to the labels of the rings, in radians clockwise from north: about south-west. */
const LABEL_BEARING = -2.2;

/** Returns circles that mark e.g. 5 km and 2 km on the map, largest first. Skips those too close to a larger one. */
function distanceRings(kilometresAtEdge: number, locale: Locale): Ring[] {
  const rings: Ring[] = [];
  let radiusMax = EDGE_RADIUS;
  for (const kilometres of RING_KILOMETRES_DESCENDING) {
    const radius = radiusOf(kilometres, kilometresAtEdge);
    if (radius < RING_RADIUS_MIN || radius > radiusMax) continue;
    const label = locale.translate("kilometres", { number: kilometres });
    rings.push({ radius, label, labelPoint: pointAt(LABEL_BEARING, radius) });
    radiusMax = radius * RING_RATIO_MAX;
  }
  return rings;
}

/** Places each numbered circle at the attraction's true position or, if something else is there, nearby. */
function placeMarks(entries: readonly MapEntry[], kilometresAtEdge: number, rings: readonly Ring[]): Mark[] {
  const labelPoints = rings.map(({ labelPoint }) => labelPoint);
  const obstacles = [CENTRE, NORTH_ARROW, ...labelPoints];
  const marks: Mark[] = [];
  for (const { number, kilometres, bearing } of entries) {
    const radius = radiusOf(kilometres, kilometresAtEdge);
    const truePosition = pointAt(bearing, radius);
    const freePoint = findFreePoint(truePosition, [...obstacles, ...marks]);
    marks.push({ ...freePoint, number, truePosition });
  }
  return marks;
}

/** Searches a spiral from `start` outwards for a point away from all obstacles. Returns `start` if there is none. */
function findFreePoint(start: Point, obstacles: readonly Point[]): Point {
  for (let radius = 0; radius < EDGE_RADIUS; radius += 0.4) {
    // Each turn of the spiral (2π radians) is about 6 units farther out.
    const angle = radius;
    const point = { x: round(start.x + radius * Math.cos(angle)), y: round(start.y + radius * Math.sin(angle)) };
    const isOnMap = distanceBetween(point, CENTRE) <= EDGE_RADIUS + MARK_RADIUS / 2;
    const isFree = obstacles.every((obstacle) => distanceBetween(point, obstacle) >= CLEARANCE);
    if (isOnMap && isFree) return point;
  }
  return start;
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Converts kilometres to SVG units. The square root leaves more room for nearby attractions. */
function radiusOf(kilometres: number, kilometresAtEdge: number): number {
  return EDGE_RADIUS * Math.sqrt(kilometres / kilometresAtEdge);
}

/** Returns the point at a bearing and distance from the centre. `y` increases downwards. */
function pointAt(bearing: number, radius: number): Point {
  return { x: round(CENTRE.x + radius * Math.sin(bearing)), y: round(CENTRE.y - radius * Math.cos(bearing)) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Draws a dot at the true position of an attraction, and a line to it from the numbered circle. */
function leaderLine(mark: Mark): Html {
  const { x, y, truePosition: dot } = mark;
  const isDotCovered = distanceBetween(mark, dot) <= MARK_RADIUS;
  if (isDotCovered) return html``;
  const line = html`<path class="leader" d="M${x} ${y}L${dot.x} ${dot.y}"/>`;
  return html`${line}<circle class="spot" cx="${dot.x}" cy="${dot.y}" r="2.5"/>\n`;
}

function numberedCircle({ x, y, number }: Mark): Html {
  const circle = html`<circle class="mark" cx="${x}" cy="${y}" r="${MARK_RADIUS}"/>`;
  return html`${circle}<text class="number" x="${x}" y="${y}" dy="4.5">${number}</text>\n`;
}
