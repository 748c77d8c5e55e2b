/**
 * Creates a Windows installation for one test file: Wine, the real node.exe, and a copy of the program in a folder
 * whose path has spaces and an umlaut.
 *
 * Output is written to files, because Node for Windows cannot write to a Linux pipe under Wine 8.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "../support/suites.ts";

const NODE = fileURLToPath(new URL("node_modules/node22-win-x64/bin/node.exe", import.meta.url));

const COMMAND_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  /** Standard input. */
  readonly input?: string;
  /** In milliseconds. */
  readonly timeout?: number;
}

const CODE_PAGE_437: Readonly<Record<string, number>> = { ä: 0x84, Ä: 0x8e, Ö: 0x99 };

/** Code page in which Wine's command prompt reads batch files, whatever chcp reports. */
function inCodePage437(text: string): Buffer {
  return Buffer.from([...text].map((character) => CODE_PAGE_437[character] ?? character.charCodeAt(0)));
}

export class Windows {
  readonly #prefix = mkdtempSync(join(tmpdir(), "windows-"));
  /** Linux path of `C:\users\Öwner\Eigene Dateien`. */
  readonly documents = join(this.#prefix, "drive_c", "users", "Öwner", "Eigene Dateien");
  readonly #environment: NodeJS.ProcessEnv;

  /** @throws Error that says what to install */
  constructor() {
    if (!existsSync(NODE)) throw new Error("There is no node.exe: npm ci --prefix test/windows");
    const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
    const locale = { LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };
    const wine = {
      WINEPREFIX: this.#prefix,
      WINEARCH: "win64",
      WINEDEBUG: "-all",
      WINEPATH: `Z:${join(NODE, "..")}`.replaceAll("/", "\\"),
    };
    this.#environment = { ...inherited, ...locale, ...wine };
    const boot = spawnSync("wineboot", ["--init"], {
      env: this.#environment,
      stdio: "ignore",
      timeout: COMMAND_TIMEOUT_MS,
    });
    if (boot.error !== undefined) throw new Error(`Wine does not start (apt-get install wine): ${boot.error.message}`);
    this.wine(["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"], { cwd: this.#prefix });
    mkdirSync(this.documents, { recursive: true });
  }

  /** Copies the program as an owner unpacks it: sources only, with nothing installed or built. */
  unpack(folderName: string): void {
    const program = join(this.documents, folderName);
    for (const name of ["src", "scripts", "data", "content", "package.json"]) {
      cpSync(join(ROOT, name), join(program, name), {
        recursive: true,
        filter: (path) => !/\/scripts\/bench\b/.test(path),
      });
    }
  }

  node(words: readonly string[], options: RunOptions = {}): Output {
    return this.wine([NODE, ...words], options);
  }

  /** Runs lines in the command prompt. */
  cmd(...lines: readonly string[]): Output {
    const text = lines.map((line) => `@${line}\r\n`).join("");
    writeFileSync(join(this.documents, "lines.bat"), inCodePage437(text));
    return this.wine(["cmd", "/c", "lines.bat"]);
  }

  wine(
    words: readonly string[],
    { cwd = this.documents, input = "", timeout = COMMAND_TIMEOUT_MS }: RunOptions = {},
  ): Output {
    const paths = ["in", "out", "err"].map((name) => join(this.#prefix, `std${name}.txt`));
    const [inPath = "", outPath = "", errPath = ""] = paths;
    writeFileSync(inPath, input);
    const stdio = [openSync(inPath, "r"), openSync(outPath, "w"), openSync(errPath, "w")];
    const { status } = spawnSync("wine", words, { cwd, env: this.#environment, stdio, timeout });
    for (const descriptor of stdio) closeSync(descriptor);
    return { status, stdout: readFileSync(outPath, "utf8"), stderr: readFileSync(errPath, "utf8") };
  }

  /** Starts node.exe. Returns a function that waits until the output matches, and one that ends the process. */
  start(words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const path = join(this.#prefix, "server.txt");
    const output = openSync(path, "w");
    const env = { ...this.#environment, ...environment };
    const child = spawn("wine", [NODE, ...words], { cwd: this.documents, env, stdio: ["ignore", output, output] });
    closeSync(output);
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      const deadline = performance.now() + COMMAND_TIMEOUT_MS;
      while (performance.now() < deadline) {
        const match = pattern.exec(readFileSync(path, "utf8"));
        if (match !== null) return match;
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
      throw new Error(`${String(pattern)} did not appear in: ${readFileSync(path, "utf8")}`);
    };
    return { until, end: () => child.kill() };
  }

  /** Ends all processes of this installation and deletes its files. */
  remove(): void {
    spawnSync("wineserver", ["--kill"], { env: this.#environment, stdio: "ignore", timeout: COMMAND_TIMEOUT_MS });
    rmSync(this.#prefix, { recursive: true, force: true, maxRetries: 5 });
  }
}
