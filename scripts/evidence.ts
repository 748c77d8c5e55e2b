/**
 * Prints evidence for auditors from the working tree: the code that faces the network, a reading plan, changes, the
 * program's effects on its environment, the locked packages, and the hash of a clean build.
 *
 * `npm run evidence` lists the changes since the last tag, and `npm run evidence -- v1.0.0` those since that commit.
 * `npm run evidence -- --sbom` prints a CycloneDX bill of materials instead.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

interface Source {
  readonly path: string;
  readonly text: string;
  /** The lines of the file, with comments replaced by blanks. */
  readonly lines: readonly string[];
}

function readSources(): Source[] {
  const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(ROOT, "src", name), "utf8");
      return { path: `src/${name.replaceAll("\\", "/")}`, text, lines: blankComments(text).split("\n") };
    });
}

function blankComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/^[ \t]*\/\/.*$/gm, "");
}

/** Folders in reading order, each with the file to read first and the tests that check the folder independently. */
export const FOLDERS: readonly [folder: string, first: string, check: string][] = [
  [
    "src/serve/http",
    "listener.ts",
    "bytes on a socket: test/serve/http/listener.test.ts; nginx, Varnish and Caddy: npm run test:proxies",
  ],
  ["src/serve/mcp", "endpoint.ts", "published clients and the official conformance suite: npm run test:clients"],
  ["src/serve", "site.ts", "damaged files and folders compared with files: test/serve/site-file.test.ts"],
  [
    "src",
    "server.ts",
    "the program itself, started and stopped: test/program.test.ts, test/server.test.ts, npm run test:faults",
  ],
  ["src/compile", "compile.ts", "the surface compared with the descriptions it publishes: test/surface.test.ts"],
  [
    "src/compile/data",
    "datasets.ts",
    "Ajv with the published schemas: npm run test:openapi; " +
      "thousands of damaged files: test/compile/data/mutants.test.ts",
  ],
  [
    "src/compile/json",
    "json.ts",
    "JSON.parse, and an independent reader of places: test/compile/json/agreement.test.ts",
  ],
  ["src/compile/words", "locale.ts", "its tables: test/compile/words"],
  ["src/compile/pictures", "photographs.ts", "Chromium's own sizes: npm run test:browser"],
  ["src/compile/fragments", "piece.ts", "the pages compared with the API: npm run test:browser (facts.test.ts)"],
  [
    "src/compile/markdown",
    "markdown.ts",
    "the CommonMark suite and its reference implementation: npm run test:commonmark",
  ],
  ["src/compile/pages", "load.ts", "Chromium, axe, Lighthouse, an HTML validator: npm run test:browser"],
  ["src/compile/discovery", "openapi.ts", "Redocly, Spectral, Ajv, a generated client: npm run test:openapi"],
  ["src/author", "check.ts", "its tables: test/author; nothing of it is served"],
  ["src/author/lint", "lines.ts", "its tables: test/author/lint; nothing of it is served"],
];

const SAME_FOLDER_IMPORT = /^(?:import|export)[^;]*? "\.\/([^"]+)";$/gm;

/** Sorts the modules of a folder. Begins with `first`, and follows each module with those that it imports. */
function readingOrder(modules: readonly Source[], first: string): Source[] {
  const ordered = new Set<Source>();
  const addWithImports = (path: string): void => {
    const source = modules.find((module) => module.path === path);
    if (source === undefined || ordered.has(source)) return;
    ordered.add(source);
    for (const [, name] of source.text.matchAll(SAME_FOLDER_IMPORT)) addWithImports(`${folderOf(source)}/${name}`);
  };
  for (const path of [first, ...modules.map((module) => module.path)]) addWithImports(path);
  return [...ordered];
}

function folderOf({ path }: Source): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Describes the size of modules, e.g. "12 files, 345 lines, 12.3 kB". */
function describeSize(modules: readonly Source[]): string {
  const lines = modules.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  const bytes = modules.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const files = modules.length === 1 ? "" : `${modules.length} files, `;
  return `${files}${lines} lines, ${(bytes / 1000).toFixed(1)} kB`;
}

/** Returns whether bytes from the network reach a module: those of `src/serve`, and the files directly in `src`. */
function facesNetwork({ path }: Source): boolean {
  return path.startsWith("src/serve/") || /^src\/[^/]+$/.test(path);
}

