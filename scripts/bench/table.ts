/** Formats the readings as Markdown tables, with their spread, the floor and the noise of the floor. */
import { CONTENDERS } from "./contenders.ts";
import { FLOOR, NOISE, OURS, named, ratio, select, values } from "./readings.ts";
import type { Query, Reading, Results, Spread } from "./readings.ts";

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
  return value >= 100 ? Math.round(value).toLocaleString("en") : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a spread as `**median** (min, lower–upper quartile, max)`. */
function formatSpread(spread: Spread | undefined): string {
  if (spread === undefined) return "";
  const numbers = [spread.min, spread.low, spread.median, spread.high, spread.max];
  const [min, low, median, high, max] = numbers.map(formatNumber);
  return spread.min === spread.max ? `${median}` : `**${median}** (${min}, ${low}–${high}, ${max})`;
}

const isPeer = (server: string) => !server.startsWith(FLOOR) && !server.startsWith(OURS);

function cheapestPeer(readings: readonly Reading[], query: Query): string {
  const peers = named(select(readings, query), "server").filter(
    (server) =>
      isPeer(server) &&
      server !== "nginx" &&
      CONTENDERS.find(({ name }) => name === server)?.flaws?.[query.subject ?? ""] === undefined,
  );
  const times = peers.map((server) => ({
    server,
    value: ratio(readings, { ...query, server }, OURS)?.median ?? Infinity,
  }));
  const [best] = times.sort((a, b) => a.value - b.value);
  return best === undefined ? "" : `${formatNumber(best.value)} ${best.server}`;
}

function requestTable(readings: readonly Reading[]): string {
  const cpu = select(readings, { measure: "cpu" });
  const rows = named(cpu, "subject").flatMap((subject) =>
    named(select(cpu, { subject }), "mode").map((mode): Row => {
      const query = { measure: "cpu", subject, mode } as const;
      const server = named(select(cpu, query), "server").find((name) => name.startsWith(OURS)) ?? OURS;
      const cell = (name: string) => formatSpread(ratio(readings, { ...query, server: name }, FLOOR));
      return [
        subject,
        mode,
        formatNumber(values(readings, { ...query, server: FLOOR })?.median),
        cell(server),
        cell(NOISE),
        mode === "quiet" ? cheapestPeer(readings, query) : "",
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
  const cases = named(quiet, "subject");
  const rows = named(quiet, "server")
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
  const rows = named(all, "server").flatMap((server) =>
    named(all, "mode").map((mode): Row => {
      const query = { subject: "start", mode, server };
      const times = formatNumber(
        (values(all, query)?.median ?? Number.NaN) / (values(all, { ...query, server: FLOOR })?.median ?? Number.NaN),
      );
      return [
        server,
        mode,
        formatSpread(values(all, query)),
        times,
        formatSpread(values(readings, { ...query, measure: "start cpu" })),
      ];
    }),
  );
  return table(["spawn to first response", "machine", "ms", "÷ floor", "ms of CPU"], rows);
}

function reloadTable(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "reload" });
  const rows = named(all, "server").flatMap((server) =>
    named(all, "mode").map((mode): Row => [
      server,
      mode,
      formatSpread(values(all, { subject: "first reload", mode, server })),
      formatSpread(values(all, { subject: "later reloads", mode, server })),
    ]),
  );
  return table(["longest request during a reload, ms", "machine", "first reload", "later reloads"], rows);
}

function countTable(readings: readonly Reading[]): string {
  const rows = (["bytes", "instructions"] as const).flatMap((measure) =>
    named(select(readings, { measure }), "subject").map((subject): Row => {
      const [floor, ours] = [FLOOR, OURS].map(
        (server) => values(readings, { measure, subject, server })?.median ?? Number.NaN,
      );
      return [
        subject,
        measure,
        formatNumber(floor),
        formatNumber(ours),
        formatNumber((ours ?? Number.NaN) / (floor ?? Number.NaN)),
      ];
    }),
  );
  return table(["a request, or the start", "counted", "floor", "this server", "÷ floor"], rows);
}

function memoryTable(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "memory" });
  const moments = named(all, "subject");
  const rows = named(all, "server").map((server): Row => [
    server,
    "quiet",
    ...moments.map((subject) => formatNumber(values(all, { subject, server })?.median)),
  ]);
  return table(["resident MiB", "machine", ...moments], rows);
}

export function formatMarkdown({ machine, pace, versions, readings, faults }: Results): string {
  const sections = named(readings, "node").map((node) => {
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
  const flawed = named(readings, "server").some(isPeer) ? `\n\nTimed, but not compared:\n\n${flaws.join("\n")}` : "";
  const peers = Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
  return `${machine}. ${pace}.\n${note}\n\n${sections.join("\n\n")}${untimed}${flawed}\n\nPeers: ${peers}.\n`;
}
