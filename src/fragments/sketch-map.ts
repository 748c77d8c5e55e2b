/**
 * A sketch map: the cottage in the middle, numbered places around it, rings for distances, north at the top.
 *
 * Distances are drawn by their square root, so that the pub down the lane and the castle an hour away fit one
 * small picture. It knows neither the places' names nor the list that explains their numbers.
 */

import { type Html, html } from "../html.ts";
import type { Words } from "./words.ts";

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where one position lies as seen from another. */
export interface View {
  readonly kilometres: number;
  /** In radians, clockwise from the north. */
  readonly bearing: number;
}

/** A minute of arc along a meridian is a nautical mile, 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

/** As on a plane, which is right to a percent within 100 km. */
export function viewFrom(from: Position, to: Position): View {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  const east = (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * shrink;
  const north = (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE;
  return { kilometres: Math.hypot(east, north), bearing: Math.atan2(east, north) };
}

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** The name of its word. */
export function compassPoint({ bearing }: View): string {
  return String(COMPASS.at(Math.round(bearing / (Math.PI / 4))));
}

interface Mark {
  readonly number: number;
  /** Half of what it must be apart from another. */
  readonly radius: number;
  x: number;
  y: number;
}

const CENTRE = 170;
const RADIUS = 142;
const MARK_RADIUS = 12;
/** The house, and the arrow with its letter: they stay where they are, and marks give way. */
const FIXED: readonly Mark[] = [
  { number: 0, radius: 17, x: CENTRE, y: CENTRE },
  { number: 0, radius: 18, x: CENTRE + 8, y: 12 },
];
const ROUNDS_MAX = 60;
const RING_KILOMETRES = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];
const RING_GAP_MIN = 26;

/** @param name of the cottage */
export function sketchMap(places: readonly (View & { readonly number: number })[], name: string, words: Words): Html {
  const farthest = Math.max(...places.map(({ kilometres }) => kilometres), 0.1);
  const radiusOf = (kilometres: number): number => RADIUS * Math.sqrt(kilometres / farthest);
  const rings = chooseRings(farthest, radiusOf).map((kilometres) => ({ radius: radiusOf(kilometres), text: words.number(kilometres) }));
  const marks = places.map(({ number, kilometres, bearing }): Mark => {
    const radius = radiusOf(kilometres);
    return { number, radius: MARK_RADIUS, x: CENTRE + radius * Math.sin(bearing), y: CENTRE - radius * Math.cos(bearing) };
  });
  spreadOut(marks);
  const circle = (radius: number, name: string): Html => html`<circle class="${name}" cx="${CENTRE}" cy="${CENTRE}" r="${round(radius)}"/>`;
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${words.say("sketch map", { count: places.length, name })}</title>
${circle(160, "land")}
${rings.toReversed().map(({ radius }) => circle(radius, "land ring"))}
<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">${words.say("north letter")}</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>
${ringLabels(rings, marks)}
${marks.map(({ number, x, y }) => html`<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="11"/><text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>\n`)}</svg>
<figcaption>${words.say("rings", { distances: `${words.all(rings.map(({ text }) => text))} km` })}</figcaption>
</figure>`;
}

/** From the outside inwards, as many as can be told apart. */
function chooseRings(farthest: number, radiusOf: (kilometres: number) => number): number[] {
  const chosen: number[] = [];
  let outer = Infinity;
  for (const kilometres of RING_KILOMETRES.toReversed()) {
    const radius = radiusOf(kilometres);
    if (kilometres > farthest || radius < RING_GAP_MIN || outer - radius < RING_GAP_MIN) continue;
    chosen.unshift(kilometres);
    outer = radius;
  }
  return chosen;
}

/** Marks that would lie on each other, on the house or on the arrow push each other apart by the least that is needed. */
function spreadOut(marks: readonly Mark[]): void {
  let isCrowded = true;
  for (let rounds = 0; rounds < ROUNDS_MAX && isCrowded; rounds += 1) {
    isCrowded = false;
    for (const [index, mark] of marks.entries()) {
      for (const other of [...FIXED, ...marks.slice(0, index)]) {
        const apart = Math.hypot(mark.x - other.x, mark.y - other.y);
        const missing = mark.radius + other.radius - apart;
        if (missing < 0.01) continue;
        isCrowded = true;
        // Two marks on one spot have no direction between them: their number decides.
        const angle = apart < 0.01 ? mark.number : Math.atan2(mark.y - other.y, mark.x - other.x);
        const push = (each: Mark, by: number): void => {
          each.x += Math.cos(angle) * by;
          each.y += Math.sin(angle) * by;
        };
        const isFixed = FIXED.includes(other);
        push(mark, isFixed ? missing : missing / 2);
        if (!isFixed) push(other, -missing / 2);
      }
    }
  }
}

/** Each on its ring, where the marks and the other labels leave most room. */
function ringLabels(rings: readonly { readonly text: string; readonly radius: number }[], marks: readonly Mark[]): Html[] {
  const taken: Pick<Mark, "x" | "y">[] = [...marks];
  const room = ({ x, y }: Pick<Mark, "x" | "y">): number =>
    Math.min(...taken.map((other) => Math.hypot((other.x - x) * 0.7, other.y - y)), Math.abs(x - CENTRE));
  return rings.map(({ text, radius }) => {
    const angles = Array.from({ length: 32 }, (_, index) => ((index + 0.5) * Math.PI) / 16);
    const spots = angles.map((angle) => ({ x: CENTRE + radius * Math.cos(angle), y: CENTRE + radius * Math.sin(angle) }));
    const spot = spots.reduce((best, each) => (room(each) > room(best) ? each : best));
    taken.push(spot);
    return html`<text class="scale" x="${round(spot.x)}" y="${round(spot.y + 4)}">${text} km</text>\n`;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
