/**
 * Runs the benchmark: `npm run bench` for a quick run, `npm run bench -- --full` for all cases and servers.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CASES } from "./cases.ts";
import type { Case } from "./cases.ts";
import { compileSite, CONTENDERS, contendersOf } from "./contenders.ts";
import type { Contender, Setup } from "./contenders.ts";
import {
  ALLOCATION_FLAGS,
  allocatedBytes,
  startEntrant,
  countInstructions,
  measureMemory,
  measureReloads,
  referenceResponse,
  timeRound,
  timeStart,
} from "./measure.ts";
import type { Entrant, Pace } from "./measure.ts";
import { drawPlots } from "./picture.ts";
import { freePort, keepAwake, setMachineMode, start } from "./process.ts";
import type { Mode } from "./process.ts";
import { COMPILED, FLOOR, NOISE, OURS, ratio, values } from "./readings.ts";
import type { Measure, Results } from "./readings.ts";
import { dataWithReviews, record, writeConstant } from "./record.ts";
import { formatMarkdown } from "./table.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const { values: options } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    million: { type: "boolean", default: false },
    node: { type: "string", default: "22,24" },
    cases: { type: "string" },
    servers: { type: "string" },
    rounds: { type: "string" },
    checkout: { type: "string", default: join(HERE, "../..") },
    against: { type: "string" },
    only: { type: "string" },
    out: { type: "string", default: join(HERE, "results") },
  },
});

const pace: Pace = {
  rounds: Number(options.rounds ?? 10),
  bursts: options.full ? 3 : 2,
  milliseconds: options.full ? 250 : 150,
  warmMilliseconds: options.full ? 1000 : 500,
};
/** Few rounds suffice for the peers, because their results differ greatly from ours. */
const PEER_ROUNDS = 3;
/** Instruction counts of two processes of one program differ by up to a tenth. */
const COUNTED_PROCESSES = 3;
/** Number of reloads in one process. */
const RELOADS = 4;
const MODES: readonly Mode[] = ["quiet", "busy"];
const parts = new Set(
  (options.only ?? `cases,start,reload,memory,bytes${options.full ? ",instructions" : ""}`).split(","),
);
const against = options.against === undefined ? undefined : resolve(options.against);

/** Returns a filter for the names in a list separated by semicolons. Without a list, it returns the fallback. */
function nameFilter(list: string | undefined, fallback: boolean): (name: string) => boolean {
  const names = list?.split(";").map((name) => name.trim());
  return (name) => names?.includes(name) ?? fallback;
}

const isServerWanted = nameFilter(options.servers, options.full);
const isOwn = ({ name }: Contender) => name.startsWith(FLOOR) || name.startsWith(OURS);
const isWanted = (contender: Contender, round: number) =>
  isOwn(contender) || (round < PEER_ROUNDS && isServerWanted(contender.name));
const wantedCases = CASES.filter((candidate) =>
  nameFilter(options.cases, options.full || candidate.isQuick === true)(candidate.name),
);
const ours = CONTENDERS.find(({ name }) => name === OURS) ?? unreachable();

function unreachable(): never {
  throw new Error("this server is not a contender");
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

const results: Results = {
  machine: describeMachine(),
  pace:
    `${pace.rounds} rounds with new processes; ${pace.bursts} interleaved bursts of ${pace.milliseconds} ms ` +
    `per process, quiet and busy; peers in ${PEER_ROUNDS} rounds, quiet`,
  versions: versionsOfPeers(),
  readings: [],
  faults: new Set(),
};

function describeMachine(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const halting = keepAwake() ? "which were kept from halting" : "which may halt";
  return `${model}, ${cpus().length} cores, Linux; server and load on a core each, ${halting}`;
}

function versionsOfPeers(): Record<string, string> {
  const { devDependencies } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  const names = Object.keys(devDependencies).filter((name) => !/^(?:node-|@types|tsx|typescript|zod)/.test(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      JSON.parse(readFileSync(join(HERE, "node_modules", name, "package.json"), "utf8")).version,
    ]),
  );
}

function writeResults(): void {
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "results.json"), JSON.stringify(results.readings));
  writeFileSync(join(options.out, "results.md"), formatMarkdown(results));
  writeFileSync(join(options.out, "results.svg"), drawPlots(results));
}

/** Returns the path of Node: that of the installed package for a major version, or the given path. */
function binaryOf(wanted: string): string {
  return /^\d+$/.test(wanted) ? join(HERE, "node_modules", `node-${wanted}`, "bin/node") : wanted;
}

