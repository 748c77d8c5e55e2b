/** Formats the readings as Markdown tables, with their spread, the floor and its noise. */
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

function number(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  return value >= 100 ? Math.round(value).toLocaleString("en") : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a spread as `**median** (min, lower–upper quartile, max)`. */
function formatSpread(spread: Spread | undefined): string {
  if (spread === undefined) return "";
  const { min, low, median, high, max } = spread;
  return min === max
    ? number(median)
    : `**${number(median)}** (${number(min)}, ${number(low)}–${number(high)}, ${number(max)})`;
}

const isPeer = (server: string) => !server.startsWith(FLOOR) && !server.startsWith(OURS);

function cheapestPeer(readings: readonly Reading[], query: Query): string {
  const peers = named(select(readings, query), "server").filter(
    (server) =>
      isPeer(server) &&
      server !== "nginx" &&
      CONTENDERS.find(({ name }) => name === server)?.flaws?.[query.of ?? ""] === undefined,
  );
  const times = peers.map((server) => ({
    server,
    value: ratio(readings, { ...query, server }, OURS)?.median ?? Infinity,
  }));
  const [best] = times.sort((a, b) => a.value - b.value);
  return best === undefined ? "" : `${number(best.value)} ${best.server}`;
}

function requests(readings: readonly Reading[]): string {
  const cpu = select(readings, { measure: "cpu" });
  const rows = named(cpu, "of").flatMap((of) =>
    named(select(cpu, { of }), "mode").map((mode): Row => {
      const query = { measure: "cpu", of, mode } as const;
      const server = named(select(cpu, query), "server").find((name) => name.startsWith(OURS)) ?? OURS;
      const cell = (name: string) => formatSpread(ratio(readings, { ...query, server: name }, FLOOR));
      return [
        of,
        mode,
        number(values(readings, { ...query, server: FLOOR })?.median),
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

function allServers(readings: readonly Reading[]): string {
  const quiet = select(readings, { measure: "cpu", mode: "quiet" });
  const cases = named(quiet, "of");
  const rows = named(quiet, "server")
    .filter((server) => server !== FLOOR && (isPeer(server) || server === OURS))
    .map((server): Row => [server, "quiet", ...cases.map((of) => number(ratio(quiet, { of, server }, FLOOR)?.median))]);
  return rows.length < 2 ? "" : table(["CPU of a request ÷ floor", "machine", ...cases], rows);
}

function starts(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "start" });
  const rows = named(all, "server").flatMap((server) =>
    named(all, "mode").map((mode): Row => {
      const query = { of: "start", mode, server };
      const times = number(
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
  return table(["spawn to first answer", "machine", "ms", "÷ floor", "ms of CPU"], rows);
}

function reloads(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "reload" });
  const rows = named(all, "server").flatMap((server) =>
    named(all, "mode").map((mode): Row => [
      server,
      mode,
      formatSpread(values(all, { of: "first reload", mode, server })),
      formatSpread(values(all, { of: "later reloads", mode, server })),
    ]),
  );
  return table(["longest request during a reload, ms", "machine", "first reload", "later reloads"], rows);
}

function counts(readings: readonly Reading[]): string {
  const rows = (["bytes", "instructions"] as const).flatMap((measure) =>
    named(select(readings, { measure }), "of").map((of): Row => {
      const [floor, ours] = [FLOOR, OURS].map(
        (server) => values(readings, { measure, of, server })?.median ?? Number.NaN,
      );
      return [of, measure, number(floor), number(ours), number((ours ?? Number.NaN) / (floor ?? Number.NaN))];
    }),
  );
  return table(["a request, or the start", "counted", "floor", "this server", "÷ floor"], rows);
}

function memory(readings: readonly Reading[]): string {
  const all = select(readings, { measure: "memory" });
  const moments = named(all, "of");
  const rows = named(all, "server").map((server): Row => [
    server,
    "quiet",
    ...moments.map((of) => number(values(all, { of, server })?.median)),
  ]);
  return table(["resident MiB", "machine", ...moments], rows);
}

export function markdown({ machine, pace, versions, readings, faults }: Results): string {
  const sections = named(readings, "node").map((node) => {
    const its = select(readings, { node });
    return [`## Node ${node}`, requests(its), allServers(its), counts(its), starts(its), reloads(its), memory(its)]
      .filter((text) => text !== "")
      .join("\n\n");
  });
  const flaws = CONTENDERS.flatMap(({ name, flaws = {} }) =>
    Object.entries(flaws).map(([of, flaw]) => `- ${name}, ${of}: ${flaw}.`),
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
