/**
 * Draws a sketch map as SVG: the cottage in the middle, distance rings, and the attractions as numbered circles.
 */

import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";

export type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** An attraction's number on the map, and its distance and bearing (radians, clockwise from north) from the cottage. */
export type MapEntry = Readonly<Record<"number" | "kilometres" | "bearing", number>>;

const KILOMETRES_PER_DEGREE = 111.12;

/** Returns the distance and bearing, as if the earth were flat. The error is below 1% for distances up to 100 km. */
export function relativePosition(from: Position, to: Position) {
  const middleLatitude = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middleLatitude);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the translation key of the nearest compass point, for example "north-east". */
export function compassPoint(bearing: number): string {
  // `bearing` is from -π to π. West of north, it is negative, and `at` counts the index from the end of the array.
  return COMPASS.at(Math.round(bearing / (Math.PI / 4))) ?? "";
}

const ENTRIES_MAX = 24;
/** Distances greater than this multiple of the third quartile are outliers. */
const OUTLIER_FACTOR = 5;

/** Returns the nearest entries, nearest first. Omits outliers, which would squeeze the others into the centre. */
export function selectMapEntries(entries: readonly MapEntry[]): MapEntry[] {
  const nearest = entries.toSorted((a, b) => a.kilometres - b.kilometres).slice(0, ENTRIES_MAX);
  // Two distances have no outlier.
  if (nearest.length < 3) return nearest;
  const thirdQuartile = nearest[Math.floor((nearest.length - 1) * 0.75)]?.kilometres ?? 0;
  return nearest.filter(({ kilometres }) => kilometres <= OUTLIER_FACTOR * thirdQuartile);
}

type Point = Readonly<Record<"x" | "y", number>>;
type Circle = Point & Readonly<{ radius: number }>;

const MAP_SIZE = 340;
const CENTRE: Point = { x: 170, y: 170 };
const EDGE_RADIUS = 144;
const LAND_RADIUS = 160;
const HOUSE: Circle = { ...CENTRE, radius: 18 };
const NORTH_ARROW: Circle = { x: 178, y: 12, radius: 19 };
const MARK_RADIUS = 11;

const STATIC_MAP_PARTS = html`<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">N</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>`;

/** Draws a map of the attractions around the cottage, with a caption. */
export function sketchMap(entries: readonly MapEntry[], cottageName: string, locale: Locale): Html {
  if (entries.length === 0) return html``;
  // The minimum of 0.1 prevents a division by zero in `radiusOf` if all attractions are at the cottage.
  const maxKilometres = Math.max(0.1, ...entries.map(({ kilometres }) => kilometres));
  const marksAtTruePositions = entries.map(({ number, bearing, kilometres }): Mark => {
    return { ...pointAt(bearing, radiusOf(kilometres, maxKilometres)), radius: MARK_RADIUS, number };
  });
  const rings = distanceRings(maxKilometres, marksAtTruePositions, locale);
  const obstacles = [HOUSE, NORTH_ARROW, ...rings.map(({ labelArea }) => labelArea)];
  const marks = moveMarksApart(marksAtTruePositions, obstacles);
  // `rings` begins with the largest ring, but the caption names the smallest first.
  const distanceLabels = rings.map(({ labelText }) => labelText).toReversed();
  const caption = locale.translate("rings", { distances: locale.formatList(distanceLabels) });
  return html`<figure class="map">
<svg viewBox="0 0 ${MAP_SIZE} ${MAP_SIZE}" role="img" aria-labelledby="map-title">
<title id="map-title">${locale.translate("sketch map", { count: entries.length, name: cottageName })}</title>
<circle class="land" cx="${CENTRE.x}" cy="${CENTRE.y}" r="${LAND_RADIUS}"/>
${rings.map(({ radius }) => html`<circle class="land ring" cx="${CENTRE.x}" cy="${CENTRE.y}" r="${round(radius)}"/>`)}
${STATIC_MAP_PARTS}
${rings.map(ringLabel)}
${marks.map(leaderLine)}${marks.map(numberedCircle)}</svg>
<figcaption>${caption}</figcaption>
</figure>`;
}

type Ring = Readonly<{ radius: number; labelArea: Circle; labelText: string }>;

/** Distances from the cottage, in kilometres, at which the map may show a ring. The largest comes first. */
const RING_DISTANCES = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RING_RADIUS_MIN = 30;
/** Maximum ratio of a ring's radius to that of the next larger ring. It keeps the rings' labels from overlapping. */
const RING_SPACING_FACTOR = 0.64;
/** Possible bearings of a ring's label, in radians clockwise from north. Each keeps the label off the map's axes. */
const LABEL_BEARINGS = [0.45, -0.45, Math.PI - 0.45, 0.45 - Math.PI] as const;
const LABEL_RADIUS = 13;

