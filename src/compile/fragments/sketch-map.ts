/**
 * Draws a sketch map as SVG: the cottage in the middle, numbered places around it, and rings for distances.
 *
 * North is at the top. The scale is by square root, so that near and far places fit on one small map. This module does
 * not know the names of the places.
 */

import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";

/** Coordinates in degrees. */
type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** The position of a place as seen from the cottage. */
export type RelativePosition = Readonly<{
  kilometres: number;
  /** In radians, clockwise from north, from -π to π. */
  bearing: number;
}>;

/** A place on the map, with its number in the list of attractions. */
export type Place = RelativePosition & Readonly<{ number: number }>;

const PLACES_MAX = 24;

/** A minute of arc along a meridian is a nautical mile, 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

/** Returns the distance and bearing from one position to another, on a plane. The error is below 1% up to 100 km. */
export function relativePosition(from: Position, to: Position): RelativePosition {
  const middleLatitude = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middleLatitude);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the compass point that is nearest to the bearing, e.g. "north-east". It is the key of a UI text. */
export function compassPoint({ bearing }: RelativePosition): string {
  const eighths = Math.round(bearing / (Math.PI / 4));
  // Bearings west of north are negative.
  const index = (eighths + COMPASS.length) % COMPASS.length;
  return COMPASS[index] ?? "";
}

/** Returns the places that the map has space for, nearest first. */
export function drawnPlaces(places: readonly Place[]): Place[] {
  return places.toSorted((a, b) => a.kilometres - b.kilometres).slice(0, PLACES_MAX);
}

/** A point in SVG units. */
type Point = Readonly<Record<"x" | "y", number>>;

/** A circle that marks must not overlap. */
type Obstacle = Point & Readonly<{ radius: number }>;

/** The numbered mark of a place. */
type Mark = Point & Readonly<{
  number: number;
  /** True position of the place, if the mark was moved away from it. */
  origin?: Point;
  /** Bearing of an arrow on the mark, in radians, if the place is beyond the edge of the map. */
  bearing?: number;
}>;

/** Sizes in SVG units. The map is 340 units wide and high. */
const CENTRE = 170;
const RADIUS = 144;
const MARK_RADIUS = 11;
const LABEL_RADIUS = 13;
const HOUSE: Obstacle = { x: CENTRE, y: CENTRE, radius: 18 };
const NORTH_ARROW: Obstacle = { x: CENTRE + 8, y: 12, radius: 19 };
/** A place further away than this multiple of the third quartile of distances is drawn at the edge, with an arrow. */
const OUTLIER_FACTOR = 2;
/** Distances from which the rings are chosen, in kilometres. */
const RING_DISTANCES = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RINGS_MAX = 3;
/** Maximum distance of a ring as a fraction of that of the next larger ring. Keeps the labels from overlapping. */
const RING_STEP = 0.4;
const RING_RADIUS_MIN = 30;
/** Bearing at which the rings are labelled, in radians. It is between north and north-east, away from the axes. */
const LABEL_BEARING = 0.45;
/** Points to which a mark may be moved if its true position is occupied. They are on circles around that position. */
const CIRCLE_STEP = 6;
const CIRCLES_MAX = 14;
const POINTS_PER_CIRCLE = 16;

/**
 * Renders the map as a figure with a caption.
 *
 * @param places at least one place, nearest first
 * @param cottageName for the title of the SVG, which screen readers announce
 */
