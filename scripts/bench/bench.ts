/**
 * The bench: `npm run bench` for a quick look, `npm run bench -- --full` for the figures of the README.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepAwake } from "./awake.ts";
import { CASES } from "./cases.ts";
import type { Case } from "./cases.ts";
import { CONTENDERS } from "./contenders.ts";
import type { Contender, Place } from "./contenders.ts";
import { measureMemory, timeStart } from "./lifetime.ts";
import type { Startup } from "./lifetime.ts";
import { picture } from "./picture.ts";
import { freePort, start } from "./process.ts";
import { dataWithReviews, record, writeConstant } from "./record.ts";
import { ask } from "./ask.ts";
import type { NodeResult, Results, RunResult } from "./results.ts";
import { ratio } from "./results.ts";
import type { CaseResult, Pace } from "./rounds.ts";
import { runCase } from "./rounds.ts";
import { markdown } from "./table.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

const { values: options } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    node: { type: "string", default: "20,24" },
    cases: { type: "string" },
    servers: { type: "string" },
    rounds: { type: "string" },
    checkout: { type: "string", default: join(HERE, "../..") },
    against: { type: "string" },
    only: { type: "string", default: "cases,start,memory" },
    out: { type: "string", default: join(HERE, "results") },
  },
});

const QUICK: Pace & { runs: number; starts: number } = { rounds: 5, milliseconds: 300, warmMilliseconds: 1500, runs: 1, starts: 7 };
const FULL: typeof QUICK = { ...QUICK, runs: 3 };
const chosen = options.full ? FULL : QUICK;
const pace = { ...chosen, rounds: Number(options.rounds ?? chosen.rounds), starts: Number(options.rounds ?? chosen.starts) };
const parts = new Set(options.only.split(","));
const against = options.against === undefined ? undefined : resolve(options.against);
const checkout = resolve(options.checkout);

function among(list: string | undefined): (name: string) => boolean {
  const names = list?.split(";").map((name) => name.trim());
  return (name) => names === undefined || names.includes(name);
}

const isCaseWanted = among(options.cases);
const isServerWanted = among(options.servers);
const isOwn = ({ name }: Contender) => name.startsWith("floor") || name.startsWith("this server");
/** The peers are far off and run once; what is close to the floor runs until the difference can be told from noise. */
const isWanted = (contender: Contender, run: number) => isOwn(contender) || (run === 0 && isServerWanted(contender.name));

function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : "");
}

function say(text: string): void {
  progress("");
  process.stderr.write(`${text}\n`);
}

/** What the data are for one number of reviews, recorded once. */
const places = new Map<string, Omit<Place, "constant">>();