/** Returns the first paragraph of a module's header comment on one line. */
function purposeOf({ text }: Source): string {
  const [, header = ""] = /^(?:#!.*\n)?\/\*\*\n([\s\S]*?)\n \*(?:\/|\n)/.exec(text) ?? [];
  return header.replaceAll(/^ \* ?/gm, "").replaceAll("\n", " ");
}

function readingPlan(sources: readonly Source[]): string[] {
  const folders = FOLDERS.flatMap(([folder, first, check], index) => {
    const modules = sources.filter((source) => folderOf(source) === folder);
    const ordered = readingOrder(modules, `${folder}/${first}`);
    return [
      "",
      `### ${index + 1}. ${folder}: ${describeSize(modules)}`,
      "",
      `Checked by ${check}.`,
      "",
      ...ordered.map((source) => `- ${source.path}: ${describeSize([source])}. ${purposeOf(source)}`),
    ];
  });
  return [
    "## Reading plan",
    "",
    `Faces the network: ${describeSize(sources.filter(facesNetwork))} (\`src/serve\` and the files in \`src\` itself).`,
    `All of \`src\`: ${describeSize(sources)}. The rest sees only the owner's files. ` +
      "In each folder, a file comes before those that it imports.",
    ...folders,
  ];
}

/** Runs git. Returns its output, or undefined if it fails. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Files and folders that the program consists of. */
const PROGRAM_PATHS = ["src", "package.json", "package-lock.json", "tsconfig.json", "scripts/deploy"];

/** @param commit tag or commit; the default is the last tag */
function changesSince(commit: string | undefined): string[] {
  const since = commit ?? git("describe", "--tags", "--abbrev=0");
  if (since === undefined)
    return ["## Changed", "", "There is no tag in this repository. Name a commit: `npm run evidence -- <commit>`."];
  const statistics = git("diff", "--numstat", "-M", since, "--", ...PROGRAM_PATHS);
  if (statistics === undefined) return ["## Changed", "", `There is no tag or commit ${since}.`];
  const lines = statistics.split("\n").filter((line) => line !== "");
  const rows = lines.map((line) => {
    const [added, removed, path] = line.split("\t");
    return `- ${path}: ${added} lines added, ${removed} removed`;
  });
  return [
    `## Changed since ${since}: ${rows.length === 0 ? "nothing" : `${rows.length} files`} that the program is made of`,
    "",
    ...rows,
  ];
}

/** Effects that a program can have on its environment, and the calls that cause them. */
const EFFECTS: readonly [effect: string, calls: RegExp][] = [
  ["reads files", /\b(?:read|readFile|readdir|stat|open|close|realpath|exists)Sync(?:\.native)?\(|createReadStream\(/],
  ["writes files", /\b(?:write|append|mkdir|rename|unlink|rm|rmdir|chmod|copy)\w*Sync\(|createWriteStream\(/],
  ["opens sockets", /\b(?:createServer|connect|createConnection|request|fetch)\(|\.listen\(/],
  ["starts programs or threads", /(?<![.\w])(?:spawn|exec|execFile|fork)(?:Sync)?\(|new Worker\(/],
  ["runs text as code", /\beval\(|new Function\(|\bimport\((?!"\.[\w./-]+\.ts"\))|createRequire|node:vm/],
  ["reads the clock", /\bDate\.now\b|new Date\(\)|performance\.now|hrtime|process\.uptime/],
  ["reads the environment", /process\.env\b/],
  // The last two names are imports from node:timers/promises.
  ["sets timers", /\b(?:set(?:Timeout|Interval|Immediate)|delay|yieldToEventLoop)\(/],
  ["uses random numbers", /Math\.random|randomBytes|randomUUID|getRandomValues/],
];

/** Returns the lines of code that match `calls`, except imports, each with its path and line number. */
function linesWithCalls(sources: readonly Source[], calls: RegExp): string[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      calls.test(line) && !/^\s*import\b/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    ),
  );
}

const RUNTIME_IMPORT = /^(?:import|export)(?! type)[^;]*?from "([^"]+)"|getBuiltinModule\("([^"]+)"\)/gm;

/** Returns the built-in modules and packages that are imported at run time, each with the files that import it. */
function importersByModule(sources: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, lines } of sources) {
    const matches = [...lines.join("\n").matchAll(RUNTIME_IMPORT)];
    const names = new Set(matches.map(([, imported, builtIn]) => imported ?? builtIn ?? ""));
    for (const name of names) {
      if (!name.startsWith(".")) importers.set(name, [...(importers.get(name) ?? []), path]);
    }
  }
  return new Map([...importers].sort());
}

interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly integrity: string;
  readonly isDirect: boolean;
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(ROOT, name), "utf8"));
}

/** Returns the packages of the lock file. They are for building and testing; none is shipped. */
function lockedPackages(): LockedPackage[] {
  const entries: Readonly<Record<string, Readonly<Record<string, string>>>> = readJson("package-lock.json").packages;
  const direct = Object.keys(readJson("package.json").devDependencies).map((name) => `node_modules/${name}`);
  const paths = Object.keys(entries).filter((path) => path !== "");
  return paths.map((path) => {
    const { version = "", license: licence = "", integrity = "" } = entries[path] ?? {};
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return { name, version, licence, integrity, isDirect: direct.includes(path) };
  });
}

/** Builds the program in a temporary folder. Returns the SHA-256 hash of the names and bytes of its .js files. */
export function buildHash(): string {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  try {
    execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--outDir", folder], { cwd: ROOT });
    const hash = createHash("sha256");
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (name.endsWith(".js")) hash.update(`${name.replaceAll("\\", "/")}\n`).update(readFileSync(join(folder, name)));
    }
    return hash.digest("hex");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function effects(sources: readonly Source[]): string[] {
  const sections = EFFECTS.flatMap(([effect, calls]) => {
    const lines = linesWithCalls(sources, calls);
    const count = lines.length === 0 ? "never" : `${lines.length} places`;
    return ["", `### ${effect}: ${count}`, "", ...lines.map((line) => `- ${line}`)];
  });
  return [
    "## Effects on the environment",
    "",
    "Found by the names of calls, so code in a text that a page shows is listed as well.",
    ...sections,
  ];
}

function formatPackage({ name, version, licence, integrity, isDirect }: LockedPackage): string {
  const label = isDirect ? `**${name} ${version}**` : `${name} ${version}`;
  return `- ${label}, ${licence}, ${integrity}`;
}

function report(since: string | undefined): string {
  const sources = readSources();
  const codeLines = sources.flatMap(({ lines }) => lines.filter((line) => line.trim() !== ""));
  return [
    "# Evidence",
    "",
    `${sources.length} source files, ${codeLines.length} lines of code without comments and blank lines.`,
    "",
    ...readingPlan(sources),
    "",
    ...changesSince(since),
    "",
    "## Modules imported at run time",
    "",
    ...[...importersByModule(sources)].map(([name, paths]) => `- ${name}: ${paths.join(", ")}`),
    "",
    ...effects(sources),
    "",
    "## Packages for building and testing (none is shipped)",
    "",
    ...lockedPackages().map(formatPackage),
    "",
    "## Build",
    "",
    `sha256 of the names and bytes of \`dist\`: ${buildHash()}`,
    "",
  ].join("\n");
}

/** Returns a CycloneDX 1.6 document that lists the program, and the packages that it is built with. */
function billOfMaterials(): string {
  const { name, version, license } = readJson("package.json");
  const components = lockedPackages().map((component) => {
    const purl = `pkg:npm/${component.name.replace("@", "%40")}@${component.version}`;
    const hash = Buffer.from(component.integrity.replace("sha512-", ""), "base64").toString("hex");
    return {
      type: "library",
      "bom-ref": purl,
      name: component.name,
      version: component.version,
      scope: "excluded",
      purl,
      licenses: [{ license: { id: component.licence } }],
      hashes: [{ alg: "SHA-512", content: hash }],
    };
  });
  const application = {
    type: "application",
    "bom-ref": "holiday-cottage",
    name,
    version,
    licenses: [{ license: { id: license } }],
  };
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: application },
    components,
    dependencies: [{ ref: "holiday-cottage", dependsOn: [] }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [argument] = process.argv.slice(2);
  process.stdout.write(argument === "--sbom" ? billOfMaterials() : report(argument));
}
