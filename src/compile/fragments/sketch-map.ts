/**
 * A sketch map: the cottage in the middle, numbered places around it, rings for distances, north at the top.
 *
 * Distances are drawn by their square root, so that the pub down the lane and the castle an hour away fit
 * one small picture.
 */

import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";

type Position = Readonly<Record<"latitude" | "longitude", number>>;

/** Where one position lies as seen from another: the bearing in radians, clockwise from the north. */
export type View = Readonly<Record<"kilometres" | "bearing", number>>;

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

/** The middle of something on the map, and how far the middles of places stay away from it. */
type Spot = Record<"x" | "y" | "room", number>;

const CENTRE = 170;
const RADIUS = 142;
const HOUSE: Spot = { x: CENTRE, y: CENTRE, room: 29 };
const ARROW: Spot = { x: CENTRE + 8, y: 12, room: 30 };
const ROUNDS = 60;
/** Half of what is written of a place. */
const NEAR_ENOUGH = 0.05;
const RING_KILOMETRES = [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1];
const RING_GAP_MIN = 26;
/** The rings' labels stand in a row that lies off the axes, and steeply, so that they do not touch. */
const LABEL_BEARINGS = [0.5, 0.9, 2.2, 2.6, 3.7, 4.1, 5.4, 5.8];

/** @param name of the cottage */
export function sketchMap(places: readonly (View & { readonly number: number })[], name: string, words: Words): Html {
  const farthest = Math.max(...places.map(({ kilometres }) => kilometres), 0.1);
  const radiusOf = (kilometres: number) => RADIUS * Math.sqrt(kilometres / farthest);
  const spot = (kilometres: number, bearing: number, room: number): Spot => {
    const radius = radiusOf(kilometres);
    return { x: CENTRE + radius * Math.sin(bearing), y: CENTRE - radius * Math.cos(bearing), room };
  };
  let outer = Infinity;
  // From the outside inwards, as many as can be told apart.
  const rings = RING_KILOMETRES.filter((kilometres) => {
    const radius = radiusOf(kilometres);
    const isClear = kilometres <= farthest && Math.min(radius, outer - radius) >= RING_GAP_MIN;
    if (isClear) outer = radius;
    return isClear;
  });
  const nearest = (bearing: number) => Math.max(...places.map((place) => Math.cos(place.bearing - bearing)));
  const free = LABEL_BEARINGS.reduce((best, each) => (nearest(each) < nearest(best) ? each : best));
  const labels = rings.map((kilometres) => ({ ...spot(kilometres, free, 28), text: distanceText(kilometres, words) }));
  const marks = places.map(({ number, kilometres, bearing }) => ({ ...spot(kilometres, bearing, 24), number }));
  spreadOut(marks, [HOUSE, ARROW, ...labels]);
  return html`<figure class="map">
<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${words.format("sketch map", { count: places.length, name })}</title>
<circle class="land" cx="170" cy="170" r="160"/>
${rings.map((kilometres) => html`<circle class="land ring" cx="170" cy="170" r="${round(radiusOf(kilometres))}"/>`)}
<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">${words.format("north letter")}</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>
${labels.map(({ x, y, text }) => html`<text class="scale" x="${round(x)}" y="${round(y + 4)}">${text}</text>\n`)}
${marks.map(({ number, x, y }) => html`<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="11"/><text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>\n`)}</svg>
<figcaption>${words.format("rings", { distances: words.formatList(labels.map(({ text }) => text).toReversed()) })}</figcaption>
</figure>`;
}

/** Returns e.g. "2 km" or "500 m": a decimal comma would be mistaken for the comma of a list. */
function distanceText(kilometres: number, words: Words): string {
  if (kilometres < 1) return words.format("metres", { number: kilometres * 1000 });
  return words.format("kilometres", { number: kilometres });
}

/** What would lie on something else is pushed away from it, by half of what is missing in each round. */
function spreadOut(marks: readonly (Spot & { readonly number: number })[], fixed: readonly Spot[]): void {
  const spots = [...fixed, ...marks];
  let isMoved = true;
  for (let rounds = 0; isMoved && rounds < ROUNDS; rounds += 1) {
    isMoved = false;
    for (const mark of marks) {
      for (const other of spots) {
        const apart = Math.hypot(mark.x - other.x, mark.y - other.y);
        const missing = other.room - apart;
        if (other === mark || missing < NEAR_ENOUGH) continue;
        // Two on one spot have no direction between them: their number decides.
        const angle = apart === 0 ? mark.number : Math.atan2(mark.y - other.y, mark.x - other.x);
        isMoved = true;
        mark.x += (Math.cos(angle) * missing) / 2;
        mark.y += (Math.sin(angle) * missing) / 2;
      }
    }
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
