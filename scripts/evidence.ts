/**
 * The auditor's evidence, read from the tree as it stands: in which order to read it, what changed, what the program
 * touches, what it is built with, and the hash of what comes out of a clean build.
 *
 * `npm run evidence` prints it, with what changed since the last tag; `npm run evidence -- v1.0.0` since that commit;
 * with `--sbom` a CycloneDX bill of materials instead.
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
  /** Without comments, so that a word in one is no evidence; line by line as in the file. */
  readonly lines: readonly string[];
}

function sources(): Source[] {
  const names = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return names.sort().map((name) => {
    const text = readFileSync(join(ROOT, "src", name), "utf8");
    const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " ")).replaceAll(/^\s*\/\/.*$/gm, "");
    return { path: `src/${name.replaceAll("\\", "/")}`, text, lines: bare.split("\n") };
  });
}

/** The rooms in the order to read them, the file to begin with, and what independent of us holds them to their contract. */
export const ROOMS: readonly [room: string, first: string, oracle: string][] = [
  ["src/serve", "log.ts", "its tables: test/serve/log.test.ts"],
  ["src/serve/http", "listener.ts", "bytes on a socket: test/serve/http/listener.test.ts; nginx, Varnish and Caddy: npm run test:proxies"],
  ["src/serve/mcp", "endpoint.ts", "published clients and the official conformance suite: npm run test:clients"],
  ["src", "server.ts", "the program itself, started and stopped: test/program.test.ts, test/server.test.ts, npm run test:faults"],
  ["src/compile", "compile.ts", "the surface compared with the descriptions it publishes: test/surface.test.ts"],
  ["src/compile/data", "datasets.ts", "Ajv with the published schemas: npm run test:openapi; thousands of damages: test/compile/data/mutants.test.ts"],
  ["src/compile/json", "json.ts", "JSON.parse, and an independent reader of places: test/compile/json/agreement.test.ts"],
  ["src/compile/words", "words.ts", "its tables: test/compile/words"],
  ["src/compile/pictures", "photographs.ts", "Chromium's own sizes: npm run test:browser"],
  ["src/compile/fragments", "piece.ts", "the pages compared with the API: npm run test:browser (facts.test.ts)"],
  ["src/compile/markdown", "markdown.ts", "the CommonMark suite and its reference implementation: npm run test:commonmark"],
  ["src/compile/pages", "load.ts", "Chromium, axe, Lighthouse, an HTML validator: npm run test:browser"],
  ["src/compile/discovery", "openapi.ts", "Redocly, Spectral, Ajv, a generated client: npm run test:openapi"],
  ["src/author", "check.ts", "its tables: test/author; nothing of it is served"],
  ["src/author/lint", "facts.ts", "its tables: test/author/lint; nothing of it is served"],
];

/** The modules of a room from its first one down: each before those that it imports. */
function readingOrder(room: readonly Source[], first: string): Source[] {
  const order = new Map<string, Source>();
  const read = (path: string | undefined): void => {
    const source = room.find((each) => each.path === path);
    if (source === undefined || order.has(source.path)) return;
    order.set(source.path, source);
    const folder = source.path.slice(0, source.path.lastIndexOf("/"));
    for (const [, name] of source.text.matchAll(/^(?:import|export)[^;]*? "\.\/([^"]+)";$/gm)) read(`${folder}/${name}`);
  };
  for (const path of [first, ...room.map((each) => each.path)]) read(path);
  return [...order.values()];
}

