/**
 * Runs one suite, or without a name what `npm test` runs: `node --import tsx test/run.ts [suite] [flags of node --test]`.
 *
 * The shell has no part in finding the files: cmd on Windows leaves every `*` as it is.
 */
import { spawnSync } from "node:child_process";
import { ROOT, SUITES, testFiles } from "./support/suites.ts";

const words = process.argv.slice(2);
const suite = SUITES.find((name) => name === words[0]);
const flags = suite === undefined ? words : words.slice(1);
const files = testFiles(suite).map((path) => `test/${path}`);
const command = ["--import", "tsx", "--test", ...flags, ...files];
process.exitCode = spawnSync(process.execPath, command, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
