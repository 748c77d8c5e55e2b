/**
 * The README matches the program: its commands run, and the files, scripts and variables that it names exist.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { checkFolder } from "../src/author/check.ts";
import { readFolderConfig } from "../src/author/folder.ts";
import { formatFinding } from "../src/compile/messages.ts";
import { run } from "./support/running.ts";
import { ROOT } from "./support/sample.ts";
import { filesBelow } from "./support/suites.ts";
import { temporaryFolder } from "./support/folder.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const contributing = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);

/** Returns the commands of the fenced sh blocks, without line continuations and comments. */
function commands(text: string): string[] {
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = ""]) =>
    block
      .replaceAll("\\\n", "")
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
}

const local = commands(readme).filter(
  (command) => command.startsWith("curl ") && command.includes("http://localhost:3000"),
);

test("every curl command of the README succeeds", async (context) => {
  assert.ok(local.length >= 6, "the README shows a request to each interface");
  const { port } = await run(context);
  for (const command of local) {
    const asked = command
      .replaceAll("http://localhost:3000", `http://127.0.0.1:${port}`)
      .replace(/^curl/, "curl -sS --fail");
    const { stdout } = await promisify(execFile)("sh", ["-c", asked]);
    assert.ok(stdout.length > 100, command);
    assert.ok(!/^\{"(?:error"|jsonrpc":"2.0","id":1,"error")/.test(stdout), command);
  }
});

test("every npm script that a document names exists", () => {
  const named = [...`${readme}\n${contributing}`.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  for (const name of new Set(named)) assert.ok(name in manifest.scripts, name);
  assert.ok("start" in manifest.scripts && "test" in manifest.scripts);
});

test("every file and folder that a document names in a table or as a link exists", () => {
  const linked = [...`${readme}\n${contributing}`.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = ""]) => path);
  const tabled = [...readme.matchAll(/`((?:src|test|scripts|data|content)\/[\w./-]*\w)`/g)].map(
    ([, path = ""]) => path,
  );
  for (const path of new Set([...linked, ...tabled])) assert.ok(existsSync(join(ROOT, path)), path);
});

/** Identifiers with an inner capital letter or underscore. */
const IDENTIFIER = /`!?((?:\w+\.)?\w*(?:[a-z][A-Z]|[A-Z]_[A-Z])\w*)`/g;

test("every identifier that CONTRIBUTING's list of surviving mutants names exists in src", () => {
  const [, section = ""] = /^## Mutation testing\n([^]*?)^## /m.exec(contributing) ?? [];
  const paths = filesBelow(join(ROOT, "src"), ".ts");
  const words = new Set(paths.flatMap((path) => readFileSync(join(ROOT, "src", path), "utf8").match(/\w+/g) ?? []));
  const named = [...section.matchAll(IDENTIFIER)].map(([, name = ""]) => name);
  assert.ok(named.length > 10);
  assert.deepEqual(named.filter((name) => !name.split(".").every((word) => words.has(word))), []);
});

test("the first two commands install, start and test the program", () => {
  assert.deepEqual(commands(readme).slice(0, 2), ["npm ci && npm start", "npm ci && npm test"]);
});

test("the table of variables is the table of --help, with the defaults of the program", () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| `?([^|`]*)/gm)].map(
    ([, name = "", standard = ""]) => [name, standard.trim()] as const,
  );
  const help = readFileSync(join(ROOT, "content/help.txt"), "utf8");
  assert.deepEqual(rows.map(([name]) => name), [...help.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name));
  const defaults = new Map(rows);
  const { config } = readFolderConfig({});
  assert.equal(defaults.get("HOST"), config.host);
  assert.equal(defaults.get("PORT"), String(config.port));
  assert.equal(defaults.get("BASE_URL")?.replace("PORT", String(config.port)), config.baseUrl);
  assert.equal(defaults.get("RATE_LIMIT"), String(config.rateLimit));
  assert.equal(defaults.get("TRUST_PROXY"), String(config.trustedProxies));
  assert.equal(defaults.get("ACCESS_LOG"), config.accessLog ? "on" : "off");
});

test("the setup texts of the README are on the developer page", () => {
  const squeezed = (text: string): string => text.replaceAll(/\s+/g, "");
  const page = squeezed(
    readFileSync(join(ROOT, "content/developers.md"), "utf8").replaceAll("{{base_url}}", "http://localhost:3000"),
  );
  const [, section = ""] = readme.split("## Adding it to an agent");
  const given = [...section.split("\n## ")[0]?.matchAll(/`([^`]*3000\/mcp[^`]*)`/g) ?? []].map(([, text = ""]) => text);
  assert.equal(given.length, 3);
  for (const text of given) assert.ok(page.includes(squeezed(text)), text);
});

test("the error messages in the README are those of the program", () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, "data"), folder, { recursive: true });
  const damage = (name: string, from: string, to: string) => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
  damage("cottage.json", '"bedrooms": 3', '"bedroms": 3');
  damage("reviews.json", '"rating": 4', '"rating": 6');
  const { findings } = checkFolder(readFolderConfig({ DATA_DIR: folder }).config, Date.UTC(2026, 10, 20));
  const errors = findings.filter(({ level }) => level === "error").map((finding) => formatFinding(finding));
  assert.equal(errors.length, 2);
  for (const line of errors) assert.ok(readme.includes(`\n${line}\n`), line);
});
