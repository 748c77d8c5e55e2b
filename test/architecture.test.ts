/**
 * The rules of the house that a compiler does not know: who may import whom, and what a module may touch.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { ROOT, filesBelow } from "./support/suites.ts";

/** A room is a folder of `src`, or a file that stands in `src` itself. What a room has no line for, it may not import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  finding: [],
  files: [],
  suggest: [],
  version: [],
  html: [],
  config: [],
  log: ["http"],
  cli: ["suggest"],
  http: [],
  json: [],
  markdown: ["html"],
  data: ["finding", "files", "json", "suggest"],
  advice: ["finding", "files", "data"],
  fragments: ["data", "html", "markdown", "pages"],
  pages: ["finding", "files", "suggest", "json", "data", "html", "markdown", "fragments"],
  mcp: ["http"],
  discovery: ["data", "html", "markdown", "fragments", "pages", "mcp", "http"],
  watch: [],
  health: ["config"],
  routes: ["config", "http", "data", "pages", "mcp", "discovery", "version"],
  site: ["config", "files", "finding", "http", "data", "pages", "discovery", "routes"],
  check: ["config", "finding", "site", "advice"],
  process: ["config", "finding", "http", "log", "site", "version", "watch"],
  server: ["check", "cli", "config", "health", "process", "version"],
};

/** Of these rooms it may import types, and nothing that runs. */
const TYPES_ALONE: Readonly<Record<string, readonly string[]>> = {
  fragments: ["data", "pages"],
};

/** Node's modules that only these files may import, in types or in deed. */
const RESERVED: Readonly<Record<string, readonly string[]>> = {
  "node:http": ["http/exchange.ts", "http/listener.ts"],
  "node:fs": ["files.ts", "watch.ts"],
};

