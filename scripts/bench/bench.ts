/**
 * Runs the benchmark: `npm run bench` for a quick run, `npm run bench -- --full` for all cases and servers.
 *
 * Compares our server with the floor, a bare node:http server that replays our responses, and with the peers, which are
 * common alternatives such as Fastify and nginx.
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
import { field } from "./http.ts";
import type { HttpResponse } from "./http.ts";
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
import { COMPILED, FLOOR, NOISE, OURS, ratio, spreadOf } from "./readings.ts";
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
/** Rounds in which the peers are measured. Few suffice, because their results differ greatly from ours. */
const PEER_ROUNDS = 3;
/** Processes in which instructions are counted. Several, because their counts differ by up to 10 %. */
const COUNTED_PROCESSES = 3;
const RELOADS_PER_PROCESS = 4;
const MODES: readonly Mode[] = ["quiet", "busy"];
const allParts = `cases,start,reload,memory,bytes${options.full ? ",instructions" : ""}`;
const parts = new Set((options.only ?? allParts).split(","));
const against = options.against === undefined ? undefined : resolve(options.against);

/** Returns whether a semicolon-separated list contains a name. Without a list, returns the fallback. */
function isListed(name: string, list: string | undefined, fallback: boolean): boolean {
  if (list === undefined) return fallback;
  const names = list.split(";").map((listed) => listed.trim());
  return names.includes(name);
}

/** Returns whether a server is the floor or a variant of our server, and not a peer. */
const isOwn = ({ name }: Contender) => name.startsWith(FLOOR) || name.startsWith(OURS);
const isWanted = (contender: Contender, round: number) =>
  isOwn(contender) || (round < PEER_ROUNDS && isListed(contender.name, options.servers, options.full));
const wantedCases = CASES.filter((benchCase) =>
  isListed(benchCase.name, options.cases, options.full || benchCase.isQuick === true),
);

/** @throws Error if no element has the name */
function findByName<T extends { readonly name: string }>(elements: readonly T[], name: string): T {
  const found = elements.find((element) => element.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

const ours = findByName(CONTENDERS, OURS);
const compiled = findByName(CONTENDERS, COMPILED);
/** The case whose request is sent to measure start-up time, reloads and memory. */
const cottageCase = findByName(CASES, "200");

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

function readJson(path: string) {
  return JSON.parse(readFileSync(join(HERE, path), "utf8"));
}

function versionsOfPeers(): Record<string, string> {
  const names = Object.keys(readJson("package.json").devDependencies);
  const peers = names.filter((name) => !/^(?:node-|@types|tsx|typescript|zod)/.test(name));
  return Object.fromEntries(peers.map((name) => [name, readJson(`node_modules/${name}/package.json`).version]));
}

function writeResults(): void {
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "results.json"), JSON.stringify(results.readings));
  writeFileSync(join(options.out, "results.md"), formatMarkdown(results));
  writeFileSync(join(options.out, "results.svg"), drawPlots(results));
}

interface NodeBinary {
  readonly path: string;
  /** Version number, e.g. `22.23.3`. */
  readonly version: string;
}

/** @param wanted major version of Node that is installed as a package, e.g. `24`, or the path of a Node executable */
function findNode(wanted: string): NodeBinary {
  const path = /^\d+$/.test(wanted) ? join(HERE, "node_modules", `node-${wanted}`, "bin/node") : wanted;
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1);
  return { path, version };
}

/** Setups with recorded responses, keyed by the path of the Node executable and the number of reviews. */
const setups = new Map<string, Setup>();

/**
 * Records our server's responses and compiles its site, once for each version of Node and number of reviews.
 *
 * @param reviews number of reviews in the data; by default, as many as the sample data has
 */
async function setupFor({ path: node }: NodeBinary, reviews?: number): Promise<Setup> {
  const key = `${node} ${reviews}`;
  const cached = setups.get(key);
  if (cached !== undefined) return cached;
  const checkout = resolve(options.checkout);
  const sample = join(checkout, "data");
  const data = reviews === undefined ? sample : dataWithReviews(sample, reviews);
  // The server whose responses are recorded needs none of the last three paths.
  const base = { node, data, checkout, against, material: "", constant: "", site: "" };
  const port = await freePort();
  const running = await start(ours.program(base, port), port);
  const material = await record(running).finally(() => running.stop());
  const site = compileSite(base, join(material, "site.cottage"));
  const setup = { ...base, material, constant: join(material, "constant.json"), site };
  setups.set(key, setup);
  return setup;
}

/**
 * Formats our server's readings in each mode, e.g. `quiet 41.2, ÷ floor 1.05 (1.01–1.10), noise 1.00; busy …`. These
 * are the median, its ratio to the floor with the range of the ratio, and the ratio of two processes of the floor.
 */
