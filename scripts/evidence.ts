/**
 * Prints evidence for auditors from the working tree: the code that faces the network, a reading plan, changes, the
 * program's effects on its environment, the locked packages, and the hash of a clean build.
 *
 * `npm run evidence` lists changes since the last tag, `npm run evidence -- v1.0.0` since that commit. With `--sbom` it
 * prints a CycloneDX bill of materials instead.
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

function sources(): Source[] {
  const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return names.sort().map((name) => {
    const text = readFileSync(join(ROOT, "src", name), "utf8");
    const bare = text
      .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
      .replaceAll(/^\s*\/\/.*$/gm, "");
    return { path: `src/${name.replaceAll("\\", "/")}`, text, lines: bare.split("\n") };
  });
}

/** Folders in reading order, the file to start with, and the independent check of the folder's contract. */
export const FOLDERS: readonly [folder: string, first: string, check: string][] = [
  ["src/serve", "log.ts", "its tables: test/serve/log.test.ts"],
  [
    "src/serve/http",
    "listener.ts",
    "bytes on a socket: test/serve/http/listener.test.ts; nginx, Varnish and Caddy: npm run test:proxies",
  ],
  ["src/serve/mcp", "endpoint.ts", "published clients and the official conformance suite: npm run test:clients"],
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
  ["src/author/lint", "facts.ts", "its tables: test/author/lint; nothing of it is served"],
];

/** Returns the modules of a folder, each before those that it imports. */
function readingOrder(modules: readonly Source[], first: string): Source[] {
  const order = new Map<string, Source>();
  const read = (path: string | undefined): void => {
    const source = modules.find((module) => module.path === path);
    if (source === undefined || order.has(source.path)) return;
    order.set(source.path, source);
    const folder = source.path.slice(0, source.path.lastIndexOf("/"));
    for (const [, name] of source.text.matchAll(/^(?:import|export)[^;]*? "\.\/([^"]+)";$/gm))
      read(`${folder}/${name}`);
  };
  for (const path of [first, ...modules.map((module) => module.path)]) read(path);
  return [...order.values()];
}

/** Returns e.g. "12 files, 345 lines, 12.3 kB". */
function size(modules: readonly Source[]): string {
  const lines = modules.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  const bytes = modules.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const files = modules.length === 1 ? "" : `${modules.length} files, `;
  return `${files}${lines} lines, ${(bytes / 1000).toFixed(1)} kB`;
}

/** Bytes from the network reach `serve` and the files directly in `src`, and no others. */
function facesNetwork({ path }: Source): boolean {
  return path.startsWith("src/serve/") || /^src\/[^/]+$/.test(path);
}

