/**
 * Mutation testing: makes small changes to `src`, one at a time, and counts those that no test notices. CONTRIBUTING.md
 * describes the options.
 *
 * Changes only temporary copies of the repository. Requires a Unix-like system.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applyMutation, mutationsOf, type Mutation } from "./mutations.ts";
import { testsOf } from "./tests.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A test file's time limit is its time without a mutant × factor + extra time. A mutant may loop forever. */
const TIME_FACTOR = 5;
const EXTRA_TIME_MS = 20_000;

interface Mutant {
  /** Path relative to the repository, e.g. `src/health.ts`. */
  readonly path: string;
  readonly source: string;
  readonly mutation: Mutation;
}

interface CompiledMutant extends Mutant {
  /** JavaScript of the mutated module. */
  readonly code: string;
}

/** `rejected`: by the compiler; `waiting`: not tested yet. */
type Outcome = "killed" | "survived" | "rejected" | "waiting";

interface Settings {
  readonly file: string;
  readonly every: number;
  readonly seed: number;
  readonly jobs: number;
  readonly list: boolean;
}

function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      file: { type: "string", default: "" },
      every: { type: "string", default: "1" },
      seed: { type: "string", default: "0" },
      jobs: { type: "string", default: "1" },
      list: { type: "boolean", default: false },
    },
  });
  return {
    file: values.file,
    every: parseWholeNumber("every", values.every, 1),
    seed: parseWholeNumber("seed", values.seed, 0),
    jobs: parseWholeNumber("jobs", values.jobs, 1),
    list: values.list,
  };
}

function parseWholeNumber(option: string, text: string, minimum: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < minimum)
    throw new Error(`--${option} must be a whole number from ${minimum}`);
  return number;
}

/**
 * Returns every N-th mutant of each module, N being `every`, and at least one of each module that has any. `seed`
 * selects the first one.
 */
function sampleMutants({ file, every, seed }: Settings): Mutant[] {
  const mutants: Mutant[] = [];
  const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => name.endsWith(".ts")).sort()) {
    const path = `src/${name}`;
    if (!path.includes(file)) continue;
    const source = readFileSync(join(ROOT, path), "utf8");
    const mutations = mutationsOf(source);
    // In a short list, start at an index that exists, so that the sample has at least one mutant.
    const first = mutations.length === 0 ? 0 : (seed % every) % mutations.length;
    const sample = mutations.filter((_, index) => index >= first && (index - first) % every === 0);
    mutants.push(...sample.map((mutation) => ({ path, source, mutation })));
  }
  return mutants;
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}

function describe({ path, source, mutation }: Mutant): string {
  const lineIn = (text: string): string => (text.split("\n")[mutation.line - 1] ?? "").trim();
  const after = lineIn(applyMutation(source, mutation));
  return `${path}:${mutation.line} (${mutation.operator})\n    - ${lineIn(source)}\n    + ${after}`;
}

const folders: string[] = [];
const processGroups = new Set<number>();

function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Every process in the group has already ended.
  }
}

function cleanUp(): void {
  for (const group of processGroups) endGroup(group);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

const NOT_COPIED = new Set(["node_modules", ".git", "dist"]);

const COMPILER_OPTIONS = {
  extends: "./tsconfig.json",
  compilerOptions: { rootDir: ".", outDir: "output", noEmitOnError: false },
  exclude: ["**/node_modules", ...["openapi", "commonmark", "clients", "browser"].map((suite) => `test/${suite}`)],
};

/**
 * Copies the repository to a temporary folder, and links `node_modules`. Compiles each module to a JavaScript file
 * beside its source, so that tests start quickly. `dist` links to `src`, where these files are. Returns the folder.
 */
function createCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  folders.push(folder);
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (source) =>
      !relative(ROOT, source)
        .split(sep)
        .some((name) => NOT_COPIED.has(name)),
  });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  symlinkSync("src", join(folder, "dist"));
  mkdirSync(join(folder, ".tmp"));
  compileIn(folder, ["src", "test", "scripts/*.ts"]);
  cpSync(join(folder, "output"), folder, { recursive: true });
  return folder;
}

/** Compiles the copy in `folder` into its subfolder `output`. Returns the compiler's messages. */
function compileIn(folder: string, include: readonly string[]): string {
  writeFileSync(join(folder, "tsconfig.mutants.json"), JSON.stringify({ ...COMPILER_OPTIONS, include }));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const command = [compiler, "--pretty", "false", "-p", "tsconfig.mutants.json"];
  return spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8" }).stdout;
}

function compiledPath(path: string): string {
  return path.replace(/\.ts$/, ".js");
}

/**
 * Compiles the mutants, and leaves out those that the compiler rejects. Each run of the compiler includes at most one
 * mutant of each module, so the file name in an error identifies the rejected mutant.
 */