function summarize({ version }: NodeBinary, measure: Measure, subject: string): string {
  const summaries: string[] = [];
  for (const mode of MODES) {
    const query = { node: version, measure, subject, mode, server: OURS };
    const multiple = ratio(results.readings, query, FLOOR);
    if (multiple === undefined) continue;
    const noise = ratio(results.readings, { ...query, server: NOISE }, FLOOR);
    const median = spreadOf(results.readings, query)?.median.toFixed(1);
    const range = `${multiple.min.toFixed(2)}–${multiple.max.toFixed(2)}`;
    const noiseMedian = noise?.median.toFixed(2);
    summaries.push(`${mode} ${median}, ÷ floor ${multiple.median.toFixed(2)} (${range}), noise ${noiseMedian}`);
  }
  return summaries.join("; ");
}

/** A benchmark case on one version of Node, with our server's response, which the floor replays. */
interface PreparedCase {
  readonly node: NodeBinary;
  readonly benchCase: Case;
  readonly setup: Setup;
  readonly expected: HttpResponse;
}

async function prepareCase(node: NodeBinary, benchCase: Case): Promise<PreparedCase> {
  const setup = await setupFor(node, benchCase.reviews);
  const expected = await referenceResponse(benchCase, ours, setup);
  writeConstant(setup.constant, expected, benchCase.kind === "mcp");
  return { node, benchCase, setup, expected };
}

async function measureCase(node: NodeBinary, benchCase: Case): Promise<void> {
  const prepared = await prepareCase(node, benchCase);
  if (parts.has("cases")) {
    for (let round = 0; round < pace.rounds; round += 1) await measureRound(prepared, round);
  }
  const counted = contendersOf(benchCase, false).filter(({ name }) => name === OURS || name === FLOOR);
  for (const contender of counted) {
    if (parts.has("bytes")) await measureBytes(prepared, contender);
    if (parts.has("instructions") && benchCase.isQuick === true) await measureInstructions(prepared, contender);
  }
  log(`${benchCase.name}: ${summarize(node, "cpu", benchCase.name)}`);
}

/** Measures the CPU time per request of all selected servers, each in a new process. */
async function measureRound({ node, benchCase, setup, expected }: PreparedCase, round: number): Promise<void> {
  const entrants: Entrant[] = [];
  try {
    for (const contender of contendersOf(benchCase, against !== undefined)) {
      if (!isWanted(contender, round)) continue;
      const entrant = await startEntrant(benchCase, contender, setup, expected);
      if (typeof entrant === "string") results.faults.add(`${contender.name}, ${benchCase.name}: ${entrant}`);
      else entrants.push(entrant);
    }
    const own = entrants.filter(({ contender }) => isOwn(contender));
    const peers = entrants.filter((entrant) => !own.includes(entrant));
    // The machine is made busy only for our server and the floor. The peers are measured on the quiet machine.
    const ownTimes = await timeRound(benchCase, own, pace, round, MODES);
    const peerTimes = await timeRound(benchCase, peers, pace, round, ["quiet"]);
    for (const [mode, { contender }, value] of [...ownTimes, ...peerTimes]) {
      const query = { node: node.version, measure: "cpu", subject: benchCase.name, mode } as const;
      results.readings.push({ ...query, server: contender.name, round, value });
    }
  } finally {
    await Promise.all(entrants.map(({ running }) => running.stop()));
  }
}

async function measureBytes(prepared: PreparedCase, contender: Contender): Promise<void> {
  const { node, benchCase, expected } = prepared;
  const setup = { ...prepared.setup, flags: ALLOCATION_FLAGS };
  const bytes = await allocatedBytes(
    (startOptions) => startEntrant(benchCase, contender, setup, expected, startOptions),
    benchCase.connections,
    1000,
  );
  if (bytes === undefined) return;
  const query = { node: node.version, measure: "bytes", subject: benchCase.name, mode: "quiet" } as const;
  results.readings.push({ ...query, server: contender.name, round: 0, value: bytes });
}

async function measureInstructions(prepared: PreparedCase, contender: Contender): Promise<void> {
  const { node, benchCase, setup, expected } = prepared;
  const validator = benchCase.revalidates === true ? { "If-None-Match": field(expected, "etag") ?? "" } : {};
  const request = { ...benchCase.request, headers: { ...benchCase.request.headers, ...validator } };
  const query = { node: node.version, measure: "instructions", mode: "quiet", server: contender.name } as const;
  for (let round = 0; round < COUNTED_PROCESSES; round += 1) {
    const count = await countInstructions((port) => contender.program(setup, port), request);
    if (count === undefined) continue;
    results.readings.push({ ...query, subject: "start", round, value: count.start });
    results.readings.push({ ...query, subject: benchCase.name, round, value: count.request });
  }
}

