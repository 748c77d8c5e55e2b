/** The sketch map: positions of marks, which must not overlap, and distances of rings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compassPoint, type MapEntry, relativePosition, sketchMap } from "../../../src/compile/fragments/sketch-map.ts";
import { markupOf } from "../../../src/compile/html.ts";
import { Locale } from "../../../src/compile/words/locale.ts";
import { localeFor } from "../../support/sample.ts";
import { fastestMs } from "../../support/stopwatch.ts";

const LOCALE = localeFor("en-GB");
const EAST = Math.PI / 2;

function place(number: number, kilometres: number, bearing: number): MapEntry {
  return { number, kilometres, bearing };
}

function mapOf(places: readonly MapEntry[]): string {
  return markupOf(sketchMap(places, "Wrenfold", LOCALE));
}

test("the letter at the arrow to the north is translated", () => {
  const greek = new Locale({ "north.letter": "Β" }, "el");
  assert.match(mapOf([place(1, 6, EAST)]), /class="letter"[^>]*>N</);
  assert.match(markupOf(sketchMap([place(1, 6, EAST)], "Wrenfold", greek)), /class="letter"[^>]*>Β</);
});

interface Drawn {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

const MARK =
  /<circle class="mark" cx="([\d.]+)" cy="([\d.]+)" r="11"\/><text class="number" x="\1" y="\2" dy="4.5">(\d+)</g;

function marksOf(drawing: string): Drawn[] {
  return [...drawing.matchAll(MARK)].map(([, x, y, number]) => ({
    number: Number(number),
    x: Number(x),
    y: Number(y),
  }));
}

function ringsOf(drawing: string): string[] {
  return [...drawing.matchAll(/class="scale"[^>]*>([^<]*)</g)].map(([, text = ""]) => text.replace("\u00a0", " "));
}

const HERE = { latitude: 54, longitude: -2 };
const VIEWS: readonly [latitude: number, longitude: number, kilometres: number, direction: string][] = [
  [54.1, -2, 11.1, "north"],
  [54, -1.9, 6.5, "east"],
  [53.9, -2, 11.1, "south"],
  [54, -2.1, 6.5, "west"],
  [54.05, -1.915, 7.9, "north-east"],
  [53.95, -1.915, 7.9, "south-east"],
  [53.95, -2.085, 7.9, "south-west"],
  [54.05, -2.085, 7.9, "north-west"],
];

for (const [latitude, longitude, kilometres, direction] of VIEWS) {
  test(`${latitude}, ${longitude} is ${kilometres} km to the ${direction} of 54, -2`, () => {
    const view = relativePosition(HERE, { latitude, longitude });
    assert.equal(Math.round(view.kilometres * 10) / 10, kilometres);
    assert.equal(compassPoint(view.bearing), direction);
  });
}

test("a mark with space around it is at its true position", () => {
  const [mark] = marksOf(mapOf([place(1, 4, EAST)]));
  assert.deepEqual(mark, { number: 1, x: 314, y: 170 });
});

const CROWDS: readonly [name: string, places: readonly MapEntry[]][] = [
  ["in one direction", Array.from({ length: 12 }, (_, index) => place(index + 1, 1 + index / 10, 1))],
  ["in one spot", Array.from({ length: 12 }, (_, index) => place(index + 1, 3, 2))],
  ["at the cottage", Array.from({ length: 12 }, (_, index) => place(index + 1, 0, 0))],
  ["all around", Array.from({ length: 24 }, (_, index) => place(index + 1, 1 + (index % 5), index))],
];

for (const [name, places] of CROWDS) {
  test(`${places.length} places ${name} have marks that do not overlap each other or the house`, () => {
    const marks = marksOf(mapOf(places));
    assert.equal(marks.length, places.length);
    for (const [index, one] of marks.entries()) {
      assert.ok(Math.hypot(one.x - 170, one.y - 170) > 28, `${one.number} is on the house`);
      for (const other of marks.slice(0, index)) {
        assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 28, `${one.number} is on ${other.number}`);
      }
    }
  });
}

test("a line joins a moved mark to its true position", () => {
  const drawing = mapOf([place(1, 4, EAST), place(2, 4, EAST)]);
  assert.match(drawing, /<circle class="spot" cx="314" cy="170"/);
  assert.doesNotMatch(mapOf([place(1, 4, EAST)]), /class="spot"/);
});

test("a mark that is moved a little covers its true position, so it has no line", () => {
  const drawing = mapOf([place(1, 0.12, 2), place(2, 4, EAST)]);
  const [mark] = marksOf(drawing);
  assert.ok(mark !== undefined && Math.hypot(mark.x - 170, mark.y - 170) >= 29, JSON.stringify(mark));
  assert.doesNotMatch(drawing, /class="spot"/);
});

test("no mark is on a label", () => {
  const drawing = mapOf([place(1, 20, -2.2), place(2, 21, 0)]);
  const [, x, y] = /class="scale" x="([\d.]+)" y="([\d.]+)"/.exec(drawing) ?? [];
  const [mark] = marksOf(drawing);
  assert.ok(mark !== undefined && Math.hypot(mark.x - Number(x), mark.y - Number(y)) >= 29, JSON.stringify(mark));
});

const RINGS: readonly [farthest: number, rings: readonly string[]][] = [
  [0.05, ["0.1 km"]],
  [1, ["1 km", "0.2 km"]],
  [5.5, ["5 km", "2 km", "0.5 km"]],
  [21, ["20 km", "5 km", "2 km"]],
  [46.08, ["20 km", "5 km", "2 km"]], // the smallest ring has the smallest radius
  [46.09, ["20 km", "5 km"]],
  [150, ["100 km", "20 km"]],
];

for (const [farthest, rings] of RINGS) {
  test(`a map of ${farthest} km has rings at ${rings.join(", ")}`, () => {
    assert.deepEqual(ringsOf(mapOf([place(1, farthest, 4)])), rings);
  });
}

test("a crowded map takes less than 20 ms", () => {
  const places = Array.from({ length: 24 }, (_, index) => place(index + 1, 3, 1));
  const milliseconds = fastestMs(() => mapOf(places), 5);
  assert.ok(milliseconds < 20, `${milliseconds} ms`);
});