function compileMutants(folder: string, mutants: readonly Mutant[]): CompiledMutant[] {
  const compiled: CompiledMutant[] = [];
  const byPath = [...groupBy(mutants, ({ path }) => path).values()];
  const rounds = Math.max(0, ...byPath.map((mutantsOfModule) => mutantsOfModule.length));
  for (let round = 0; round < rounds; round += 1) {
    const current = byPath.flatMap((mutantsOfModule) => mutantsOfModule[round] ?? []);
    for (const { path, source, mutation } of current)
      writeFileSync(join(folder, path), applyMutation(source, mutation));
    const messages = compileIn(folder, ["src"]);
    for (const mutant of current) {
      const code = readFileSync(join(folder, "output", compiledPath(mutant.path)), "utf8");
      if (!messages.includes(`${mutant.path}(`)) compiled.push({ ...mutant, code });
      writeFileSync(join(folder, mutant.path), mutant.source);
    }
  }
  return compiled.sort((first, second) => first.path.localeCompare(second.path));
}

/** Runs a test file, and resolves with whether it passed within the time limit. */
function passes(folder: string, test: string, limitMs: number): Promise<boolean> {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const child = spawn(process.execPath, [compiledPath(test)], {
    cwd: folder,
    env: { ...environment, TMPDIR: join(folder, ".tmp") },
    detached: true,
    stdio: "ignore",
  });
  const group = child.pid;
  if (group === undefined) throw new Error("Node did not start");
  processGroups.add(group);
  return new Promise((resolve) => {
    const timer = setTimeout(() => endGroup(group), limitMs);
    child.on("exit", (status) => {
      clearTimeout(timer);
      endGroup(group);
      processGroups.delete(group);
      resolve(status === 0);
    });
  });
}

/** Time limits in milliseconds, keyed by test file; 0 for a test that fails without a mutant. */
const limits = new Map<string, number>();

/** Returns the time limit of a test file. The first call for a file measures its time without a mutant. */
async function limitOf(folder: string, test: string): Promise<number> {
  const cached = limits.get(test);
  if (cached !== undefined) return cached;
  const startedAt = performance.now();
  // Generous, because the normal time of the test file is not known yet.
  const isPassed = await passes(folder, test, 10 * EXTRA_TIME_MS);
  if (!isPassed) console.log(`${test} fails without a mutant and is left out`);
  const limit = isPassed ? EXTRA_TIME_MS + TIME_FACTOR * (performance.now() - startedAt) : 0;
  limits.set(test, limit);
  return limit;
}

/** Runs the tests of a module with a mutant, until one fails. */
async function testMutant(folder: string, { path, source, mutation, code }: CompiledMutant): Promise<Outcome> {
  const compiledFile = join(folder, compiledPath(path));
  const originalCode = readFileSync(compiledFile, "utf8");
  const write = (newSource: string, newCode: string): void => {
    writeFileSync(join(folder, path), newSource);
    writeFileSync(compiledFile, newCode);
  };
  try {
    for (const test of testsOf(path)) {
      const limit = await limitOf(folder, test);
      if (limit === 0) continue;
      write(applyMutation(source, mutation), code);
      if (!(await passes(folder, test, limit))) return "killed";
      write(source, originalCode);
    }
    return "survived";
  } finally {
    write(source, originalCode);
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

function printRow(name: string, columns: readonly (string | number)[]): void {
  console.log(name.padEnd(44) + columns.map((column) => String(column).padStart(10)).join(""));
}

function printCounts(name: string, outcomes: readonly Outcome[]): void {
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const killed = count("killed");
  const survived = count("survived");
  const total = killed + survived;
  printRow(name, [total, killed, survived, percent(survived, total), count("rejected")]);
}

function printTable(mutants: readonly Mutant[], outcomes: ReadonlyMap<Mutation, Outcome>): void {
  const outcomesOf = (selected: readonly Mutant[]): Outcome[] =>
    selected.map(({ mutation }) => outcomes.get(mutation) ?? "rejected");
  printRow("module", ["mutants", "killed", "survived", "", "rejected"]);
  for (const [path, selected] of groupBy(mutants, ({ path }) => path)) printCounts(path, outcomesOf(selected));
  printCounts("all", outcomesOf(mutants));
}

async function main(): Promise<void> {
  const settings = readSettings();
  const mutants = sampleMutants(settings);
  if (settings.list) {
    for (const mutant of mutants) console.log(describe(mutant));
    console.log(`${mutants.length} mutants`);
    return;
  }
  const copies = Array.from({ length: settings.jobs }, createCopy);
  const waiting = compileMutants(copies[0] ?? "", mutants);
  const outcomes = new Map<Mutation, Outcome>(mutants.map(({ mutation }) => [mutation, "rejected"]));
  for (const { mutation } of waiting) outcomes.set(mutation, "waiting");
  console.log(`${mutants.length} mutants, of which the compiler rejects ${mutants.length - waiting.length}`);
  const testMutants = async (folder: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await testMutant(folder, mutant);
      outcomes.set(mutant.mutation, outcome);
      if (outcome === "survived") console.log(`survived: ${describe(mutant)}`);
    }
  };
  const printResults = (): void => {
    const finished = mutants.filter(({ mutation }) => outcomes.get(mutation) !== "waiting");
    printTable(finished, outcomes);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      printResults();
      process.exit(1);
    });
  }
  await Promise.all(copies.map(testMutants));
  printResults();
}

process.on("exit", cleanUp);
await main();
