/**
 * Formats the readings as Markdown tables, with their spread.
 *
 * The tables compare our server with the floor, a bare node:http server that replays our responses. The column
 * `floor again` shows the noise: the difference between two processes of the floor.
 */
import { CONTENDERS } from "./contenders.ts";
import { distinct, FLOOR, NOISE, OURS, ratio, select, spreadOf } from "./readings.ts";
import type { Reading, Results, Spread } from "./readings.ts";

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  return [head, head.map((_, index) => (index < 2 ? "---" : "--:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

/** Formats a number with at most two decimal places, or a missing value as an empty string. */
function formatNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Formats a spread as `**median** (min, lower–upper quartile, max)`. */
function formatSpread(spread: Spread | undefined): string {
  if (spread === undefined) return "";
  const median = formatNumber(spread.median);
  if (spread.min === spread.max) return median;
  const quartiles = `${formatNumber(spread.low)}–${formatNumber(spread.high)}`;
  return `**${median}** (${formatNumber(spread.min)}, ${quartiles}, ${formatNumber(spread.max)})`;
}

/** Formats the quotient of two medians, or an empty string if either is missing. */
function formatQuotient(dividend: Spread | undefined, divisor: Spread | undefined): string {
  return dividend === undefined || divisor === undefined ? "" : formatNumber(dividend.median / divisor.median);
}

const isPeer = (server: string) => !server.startsWith(FLOOR) && !server.startsWith(OURS);

/**
 * Returns the Node peer that uses the least CPU time in a case, with its CPU time as a multiple of ours, e.g.
 * `1.52 polka + sirv`. Ignores peers whose response violates HTTP.
 */
function cheapestPeer(readings: readonly Reading[], subject: string): string {
  const query = { measure: "cpu", subject, mode: "quiet" } as const;
  const multiples: { readonly server: string; readonly multiple: number }[] = [];
  for (const server of distinct(select(readings, query), "server")) {
    const flaw = CONTENDERS.find(({ name }) => name === server)?.flaws?.[subject];
    if (!isPeer(server) || server === "nginx" || flaw !== undefined) continue;
    const multiple = ratio(readings, { ...query, server }, OURS)?.median;
    if (multiple === undefined) continue;
    multiples.push({ server, multiple });
  }
  const [cheapest] = multiples.sort((first, second) => first.multiple - second.multiple);
  return cheapest === undefined ? "" : `${formatNumber(cheapest.multiple)} ${cheapest.server}`;
}

function requestTable(readings: readonly Reading[]): string {
  const cpu = select(readings, { measure: "cpu" });
  const rows = distinct(cpu, "subject").flatMap((subject) =>
    distinct(select(cpu, { subject }), "mode").map((mode): Row => {
      const query = { measure: "cpu", subject, mode } as const;
      // Some cases time only a variant of our server, e.g. `this server, log on`.
      const server = distinct(select(cpu, query), "server").find((name) => name.startsWith(OURS)) ?? OURS;
      const cell = (name: string) => formatSpread(ratio(readings, { ...query, server: name }, FLOOR));
      return [
        subject,
        mode,
        formatNumber(spreadOf(readings, { ...query, server: FLOOR })?.median),
        cell(server),
        cell(NOISE),
        mode === "quiet" ? cheapestPeer(readings, subject) : "",
      ];
    }),
  );
  return table(
    [
      "case",
      "machine",
      "floor, µs of CPU",
      "this server ÷ floor",
      "floor again ÷ floor (noise)",
      "cheapest Node peer ÷ this server",
    ],
    rows,
  );
}

function serverTable(readings: readonly Reading[]): string {
  const quiet = select(readings, { measure: "cpu", mode: "quiet" });
  const cases = distinct(quiet, "subject");
  const rows = distinct(quiet, "server")
    .filter((server) => server !== FLOOR && (isPeer(server) || server === OURS))
    .map((server): Row => [
      server,
      "quiet",
      ...cases.map((subject) => formatNumber(ratio(quiet, { subject, server }, FLOOR)?.median)),
    ]);
  return rows.length < 2 ? "" : table(["CPU of a request ÷ floor", "machine", ...cases], rows);
}

function startTable(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "start" });
  const rows = distinct(all, "server").flatMap((server) =>
    distinct(all, "mode").map((mode): Row => {
      const query = { subject: "start", mode, server };
      const spread = spreadOf(all, query);
      return [
        server,
        mode,
        formatSpread(spread),
        formatQuotient(spread, spreadOf(all, { ...query, server: FLOOR })),
        formatSpread(spreadOf(readings, { ...query, measure: "start cpu" })),
      ];
    }),
  );
  return table(["spawn to first response", "machine", "ms", "÷ floor", "ms of CPU"], rows);
}

function reloadTable(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "reload" });
  const rows = distinct(all, "server").flatMap((server) =>
    distinct(all, "mode").map((mode): Row => [
      server,
      mode,
      formatSpread(spreadOf(all, { subject: "first reload", mode, server })),
      formatSpread(spreadOf(all, { subject: "later reloads", mode, server })),
      formatSpread(spreadOf(all, { subject: "no reload", mode, server })),
    ]),
  );
  return table(["longest request during a reload, ms", "machine", "first reload", "later reloads", "no reload"], rows);
}

function countTable(readings: readonly Reading[]): string {
  const rows = (["bytes", "instructions"] as const).flatMap((measure) =>
    distinct(select(readings, { measure }), "subject").map((subject): Row => {
      const floor = spreadOf(readings, { measure, subject, server: FLOOR });
      const ours = spreadOf(readings, { measure, subject, server: OURS });
      return [subject, measure, formatNumber(floor?.median), formatNumber(ours?.median), formatQuotient(ours, floor)];
    }),
  );
  return table(["a request, or the start", "counted", "floor", "this server", "÷ floor"], rows);
}

function memoryTable(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "memory" });
  const moments = distinct(all, "subject");
  const rows = distinct(all, "server").map((server): Row => [
    server,
    "quiet",
    ...moments.map((subject) => formatNumber(spreadOf(all, { subject, server })?.median)),
  ]);
  return table(["resident MiB", "machine", ...moments], rows);
}

export function formatMarkdown({ machine, pace, versions, readings, faults }: Results): string {
  const sections = distinct(readings, "node").map((node) => {
    const ownReadings = select(readings, { node });
    return [
      `## Node ${node}`,
      requestTable(ownReadings),
      serverTable(ownReadings),
      countTable(ownReadings),
      startTable(ownReadings),
      reloadTable(ownReadings),
      memoryTable(ownReadings),
    ]
      .filter((text) => text !== "")
      .join("\n\n");
  });
  const flaws = CONTENDERS.flatMap(({ name, flaws = {} }) =>
    Object.entries(flaws).map(([subject, flaw]) => `- ${name}, ${subject}: ${flaw}.`),
  );
  const note =
    "CPU is the CPU time of the server's process. Spreads over rounds are " +
    "**median** (minimum, lower–upper quartile, maximum); less is better.";
  const untimed =
    faults.size === 0
      ? ""
      : `\n\nNot timed, because the response was wrong:\n\n${[...faults].map((fault) => `- ${fault}`).join("\n")}`;
  const flawed = distinct(readings, "server").some(isPeer) ? `\n\nTimed, but not compared:\n\n${flaws.join("\n")}` : "";
  const peers = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
  return `${machine}. ${pace}.\n${note}\n\n${sections.join("\n\n")}${untimed}${flawed}\n\nPeers: ${peers}.\n`;
}