async function placeFor(node: string, reviews: number | undefined): Promise<Omit<Place, "constant">> {
  const key = `${node} ${reviews}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const sample = join(checkout, "data");
  const data = reviews === undefined ? sample : dataWithReviews(sample, reviews);
  const bare = { node, data, checkout, against, material: "" };
  const ours = CONTENDERS.find(({ name }) => name === "this server");
  if (ours === undefined) throw new Error("this server is not a contender");
  const port = await freePort();
  const running = await start(ours.program({ ...bare, constant: "" }, port), port);
  const material = await record(running).finally(() => running.stop());
  const place = { ...bare, material };
  places.set(key, place);
  return place;
}

function summary(result: CaseResult, seconds: number): string {
  const run: RunResult = { cases: [result], startups: [], memories: [] };
  const times = [...new Set(result.samples.map((each) => each.server))].map((server) => {
    const against = result.name.includes("limiter") || result.name === "access log" ? result.samples[0]?.server : "floor";
    const value = ratio([run], result.name, server, against ?? "floor");
    return value === undefined ? "" : `${server} ${value.median.toFixed(2)}`;
  });
  const faults = Object.entries(result.faults).map(([server, fault]) => `${server}: ${fault}`);
  return `${result.name} (${seconds.toFixed(0)} s): ${times.join(", ")}${faults.length === 0 ? "" : `\n  not timed: ${faults.join("; ")}`}`;
}

async function timeCases(node: string, run: number): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const wanted = CASES.filter(({ name }) => isCaseWanted(name));
  for (const [index, which] of wanted.entries()) {
    const startedAt = performance.now();
    const result = await runCase(which, {
      place: await placeFor(node, which.reviews),
      pace,
      isWanted: (contender) => isWanted(contender, run),
      onProgress: (text) => progress(`${index + 1} of ${wanted.length}, ${which.name}: ${text}`),
    });
    results.push(result);
    if (result.samples.length === 0) continue;
    say(summary(result, (performance.now() - startedAt) / 1000));
  }
  return results;
}

const COTTAGE: Case["ask"] = { method: "GET", path: "/api/v1/cottage", headers: {} };

async function withConstant(place: Omit<Place, "constant">): Promise<Place> {
  const constant = join(place.material, "rest.json");
  const ours = CONTENDERS.find(({ name }) => name === "this server");
  const port = await freePort();
  const all = { ...place, constant };
  const running = await start((ours ?? never()).program(all, port), port);
  writeConstant(constant, await ask(port, COTTAGE), false);
  await running.stop();
  return all;
}

function never(): never {
  throw new Error("this server is not a contender");
}

/** Everybody who serves JSON, without a variant of anybody. */
function lifetimes(run: number): Contender[] {
  return CONTENDERS.filter(
    (each) => each.kinds.includes("http") && each.isVariant !== true && each.isBare !== true && (each.name !== "this server, other build" || against !== undefined) && isWanted(each, run),
  );
}

async function timeStarts(node: string, run: number): Promise<RunResult["startups"]> {
  const sample = await withConstant(await placeFor(node, undefined));
  const many = await withConstant(await placeFor(node, 100_000));
  const ours = CONTENDERS.find(({ name }) => name === "this server") ?? never();
  const all: [name: string, place: Place, contender: Contender][] = lifetimes(run).map((each) => [each.name, sample, each]);
  all.push(["this server, 100,000 reviews", many, ours]);
  const samples = new Map<string, Startup[]>(all.map(([name]) => [name, []]));
  for (let round = 0; round < pace.starts; round += 1) {
    for (const [name, place, contender] of all) {
      progress(`start ${round + 1} of ${pace.starts}: ${name}`);
      samples.get(name)?.push(await timeStart((port) => contender.program(place, port), COTTAGE.path));
    }
  }
  say(`starts: ${[...samples].map(([name, each]) => `${name} ${Math.round(each.map((one) => one.milliseconds).sort((a, b) => a - b)[each.length >> 1] ?? 0)}`).join(", ")}`);
  return [...samples].map(([name, each]) => ({ name, samples: each }));
}

async function measureMemories(node: string, run: number): Promise<RunResult["memories"]> {
  const place = await withConstant(await placeFor(node, undefined));
  const memories: RunResult["memories"][number][] = [];
  for (const contender of lifetimes(run)) {
    progress(`memory of ${contender.name}`);
    const steps = options.full ? (isOwn(contender) ? [500_000, 1_000_000] : [500_000]) : [100_000];
    memories.push({ name: contender.name, ...(await measureMemory((port) => contender.program(place, port), COTTAGE, steps)) });
  }
  say(`memory: ${memories.map(({ name, atRest, after }) => `${name} ${atRest.toFixed(0)}, ${after.map((each) => each.mebibytes.toFixed(0)).join(", ")}`).join("; ")}`);
  return memories;
}

/** The Nodes are packages, so that nothing depends on what is installed; a path is taken as it is. */
function nodeBinary(wanted: string): string {
  return /^\d+$/.test(wanted) ? join(HERE, "node_modules", `node-${wanted}`, "bin/node") : wanted;
}

function versionsOfPeers(): Record<string, string> {
  const { devDependencies } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  const names = Object.keys(devDependencies).filter((name) => !/^(?:node-|@types|tsx|typescript|zod)/.test(name));
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(HERE, "node_modules", name, "package.json"), "utf8")).version;
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

function write(results: Results): void {
  mkdirSync(options.out, { recursive: true });
  writeFileSync(join(options.out, "results.json"), JSON.stringify(results));
  writeFileSync(join(options.out, "results.md"), markdown(results));
  writeFileSync(join(options.out, "results.svg"), picture(results));
}

const nodes: NodeResult[] = [];
const results: Results = {
  machine: `${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, Linux; server and load on a core each, which ${keepAwake() ? "were kept from halting" : "may halt"}`,
  pace: `${pace.runs} runs of ${pace.rounds} interleaved rounds, ${pace.milliseconds} ms each, fresh processes in each run; peers in the first`,
  versions: versionsOfPeers(),
  nodes,
};

for (const wanted of options.node.split(",")) {
  const node = nodeBinary(wanted);
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim().slice(1);
  const runs: RunResult[] = [];
  nodes.push({ node: version, runs });
  for (let run = 0; run < pace.runs; run += 1) {
    say(`Node ${version}, run ${run + 1} of ${pace.runs}`);
    runs.push({
      cases: parts.has("cases") ? await timeCases(node, run) : [],
      startups: parts.has("start") ? await timeStarts(node, run) : [],
      memories: parts.has("memory") ? await measureMemories(node, run) : [],
    });
    write(results);
  }
}
say(`Written to ${dirname(join(options.out, "results.md"))}`);