/** Returns the map's distance rings, largest first. Skips rings that are too large, too small or too close together. */
function distanceRings(maxKilometres: number, marks: readonly Mark[], locale: Locale): Ring[] {
  const rings: Ring[] = [];
  for (const kilometres of RING_DISTANCES) {
    const ringRadius = radiusOf(kilometres, maxKilometres);
    const previousRing = rings.at(-1);
    // The first ring must fit on the map. Each later ring must be clearly smaller than the ring before.
    const radiusLimit = previousRing === undefined ? EDGE_RADIUS : previousRing.radius * RING_SPACING_FACTOR;
    if (ringRadius < RING_RADIUS_MIN || ringRadius > radiusLimit) continue;
    const labelText = distanceText(kilometres, locale);
    rings.push({ radius: ringRadius, labelArea: freeLabelArea(ringRadius, marks), labelText });
  }
  return rings;
}

/**
 * Returns the area of a ring's label at the first of `LABEL_BEARINGS` where the label is clear of the marks. If no
 * bearing is clear, uses the first bearing.
 */
function freeLabelArea(ringRadius: number, marks: readonly Mark[]): Circle {
  const freeBearing = LABEL_BEARINGS.find((bearing) => isFree(labelAreaAt(bearing, ringRadius), marks));
  return labelAreaAt(freeBearing ?? LABEL_BEARINGS[0], ringRadius);
}

function labelAreaAt(bearing: number, ringRadius: number): Circle {
  return { ...pointAt(bearing, ringRadius), radius: LABEL_RADIUS };
}

/** Formats the distance of a ring. Uses metres below 1 km to avoid decimal commas in lists such as "0,5 km, 1 km". */
function distanceText(kilometres: number, locale: Locale): string {
  if (kilometres < 1) return locale.translate("metres", { number: kilometres * 1000 });
  return locale.translate("kilometres", { number: kilometres });
}

/** An attraction's numbered circle. */
type Mark = Circle & Readonly<{ number: number }>;

/** A mark whose centre is the attraction's true position or, if that is occupied, a free point nearby. */
type PlacedMark = Mark & Readonly<{ truePosition: Point }>;

/** Moves each mark only as far as needed, so that the mark does not overlap obstacles or earlier marks. */
function moveMarksApart(marks: readonly Mark[], obstacles: readonly Circle[]): PlacedMark[] {
  const placedMarks: PlacedMark[] = [];
  for (const mark of marks) {
    const freeCircle = nearestFreeCircle(mark, [...obstacles, ...placedMarks]);
    placedMarks.push({ ...freeCircle, number: mark.number, truePosition: mark });
  }
  return placedMarks;
}

const SEARCH_STEP = 6;
const SEARCH_MAX = 84;
const SEARCH_ANGLE_STEP = Math.PI / 8;

/** Searches outwards from the circle for a position that is free. Returns the circle unchanged if there is none. */
function nearestFreeCircle(circle: Circle, occupied: readonly Circle[]): Circle {
  if (isFree(circle, occupied)) return circle;
  const { x, y, radius } = circle;
  for (let distance = SEARCH_STEP; distance <= SEARCH_MAX; distance += SEARCH_STEP) {
    for (let angle = 0; angle < 2 * Math.PI; angle += SEARCH_ANGLE_STEP) {
      const candidate = { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle), radius };
      if (isFree(candidate, occupied)) return candidate;
    }
  }
  return circle;
}

/** Returns whether a circle is on the map and at least 1 unit away from every other circle. */
function isFree(circle: Circle, others: readonly Circle[]): boolean {
  if (distanceBetween(circle, CENTRE) > EDGE_RADIUS + MARK_RADIUS / 2) return false;
  return others.every((other) => distanceBetween(circle, other) >= circle.radius + other.radius + 1);
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Converts a distance to SVG units on a square-root scale, which leaves more room for nearby attractions. */
function radiusOf(kilometres: number, maxKilometres: number): number {
  return EDGE_RADIUS * Math.sqrt(kilometres / maxKilometres);
}

function pointAt(bearing: number, radius: number): Point {
  return { x: CENTRE.x + radius * Math.sin(bearing), y: CENTRE.y - radius * Math.cos(bearing) };
}

function ringLabel({ labelArea: { x, y }, labelText }: Ring): Html {
  return html`<text class="scale" x="${round(x)}" y="${round(y + 4)}">${labelText}</text>\n`;
}

/** Draws a dot at a mark's true position, and a line from the mark to the dot, unless the mark covers the dot. */
function leaderLine(mark: PlacedMark): Html {
  if (distanceBetween(mark, mark.truePosition) <= MARK_RADIUS) return html``;
  const [x, y] = [round(mark.truePosition.x), round(mark.truePosition.y)];
  const path = `M${round(mark.x)} ${round(mark.y)}L${x} ${y}`;
  return html`<path class="leader" d="${path}"/><circle class="spot" cx="${x}" cy="${y}" r="2.5"/>\n`;
}

function numberedCircle({ x, y, radius, number }: Mark): Html {
  const circle = html`<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
  return html`${circle}<text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