/** Returns the first paragraph of a module's header. */
function contract({ text }: Source): string {
  const [, header = ""] = /^(?:#!.*\n)?\/\*\*\n([\s\S]*?)\n \*(?:\/|\n)/.exec(text) ?? [];
  return header.replaceAll(/^ \* ?/gm, "").replaceAll("\n", " ");
}

function readingPlan(all: readonly Source[]): string[] {
  const folders = FOLDERS.flatMap(([folder, first, check], index) => {
    const modules = all.filter(({ path }) => path.slice(0, path.lastIndexOf("/")) === folder);
    const order = readingOrder(modules, `${folder}/${first}`);
    return [
      "",
      `### ${index + 1}. ${folder}: ${size(modules)}`,
      "",
      ...order.slice(0, 1).map((source) => `Contract: ${contract(source)}`),
      "",
      `Checked by ${check}.`,
      "",
      ...order.map((source) => `- ${source.path}: ${size([source])}`),
    ];
  });
  return [
    "## Reading plan",
    "",
    `Faces the network: ${size(all.filter(facesNetwork))} (\`src/serve\` and the files in \`src\` itself).`,
    `All of \`src\`: ${size(all)}. The rest sees only the owner's files. ` +
      "In each folder, a file comes before those that it imports.",
    ...folders,
  ];
}

function git(...words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", words, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** @param named a tag or commit; the default is the last tag */
function changes(named: string | undefined): string[] {
  const since = named ?? git("describe", "--tags", "--abbrev=0");
  if (since === undefined)
    return ["## Changed", "", "There is no tag in this repository. Name a commit: `npm run evidence -- <commit>`."];
  const numbers = git(
    "diff",
    "--numstat",
    "-M",
    since,
    "--",
    "src",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "scripts/deploy",
  );
  if (numbers === undefined) return ["## Changed", "", `There is no tag or commit ${since}.`];
  const files = numbers
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
  const rows = files.map(
    ([added = "", removed = "", path = ""]) => `- ${path}: ${added} lines added, ${removed} removed`,
  );
  return [
    `## Changed since ${since}: ${rows.length === 0 ? "nothing" : `${rows.length} files`} that the program is made of`,
    "",
    ...rows,
  ];
}

/** Effects that a program can have on its environment, and the calls that cause them. */
const EFFECTS: readonly [effect: string, calls: RegExp][] = [
  ["reads files", /\b(?:readFileSync|readdirSync|statSync|openSync|realpathSync|createReadStream)(?:\.native)?\(/],
  [
    "writes files",
    /\b(?:writeSync|writeFile|appendFile|createWriteStream|mkdir|rename|unlink|rmdir|chmod|rmSync)\w*\(/,
  ],
  ["opens sockets", /\b(?:createServer|connect|createConnection|request|fetch)\(|\.listen\(/],
  ["starts programs or threads", /(?<![.\w])(?:spawn|exec|execFile|fork)(?:Sync)?\(|new Worker\(/],
  ["runs text as code", /\beval\(|new Function\(|\bimport\((?!"\.[\w./-]+\.ts"\))|createRequire|node:vm/],
  ["reads the clock", /\bDate\.now\(|new Date\(\)|performance\.now\(|hrtime/],
  ["reads the environment", /process\.env\b/],
  ["sets timers", /\bset(?:Timeout|Interval|Immediate)\(/],
  ["uses random numbers", /Math\.random|randomBytes|randomUUID|getRandomValues/],
];

function places(all: readonly Source[], calls: RegExp): string[] {
  return all.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      calls.test(line) && !/^\s*import\b/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
    ),
  );
}

/** Returns the modules that are imported at run time, by name, with the files that import them. */
function imports(all: readonly Source[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, lines } of all) {
    const text = lines.join("\n");
    const names = [
      ...text.matchAll(/^(?:import|export)(?! type)[^;]*?from "([^"]+)"|getBuiltinModule\("([^"]+)"\)/gm),
    ].map(([, imported, builtin]) => imported ?? builtin ?? "");
    for (const name of new Set(names.filter((each) => !each.startsWith("."))))
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return new Map([...found].sort());
}

interface Locked {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly integrity: string;
  readonly direct: boolean;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the packages of the lock file. They are for building and testing; none is shipped. */
function locked(): Locked[] {
  const lock: unknown = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const packages = isRecord(lock) && isRecord(lock["packages"]) ? lock["packages"] : {};
  const root = packages[""];
  const direct = isRecord(root) && isRecord(root["devDependencies"]) ? Object.keys(root["devDependencies"]) : [];
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === "" || !isRecord(entry)) return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const text = (key: string) => (typeof entry[key] === "string" ? entry[key] : "");
    return [
      {
        name,
        version: text("version"),
        licence: text("license"),
        integrity: text("integrity"),
        direct: direct.includes(name) && path === `node_modules/${name}`,
      },
    ];
  });
}

/** Returns a hash of the names and bytes of all files of a clean build. */
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

function report(since: string | undefined): string {
  const all = sources();
  const packages = locked();
  const lines = all.reduce((sum, each) => sum + each.lines.filter((line) => line.trim() !== "").length, 0);
  return [
    "# Evidence",
    "",
    `${all.length} source files, ${lines} lines of code without comments and blank lines.`,
    "",
    ...readingPlan(all),
    "",
    ...changes(since),
    "",
    "## Modules imported at run time",
    "",
    ...[...imports(all)].map(([name, paths]) => `- ${name}: ${paths.join(", ")}`),
    "",
    "## Effects on the environment",
    "",
    "Found by the names of calls, so code in a text that a page shows is listed as well.",
    ...EFFECTS.flatMap(([effect, calls]) => {
      const found = places(all, calls);
      return [
        "",
        `### ${effect}: ${found.length === 0 ? "never" : `${found.length} places`}`,
        "",
        ...found.map((place) => `- ${place}`),
      ];
    }),
    "",
    "## Packages for building and testing (none is shipped)",
    "",
    ...packages.map(
      ({ name, version, licence, integrity, direct }) =>
        `- ${direct ? "**" : ""}${name} ${version}${direct ? "**" : ""}, ${licence}, ${integrity}`,
    ),
    "",
    "## Build",
    "",
    `sha256 of the names and bytes of \`dist\`: ${buildHash()}`,
    "",
  ].join("\n");
}

/** Returns a CycloneDX 1.6 document: the program, and the packages that it is built with. */
function billOfMaterials(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const text = (key: string) => (isRecord(manifest) && typeof manifest[key] === "string" ? manifest[key] : "");
  const components = locked().map(({ name, version, licence, integrity }) => ({
    type: "library",
    "bom-ref": `pkg:npm/${name.replace("@", "%40")}@${version}`,
    name,
    version,
    scope: "excluded",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [{ license: { id: licence } }],
    hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
  }));
  const application = {
    type: "application",
    "bom-ref": "holiday-cottage",
    name: text("name"),
    version: text("version"),
    licenses: [{ license: { id: text("license") } }],
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
  const [word] = process.argv.slice(2);
  process.stdout.write(word === "--sbom" ? billOfMaterials() : report(word));
}
