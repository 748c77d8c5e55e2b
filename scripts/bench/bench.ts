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
import type { Contender, Place } from "./contenders.ts";
import {
  TRACED,
  allocatedBytes,
  enter,
  instructions,
  measureMemory,
  measureReloads,
  referenceResponse,
  timeRound,
  timeStart,
} from "./measure.ts";
import type { Entrant, Pace } from "./measure.ts";
import { picture } from "./picture.ts";
import { freePort, keepAwake, makeMachine, start } from "./process.ts";
import type { Mode } from "./process.ts";
import { COMPILED, FLOOR, NOISE, OURS, ratio, values } from "./readings.ts";
import type { Measure, Results } from "./readings.ts";
import { dataWithReviews, record, writeConstant } from "./record.ts";
import { markdown } from "./table.ts";

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
/** Few rounds suffice for the peers, because their results differ a lot from ours. */
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

/** Returns a filter for the names of a list that is separated by semicolons. Without a list it returns the fallback. */
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

function write(): void {
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "results.json"), JSON.stringify(results.readings));
  writeFileSync(join(options.out, "results.md"), markdown(results));
  writeFileSync(join(options.out, "results.svg"), picture(results));
}

/** Returns the path of a Node: a package of this folder for a major version, or the given path. */
function binaryOf(wanted: string): string {
  return /^\d+$/.test(wanted) ? join(HERE, "node_modules", `node-${wanted}`, "bin/node") : wanted;
}

/** Recorded material by Node and number of reviews. */
const places = new Map<string, Place>();

async function placeFor(node: string, reviews: number | undefined): Promise<Place> {
  const known = places.get(`${node} ${reviews}`);
  if (known !== undefined) return known;
  const checkout = resolve(options.checkout);
  const sample = join(checkout, "data");
  const data = reviews === undefined ? sample : dataWithReviews(sample, reviews);
  const bare = { node, data, checkout, against, material: "", constant: "", site: "" };
  const port = await freePort();
  const running = await start(ours.program(bare, port), port);
  const material = await record(running).finally(() => running.stop());
  const site = compileSite(bare, join(material, "site.cottage"));
  const place = { ...bare, material, constant: join(material, "constant.json"), site };
  places.set(`${node} ${reviews}`, place);
  return place;
}

