/** The results as markdown: the targets first, then everybody in every case. */
import { CONTENDERS } from "./contenders.ts";
import { bestPeer, casesOf, figure, isSound, memoriesOf, ratio, serversOf, startup, startupsOf } from "./results.ts";
import type { NodeResult, Results, RunResult } from "./results.ts";
import type { Summary } from "./statistics.ts";
import { summarize } from "./statistics.ts";

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function spread(summary: Summary | undefined): string {
  return summary === undefined ? "" : `**${number(summary.median)}** (${number(summary.low)}–${number(summary.high)})`;
}

function plain(summary: Summary | undefined): string {
  return summary === undefined ? "" : number(summary.median);
}

function share(summary: Summary | undefined): string {
  return summary === undefined ? "" : `${((summary.median - 1) * 100).toFixed(1)} %`;
}

function headline(runs: readonly RunResult[]): string {
  const rows = casesOf(runs)
    .filter((name) => ratio(runs, name, "this server", "floor") !== undefined)
    .map((name): Row => {
      const best = bestPeer(runs, name);
      return [
        name,
        plain(figure(runs, name, "this server", (each) => each.cpu)),
        spread(ratio(runs, name, "this server", "floor")),
        spread(ratio(runs, name, "floor again", "floor")),
        runs.map((run) => plain(ratio([run], name, "this server", "floor"))).join(", "),
        best === undefined ? "" : `${spread(best.times)} ${best.name}`,
        plain(figure(runs, name, "this server", (each) => each.requestsPerSecond)),
        plain(figure(runs, name, "this server", (each) => each.p99Milliseconds)),
      ];
    });
  return table(["case", "µs of CPU", "÷ floor", "floor again ÷ floor (noise)", "each run", "cheapest Node peer ÷ this server", "requests/s", "p99 ms"], rows);
}

const FLOORS = ["floor"];

function everybody(runs: readonly RunResult[], cases: readonly string[]): string {
  const servers = serversOf(runs, cases).filter((name) => !FLOORS.includes(name));
  const shown = cases.filter((name) => ratio(runs, name, "this server", "floor") !== undefined);
  const cell = (server: string, name: string) => plain(ratio(runs, name, server, "floor")) + (isSound(server, name) ? "" : " †");
  const rows = servers.map((server): Row => [server, ...shown.map((name) => cell(server, name))]);
  return rows.length === 0 ? "" : table(["CPU of a request ÷ floor", ...shown], rows);
}

const EXTRAS: readonly [what: string, name: string, server: string, base: string][] = [
  ["limiter on", "limiter", "this server", "this server, limiter off"],
  ["access log on", "access log", "this server, log on", "this server"],
  ["fastify's limiter", "fastify's limiter", "fastify, limiter on", "fastify"],
  ["express's limiter", "express's limiter", "express, limiter on", "express"],
];

function extras(runs: readonly RunResult[]): string {
  const rows = EXTRAS.map(([what, name, server, base]): Row => [what, share(ratio(runs, name, server, base)), spread(ratio(runs, name, server, base))]);
  return table(["what it adds to the CPU of a 200", "median", "ratio"], rows.filter(([, median]) => median !== ""));
}

function startups(runs: readonly RunResult[]): string {
  const floor = startup(runs, "floor", (each) => each.milliseconds)?.median ?? Number.NaN;
  const rows = startupsOf(runs).map((name): Row => {
    const time = startup(runs, name, (each) => each.milliseconds);
    return [name, spread(time), number((time?.median ?? Number.NaN) / floor), plain(startup(runs, name, (each) => each.cpuMilliseconds))];
  });
  return rows.length === 0 ? "" : table(["from spawn to the first answer", "ms", "÷ floor", "ms of CPU"], rows);
}

function memories(runs: readonly RunResult[]): string {
  const all = memoriesOf(runs);
  const floor = summarize((all.get("floor") ?? []).map((each) => each.atRest)).median;
  const steps = [...new Set([...all.values()].flat().flatMap((each) => each.after.map(({ requests }) => requests)))].sort((a, b) => a - b);
  const rows = [...all].map(([name, measured]): Row => {
    const atRest = summarize(measured.map((each) => each.atRest)).median;
    const after = steps.map((step) => measured.flatMap((each) => each.after.filter(({ requests }) => requests === step).map((at) => at.mebibytes)));
    return [name, number(atRest), number(atRest / floor), ...after.map((values) => (values.length === 0 ? "" : number(summarize(values).median)))];
  });
  const head = ["resident MiB", "at rest", "÷ floor", ...steps.map((step) => `after ${step.toLocaleString("en")} requests`)];
  return rows.length === 0 ? "" : table(head, rows);
}

function flaws(runs: readonly RunResult[]): string {
  const cases = casesOf(runs);
  const lines = CONTENDERS.flatMap(({ name: server, flaws = {} }) =>
    Object.entries(flaws).filter(([name]) => cases.includes(name)).map(([name, flaw]) => `† ${server}, ${name}: ${flaw}.`),
  );
  return lines.join("\n");
}

function faults(runs: readonly RunResult[]): string {
  const all = runs.flatMap((run) => run.cases.flatMap(({ name, faults }) => Object.entries(faults).map(([server, fault]) => `- ${server}, ${name}: ${fault}`)));
  return all.length === 0 ? "" : `Not timed, because the answer was not right:\n\n${[...new Set(all)].join("\n")}`;
}

const isMcp = (name: string) => /^(?:tools|initialize|server\/|batch)/.test(name);
const isSized = (name: string) => name.includes("reviews");

function section({ node, runs }: NodeResult): string {
  const cases = casesOf(runs);
  return [
    `## Node ${node}`,
    headline(runs),
    everybody(runs, cases.filter((name) => !isMcp(name) && !isSized(name))),
    everybody(runs, cases.filter(isMcp)),
    everybody(runs, cases.filter(isSized)),
    flaws(runs),
    extras(runs),
    startups(runs),
    memories(runs),
    faults(runs),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

export function markdown({ machine, pace, versions, nodes }: Results): string {
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(", ");
  const note = "CPU is what the kernel gave the server's process; **median** (lower–upper quartile); less is better.";
  return `${machine}. ${pace}.\n${note}\n\n${nodes.map(section).join("\n\n")}\n\nPeers: ${peers}.\n`;
}
