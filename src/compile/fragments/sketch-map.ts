/**
 * Draws a sketch map as SVG: the cottage in the middle, numbered marks around it, and distance rings.
 *
 * North is at the top. Distances are on a square-root scale, so that near and far places both fit on a small map.
 */

import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";

/** Coordinates in degrees. */
export type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** Distance and bearing from the cottage. The bearing is in radians, clockwise from north, from -π to π. */
type RelativePosition = Readonly<Record<"kilometres" | "bearing", number>>;

export type MapEntry = RelativePosition & Readonly<{ number: number }>;

const ENTRIES_MAX = 24;
/** A distance is an outlier if it exceeds the third quartile of all distances times this factor. */
const OUTLIER_FACTOR = 5;
/** The edge of the map represents at least this distance from the cottage. */
const EDGE_KILOMETRES_MIN = 0.1;

/** A minute of latitude is 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

/** Returns the distance and bearing on a flat earth, an approximation whose error is below 1% up to 100 km. */
export function relativePosition(from: Position, to: Position): RelativePosition {
  const middleLatitude = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middleLatitude);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the nearest compass point, e.g. "north-east". It is also the key of the translated UI string. */
export function compassPoint({ bearing }: RelativePosition): string {
  const eighths = Math.round(bearing / (Math.PI / 4));
  // Bearings west of north are negative, and `at` counts them from the end.
  return COMPASS.at(eighths) ?? "";
}

/** Returns the nearest entries, nearest first. Omits outliers, which would squeeze the others into the centre. */
export function selectMapEntries(entries: readonly MapEntry[]): MapEntry[] {
  const nearest = entries.toSorted((a, b) => a.kilometres - b.kilometres).slice(0, ENTRIES_MAX);
  const thirdQuartile = nearest[Math.floor((nearest.length - 1) * 0.75)]?.kilometres ?? 0;
  return nearest.filter(({ kilometres }) => kilometres <= OUTLIER_FACTOR * thirdQuartile);
}

/** A point in SVG units. */
type Point = Readonly<Record<"x" | "y", number>>;

/** A circle that no mark may overlap. */
type Obstacle = Point & Readonly<{ radius: number }>;

type RingLabel = Obstacle & Readonly<{ text: string }>;

/** A numbered circle. It is moved away from its true position if that is occupied. */
type Mark = Point & Readonly<{ number: number; truePosition: Point }>;

// Sizes and positions in SVG units.
const SIZE = 340;
const CENTRE = SIZE / 2;
const LAND_RADIUS = 160;
const EDGE_RADIUS = 144;
const MARK_RADIUS = 11;
const MARK_GAP = 1;
const MARK_OVERHANG_MAX = MARK_RADIUS / 2;
const LABEL_RADIUS = 13;
/** Vertical distance from the centre of a text element to its baseline. */
const RING_LABEL_DROP = 4;
const NUMBER_DROP = 4.5;
const HOUSE: Obstacle = { x: CENTRE, y: CENTRE, radius: 18 };
const NORTH_ARROW: Obstacle = { x: CENTRE + 8, y: 12, radius: 19 };
const NORTH_LETTER: Point = { x: CENTRE + 17, y: 20 };
const AXES_PATH = html`<path class="axis" d="M170 10v320M10 170h320"/>`;
const NORTH_PATH = html`<path class="north" d="M170 0l7 20-7-5-7 5z"/>`;
const HOUSE_PATH = html`<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>`;

/** Possible radii of the map's distance rings, in kilometres. */
const RING_DISTANCES_DESCENDING = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RINGS_MAX = 3;
const RING_RADIUS_MIN = 30;
/** Each ring's distance is at most this fraction of the next larger one, so that the labels do not overlap. */
const NEXT_RING_RATIO_MAX = 0.4;
/** Bearing of the ring labels in radians, between north and north-east, so that they do not touch the axes. */
const LABEL_BEARING = 0.45;

// If a mark's true position is occupied, `nearestFreePoint` tries points on ever larger circles around it.
const SEARCH_RADIUS_STEP = 6;
const SEARCH_RADIUS_MAX = 84;
const POINTS_PER_CIRCLE = 16;

/** Renders the map as a figure with a caption. Expects at least one entry, and the nearest entry first. */
export function sketchMap(entries: readonly MapEntry[], cottageName: string, locale: Locale): Html {
  const title = locale.translate("sketch map", { count: entries.length, name: cottageName });
  const edgeKilometres = Math.max(EDGE_KILOMETRES_MIN, ...entries.map(({ kilometres }) => kilometres));
  const rings = ringDistances(edgeKilometres);
  const ringLabels = rings.map((kilometres) => ringLabel(kilometres, edgeKilometres, locale));
  const marks = placeMarks(entries, edgeKilometres, [HOUSE, NORTH_ARROW, ...ringLabels]);
  // The rings are sorted from largest to smallest, but the caption lists the smallest first.
  const ringTexts = ringLabels.map(({ text }) => text).toReversed();
  const caption = locale.translate("rings", { distances: locale.formatList(ringTexts) });
  return html`<figure class="map">
<svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-labelledby="map-title">
<title id="map-title">${title}</title>
${circle("land", HOUSE, LAND_RADIUS)}
${rings.map((kilometres) => circle("land ring", HOUSE, round(radiusOf(kilometres, edgeKilometres))))}
${AXES_PATH}
${NORTH_PATH}${textElement("letter", NORTH_LETTER, locale.translate("north letter"))}
${HOUSE_PATH}
${ringLabels.map(({ x, y, text }) => html`${textElement("scale", { x, y: y + RING_LABEL_DROP }, text)}\n`)}
${marks.map(leaderLine)}${marks.map(numberedCircle)}</svg>
<figcaption>${caption}</figcaption>
</figure>`;
}

