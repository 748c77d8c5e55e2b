/** The results as a picture: one line a case, one dot a server, on a scale of the floor's CPU. */
import { casesOf, ratio, serversOf } from "./results.ts";
import type { NodeResult, Results } from "./results.ts";

const CASES = ["200", "304", "br", "gzip", "HTML", "markdown", "404", "405", "tools/call", "tools/list", "initialize", "batch of 20"];
const OURS = "this server";
const LEFT = 110;
const RIGHT = 24;
const WIDTH = 900;
const LINE = 26;

/** Distinct for those who see no red or green too. */
const COLOURS: Readonly<Record<string, string>> = {
  nginx: "#009e73",
  fastify: "#e69f00",
  hono: "#d55e00",
  h3: "#56b4e9",
  express: "#666666",
  "polka + sirv": "#cc79a7",
  "json-server": "#000000",
  "official SDK v2": "#8b5a2b",
  "official SDK v1": "#c49a6c",
  fastmcp: "#7b3294",
  "mcp-lite": "#b8a100",
};
const OUR_COLOUR = "#0072b2";

const TICKS = [0.5, 1, 2, 5, 10, 20, 50, 100];

function x(times: number): number {
  const [low, high] = [Math.log(0.35), Math.log(160)];
  const share = (Math.log(Math.min(Math.max(times, 0.36), 155)) - low) / (high - low);
  return LEFT + share * (WIDTH - LEFT - RIGHT);
}

function dot(times: number, y: number, server: string): string {
  const isOurs = server === OURS;
  const fill = isOurs ? OUR_COLOUR : (COLOURS[server] ?? "#999999");
  const title = `<title>${server}: ${times.toFixed(2)}</title>`;
  return isOurs
    ? `<rect x="${(x(times) - 6).toFixed(1)}" y="${y - 6}" width="12" height="12" fill="${fill}">${title}</rect>`
    : `<circle cx="${x(times).toFixed(1)}" cy="${y}" r="5" fill="${fill}" fill-opacity="0.85">${title}</circle>`;
}

function panel({ node, runs }: NodeResult, top: number): { readonly svg: string; readonly height: number } {
  const cases = CASES.filter((name) => casesOf(runs).includes(name));
  const bottom = top + 34 + cases.length * LINE;
  const grid = TICKS.map((tick) => {
    const at = x(tick).toFixed(1);
    const stroke = tick === 1 ? "#444444" : "#dddddd";
    return `<line x1="${at}" y1="${top + 24}" x2="${at}" y2="${bottom}" stroke="${stroke}"/><text x="${at}" y="${bottom + 15}" text-anchor="middle">${tick} ×</text>`;
  });
  const lines = cases.map((name, index) => {
    const y = top + 42 + index * LINE;
    const servers = serversOf(runs, [name]).filter((server) => server === OURS || server in COLOURS);
    const dots = [...servers.filter((server) => server !== OURS), OURS].map((server) => {
      const times = ratio(runs, name, server, "floor")?.median;
      return times === undefined ? "" : dot(times, y, server);
    });
    return `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${name}</text>${dots.join("")}`;
  });
  const title = `<text x="${LEFT}" y="${top + 12}" font-weight="bold">Node ${node}: CPU of a request, in multiples of bare node:http</text>`;
  return { svg: [title, ...grid, ...lines].join("\n"), height: bottom + 30 - top };
}

function legend(servers: readonly string[], top: number): string {
  return servers
    .map((server, index) => {
      const left = 20 + (index % 6) * 145;
      const y = top + Math.floor(index / 6) * 20;
      const fill = server === OURS ? OUR_COLOUR : COLOURS[server];
      return `<circle cx="${left}" cy="${y}" r="5" fill="${fill}"/><text x="${left + 10}" y="${y + 4}">${server}</text>`;
    })
    .join("\n");
}

export function picture({ nodes }: Results): string {
  const shown = new Set(nodes.flatMap(({ runs }) => serversOf(runs, CASES)));
  const servers = [OURS, ...Object.keys(COLOURS)].filter((server) => shown.has(server));
  let top = 20 + Math.ceil(servers.length / 6) * 20 + 10;
  const panels = nodes.map((each) => {
    const { svg, height } = panel(each, top);
    top += height;
    return svg;
  });
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif" font-size="12">`;
  return `${open}\n<rect width="${WIDTH}" height="${top}" fill="#ffffff"/>\n${legend(servers, 20)}\n${panels.join("\n")}\n</svg>\n`;
}