/** Setups with recorded responses, keyed by Node and number of reviews. */
const setups = new Map<string, Setup>();

async function setupFor(node: string, reviews: number | undefined): Promise<Setup> {
  const known = setups.get(`${node} ${reviews}`);
  if (known !== undefined) return known;
  const checkout = resolve(options.checkout);
  const sample = join(checkout, "data");
  const data = reviews === undefined ? sample : dataWithReviews(sample, reviews);
  const base = { node, data, checkout, against, material: "", constant: "", site: "" };
  const port = await freePort();
  const running = await start(ours.program(base, port), port);
  const material = await record(running).finally(() => running.stop());
  const site = compileSite(base, join(material, "site.cottage"));
  const setup = { ...base, material, constant: join(material, "constant.json"), site };
  setups.set(`${node} ${reviews}`, setup);
  return setup;
}

async function benchNode(binary: string): Promise<void> {
  const node = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const addReading = (
    measure: Measure,
    subject: string,
    mode: Mode,
    server: string,
    round: number,
    value: number,
  ): void => void results.readings.push({ node, measure, subject, mode, server, round, value });
  const summaryOf = (measure: Measure, subject: string): string => {
    const modes = MODES.map((mode) => {
      const query = { node, measure, subject, mode, server: OURS };
      const times = ratio(results.readings, query, FLOOR);
      if (times === undefined) return undefined;
      const noise = ratio(results.readings, { ...query, server: NOISE }, FLOOR);
      const median = values(results.readings, query)?.median.toFixed(1);
      const range = `${times.min.toFixed(2)}–${times.max.toFixed(2)}`;
      return `${mode} ${median}, ÷ floor ${times.median.toFixed(2)} (${range}), noise ${noise?.median.toFixed(2)}`;
    });
    return modes.filter((summary) => summary !== undefined).join("; ");
  };

  async function measureCase(benchCase: Case): Promise<void> {
    const setup = await setupFor(binary, benchCase.reviews);
    const contenders = contendersOf(benchCase, against !== undefined);
    const expected = await referenceResponse(benchCase, ours, setup);
    writeConstant(setup.constant, expected, benchCase.kind === "mcp");
    for (let round = 0; parts.has("cases") && round < pace.rounds; round += 1) {
      const entrants: Entrant[] = [];
      try {
        for (const contender of contenders.filter((contender) => isWanted(contender, round))) {
          const entrant = await startEntrant(benchCase, contender, setup, expected);
          if (typeof entrant === "string") results.faults.add(`${contender.name}, ${benchCase.name}: ${entrant}`);
          else entrants.push(entrant);
        }
        const own = entrants.filter(({ contender }) => isOwn(contender));
        const peers = entrants.filter((entrant) => !own.includes(entrant));
        const found = [
          ...(await timeRound(benchCase, own, pace, round, MODES)),
          ...(await timeRound(benchCase, peers, pace, round, ["quiet"])),
        ];
        for (const [mode, { contender }, value] of found)
          addReading("cpu", benchCase.name, mode, contender.name, round, value);
      } finally {
        await Promise.all(entrants.map(({ running }) => running.stop()));
      }
    }
    const counted = contenders.filter((contender) => contender.name === OURS || contender.name === FLOOR);
    for (const contender of parts.has("bytes") ? counted : []) {
      const bytes = await allocatedBytes(
        (started) => startEntrant(benchCase, contender, { ...setup, flags: ALLOCATION_FLAGS }, expected, started),
        benchCase.connections,
        1000,
      );
      if (bytes !== undefined) addReading("bytes", benchCase.name, "quiet", contender.name, 0, bytes);
    }
    const headers =
      benchCase.revalidates === true
        ? {
            ...benchCase.request.headers,
            "If-None-Match": expected.headers[expected.headers.indexOf("ETag") + 1] ?? "",
          }
        : benchCase.request.headers;
    for (
      let round = 0;
      parts.has("instructions") && benchCase.isQuick === true && round < COUNTED_PROCESSES;
      round += 1
    ) {
      for (const contender of counted) {
        const count = await countInstructions((port) => contender.program(setup, port), {
          ...benchCase.request,
          headers,
        });
        if (count === undefined) continue;
        addReading("instructions", "start", "quiet", contender.name, round, count.start);
        addReading("instructions", benchCase.name, "quiet", contender.name, round, count.request);
      }
    }
    log(`${benchCase.name}: ${summaryOf("cpu", benchCase.name)}`);
  }

  const COTTAGE: Case["request"] = { method: "GET", path: "/api/v1/cottage", headers: {} };
  const compiled = CONTENDERS.find(({ name }) => name === COMPILED) ?? unreachable();
  const REFERENCE_PEER = "polka + sirv";

  /** Returns the servers whose start and memory are measured: the floor, this server, polka + sirv and wanted peers. */
  const startersOf = (round: number): Contender[] => {
    const starters = contendersOf(CASES[0] ?? unreachable(), against !== undefined).filter(
      ({ isBare }) => isBare !== true,
    );
    return [
      ...starters.filter((contender) => isWanted(contender, round) || contender.name === REFERENCE_PEER),
      compiled,
    ];
  };

  const sampleWithFloor = async (): Promise<Setup> => {
    const setup = await setupFor(binary, undefined);
    writeConstant(setup.constant, await referenceResponse(CASES[0] ?? unreachable(), ours, setup), false);
    return setup;
  };

  async function timeStarts(): Promise<void> {
    const setup = await sampleWithFloor();
    const large: [name: string, contender: Contender, setup: Setup][] = [
      [`${OURS}, 1,000 reviews`, ours, await setupFor(binary, 1000)],
      [`${COMPILED}, 100,000 reviews`, compiled, await setupFor(binary, 100_000)],
    ];
    for (const mode of MODES) {
      setMachineMode(mode);
      for (let round = 0; round < pace.rounds; round += 1) {
        const small = startersOf(round).map((contender): [string, Contender, Setup] => [
          contender.name,
          contender,
          setup,
        ]);
        for (const [name, contender, ownSetup] of [...small, ...large]) {
          const [duration, cpu] = await timeStart((port) => contender.program(ownSetup, port), COTTAGE.path);
          addReading("start", "start", mode, name, round, duration);
          addReading("start cpu", "start", mode, name, round, cpu);
        }
      }
    }
    setMachineMode("quiet");
    log(`start: ${summaryOf("start", "start")}`);
  }

  /** The first reload of a process runs uncompiled code, so it is reported separately. */
  async function timeReloads(): Promise<void> {
    for (const [contender, reviews] of [
      [ours, undefined],
      [compiled, undefined],
      [compiled, 10_000],
    ] as const) {
      const setup = await setupFor(binary, reviews);
      const name =
        reviews === undefined ? contender.name : `${contender.name}, ${reviews.toLocaleString("en")} reviews`;
      for (const mode of MODES) {
        setMachineMode(mode);
        for (let round = 0; round < pace.rounds; round += 1) {
          const [first = Number.NaN, ...others] = await measureReloads(
            (port) => contender.program(setup, port),
            COTTAGE.path,
            RELOADS,
          );
          addReading("reload", "first reload", mode, name, round, first);
          for (const wait of others) addReading("reload", "later reloads", mode, name, round, wait);
        }
      }
      setMachineMode("quiet");
    }
    log("reload: done");
  }

  async function measureMemories(): Promise<void> {
    const setup = await sampleWithFloor();
    const steps = options.full ? [100_000, 1_000_000, 4_000_000] : options.million ? [100_000, 1_000_000] : [100_000];
    const addReadings = async (
      name: string,
      contender: Contender,
      ownSetup: Setup,
      upTo: readonly number[],
    ): Promise<void> => {
      for (const [subject, mebibytes] of await measureMemory(
        (port) => contender.program(ownSetup, port),
        COTTAGE,
        upTo,
      ))
        addReading("memory", subject, "quiet", name, 0, mebibytes);
    };
    for (const contender of startersOf(0))
      await addReadings(contender.name, contender, setup, isOwn(contender) ? steps : steps.slice(0, 1));
    // The shipped unit and image use the flag --max-semi-space-size=1.
    for (const contender of startersOf(0).filter(({ name }) => name === OURS || name === COMPILED || name === FLOOR)) {
      await addReadings(
        `${contender.name}, small young generation`,
        contender,
        { ...setup, flags: ["--max-semi-space-size=1"] },
        steps,
      );
    }
    log("memory: done");
  }

  log(`Node ${node}`);
  if (parts.has("start")) await timeStarts();
  if (parts.has("reload")) await timeReloads();
  if (parts.has("memory")) await measureMemories();
  for (const benchCase of ["cases", "bytes", "instructions"].some((part) => parts.has(part)) ? wantedCases : []) {
    await measureCase(benchCase);
    writeResults();
  }
  writeResults();
}

for (const wanted of options.node.split(",")) await benchNode(binaryOf(wanted));
log(`Written to ${options.out}`);