/** Words that only these files may use: outside them nothing depends on the time, the environment or chance. */
const TOUCHES: readonly [what: string, words: RegExp, files: readonly string[]][] = [
  [
    "the clock",
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\b/,
    ["files.ts", "http/exchange.ts", "http/listener.ts", "process.ts", "server.ts"],
  ],
  ["timers", /(?<!\.)\bset(?:Timeout|Interval|Immediate)\b/, ["http/connections.ts", "http/listener.ts", "log.ts", "process.ts", "watch.ts"]],
  ["the environment", /\bprocess\.env\b/, ["server.ts"]],
  ["the process", /\bprocess\./, ["http/listener.ts", "process.ts", "server.ts"]],
  ["the console", /\bconsole\b/, []],
  ["chance", /\bMath\.random\b|\brandom(?:Bytes|Int|UUID)\b/, []],
  ["the network", /\bfetch\(/, ["health.ts"]],
  ["code made of text", /\beval\b|\bnew Function\b/, []],
];

const LINES_MAX = 250;

interface Module {
  /** Below `src`, as `http/accept.ts`. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  readonly imports: readonly string[];
}

function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*\/\*\*?[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm, "");
}

const IMPORT = /^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"([^"]+)";$|\bimport\("([^"]+)"\)/gm;

function readModules(): Module[] {
  const source = join(ROOT, "src");
  return filesBelow(source, ".ts")
    .map((path) => {
      const text = readFileSync(join(source, path), "utf8");
      const code = withoutComments(text);
      return { path, text, code, imports: [...code.matchAll(IMPORT)].map(([, name, onTheWay]) => name ?? onTheWay ?? "") };
    });
}

const MODULES = readModules();

function roomOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, "");
}

/** What a module imports of ours, as paths below `src`. */
function targets({ path, imports }: Module): string[] {
  return imports
    .filter((name) => name.startsWith("."))
    .map((name) => posix.normalize(posix.join(posix.dirname(path), name)));
}

test("every import is found", () => {
  for (const { path, code, imports } of MODULES) {
    assert.equal(imports.length, code.match(/^import\b|\bimport\(|^export (?:type )?(?:\*|\{[^}]*\} from)/gm)?.length ?? 0, path);
    if (path !== "server.ts") assert.doesNotMatch(code, /\bimport\(/, `${path} imports nothing on the way`);
    assert.doesNotMatch(code, /\brequire\b/, path);
  }
  assert.ok(MODULES.length > 30);
});

test("every room is on the plan, and the plan has no other", () => {
  assert.deepEqual([...new Set(MODULES.map(({ path }) => roomOf(path)))].sort(), Object.keys(MAY_IMPORT).sort());
});

test("rooms import those rooms only that they may", () => {
  for (const module of MODULES) {
    const own = roomOf(module.path);
    for (const target of targets(module)) {
      const other = roomOf(target);
      assert.ok(
        other === own || MAY_IMPORT[own]?.includes(other),
        `${own} may not import ${other}: ${module.path} → ${target}`,
      );
    }
  }
});

test("rooms import types alone where that is all they may", () => {
  for (const { path, code } of MODULES) {
    for (const room of TYPES_ALONE[roomOf(path)] ?? []) {
      assert.doesNotMatch(code, new RegExp(`^(?:import|export) (?!type )[^;]*"\\.\\./${room}/`, "m"), path);
    }
  }
});

test("modules import files of src and modules of Node, and nothing else", () => {
  const paths = new Set(MODULES.map(({ path }) => path));
  for (const module of MODULES) {
    for (const target of targets(module)) assert.ok(paths.has(target), `${module.path} → ${target}`);
    for (const name of module.imports) assert.match(name, /^(?:node:|\.\.?\/.*\.ts$)/, module.path);
  }
});

test("no module imports itself, however long the way", () => {
  const imports = new Map(MODULES.map((module) => [module.path, targets(module)]));
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    assert.ok(!way.includes(path), [...way, path].join(" → "));
    if (done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of MODULES) visit(path, []);
});

for (const [name, files] of Object.entries(RESERVED)) {
  test(`${name} is for ${files.join(", ")}`, () => {
    const found = MODULES.filter(({ code }) => new RegExp(`"${name}(?:/[a-z]+)?"`).test(code)).map(({ path }) => path);
    assert.deepEqual(found, files);
  });
}

test("node:http is imported as types alone, for a real import loads the HTTP client too", () => {
  for (const { path, code } of MODULES) assert.doesNotMatch(code, /^import (?!type )[^;]*"node:http"/m, path);
});

for (const [what, words, files] of TOUCHES) {
  test(`${what} is for ${files.join(", ") || "nobody"}`, () => {
    const found = MODULES.filter(({ code }) => words.test(code)).map(({ path }) => path);
    assert.deepEqual(found, files);
  });
}

test("every module is short, says what it is for and leaves nothing to be done", () => {
  for (const { path, text, code } of MODULES) {
    const lines = text.split("\n").length - 1;
    assert.ok(lines <= LINES_MAX, `${path} has ${lines} lines`);
    assert.match(text, /^(?:#!.*\n)?\/\*\*\n \* \S/, `${path} begins with what it is for`);
    assert.doesNotMatch(text, /\b(?:TODO|FIXME|XXX|HACK)\b/, path);
    assert.doesNotMatch(text, /@ts-|eslint|c8 ignore|prettier-ignore/, path);
    assert.doesNotMatch(code, /\bexport default\b/, path);
    assert.doesNotMatch(code, /: any\b|<any>|\bas any\b/, path);
    assert.doesNotMatch(code, /[\w)\]]!(?:[.;,)\]]|$)/m, `${path} asserts nothing away with !`);
  }
});

test("no test is skipped or alone", () => {
  for (const file of filesBelow(join(ROOT, "test"), ".test.ts")) {
    assert.doesNotMatch(
      readFileSync(join(ROOT, "test", file), "utf8"),
      /\b(?:test|it|describe)\.(?:skip|only|todo)\b/,
      file,
    );
  }
});
