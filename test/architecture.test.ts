/**
 * Rules for `src` that the compiler does not check: which module may import which, what it may use, and its style.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { ROOT, filesBelow } from "./support/suites.ts";

/** The four parts of `src` and the other parts that each may import. The program is the files directly in `src`. */
const PART_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  program: ["serve"],
  serve: [],
  compile: ["serve"],
  author: ["compile", "serve", "program"],
};

/** The modules that may use `import()`. Of the program only `server.ts` may import `author`, and only in this way. */
const IMPORTS_ON_DEMAND = ["author/run-command.ts", "server.ts"];

/** Size limit for the program and `serve`, the parts that the network reaches. */
const EXPOSED_BYTES_MAX = 108_500;
const SOURCE_BYTES_MAX = 383_000;

/** The folders and files directly in `serve` and `compile`, and the modules of the same part that each may import. */
const MODULE_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "serve/http": [],
  "serve/mcp": ["serve/http"],
  "serve/log": ["serve/http"],
  "serve/site": ["serve/http", "serve/mcp"],
  "compile/built-in": [],
  "compile/messages": ["compile/built-in"],
  "compile/corrections": ["compile/messages"],
  "compile/files": ["compile/messages"],
  "compile/html": [],
  "compile/json": ["compile/files", "compile/messages"],
  "compile/markdown": ["compile/html", "compile/messages"],
  "compile/data": ["compile/built-in", "compile/corrections", "compile/json", "compile/messages"],
  "compile/words": [
    "compile/built-in",
    "compile/corrections",
    "compile/data",
    "compile/fragments",
    "compile/json",
    "compile/messages",
  ],
  "compile/pictures": ["compile/corrections", "compile/data", "compile/files", "compile/json", "compile/messages"],
  "compile/fragments": [
    "compile/corrections",
    "compile/data",
    "compile/html",
    "compile/markdown",
    "compile/pictures",
    "compile/words",
  ],
  "compile/pages": [
    "compile/built-in",
    "compile/corrections",
    "compile/data",
    "compile/files",
    "compile/fragments",
    "compile/html",
    "compile/json",
    "compile/markdown",
    "compile/messages",
    "compile/pictures",
    "compile/words",
  ],
  "compile/discovery": [
    "compile/built-in",
    "compile/data",
    "compile/html",
    "compile/json",
    "compile/markdown",
    "compile/pages",
  ],
  "compile/targets": ["compile/data", "compile/discovery", "compile/files", "compile/pages", "compile/pictures"],
  "compile/compile": [
    "compile/data",
    "compile/files",
    "compile/json",
    "compile/messages",
    "compile/pages",
    "compile/targets",
  ],
  "compile/site-file": [],
};

/** Built-in modules of Node that only these files may import, including types. */
const RESTRICTED_MODULES: Readonly<Record<string, readonly string[]>> = {
  "node:http": ["serve/http/exchange.ts", "serve/http/listener.ts"],
  "node:fs": [
    "author/watch.ts",
    "compile/built-in.ts",
    "compile/files.ts",
    "compile/site-file.ts",
    "serve/site.ts",
  ],
};

/** Globals that only these files may use, so that no other file depends on the time, the environment or chance. */
const RESTRICTED_GLOBALS: readonly [what: string, words: RegExp, files: readonly string[]][] = [
  [
    "the clock",
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bprocess\.uptime\b/,
    [
      "author/run-command.ts",
      "author/watch.ts",
      "run-server.ts",
      "serve/http/exchange.ts",
      "serve/http/listener.ts",
    ],
  ],
  [
    "timers",
    /(?<!\.)\bset(?:Timeout|Interval|Immediate)\b/,
    [
      "author/watch.ts",
      "health.ts",
      "serve/http/exchange.ts",
      "serve/http/listener.ts",
      "serve/log.ts",
      "serve/site.ts",
    ],
  ],
  ["the environment", /\bprocess\.env\b/, ["server.ts"]],
  [
    "the process",
    /\bprocess\.(?!getBuiltinModule|nextTick)/,
    ["compile/site-file.ts", "run-server.ts", "serve/http/exchange.ts", "server.ts"],
  ],
  ["the console", /\bconsole\b/, []],
  ["chance", /\bMath\.random\b|\brandom(?:Bytes|Int|UUID)\b/, []],
  ["the network", /\bfetch\(|\bconnect\(/, ["health.ts"]],
  ["code made of text", /\beval\b|\bnew Function\b/, []],
];

const LINES_MAX = 400;

interface Module {
  /** Below `src`, as `serve/http/router.ts`. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  /** Specifiers of static imports and of `import()`. */
  readonly imports: readonly string[];
  /** Paths below `src` that are imported with `import()`. */
  readonly importedOnDemand: readonly string[];
}

function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*\/\*\*?[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm, "");
}

/** The start of an import or a re-export, which `IMPORT` must match as a whole. */
const IMPORT_START = /^import\b|\bimport\(|^export (?:type )?(?:\*|\{[^}]*\} from)/gm;
const IMPORT = /^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"([^"]+)";$|\bimport\("([^"]+)"\)/gm;

function readModules(): Module[] {
  const source = join(ROOT, "src");
  return filesBelow(source, ".ts").map((path) => {
    const text = readFileSync(join(source, path), "utf8");
    const code = withoutComments(text);
    const matches = [...code.matchAll(IMPORT)];
    const imports = matches.map(([, name, onDemand]) => name ?? onDemand ?? "");
    const namesOnDemand = matches.map(([, , name]) => name).filter((name) => name !== undefined);
    const importedOnDemand = namesOnDemand.map((name) => posix.join(posix.dirname(path), name));
    return { path, text, code, imports, importedOnDemand };
  });
}

const MODULES = readModules();

function partOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "program";
}

