/**
 * Puts load on one server with wrk, which keeps a Node process fully busy while it uses only one core itself.
 * autocannon would need as much CPU time as the server.
 *
 * A signal ends each burst, because the duration option of wrk has a resolution of one second.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folder.ts";
import type { HttpRequest } from "./http.ts";
import { CORES, cpuNanoseconds, pin } from "./process.ts";
import type { Running } from "./process.ts";

/** Counts that wrk reports for a burst. */
interface Report {
  readonly requests: number;
  /** Responses with a status above 399. */
  readonly refused: number;
  /** Failed connections and missing responses. */
  readonly broken: number;
}

export interface BurstResult extends Report {
  /** CPU time of the server. */
  readonly cpuNanoseconds: number;
}

/** Returns a Lua string literal in which every byte is a decimal escape. */
function luaString(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;
}

/** Lua function that wrk calls at the end of a burst. It prints a `Report` as JSON. */
const REPORT = `
done = function(summary)
  local e = summary.errors
  local broken = e.connect + e.read + e.write + e.timeout
  io.write(string.format('\\n{"requests":%d,"refused":%d,"broken":%d}\\n', summary.requests, e.status, broken))
end
`;

/** Writes a Lua script that makes the load generator `wrk` repeat one request. Returns the path of the script. */
export function writeScript({ method, headers, body }: HttpRequest): string {
  const path = join(temporaryFolder(), "request.lua");
  const fields = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${luaString(name)}] = ${luaString(value)}\n`,
  );
  const content = body === undefined ? "" : `wrk.body = ${luaString(body)}\n`;
  writeFileSync(path, `wrk.method = "${method}"\n${fields.join("")}${content}${REPORT}`);
  return path;
}

const BURST_SECONDS_MAX = 120;

export interface BurstOptions {
  /** Path of a script that makes wrk send the request, see `writeScript`. */
  readonly script: string;
  /** Path of the requests. */
  readonly target: string;
  readonly connections: number;
  readonly milliseconds: number;
}

/** Puts load on a server for the given number of milliseconds. */
export async function burst(server: Running, burstOptions: BurstOptions): Promise<BurstResult> {
  const { script, target, connections, milliseconds } = burstOptions;
  const url = `http://127.0.0.1:${server.port}${target}`;
  const options = ["-t1", `-c${connections}`, `-d${BURST_SECONDS_MAX}s`, "--timeout", "20s", "-s", script, url];
  const { command, args } = pin(CORES.load, { command: "wrk", args: options });
  const before = cpuNanoseconds(server.pid);
  const wrk = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const timer = setTimeout(() => wrk.kill("SIGINT"), milliseconds);
  let output = "";
  wrk.stdout.on("data", (chunk) => (output += String(chunk)));
  await once(wrk, "close");
  clearTimeout(timer);
  // On a busy machine, the signal may arrive before wrk has started. Try again with twice the time.
  if (output === "" && milliseconds < BURST_SECONDS_MAX * 1000)
    return burst(server, { ...burstOptions, milliseconds: milliseconds * 2 });
  const [json] = /^\{.*\}$/m.exec(output) ?? [];
  if (json === undefined) throw new Error(`unexpected output of wrk: ${output}`);
  const report: Report = JSON.parse(json);
  return { ...report, cpuNanoseconds: cpuNanoseconds(server.pid) - before };
}