function measure(all: readonly Source[]): { readonly lines: number; readonly bytes: number } {
  const sum = (of: (source: Source) => number) => all.reduce((total, each) => total + of(each), 0);
  return { lines: sum(({ text }) => text.split("\n").length - 1), bytes: sum(({ text }) => Buffer.byteLength(text)) };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The first paragraph of a module's header. */
function contract({ text }: Source): string {
  const [, header = ""] = /^(?:#!.*\n)?\/\*\*\n([\s\S]*?)\n \*(?:\/|\n)/.exec(text) ?? [];
  return header.replaceAll(/^ \* ?/gm, "").replaceAll("\n", " ");
}

function readingPlan(all: readonly Source[]): string[] {
  const { lines, bytes } = measure(all);
  const rooms = ROOMS.flatMap(([room, first, oracle], index) => {
    const within = all.filter(({ path }) => path.slice(0, path.lastIndexOf("/")) === room);
    const order = readingOrder(within, `${room}/${first}`);
    const size = measure(within);
    return [
      "",
      `### ${index + 1}. ${room}: ${within.length} files, ${size.lines} lines, ${kilobytes(size.bytes)}`,
      "",
      ...order.slice(0, 1).map((source) => `Contract: ${contract(source)}`),
      "",
      `Held by ${oracle}.`,
      "",
      ...order.map((source) => `- ${source.path}: ${measure([source]).lines} lines, ${kilobytes(Buffer.byteLength(source.text))}`),
    ];
  });
  return ["## Reading plan", "", `${all.length} files, ${lines} lines, ${kilobytes(bytes)}. In each room from the first file down, each before those it imports.`, ...rooms];
}

function git(...words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() : undefined;
}

/** @param named a tag or commit; without it the last tag */
function changes(named: string | undefined): string[] {
  const since = named ?? git("describe", "--tags", "--abbrev=0");
  if (since === undefined) return ["## Changed", "", "Since when? There is no tag here: name a commit, `npm run evidence -- <commit>`."];
  const numbers = git("diff", "--numstat", "-M", since, "--", "src", "package.json", "package-lock.json", "tsconfig.json", "scripts/deploy");
  if (numbers === undefined) return ["## Changed", "", `There is no tag or commit ${since} here.`];
  const files = numbers.split("\n").filter((line) => line !== "").map((line) => line.split("\t"));
  const rows = files.map(([added = "", removed = "", path = ""]) => `- ${path}: ${added} lines added, ${removed} removed`);
  return [`## Changed since ${since}: ${rows.length === 0 ? "nothing" : `${rows.length} files`} that the program is made of`, "", ...rows];
}

/** What a program can do to the world around it, and the words by which it would. */
const DEEDS: readonly [deed: string, words: RegExp][] = [
  ["reads files", /\b(?:readFileSync|readdirSync|statSync|openSync|realpathSync|createReadStream)(?:\.native)?\(/],
  ["writes files", /\b(?:writeSync|writeFile|appendFile|createWriteStream|mkdir|rename|unlink|rmdir|chmod|rmSync)\w*\(/],
  ["opens sockets", /\b(?:createServer|connect|createConnection|request|fetch)\(|\.listen\(/],
  ["starts programs or threads", /(?<![.\w])(?:spawn|exec|execFile|fork)(?:Sync)?\(|new Worker\(/],
  ["runs text as code", /\beval\(|new Function\(|\bimport\((?!"\.\/(?:[\w-]+\/)?[\w-]+\.ts"\))|createRequire|node:vm/],
  ["reads the clock", /\bDate\.now\(|new Date\(\)|performance\.now\(|hrtime/],
  ["reads the environment", /process\.env\b/],
  ["sets timers", /\bset(?:Timeout|Interval|Immediate)\(/],
  ["uses chance", /Math\.random|randomBytes|randomUUID|getRandomValues/],
];

function places(all: readonly Source[], words: RegExp): string[] {
  return all.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (words.test(line) && !/^\s*import\b/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Every module that is imported when the program runs: by name, with the files that import it. */
function imports(all: readonly Source[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, lines } of all) {
    const text = lines.join("\n");
    const names = [...text.matchAll(/^(?:import|export)(?! type)[^;]*?from "([^"]+)"|getBuiltinModule\("([^"]+)"\)/gm)].map(
      ([, imported, builtin]) => imported ?? builtin ?? "",
    );
    for (const name of new Set(names.filter((each) => !each.startsWith(".")))) found.set(name, [...(found.get(name) ?? []), path]);
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

/** What the lock file pins; all of it is for building and testing, nothing of it is shipped. */
function locked(): Locked[] {
  const lock: unknown = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const packages = isRecord(lock) && isRecord(lock["packages"]) ? lock["packages"] : {};
  const root = packages[""];
  const direct = isRecord(root) && isRecord(root["devDependencies"]) ? Object.keys(root["devDependencies"]) : [];
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === "" || !isRecord(entry)) return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const text = (key: string) => (typeof entry[key] === "string" ? entry[key] : "");
    return [{ name, version: text("version"), licence: text("license"), integrity: text("integrity"), direct: direct.includes(name) && path === `node_modules/${name}` }];
  });
}

/** A hash over names and bytes of all files of a clean build, in a folder of its own. */
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
    "## What it does to the world around it",
    "",
    "Found by words, so a program in a text that a page shows is listed as well.",
    ...DEEDS.flatMap(([deed, words]) => {
      const found = places(all, words);
      return ["", `### ${deed}: ${found.length === 0 ? "never" : `${found.length} places`}`, "", ...found.map((place) => `- ${place}`)];
    }),
    "",
    "## Packages to build and test with (none is shipped)",
    "",
    ...packages.map(({ name, version, licence, integrity, direct }) => `- ${direct ? "**" : ""}${name} ${version}${direct ? "**" : ""}, ${licence}, ${integrity}`),
    "",
    "## The build",
    "",
    `sha256 of the names and bytes of \`dist\`: ${buildHash()}`,
    "",
  ].join("\n");
}

/** CycloneDX 1.6: the program, and as its development components the packages it is built with. */
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
  const application = { type: "application", "bom-ref": "holiday-cottage", name: text("name"), version: text("version"), licenses: [{ license: { id: text("license") } }] };
  const dependencies = [{ ref: "holiday-cottage", dependsOn: [] }];
  return `${JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata: { component: application }, components, dependencies }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [word] = process.argv.slice(2);
  process.stdout.write(word === "--sbom" ? billOfMaterials() : report(word));
}