export function sketchMap(places: readonly Place[], cottageName: string, words: Words): Html {
  const edge = edgeDistance(places);
  const rings = ringDistances(edge);
  const labels = rings.map((kilometres) => {
    const point = pointAt(LABEL_BEARING, radiusOf(kilometres, edge));
    return { ...point, radius: LABEL_RADIUS, text: distanceText(kilometres, words) };
  });
  const marks = placeMarks(places, edge, [HOUSE, NORTH_ARROW, ...labels]);
  const nearestFirst = labels.map(({ text }) => text).toReversed();
  const ringCaption = words.format("rings", { distances: words.formatList(nearestFirst) });
  const hasArrows = marks.some(({ bearing }) => bearing !== undefined);
  const caption = hasArrows ? `${ringCaption} ${words.format("map.beyond")}` : ringCaption;
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${words.format("sketch map", { count: places.length, name: cottageName })}</title>
${circle("land", HOUSE, 160)}
${rings.map((kilometres) => circle("land ring", HOUSE, round(radiusOf(kilometres, edge))))}
<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">${words.format("north letter")}</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>
${labels.map(({ x, y, text }) => html`<text class="scale" x="${round(x)}" y="${round(y + 4)}">${text}</text>\n`)}
${marks.map(leader)}${marks.map(markCircle)}</svg>
<figcaption>${caption}</figcaption>
</figure>`;
}

/** Returns the distance at the edge of the map, in kilometres: that of the furthest place that is not an outlier. */
function edgeDistance(places: readonly Place[]): number {
  const distances = places.map(({ kilometres }) => kilometres);
  const thirdQuartile = distances[Math.floor((distances.length - 1) * 0.75)] ?? 0;
  const withoutOutliers = distances.filter((kilometres) => kilometres <= OUTLIER_FACTOR * thirdQuartile);
  return Math.max(...withoutOutliers, 0.1);
}

/** Returns the distances of the rings in kilometres, largest first. */
function ringDistances(edge: number): number[] {
  const rings: number[] = [];
  let largest = edge;
  for (const kilometres of RING_DISTANCES) {
    const isTooSmall = radiusOf(kilometres, edge) < RING_RADIUS_MIN;
    if (kilometres > largest || isTooSmall) continue;
    rings.push(kilometres);
    if (rings.length === RINGS_MAX) break;
    largest = kilometres * RING_STEP;
  }
  return rings;
}

/**
 * Formats a distance, e.g. "2 km" or "500 m". Uses metres below 1 km, because the decimal comma in "0,5 km" could be
 * mistaken for a list separator.
 */
function distanceText(kilometres: number, words: Words): string {
  if (kilometres < 1) return words.format("metres", { number: kilometres * 1000 });
  return words.format("kilometres", { number: kilometres });
}

/** Places the marks in order. Each is as near to its true position as the obstacles and earlier marks allow. */
function placeMarks(places: readonly Place[], edge: number, obstacles: readonly Obstacle[]): Mark[] {
  const marks: Mark[] = [];
  const occupied = [...obstacles];
  for (const { number, kilometres, bearing } of places) {
    const isBeyondEdge = kilometres > edge;
    const origin = pointAt(bearing, radiusOf(Math.min(kilometres, edge), edge));
    const point = nearestFreePoint(origin, occupied);
    const isMoved = Math.hypot(point.x - origin.x, point.y - origin.y) > MARK_RADIUS;
    marks.push({ ...point, number, ...(isBeyondEdge && { bearing }), ...(isMoved && { origin }) });
    occupied.push({ ...point, radius: MARK_RADIUS });
  }
  return marks;
}

/** Searches the origin, then larger and larger circles around it. Returns the origin if no point is free. */
function nearestFreePoint(origin: Point, occupied: readonly Obstacle[]): Point {
  if (isFree(origin, occupied)) return origin;
  for (let circle = 1; circle <= CIRCLES_MAX; circle += 1) {
    const distance = circle * CIRCLE_STEP;
    for (let index = 0; index < POINTS_PER_CIRCLE; index += 1) {
      const angle = (2 * Math.PI * index) / POINTS_PER_CIRCLE;
      const point = { x: origin.x + distance * Math.cos(angle), y: origin.y + distance * Math.sin(angle) };
      if (isFree(point, occupied)) return point;
    }
  }
  return origin;
}

/** Returns whether a mark at this point is on the map and overlaps nothing. */
function isFree({ x, y }: Point, occupied: readonly Obstacle[]): boolean {
  const isOnMap = Math.hypot(x - CENTRE, y - CENTRE) <= RADIUS + MARK_RADIUS / 2;
  const isClearOf = (obstacle: Obstacle) => {
    const distance = Math.hypot(x - obstacle.x, y - obstacle.y);
    return distance >= obstacle.radius + MARK_RADIUS + 1;
  };
  return isOnMap && occupied.every(isClearOf);
}

/** Converts a distance from the cottage to SVG units. */
function radiusOf(kilometres: number, edge: number): number {
  return RADIUS * Math.sqrt(kilometres / edge);
}

/** Returns the point at this bearing and distance from the centre. In SVG, y increases downwards. */
function pointAt(bearing: number, radius: number): Point {
  return { x: CENTRE + radius * Math.sin(bearing), y: CENTRE - radius * Math.cos(bearing) };
}

/** Renders a line from a mark that was moved to a dot at its true position. */
function leader({ x, y, origin }: Mark): Html {
  if (origin === undefined) return html``;
  const line = html`<path class="leader" d="M${round(x)} ${round(y)}L${round(origin.x)} ${round(origin.y)}"/>`;
  return html`${line}${circle("spot", origin, 2.5)}\n`;
}

/** Renders a mark: a circle with a number, and an arrow if the place is beyond the edge of the map. */
function markCircle(mark: Mark): Html {
  const { x, y, number, bearing } = mark;
  const label = html`<text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>`;
  return html`${bearing === undefined ? "" : arrow(mark, bearing)}${circle("mark", mark, MARK_RADIUS)}${label}\n`;
}

function arrow({ x, y }: Point, bearing: number): Html {
  const degrees = (bearing * 180) / Math.PI;
  const transform = `translate(${round(x)} ${round(y)}) rotate(${round(degrees)})`;
  return html`<path class="mark" d="M-6-9h12l-6-11z" transform="${transform}"/>`;
}

function circle(className: string, { x, y }: Point, radius: number): Html {
  return html`<circle class="${className}" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
}

/** Rounds to one decimal. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