const REFERENCE_PEER = "polka + sirv";

/**
 * Returns the servers whose start-up time and memory are measured: the floor, our server with and without a compiled
 * site, polka + sirv and the selected peers.
 */
function startersOf(round: number): Contender[] {
  const starters = contendersOf(cottageCase, against !== undefined).filter(
    (contender) =>
      contender.isBare !== true && (isWanted(contender, round) || contender.name === REFERENCE_PEER),
  );
  return [...starters, compiled];
}

async function measureStarts(node: NodeBinary): Promise<void> {
  const { setup } = await prepareCase(node, cottageCase);
  const withManyReviews: [name: string, contender: Contender, setup: Setup][] = [
    [`${OURS}, 1,000 reviews`, ours, await setupFor(node, 1000)],
    [`${COMPILED}, 100,000 reviews`, compiled, await setupFor(node, 100_000)],
  ];
  for (const mode of MODES) {
    setMachineMode(mode);
    for (let round = 0; round < pace.rounds; round += 1) {
      const withSampleData = startersOf(round).map((contender) => [contender.name, contender, setup] as const);
      for (const [server, contender, ownSetup] of [...withSampleData, ...withManyReviews]) {
        const times = await timeStart((port) => contender.program(ownSetup, port), cottageCase.request.path);
        const query = { node: node.version, subject: "start", mode, server } as const;
        results.readings.push({ ...query, measure: "start", round, value: times.duration });
        results.readings.push({ ...query, measure: "start cpu", round, value: times.cpu });
      }
    }
  }
  setMachineMode("quiet");
  log(`start: ${summarize(node, "start", "start")}`);
}

/**
 * Measures how long requests take while our server reloads its site. The first reload of a process is reported
 * separately, because V8 has not optimized its code yet.
 */
async function measureAllReloads(node: NodeBinary): Promise<void> {
  const servers: [name: string, contender: Contender, setup: Setup][] = [
    [OURS, ours, await setupFor(node)],
    [COMPILED, compiled, await setupFor(node)],
    [`${COMPILED}, 10,000 reviews`, compiled, await setupFor(node, 10_000)],
  ];
  for (const [server, contender, setup] of servers) {
    for (const mode of MODES) {
      setMachineMode(mode);
      for (let round = 0; round < pace.rounds; round += 1) {
        const program = (port: number) => contender.program(setup, port);
        const { during, after } = await measureReloads(program, cottageCase.request, RELOADS_PER_PROCESS);
        const record = (subject: string, value: number) =>
          results.readings.push({ node: node.version, measure: "reload", subject, mode, server, round, value });
        for (const [index, value] of during.entries()) record(index === 0 ? "first reload" : "later reloads", value);
        // `after` has the longest times in periods without a reload, for comparison.
        for (const value of after) record("no reload", value);
      }
    }
    setMachineMode("quiet");
  }
  log("reload: done");
}

async function measureMemories(node: NodeBinary): Promise<void> {
  const { setup } = await prepareCase(node, cottageCase);
  const steps = [100_000];
  if (options.million || options.full) steps.push(1_000_000);
  if (options.full) steps.push(4_000_000);
  for (const contender of startersOf(0)) {
    await measureMemoryOf(node, contender.name, contender, setup, isOwn(contender) ? steps : steps.slice(0, 1));
  }
  // The systemd unit and the container image that we ship use this flag, so measure memory with it too.
  const smallSetup = { ...setup, flags: ["--max-semi-space-size=1"] };
  for (const contender of startersOf(0).filter(({ name }) => name === OURS || name === COMPILED || name === FLOOR)) {
    await measureMemoryOf(node, `${contender.name}, small young generation`, contender, smallSetup, steps);
  }
  log("memory: done");
}

async function measureMemoryOf(
  node: NodeBinary,
  server: string,
  contender: Contender,
  setup: Setup,
  steps: readonly number[],
): Promise<void> {
  const program = (port: number) => contender.program(setup, port);
  for (const [subject, value] of await measureMemory(program, cottageCase.request, steps)) {
    const query = { node: node.version, measure: "memory", subject, mode: "quiet" } as const;
    results.readings.push({ ...query, server, round: 0, value });
  }
}

for (const wanted of options.node.split(",")) {
  const node = findNode(wanted);
  log(`Node ${node.version}`);
  if (parts.has("start")) await measureStarts(node);
  if (parts.has("reload")) await measureAllReloads(node);
  if (parts.has("memory")) await measureMemories(node);
  if (["cases", "bytes", "instructions"].some((part) => parts.has(part))) {
    for (const benchCase of wantedCases) {
      await measureCase(node, benchCase);
      writeResults();
    }
  }
  writeResults();
}
log(`Written to ${options.out}`);