/** Returns the distances of the rings in kilometres, largest first. */
function ringDistances(edgeKilometres: number): number[] {
  const rings: number[] = [];
  for (const kilometres of RING_DISTANCES_DESCENDING) {
    const isOnMap = kilometres <= edgeKilometres;
    const isLargeEnough = radiusOf(kilometres, edgeKilometres) >= RING_RADIUS_MIN;
    const largerRing = rings.at(-1) ?? Infinity;
    const isApart = kilometres <= largerRing * NEXT_RING_RATIO_MAX;
    if (isOnMap && isLargeEnough && isApart) rings.push(kilometres);
  }
  return rings.slice(0, RINGS_MAX);
}

/**
 * Labels a ring, e.g. "2 km". Uses metres below 1 km, because a decimal comma ("0,5 km") could be mistaken for a
 * separator in a list of distances.
 */
function ringLabel(kilometres: number, edgeKilometres: number, locale: Locale): RingLabel {
  const isShort = kilometres < 1;
  const number = isShort ? kilometres * 1000 : kilometres;
  const text = locale.translate(isShort ? "metres" : "kilometres", { number });
  return { ...pointAt(LABEL_BEARING, radiusOf(kilometres, edgeKilometres)), radius: LABEL_RADIUS, text };
}

/** Places the marks one after another, near their true positions, but clear of the obstacles and earlier marks. */
function placeMarks(entries: readonly MapEntry[], edgeKilometres: number, obstacles: readonly Obstacle[]): Mark[] {
  const marks: Mark[] = [];
  const occupied = [...obstacles];
  for (const { number, kilometres, bearing } of entries) {
    const truePosition = pointAt(bearing, radiusOf(kilometres, edgeKilometres));
    const position = nearestFreePoint(truePosition, occupied);
    marks.push({ ...position, number, truePosition });
    occupied.push({ ...position, radius: MARK_RADIUS });
  }
  return marks;
}

/** Tries the point itself, then points on ever larger circles around it. If all are occupied, returns the point. */
function nearestFreePoint(point: Point, occupied: readonly Obstacle[]): Point {
  if (isFree(point, occupied)) return point;
  for (let radius = SEARCH_RADIUS_STEP; radius <= SEARCH_RADIUS_MAX; radius += SEARCH_RADIUS_STEP) {
    for (let index = 0; index < POINTS_PER_CIRCLE; index += 1) {
      const angle = (2 * Math.PI * index) / POINTS_PER_CIRCLE;
      const candidate = { x: point.x + radius * Math.cos(angle), y: point.y + radius * Math.sin(angle) };
      if (isFree(candidate, occupied)) return candidate;
    }
  }
  return point;
}

/** Returns whether a mark at this point is on the map and overlaps nothing. */
function isFree(point: Point, occupied: readonly Obstacle[]): boolean {
  const isOnMap = distanceBetween(point, HOUSE) <= EDGE_RADIUS + MARK_OVERHANG_MAX;
  return isOnMap && occupied.every((obstacle) => {
    return distanceBetween(point, obstacle) >= obstacle.radius + MARK_RADIUS + MARK_GAP;
  });
}

function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Converts a distance from the cottage to SVG units, on a square-root scale. */
function radiusOf(kilometres: number, edgeKilometres: number): number {
  return EDGE_RADIUS * Math.sqrt(kilometres / edgeKilometres);
}

/** Returns the point at a bearing and distance from the centre. In SVG, y increases downwards. */
function pointAt(bearing: number, radius: number): Point {
  return { x: CENTRE + radius * Math.sin(bearing), y: CENTRE - radius * Math.cos(bearing) };
}

/** Renders a line from a mark to a dot at its true position, unless the mark covers that position. */
function leaderLine(mark: Mark): Html {
  const { truePosition } = mark;
  if (distanceBetween(mark, truePosition) <= MARK_RADIUS) return html``;
  const path = `M${round(mark.x)} ${round(mark.y)}L${round(truePosition.x)} ${round(truePosition.y)}`;
  return html`<path class="leader" d="${path}"/>${circle("spot", truePosition, 2.5)}\n`;
}

function numberedCircle({ x, y, number }: Mark): Html {
  return html`${circle("mark", { x, y }, MARK_RADIUS)}${textElement("number", { x, y: y + NUMBER_DROP }, number)}\n`;
}

function circle(className: string, { x, y }: Point, radius: number): Html {
  return html`<circle class="${className}" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
}

function textElement(className: string, { x, y }: Point, text: string | number): Html {
  return html`<text class="${className}" x="${round(x)}" y="${round(y)}">${text}</text>`;
}

/** Rounds to one decimal place. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
