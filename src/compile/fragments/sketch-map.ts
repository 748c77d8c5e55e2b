/**
 * Draws a sketch map as SVG: the cottage in the middle, and the attractions as numbered circles.
 */

import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";

export type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** An attraction. Its bearing from the cottage is in radians, clockwise from north. */
export type MapEntry = Readonly<Record<"number" | "kilometres" | "bearing", number>>;

/** Returns whether the position is still (0, 0), the default for a new cottage. */
export function isUnset({ latitude, longitude }: Position): boolean {
  return latitude === 0 && longitude === 0;
}

const KILOMETRES_PER_DEGREE = 111.12;

/** Returns the distance and bearing, assuming a flat earth. The error is below 1% up to 100 km. */
export function relativePosition(from: Position, to: Position) {
  const middleLatitude = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middleLatitude);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the translation key of the nearest compass point, e.g. "north-east". */
export function compassPoint(bearing: number): string {
  // Bearings west of north are negative. `at` counts negative indices from the array's end.
  return COMPASS.at(Math.round(bearing / (Math.PI / 4))) ?? "";
}

const ENTRIES_MAX = 24;
/** An outlier is farther away than this multiple of the third quartile of all distances. */
const OUTLIER_FACTOR = 5;

/** Returns the nearest entries, nearest first. If there are at least three, omits distant outliers. */
export function selectMapEntries(entries: Iterable<MapEntry>): MapEntry[] {
  const nearest = [...entries].sort((a, b) => a.kilometres - b.kilometres).slice(0, ENTRIES_MAX);
  if (nearest.length < 3) return nearest;
  const thirdQuartile = nearest[Math.floor((nearest.length - 1) * 0.75)]?.kilometres ?? 0;
  return nearest.filter(({ kilometres }) => kilometres <= OUTLIER_FACTOR * thirdQuartile);
}

type Point = Readonly<Record<"x" | "y", number>>;
type Circle = Point & Readonly<{ radius: number }>;

/** An attraction's numbered circle. To avoid overlaps, it may be moved. */
type Mark = Circle & Readonly<{ number: number; truePosition: Point }>;

// Lengths are in SVG units. The map measures 340 × 340.
const CENTRE: Point = { x: 170, y: 170 };
/** Distance from the centre to the farthest attraction. */
const EDGE_RADIUS = 144;
const MARK_RADIUS = 11;
const GAP = 1;

const AXES_ARROW_AND_HOUSE = html`<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>`;

// Areas that the numbered circles must not overlap.
const HOUSE: Circle = { ...CENTRE, radius: 18 };
const NORTH_ARROW: Circle = { x: 178, y: 12, radius: 19 };

