/**
 * A sketch map: the cottage in the middle, numbered places around it, rings for distances, north at the top.
 *
 * Distances are drawn by their square root, so that the pub down the lane and the castle an hour away fit one small
 * picture. It knows no names of places.
 */

import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";

type Position = Readonly<Record<"latitude" | "longitude", number>>;

export type View = Readonly<{
  kilometres: number;
  /** In radians, clockwise from north. */
  bearing: number;
}>;

export type Place = View & Readonly<{
  number: number;
}>;

const DRAWN_MAX = 24;

/** A minute of arc along a meridian is a nautical mile, 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

/** Calculates distance and bearing on a plane, which is right to one percent within 100 km. */
export function viewFrom(from: Position, to: Position): View {
  const middle = (((from.latitude + to.latitude) / 2) * Math.PI) / 180;
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * Math.cos(middle);
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** Returns the name of the direction's text, e.g. "north-east". */
export function compassPoint({ bearing }: View): string {
  const eighth = Math.round(bearing / (Math.PI / 4));
  return COMPASS[(eighth + COMPASS.length) % COMPASS.length] ?? "";
}

/** Returns the nearest places, as many as the map can show. */
export function drawnPlaces(places: readonly Place[]): Place[] {
  return places.toSorted((one, other) => one.kilometres - other.kilometres).slice(0, DRAWN_MAX);
}

type Point = Readonly<Record<"x" | "y", number>>;

/** An area that marks stay out of. */
type Obstacle = Point & Readonly<{ radius: number }>;

type Mark = Point & Readonly<{
  number: number;
  /** The place's true position, if the mark had to move away from it. */
  origin?: Point;
  /** Set for a place that lies beyond the map. */
  bearing?: number;
}>;

/** Units of the drawing, which is 340 wide and high. */
const CENTRE = 170;
const RADIUS = 144;
const MARK_RADIUS = 11;
const HOUSE: Obstacle = { x: CENTRE, y: CENTRE, radius: 18 };
const NORTH_ARROW: Obstacle = { x: CENTRE + 8, y: 12, radius: 19 };
/** Places farther than this many times the third quartile of the distances are drawn at the edge, with an arrow. */
const FAR = 2;
/** Distances that rings may have, in kilometres. */
const RING_DISTANCES = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const RINGS_MAX = 3;
/** A ring has at most this part of the distance of the ring around it, so that their labels keep apart. */
const RING_STEP = 0.4;
const RING_RADIUS_MIN = 30;
/** The labels of the rings stand in a row east of north, off the axes. */
const LABEL_BEARING = 0.45;
/** How far a mark may move from its place, in steps, and in how many directions. */
const MOVE_STEP = 6;
const MOVES_MAX = 14;
const MOVE_DIRECTIONS = 16;

/**
 * Renders the map.
 *
 * @param places nearest first, at least one
 * @param name of the cottage
 */
export function sketchMap(places: readonly Place[], name: string, words: Words): Html {
  const limit = mapLimit(places);
  const rings = ringDistances(limit);
  const labels = rings.map((kilometres) => {
    const { x, y } = pointAt(LABEL_BEARING, radiusOf(kilometres, limit));
    return { x, y, radius: 13, text: distanceText(kilometres, words) };
  });
  const marks = placeMarks(places, limit, [HOUSE, NORTH_ARROW, ...labels]);
  const distances = words.formatList(labels.map(({ text }) => text).toReversed());
  const beyond = marks.some(({ bearing }) => bearing !== undefined) ? ` ${words.format("map.beyond")}` : "";
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${words.format("sketch map", { count: places.length, name })}</title>
${circle("land", HOUSE, 160)}
${rings.map((kilometres) => circle("land ring", HOUSE, round(radiusOf(kilometres, limit))))}
<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">${words.format("north letter")}</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>
${labels.map(({ x, y, text }) => html`<text class="scale" x="${round(x)}" y="${round(y + 4)}">${text}</text>\n`)}
${marks.map(leader)}${marks.map(drawnMark)}</svg>
<figcaption>${words.format("rings", { distances })}${beyond}</figcaption>
</figure>`;
}

function mapLimit(places: readonly Place[]): number {
  const thirdQuartile = places[Math.floor((places.length - 1) * 0.75)]?.kilometres ?? 0;
  const near = places.filter(({ kilometres }) => kilometres <= FAR * thirdQuartile);
  return Math.max(...near.map(({ kilometres }) => kilometres), 0.1);
}

function ringDistances(limit: number): number[] {
  const rings: number[] = [];
  let largest = limit;
  for (const kilometres of RING_DISTANCES) {
    const isClear = kilometres <= largest && radiusOf(kilometres, limit) >= RING_RADIUS_MIN;
    if (!isClear || rings.length === RINGS_MAX) continue;
    rings.push(kilometres);
    largest = kilometres * RING_STEP;
  }
  return rings;
}

/** Returns e.g. "2 km" or "500 m": a decimal comma would be mistaken for the comma of a list. */
function distanceText(kilometres: number, words: Words): string {
  if (kilometres < 1) return words.format("metres", { number: kilometres * 1000 });
  return words.format("kilometres", { number: kilometres });
}

/** Places the marks one after another, each as near to its true position as the ones before it allow. */
function placeMarks(places: readonly Place[], limit: number, obstacles: readonly Obstacle[]): Mark[] {
  const occupied = [...obstacles];
  return places.map(({ number, kilometres, bearing }): Mark => {
    const isBeyond = kilometres > limit;
    const origin = pointAt(bearing, radiusOf(Math.min(kilometres, limit), limit));
    const point = nearestFree(origin, occupied);
    occupied.push({ ...point, radius: MARK_RADIUS });
    const isMoved = Math.hypot(point.x - origin.x, point.y - origin.y) > MARK_RADIUS;
    return { ...point, number, ...(isBeyond && { bearing }), ...(isMoved && { origin }) };
  });
}

/** Tries points on growing circles around the origin. Returns the origin if all are taken. */
function nearestFree(origin: Point, occupied: readonly Obstacle[]): Point {
  const isFree = ({ x, y }: Point) =>
    Math.hypot(x - CENTRE, y - CENTRE) <= RADIUS + MARK_RADIUS / 2 &&
    occupied.every((obstacle) => Math.hypot(x - obstacle.x, y - obstacle.y) >= obstacle.radius + MARK_RADIUS + 1);
  if (isFree(origin)) return origin;
  for (let move = 1; move <= MOVES_MAX; move += 1) {
    for (let direction = 0; direction < MOVE_DIRECTIONS; direction += 1) {
      const angle = (2 * Math.PI * direction) / MOVE_DIRECTIONS;
      const distance = move * MOVE_STEP;
      const point = { x: origin.x + distance * Math.cos(angle), y: origin.y + distance * Math.sin(angle) };
      if (isFree(point)) return point;
    }
  }
  return origin;
}

function radiusOf(kilometres: number, limit: number): number {
  return RADIUS * Math.sqrt(kilometres / limit);
}

function pointAt(bearing: number, radius: number): Point {
  return { x: CENTRE + radius * Math.sin(bearing), y: CENTRE - radius * Math.cos(bearing) };
}

function leader({ x, y, origin }: Mark): Html {
  if (origin === undefined) return html``;
  const line = html`<path class="leader" d="M${round(x)} ${round(y)}L${round(origin.x)} ${round(origin.y)}"/>`;
  return html`${line}${circle("spot", origin, 2.5)}\n`;
}

function drawnMark(mark: Mark): Html {
  const { x, y, number, bearing } = mark;
  const label = html`<text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>`;
  return html`${bearing === undefined ? "" : arrow(mark, bearing)}${circle("mark", mark, MARK_RADIUS)}${label}\n`;
}

function arrow({ x, y }: Point, bearing: number): Html {
  const transform = `translate(${round(x)} ${round(y)}) rotate(${round((bearing * 180) / Math.PI)})`;
  return html`<path class="mark" d="M-6-9h12l-6-11z" transform="${transform}"/>`;
}

function circle(className: string, { x, y }: Point, radius: number): Html {
  return html`<circle class="${className}" cx="${round(x)}" cy="${round(y)}" r="${radius}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