/** `serve/http` for `serve/http/router.ts`, `compile/html` for `compile/html.ts`. */
function moduleOf(path: string): string {
  return path.split("/").slice(0, 2).join("/").replace(/\.ts$/, "");
}

/** Returns the files of `src` that a module imports, as paths below `src`. */
function targets({ path, imports }: Module): string[] {
  return imports
    .filter((name) => name.startsWith(".") && name.endsWith(".ts"))
    .map((name) => posix.normalize(posix.join(posix.dirname(path), name)));
}

test("the pattern finds every import", () => {
  for (const { path, code, imports } of MODULES) {
    assert.equal(imports.length, code.match(IMPORT_START)?.length ?? 0, path);
    if (!IMPORTS_ON_DEMAND.includes(path)) assert.doesNotMatch(code, /\bimport\(/, `${path} imports nothing on demand`);
    assert.doesNotMatch(code, /\brequire\b/, path);
  }
  assert.ok(MODULES.length > 30);
});

test("each part of src imports only the parts it may", () => {
  for (const module of MODULES) {
    const part = partOf(module.path);
    const onDemand = module.path === "server.ts" ? module.importedOnDemand : [];
    for (const target of targets(module).filter((path) => !onDemand.includes(path))) {
      const other = partOf(target);
      assert.ok(other === part || PART_MAY_IMPORT[part]?.includes(other), `${module.path} may not import ${target}`);
    }
  }
});

test("each module of serve and compile imports only the modules of its part that it may", () => {
  const inner = MODULES.filter(({ path }) => /^(?:serve|compile)\//.test(path));
  assert.deepEqual([...new Set(inner.map(({ path }) => moduleOf(path)))].sort(), Object.keys(MODULE_MAY_IMPORT).sort());
  for (const module of inner) {
    const own = moduleOf(module.path);
    for (const target of targets(module).filter((path) => partOf(path) === partOf(module.path))) {
      const other = moduleOf(target);
      assert.ok(other === own || MODULE_MAY_IMPORT[own]?.includes(other), `${module.path} may not import ${target}`);
    }
  }
});

/** Modules that process bytes from the network. */
const EXPOSED = MODULES.filter(({ path }) => /^(?:program|serve)$/.test(partOf(path)));

function countBytes(modules: readonly Module[]): number {
  return modules.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

test("the README states the size of the parts that the network reaches", () => {
  const kilobytes = Math.round(countBytes(EXPOSED) / 1000);
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  assert.ok(readme.includes(`handle requests: ${kilobytes} kB in ${EXPOSED.length} files.`), `${kilobytes} kB`);
});

test("src stays small, and so do the parts that the network reaches", () => {
  const limits: readonly [what: string, modules: readonly Module[], bytesMax: number][] = [
    ["src/serve and the files directly in src", EXPOSED, EXPOSED_BYTES_MAX],
    ["src", MODULES, SOURCE_BYTES_MAX],
  ];
  for (const [what, modules, bytesMax] of limits) {
    const bytes = countBytes(modules);
    const advice = "shorten code, or see Size limits in CONTRIBUTING.md";
    assert.ok(bytes <= bytesMax, `${what}: ${bytes} bytes, but the limit is ${bytesMax}: ${advice}`);
  }
});

const IMPORTABLE = /^(?:node:|\.\.?\/.*\.ts$|\.\.\/\.\.\/content\/messages\/en\.json$)/;

test("modules import only files of src and built-in modules of Node", () => {
  const paths = new Set(MODULES.map(({ path }) => path));
  for (const module of MODULES) {
    for (const target of targets(module)) assert.ok(paths.has(target), `${module.path} → ${target}`);
    for (const name of module.imports) assert.match(name, IMPORTABLE, module.path);
  }
});

test("the program loads config alone before it knows the command, so that a health check is cheap", () => {
  const { code = "" } = MODULES.find(({ path }) => path === "server.ts") ?? {};
  const loaded = [...code.matchAll(/^import (?!type )[^"]*"([^"]+)";$/gm)].map(([, name]) => name);
  assert.deepEqual(loaded, ["./config.ts"]);
});

test("no import is circular", () => {
  const imports = new Map(MODULES.map((module) => [module.path, targets(module)]));
  const done = new Set<string>();
  const visit = (path: string, importers: readonly string[]): void => {
    assert.ok(!importers.includes(path), [...importers, path].join(" → "));
    if (done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...importers, path]);
    done.add(path);
  };
  for (const { path } of MODULES) visit(path, []);
});

for (const [name, files] of Object.entries(RESTRICTED_MODULES)) {
  test(`only ${files.join(", ")} import ${name}`, () => {
    const found = MODULES.filter(({ code }) => new RegExp(`"${name}(?:/[a-z]+)?"`).test(code)).map(({ path }) => path);
    assert.deepEqual(found, files);
  });
}

test("only types of node:http are imported, because an import of values loads the HTTP client too", () => {
  for (const { path, code } of MODULES) assert.doesNotMatch(code, /^import (?!type )[^;]*"node:http"/m, path);
});

for (const [what, words, files] of RESTRICTED_GLOBALS) {
  test(`${what}: used only by ${files.join(", ") || "no file"}`, () => {
    const found = MODULES.filter(({ code }) => words.test(code)).map(({ path }) => path);
    assert.deepEqual(found, files);
  });
}

test("every module is short, has a header and no open tasks, and does not weaken the type checker", () => {
  for (const { path, text, code } of MODULES) {
    const lines = text.split("\n").length - 1;
    assert.ok(lines <= LINES_MAX, `${path} has ${lines} lines, but the limit is ${LINES_MAX}: split the module`);
    assert.match(text, /^(?:#!.*\n)?\/\*\*\n \* \S/, `${path} begins with a header comment`);
    assert.doesNotMatch(text, /\b(?:TODO|FIXME|XXX|HACK)\b/, path);
    assert.doesNotMatch(text, /@ts-|eslint|c8 ignore|prettier-ignore/, path);
    assert.doesNotMatch(code, /\bexport default\b/, path);
    assert.doesNotMatch(code, /: any\b|<any>|\bas any\b/, path);
    assert.doesNotMatch(code, /[\w)\]]!(?:[.;,)\]]|$)/m, `${path} has no non-null assertion`);
  }
});

const UNCLEAR_FIRST_WORD = /(?:\/\*\*\s+(?:\* )?|(?<!\/\/ .*\n\s*)\/\/ )(?:What|Who|Whoever|Of|By|As|For|Where|To)\b.*/;
const COLUMNS_MAX = 120;

test("nothing is cast with Object()", () => {
  for (const { path, code } of MODULES) assert.doesNotMatch(code, /[^.\w]Object\(/, path);
});

for (const folder of ["src", "test", "scripts"]) {
  const texts = [".ts", ".mts", ".mjs", ".sh"].flatMap((ending) =>
    filesBelow(join(ROOT, folder), ending).map((path) => ({
      path,
      text: readFileSync(join(ROOT, folder, path), "utf8"),
    })),
  );

  test(`comments in ${folder} begin with a noun or a verb`, () => {
    for (const { path, text } of texts) assert.equal(UNCLEAR_FIRST_WORD.exec(text)?.[0], undefined, path);
  });

  test(`lines of code in ${folder} have at most ${COLUMNS_MAX} columns`, () => {
    for (const { path, text } of texts) {
      const long = text.split("\n").filter((line) => [...line].length > COLUMNS_MAX);
      assert.deepEqual(long, [], path);
    }
  });
}

const EXPORTED_NAME = /^export (?:async )?(?:function|const|class|interface|type|enum) (\w+)/gm;

test("no exported name of src is defined twice", () => {
  const pathsByName = new Map<string, string[]>();
  for (const { path, code } of MODULES) {
    for (const [, name = ""] of code.matchAll(EXPORTED_NAME)) {
      pathsByName.set(name, [...(pathsByName.get(name) ?? []), path]);
    }
  }
  assert.ok(pathsByName.size > 100);
  assert.deepEqual(
    [...pathsByName].filter(([, paths]) => paths.length > 1),
    [],
  );
});

test("no test is skipped or runs alone", () => {
  for (const file of filesBelow(join(ROOT, "test"), ".test.ts")) {
    assert.doesNotMatch(
      readFileSync(join(ROOT, "test", file), "utf8"),
      /\b(?:test|it|describe)\.(?:skip|only|todo)\b/,
      file,
    );
  }
});
