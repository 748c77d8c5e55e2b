/**
 * Puts load on one server with wrk, which saturates a Node process from one core. autocannon would need as much CPU
 * time as the server itself.
 *
 * A signal ends each burst, because the duration option of wrk has a resolution of one second.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HttpRequest } from "./http.ts";
import { CORES, cpuNanoseconds, pinned } from "./process.ts";
import type { Running } from "./process.ts";

export interface Burst {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly cpuNanoseconds: number;
  /** Responses with a status above 399. */
  readonly refused: number;
  /** Failed connections and missing responses. */
  readonly broken: number;
  readonly p99Milliseconds: number;
}

/** Returns a Lua string literal in which every byte is a decimal escape. */
function luaString(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;
}

const REPORT = `
done = function(summary, latency)
  local e = summary.errors
  local broken = e.connect + e.read + e.write + e.timeout
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"bytes":%.0f,"refused":%d,"broken":%d,"p99":%d}\\n',
    summary.requests, summary.duration, summary.bytes, e.status, broken, latency:percentile(99)))
end
`;

let folder: string | undefined;
let scripts = 0;

/** Writes a script for wrk that repeats one request, and returns its path. */
export function writeScript({ method, headers, body }: HttpRequest): string {
  folder ??= mkdtempSync(join(tmpdir(), "bench-"));
  const path = join(folder, `${(scripts += 1)}.lua`);
  const fields = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${luaString(name)}] = ${luaString(value)}\n`,
  );
  const content = body === undefined ? "" : `wrk.body = ${luaString(body)}\n`;
  writeFileSync(path, `wrk.method = "${method}"\n${fields.join("")}${content}${REPORT}`);
  return path;
}

const BURST_SECONDS_MAX = 120;

/** Puts load on a server for some milliseconds. */
export async function burst(
  server: Running,
  {
    script: path,
    target,
    connections,
    milliseconds,
  }: { script: string; target: string; connections: number; milliseconds: number },
): Promise<Burst> {
  const url = `http://127.0.0.1:${server.port}${target}`;
  const options = ["-t1", `-c${connections}`, `-d${BURST_SECONDS_MAX}s`, "--timeout", "20s", "-s", path, url];
  const [command, args] = pinned(CORES.load, "wrk", options);
  const before = cpuNanoseconds(server.pid);
  const wrk = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const timer = setTimeout(() => wrk.kill("SIGINT"), milliseconds);
  let output = "";
  wrk.stdout.on("data", (chunk) => (output += String(chunk)));
  await once(wrk, "close");
  clearTimeout(timer);
  // On a busy machine the signal may arrive before wrk has started.
  if (output === "" && milliseconds < BURST_SECONDS_MAX * 1000)
    return burst(server, { script: path, target, connections, milliseconds: milliseconds * 2 });
  const report: unknown = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "null");
  const numberAt = (name: string): number => {
    const value = typeof report === "object" && report !== null ? Reflect.get(report, name) : undefined;
    if (typeof value !== "number") throw new Error(`unexpected output of wrk: ${output}`);
    return value;
  };
  return {
    requests: numberAt("requests"),
    seconds: numberAt("microseconds") / 1e6,
    bytes: numberAt("bytes"),
    cpuNanoseconds: cpuNanoseconds(server.pid) - before,
    refused: numberAt("refused"),
    broken: numberAt("broken"),
    p99Milliseconds: numberAt("p99") / 1000,
  };
}
