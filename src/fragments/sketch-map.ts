/**
 * A sketch map: the cottage in the middle, numbered places around it, rings for distances, north at the top.
 *
 * Distances are drawn by their square root, so that the pub down the lane and the castle an hour away fit one
 * small picture. It is a drawing and knows neither names nor the list that explains its numbers.
 */
import { type Html, html } from "../html.ts";

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where one position lies as seen from another, in kilometres; negative to the west and to the south. */
export interface Offset {
  readonly east: number;
  readonly north: number;
}

/** A minute of arc along a meridian is a nautical mile, 1.852 km. */
const KILOMETRES_PER_DEGREE = 1.852 * 60;

/** As on a plane, which is right to a percent within 100 km. */
export function offset(from: Position, to: Position): Offset {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  return {
    east: (to.longitude - from.longitude) * KILOMETRES_PER_DEGREE * shrink,
    north: (to.latitude - from.latitude) * KILOMETRES_PER_DEGREE,
  };
}

const DIRECTIONS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

export function direction({ east, north }: Offset): (typeof DIRECTIONS)[number] {
  const eighths = Math.round(Math.atan2(east, north) / (Math.PI / 4));
  return DIRECTIONS[(eighths + 8) % 8] ?? "north";
}

export interface NumberedPlace {
  readonly number: number;
  readonly offset: Offset;
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

/** @returns the drawing, and the rings' distances in kilometres */
export function sketchMap(
  places: readonly NumberedPlace[],
  title: string,
  northLetter: string,
  number: (value: number) => string,
): { readonly drawing: Html; readonly rings: readonly number[] } {
  const distances = places.map(({ offset: { east, north } }) => Math.hypot(east, north));
  const farthest = Math.max(...distances, 0.1);
  const radiusOf = (kilometres: number): number => RADIUS * Math.sqrt(kilometres / farthest);
  const rings = chooseRings(farthest, radiusOf);
  const marks = places.map(({ number, offset: { east, north } }, index): Mark => {
    const kilometres = distances[index] ?? 0;
    const stretch = kilometres === 0 ? 0 : radiusOf(kilometres) / kilometres;
    return { number, radius: MARK_RADIUS, x: CENTRE + east * stretch, y: CENTRE - north * stretch };
  });
  spreadOut(marks);
  const labels = ringLabels(rings.map((kilometres) => ({ text: `${number(kilometres)} km`, radius: radiusOf(kilometres) })), marks);
  const circle = (radius: number, name: string): Html => html`<circle class="${name}" cx="${CENTRE}" cy="${CENTRE}" r="${round(radius)}"/>`;
  const drawing = html`<svg viewBox="0 0 340 340" role="img" aria-labelledby="map-title">
<title id="map-title">${title}</title>
${circle(160, "land")}
${rings.toReversed().map((kilometres) => circle(radiusOf(kilometres), "land ring"))}
<path class="axis" d="M170 10v320M10 170h320"/>
<path class="north" d="M170 0l7 20-7-5-7 5z"/><text class="letter" x="187" y="20">${northLetter}</text>
<path class="house" d="M157 171l13-13 13 13h-3v11h-20v-11z"/>
${labels}
${marks.map(({ number, x, y }) => html`<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="11"/><text class="number" x="${round(x)}" y="${round(y + 4.5)}">${number}</text>\n`)}</svg>`;
  return { drawing, rings };
}

/** Each on its ring, where the marks and the other labels leave most room. */
function ringLabels(rings: readonly { readonly text: string; readonly radius: number }[], marks: readonly Mark[]): Html[] {
  const taken: { readonly x: number; readonly y: number }[] = [...marks];
  return rings.map(({ text, radius }) => {
    const angles = Array.from({ length: 32 }, (_, index) => ((index + 0.5) * Math.PI) / 16);
    const spots = angles.map((angle) => ({ x: CENTRE + radius * Math.cos(angle), y: CENTRE + radius * Math.sin(angle) }));
    const room = ({ x, y }: { readonly x: number; readonly y: number }): number =>
      Math.min(...taken.map((other) => Math.hypot((other.x - x) * 0.7, other.y - y)), Math.abs(x - CENTRE));
    const spot = spots.reduce((best, each) => (room(each) > room(best) ? each : best));
    taken.push(spot);
    return html`<text class="scale" x="${round(spot.x)}" y="${round(spot.y + 4)}">${text}</text>\n`;
  });
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
  let isDone = false;
  for (let rounds = 0; rounds < ROUNDS_MAX && !isDone; rounds += 1) {
    isDone = true;
    for (const [index, mark] of marks.entries()) {
      for (const other of [...FIXED, ...marks.slice(0, index)]) {
        const apart = Math.hypot(mark.x - other.x, mark.y - other.y);
        const missing = mark.radius + other.radius - apart;
        if (missing < 0.01) continue;
        isDone = false;
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

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