async function benchNode(binary: string): Promise<void> {
  const node = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const addReading = (measure: Measure, of: string, mode: Mode, server: string, round: number, value: number): void =>
    void results.readings.push({ node, measure, of, mode, server, round, value });
  const summaryOf = (measure: Measure, of: string): string => {
    const modes = MODES.map((mode) => {
      const query = { node, measure, of, mode, server: OURS };
      const times = ratio(results.readings, query, FLOOR);
      if (times === undefined) return undefined;
      const noise = ratio(results.readings, { ...query, server: NOISE }, FLOOR);
      const median = values(results.readings, query)?.median.toFixed(1);
      const range = `${times.min.toFixed(2)}–${times.max.toFixed(2)}`;
      return `${mode} ${median}, ÷ floor ${times.median.toFixed(2)} (${range}), noise ${noise?.median.toFixed(2)}`;
    });
    return modes.filter((summary) => summary !== undefined).join("; ");
  };

  async function timeCase(which: Case): Promise<void> {
    const place = await placeFor(binary, which.reviews);
    const contenders = contendersOf(which, against !== undefined);
    const right = await referenceResponse(which, ours, place);
    writeConstant(place.constant, right, which.kind === "mcp");
    for (let round = 0; parts.has("cases") && round < pace.rounds; round += 1) {
      const entrants: Entrant[] = [];
      try {
        for (const contender of contenders.filter((contender) => isWanted(contender, round))) {
          const entrant = await enter(which, contender, place, right);
          if (typeof entrant === "string") results.faults.add(`${contender.name}, ${which.name}: ${entrant}`);
          else entrants.push(entrant);
        }
        const own = entrants.filter(({ contender }) => isOwn(contender));
        const peers = entrants.filter((entrant) => !own.includes(entrant));
        const found = [
          ...(await timeRound(which, own, pace, round, MODES)),
          ...(await timeRound(which, peers, pace, round, ["quiet"])),
        ];
        for (const [mode, { contender }, value] of found)
          addReading("cpu", which.name, mode, contender.name, round, value);
      } finally {
        await Promise.all(entrants.map(({ running }) => running.stop()));
      }
    }
    const counted = contenders.filter((contender) => contender.name === OURS || contender.name === FLOOR);
    for (const contender of parts.has("bytes") ? counted : []) {
      const bytes = await allocatedBytes(
        (started) => enter(which, contender, { ...place, flags: TRACED }, right, started),
        which.connections,
        1000,
      );
      if (bytes !== undefined) addReading("bytes", which.name, "quiet", contender.name, 0, bytes);
    }
    const headers =
      which.revalidates === true
        ? { ...which.request.headers, "If-None-Match": right.headers[right.headers.indexOf("ETag") + 1] ?? "" }
        : which.request.headers;
    for (let round = 0; parts.has("instructions") && which.isQuick === true && round < COUNTED_PROCESSES; round += 1) {
      for (const contender of counted) {
        const count = await instructions((port) => contender.program(place, port), { ...which.request, headers });
        if (count === undefined) continue;
        addReading("instructions", "start", "quiet", contender.name, round, count.start);
        addReading("instructions", which.name, "quiet", contender.name, round, count.request);
      }
    }
    log(`${which.name}: ${summaryOf("cpu", which.name)}`);
  }

  const COTTAGE: Case["request"] = { method: "GET", path: "/api/v1/cottage", headers: {} };
  const compiled = CONTENDERS.find(({ name }) => name === COMPILED) ?? unreachable();
  const AIM = "polka + sirv";

  /** Servers whose start and memory are measured: the floor, both forms of this server, polka + sirv, wanted peers. */
  const startersOf = (round: number): Contender[] => {
    const starters = contendersOf(CASES[0] ?? unreachable(), against !== undefined).filter(
      ({ isBare }) => isBare !== true,
    );
    return [...starters.filter((contender) => isWanted(contender, round) || contender.name === AIM), compiled];
  };

  const sampleWithFloor = async (): Promise<Place> => {
    const place = await placeFor(binary, undefined);
    writeConstant(place.constant, await referenceResponse(CASES[0] ?? unreachable(), ours, place), false);
    return place;
  };

  async function timeStarts(): Promise<void> {
    const place = await sampleWithFloor();
    const large: [name: string, contender: Contender, place: Place][] = [
      [`${OURS}, 1,000 reviews`, ours, await placeFor(binary, 1000)],
      [`${COMPILED}, 100,000 reviews`, compiled, await placeFor(binary, 100_000)],
    ];
    for (const mode of MODES) {
      makeMachine(mode);
      for (let round = 0; round < pace.rounds; round += 1) {
        const small = startersOf(round).map((contender): [string, Contender, Place] => [
          contender.name,
          contender,
          place,
        ]);
        for (const [name, contender, ownPlace] of [...small, ...large]) {
          const [took, cpu] = await timeStart((port) => contender.program(ownPlace, port), COTTAGE.path);
          addReading("start", "start", mode, name, round, took);
          addReading("start cpu", "start", mode, name, round, cpu);
        }
      }
    }
    makeMachine("quiet");
    log(`start: ${summaryOf("start", "start")}`);
  }

  /** The first reload of a process runs uncompiled code, so it is reported separately. */
  async function timeReloads(): Promise<void> {
    for (const [contender, reviews] of [
      [ours, undefined],
      [compiled, undefined],
      [compiled, 10_000],
    ] as const) {
      const place = await placeFor(binary, reviews);
      const name =
        reviews === undefined ? contender.name : `${contender.name}, ${reviews.toLocaleString("en")} reviews`;
      for (const mode of MODES) {
        makeMachine(mode);
        for (let round = 0; round < pace.rounds; round += 1) {
          const [first = Number.NaN, ...others] = await measureReloads(
            (port) => contender.program(place, port),
            COTTAGE.path,
            RELOADS,
          );
          addReading("reload", "first reload", mode, name, round, first);
          for (const wait of others) addReading("reload", "later reloads", mode, name, round, wait);
        }
      }
      makeMachine("quiet");
    }
    log("reload: measured");
  }

  async function measureMemories(): Promise<void> {
    const place = await sampleWithFloor();
    const steps = options.full ? [100_000, 1_000_000, 4_000_000] : options.million ? [100_000, 1_000_000] : [100_000];
    const measured = async (
      name: string,
      contender: Contender,
      ownPlace: Place,
      upTo: readonly number[],
    ): Promise<void> => {
      for (const [of, mebibytes] of await measureMemory((port) => contender.program(ownPlace, port), COTTAGE, upTo))
        addReading("memory", of, "quiet", name, 0, mebibytes);
    };
    for (const contender of startersOf(0))
      await measured(contender.name, contender, place, isOwn(contender) ? steps : steps.slice(0, 1));
    // The shipped unit and image use this flag.
    for (const contender of startersOf(0).filter(({ name }) => name === OURS || name === COMPILED || name === FLOOR)) {
      await measured(
        `${contender.name}, small young generation`,
        contender,
        { ...place, flags: ["--max-semi-space-size=1"] },
        steps,
      );
    }
    log("memory: measured");
  }

  log(`Node ${node}`);
  if (parts.has("start")) await timeStarts();
  if (parts.has("reload")) await timeReloads();
  if (parts.has("memory")) await measureMemories();
  for (const which of ["cases", "bytes", "instructions"].some((part) => parts.has(part)) ? wantedCases : []) {
    await timeCase(which);
    write();
  }
  write();
}

for (const wanted of options.node.split(",")) await benchNode(binaryOf(wanted));
log(`Written to ${options.out}`);
