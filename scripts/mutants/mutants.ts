/**
 * Measures how many small mistakes in `src` the tests notice:
 * `npm run mutants -- [--file PART] [--every N] [--seed N] [--jobs N] [--list]`.
 *
 * It changes only temporary copies of the repository, and ends only the processes that it started. It needs a Unix.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applyMutation, mutationsOf, type Mutation } from "./mutations.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A test may take this long, plus a multiple of what it takes without a mutant: loops may never end. */
const PATIENCE_MS = 20_000;
const PATIENCE_FACTOR = 5;

/** Tests that hold a module besides those of its own folder. The first matching row counts; paths are below `test`. */
const TESTED_ELSEWHERE: readonly (readonly [module: RegExp, tests: readonly string[]])[] = [
  [/^serve\/log/, ["program"]],
  [/^serve\/http\/(?:listener|connections|exchange)/, ["server", "program"]],
  [/^serve\/http\//, ["surface", "serve/mcp/wire-http"]],
  [/^serve\/mcp\//, ["surface"]],
  [
    /^serve\/site/,
    ["surface", "not-found", "compile/discovery/well-known", "compile/represent", "compile/compile", "program"],
  ],
  [
    /^compile\/words\//,
    ["typography", "compile/fragments/page-fragments", "compile/fragments/languages", "compile/pages/load"],
  ],
  [/^compile\/json\//, ["compile/data/load", "compile/data/mutants"]],
  [
    /^compile\/data\//,
    ["owner-files", "owner-mistakes", "compile/compile", "compile/discovery/openapi", "author/check"],
  ],
  [/^compile\/fragments\//, ["compile/pages/page", "compile/words/locale", "typography"]],
  [
    /^compile\/(?:pages|pictures)\//,
    ["compile/fragments/page-fragments", "compile/compile", "author/check", "surface", "visit"],
  ],
  [/^compile\/discovery\//, ["serve/mcp/methods", "surface", "developers", "compile/pages/developers"]],
  [/^compile\/markdown\//, ["compile/pages/page", "compile/pages/load"]],
  [/^compile\/compile-cache/, ["compile/files", "compile/represent"]],
  [
    /^compile\/(?:files|finding|messages?|suggest|corrections)/,
    ["compile/data/load", "owner-mistakes", "compile/pages/load"],
  ],
  [/^compile\/html/, ["compile/markdown/markdown", "compile/pages/page"]],
  [/^compile\//, ["surface", "compile/discovery/well-known", "serve/site-file", "program", "visit", "commands"]],
  [/^author\/lint\//, ["author/check", "owner-mistakes", "new-cottage"]],
  [/^author\//, ["config", "commands", "cli", "owner-mistakes", "new-cottage", "server"]],
  [/^/, ["config", "program", "server", "commands", "cli", "surface", "not-found", "serve/site-file"]],
];

interface Mutant {
  /** Path below the repository, such as `src/health.ts`. */
  readonly path: string;
  readonly source: string;
  readonly mutation: Mutation;
}

interface CompiledMutant extends Mutant {
  /** JavaScript of the mutated module. */
  readonly code: string;
}

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
  const wholeNumber = (name: string, text: string, least: number): number => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < least)
      throw new Error(`--${name} must be a whole number from ${least}`);
    return number;
  };
  return {
    file: values.file,
    every: wholeNumber("every", values.every, 1),
    seed: wholeNumber("seed", values.seed, 0),
    jobs: wholeNumber("jobs", values.jobs, 1),
    list: values.list,
  };
}

/** Returns the paths of the files below a folder, with slashes, in order. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
}

/** Takes every N-th mutant of each module, and at least one if it has any. */
function sampleMutants({ file, every, seed }: Settings): Mutant[] {
  const mutants: Mutant[] = [];
  for (const name of filesBelow(join(ROOT, "src"))) {
    const path = `src/${name}`;
    if (!path.includes(file)) continue;
    const source = readFileSync(join(ROOT, path), "utf8");
    const mutations = mutationsOf(source);
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

/** Returns the tests of a module, the nearest first: its own file, those of the same folder, then those elsewhere. */
function testsOf(path: string): string[] {
  const module = posix.relative("src", path).replace(/\.ts$/, "");
  const folder = join(ROOT, "test", dirname(module));
  const inFolder = existsSync(folder) && module.includes("/") ? readdirSync(folder) : [];
  const neighbours = inFolder
    .filter((name) => name.endsWith(".test.ts") && name !== "linear.test.ts")
    .map((name) => posix.join(posix.dirname(module), name.replace(/\.test\.ts$/, "")));
  const row = TESTED_ELSEWHERE.find(([pattern]) => pattern.test(module));
  const names = [module, ...neighbours, ...(row?.[1] ?? [])];
  return [...new Set(names)].map((name) => `test/${name}.test.ts`).filter((name) => existsSync(join(ROOT, name)));
}

const folders: string[] = [];
const processGroups = new Set<number>();

function endGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // Every process of the group has ended.
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
 * Copies the repository, with the installed packages linked. Compiled modules are beside their sources, so that tests
 * start without a compiler. The folder of the build is the same as that of the sources.
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

/** Compiles into the folder "output" and returns the messages of the compiler. */
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
 * Compiles the mutants, and leaves out those that the compiler rejects. Each run of the compiler takes one mutant of
 * every module, so an error belongs to the mutant of the file that it names.
 */
function compileMutants(folder: string, mutants: readonly Mutant[]): CompiledMutant[] {
  const compiled: CompiledMutant[] = [];
  const byPath = [...groupBy(mutants, ({ path }) => path).values()];
  const rounds = Math.max(0, ...byPath.map((list) => list.length));
  for (let round = 0; round < rounds; round += 1) {
    const current = byPath.flatMap((list) => list[round] ?? []);
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

/** Runs a test file and resolves with whether it passed in time. */
function passes(folder: string, test: string, limit: number): Promise<boolean> {
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
    const timer = setTimeout(() => endGroup(group), limit);
    child.on("exit", (status) => {
      clearTimeout(timer);
      endGroup(group);
      processGroups.delete(group);
      resolve(status === 0);
    });
  });
}

const limits = new Map<string, number>();

/** Returns the time limit of a test, or 0 if it fails without a mutant. The first time, it runs the test to see. */
async function limitOf(folder: string, test: string): Promise<number> {
  const known = limits.get(test);
  if (known !== undefined) return known;
  const begin = performance.now();
  const isPassed = await passes(folder, test, 10 * PATIENCE_MS);
  if (!isPassed) console.log(`${test} fails without a mutant and is left out`);
  const limit = isPassed ? PATIENCE_MS + PATIENCE_FACTOR * (performance.now() - begin) : 0;
  limits.set(test, limit);
  return limit;
}

async function outcomeOf(folder: string, { path, source, mutation, code }: CompiledMutant): Promise<Outcome> {
  const files = [join(folder, path), join(folder, compiledPath(path))] as const;
  const original = readFileSync(files[1], "utf8");
  const write = (text: string, compiled: string): void => {
    writeFileSync(files[0], text);
    writeFileSync(files[1], compiled);
  };
  try {
    for (const test of testsOf(path)) {
      const limit = await limitOf(folder, test);
      if (limit === 0) continue;
      write(applyMutation(source, mutation), code);
      if (!(await passes(folder, test, limit))) return "killed";
      write(source, original);
    }
    return "survived";
  } finally {
    write(source, original);
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

function printRow(name: string, outcomes: readonly Outcome[]): void {
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const [killed, survived] = [count("killed"), count("survived")];
  const total = killed + survived;
  const figures = [total, killed, survived, percent(survived, total), count("rejected")];
  console.log(name.padEnd(44) + figures.map((figure) => String(figure).padStart(10)).join(""));
}

function printTable(mutants: readonly Mutant[], outcomes: ReadonlyMap<Mutation, Outcome>): void {
  const outcomesOf = (list: readonly Mutant[]): Outcome[] =>
    list.map(({ mutation }) => outcomes.get(mutation) ?? "rejected");
  const heads = ["mutants", "killed", "survived", "", "rejected"];
  console.log("module".padEnd(44) + heads.map((head) => head.padStart(10)).join(""));
  for (const [path, list] of groupBy(mutants, ({ path }) => path)) printRow(path, outcomesOf(list));
  printRow("all", outcomesOf(mutants));
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
  const work = async (folder: string): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await outcomeOf(folder, mutant);
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
  await Promise.all(copies.map(work));
  printResults();
}

process.on("exit", cleanUp);
await main();