export function sketchMap(entries: readonly MapEntry[], cottageName: string, locale: Locale): Html {
  if (entries.length === 0) return html``;
  const { rings, marks } = layOutMap(entries, locale);
  const ascendingDistances = rings.map(({ labelText }) => labelText).toReversed();
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${locale.translate("sketch map", { count: entries.length, name: cottageName })}</title>
<circle class="land" cx="170" cy="170" r="160"/>
${rings.map(ringCircle)}
${AXES_ARROW_AND_HOUSE}<text class="letter" x="187" y="20">${locale.translate("north.letter")}</text>
${rings.map(ringLabel)}
${marks.map(leaderLine)}${marks.map(numberedCircle)}</svg>
<figcaption>${locale.translate("rings", { distances: locale.formatList(ascendingDistances) })}</figcaption>
</figure>`;
}

function layOutMap(entries: readonly MapEntry[], locale: Locale) {
  // At least 0.1 km, the smallest ring's distance, because `radiusOf` must not divide by zero.
  const kilometresAtEdge = Math.max(0.1, ...entries.map(({ kilometres }) => kilometres));
  const unmovedMarks = entries.map((entry) => markAtTruePosition(entry, kilometresAtEdge));
  const rings = distanceRings(kilometresAtEdge, unmovedMarks, locale);
  const obstacles = [HOUSE, NORTH_ARROW, ...rings.map(({ labelArea }) => labelArea)];
  return { rings, marks: moveMarksApart(unmovedMarks, obstacles) };
}

function markAtTruePosition({ number, bearing, kilometres }: MapEntry, kilometresAtEdge: number): Mark {
  const truePosition = pointAt(bearing, radiusOf(kilometres, kilometresAtEdge));
  return { ...truePosition, radius: MARK_RADIUS, number, truePosition };
}

/** A circle around the cottage that shows a distance, e.g. 5 km. `labelArea` surrounds the label. */
type Ring = Readonly<{ radius: number; labelText: string; labelArea: Circle }>;

const RING_KILOMETRES_DESCENDING = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RING_RADIUS_MIN = 30;
/** Maximum ratio of a ring's radius to the next larger one's. Keeps their labels apart. */
const RING_RATIO_MAX = 0.64;

/** Returns rings that fit on the map, largest first. Skips rings that are too small or too close to a larger ring. */
function distanceRings(kilometresAtEdge: number, marks: readonly Mark[], locale: Locale): Ring[] {
  const rings: Ring[] = [];
  let radiusMax = EDGE_RADIUS;
  for (const kilometres of RING_KILOMETRES_DESCENDING) {
    const radius = radiusOf(kilometres, kilometresAtEdge);
    if (radius < RING_RADIUS_MIN || radius > radiusMax) continue;
    rings.push({ radius, labelText: distanceText(kilometres, locale), labelArea: chooseLabelArea(radius, marks) });
    radiusMax = radius * RING_RATIO_MAX;
  }
  return rings;
}

/** Bearings, in radians, at which a ring's label does not overlap the axes of the map. */
const LABEL_BEARINGS = [0.45, -0.45, Math.PI - 0.45, 0.45 - Math.PI] as const;
const LABEL_RADIUS = 13;

/** Returns the first label area that no mark overlaps, or the first if there is none. */
function chooseLabelArea(ringRadius: number, marks: readonly Mark[]): Circle {
  const areaAt = (bearing: number): Circle => ({ ...pointAt(bearing, ringRadius), radius: LABEL_RADIUS });
  const freeBearing = LABEL_BEARINGS.find((bearing) => isFree(areaAt(bearing), marks));
  return areaAt(freeBearing ?? LABEL_BEARINGS[0]);
}

/** Formats distances below 1 km in metres, because in a list, the decimal comma of "0,5 km" would be confusing. */
function distanceText(kilometres: number, locale: Locale): string {
  if (kilometres < 1) return locale.translate("metres", { number: kilometres * 1000 });
  return locale.translate("kilometres", { number: kilometres });
}

function moveMarksApart(marks: readonly Mark[], obstacles: readonly Circle[]): Mark[] {
  const placedMarks: Mark[] = [];
  for (const mark of marks) placedMarks.push(moveToFreePoint(mark, [...obstacles, ...placedMarks]));
  return placedMarks;
}

const SEARCH_STEP = 6;
const SEARCH_MAX = 84;
const SEARCH_ANGLE_STEP = Math.PI / 8;

/** Searches outwards for a free point, and moves the mark there. If there is none, returns the mark unchanged. */
function moveToFreePoint(mark: Mark, occupied: readonly Circle[]): Mark {
  for (let distance = 0; distance <= SEARCH_MAX; distance += SEARCH_STEP) {
    for (let angle = 0; angle < 2 * Math.PI; angle += SEARCH_ANGLE_STEP) {
      const x = mark.x + distance * Math.cos(angle);
      const y = mark.y + distance * Math.sin(angle);
      const movedMark = { ...mark, x, y };
      if (isFree(movedMark, occupied)) return movedMark;
    }
  }
  return mark;
}

function isFree(circle: Circle, others: readonly Circle[]): boolean {
  const isOnMap = distanceBetween(circle, CENTRE) <= EDGE_RADIUS + MARK_RADIUS / 2;
  return isOnMap && others.every((other) => distanceBetween(circle, other) >= circle.radius + other.radius + GAP);
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Converts a distance to SVG units. The square root leaves more room for nearby attractions. */
function radiusOf(kilometres: number, kilometresAtEdge: number): number {
  return EDGE_RADIUS * Math.sqrt(kilometres / kilometresAtEdge);
}

/** Returns the point at a bearing and distance from the centre. In SVG, `y` increases downwards. */
function pointAt(bearing: number, radius: number): Point {
  return { x: CENTRE.x + radius * Math.sin(bearing), y: CENTRE.y - radius * Math.cos(bearing) };
}

function ringCircle({ radius }: Ring): Html {
  return html`<circle class="land ring" cx="170" cy="170" r="${round(radius)}"/>`;
}

function ringLabel({ labelArea: { x, y }, labelText }: Ring): Html {
  // In SVG, `y` is the text's baseline, so add 4 to centre the text vertically.
  return html`<text class="scale" x="${round(x)}" y="${round(y + 4)}">${labelText}</text>\n`;
}

/** Draws a dot at the true position, and a line from the mark to the dot. Omits both if the mark covers the dot. */
function leaderLine({ x, y, truePosition }: Mark): Html {
  if (distanceBetween({ x, y }, truePosition) <= MARK_RADIUS) return html``;
  const dotX = round(truePosition.x);
  const dotY = round(truePosition.y);
  const path = `M${round(x)} ${round(y)}L${dotX} ${dotY}`;
  return html`<path class="leader" d="${path}"/><circle class="spot" cx="${dotX}" cy="${dotY}" r="2.5"/>\n`;
}

function numberedCircle({ x, y, radius, number }: Mark): Html {
  const circle = html`<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
  return html`${circle}<text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
