/**
 * Draws box plots of each case, for the quiet and the busy machine: our CPU time as a multiple of that of the floor, a
 * bare node:http server that replays our responses. A thinner grey plot under each shows the noise.
 */
import { distinct, FLOOR, NOISE, OURS, ratio, select } from "./readings.ts";
import type { Reading, Results, Spread } from "./readings.ts";

const WIDTH = 860;
const LEFT_MARGIN = 120;
const RIGHT_MARGIN = 24;
const LINE_HEIGHT = 36;
const SCALE_MIN = 0.6;
const SCALE_MAX = 1.6;
const TICKS = [0.6, 0.8, 1, 1.2, 1.4, 1.6];
/** Colours that readers with colour blindness can distinguish. */
const COLOURS = { quiet: "#0072b2", busy: "#d55e00", noise: "#bbbbbb" };

/** Returns the horizontal position of a ratio. A ratio outside the scale is drawn at the nearer end of the scale. */
function xOf(multiple: number): string {
  const onScale = Math.min(Math.max(multiple, SCALE_MIN), SCALE_MAX);
  const share = (onScale - SCALE_MIN) / (SCALE_MAX - SCALE_MIN);
  return (LEFT_MARGIN + share * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN)).toFixed(1);
}

/** Draws one box plot. `y` is its upper edge, and `name` the text of its tooltip. */
function box({ min, low, median, high, max }: Spread, y: number, height: number, fill: string, name: string): string {
  const middle = y + height / 2;
  const width = Math.max(Number(xOf(high)) - Number(xOf(low)), 1).toFixed(1);
  return [
    `<g><title>${name}: ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})</title>`,
    `<line x1="${xOf(min)}" y1="${middle}" x2="${xOf(max)}" y2="${middle}" stroke="${fill}"/>`,
    `<rect x="${xOf(low)}" y="${y}" width="${width}" height="${height}" fill="${fill}" fill-opacity="0.75"/>`,
    `<line x1="${xOf(median)}" y1="${y}" x2="${xOf(median)}" y2="${y + height}" stroke="#000000" stroke-width="2"/>`,
    "</g>",
  ].join("");
}

/** Draws the box plots of all cases for one version of Node. */
function panel(
  readings: readonly Reading[],
  node: string,
  top: number,
): { readonly svg: string; readonly height: number } {
  const cpu = select(readings, { node, measure: "cpu" });
  const cases = distinct(select(cpu, { server: OURS }), "subject");
  const bottom = top + 26 + cases.length * LINE_HEIGHT;
  const grid = TICKS.map((tick) => {
    const stroke = tick === 1 ? "#444444" : "#dddddd";
    return (
      `<line x1="${xOf(tick)}" y1="${top + 22}" x2="${xOf(tick)}" y2="${bottom}" stroke="${stroke}"/>` +
      `<text x="${xOf(tick)}" y="${bottom + 14}" text-anchor="middle">${tick} ×</text>`
    );
  });
  const lines = cases.map((subject, index) => {
    const y = top + 28 + index * LINE_HEIGHT;
    const boxes = (["quiet", "busy"] as const).flatMap((mode, row) => {
      const boxTop = y + row * 15;
      const noise = ratio(cpu, { subject, mode, server: NOISE }, FLOOR);
      const own = ratio(cpu, { subject, mode, server: OURS }, FLOOR);
      return [
        noise === undefined ? "" : box(noise, boxTop + 9, 4, COLOURS.noise, `floor again, ${mode}`),
        own === undefined ? "" : box(own, boxTop, 8, COLOURS[mode], mode),
      ];
    });
    return `<text x="${LEFT_MARGIN - 10}" y="${y + 17}" text-anchor="end">${subject}</text>${boxes.join("")}`;
  });
  const heading = `Node ${node}: CPU of a request, in multiples of bare node:http`;
  const title = `<text x="${LEFT_MARGIN}" y="${top + 12}" font-weight="bold">${heading}</text>`;
  return { svg: [title, ...grid, ...lines].join("\n"), height: bottom + 34 - top };
}

export function drawPlots({ readings }: Results): string {
  const key = Object.entries(COLOURS).map(([name, fill], index) => {
    const left = LEFT_MARGIN + index * 200;
    const label = name === "noise" ? "the floor beside itself (noise)" : `${name} machine`;
    const square = `<rect x="${left}" y="12" width="14" height="9" fill="${fill}"/>`;
    return `${square}<text x="${left + 20}" y="21">${label}</text>`;
  });
  let top = 40;
  const panels = distinct(readings, "node").map((node) => {
    const { svg, height } = panel(readings, node, top);
    top += height;
    return svg;
  });
  const font = 'font-family="system-ui, sans-serif" font-size="12"';
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" ${font}>`;
  const background = `<rect width="${WIDTH}" height="${top}" fill="#ffffff"/>`;
  return `${[open, background, key.join(""), ...panels, "</svg>"].join("\n")}\n`;
}
