/**
 * Runs one suite, or the files of `npm test` if none is named:
 * `node --import tsx test/run.ts [suite] [--full] [flags of node --test]`. `--full` runs the faults at full size.
 *
 * It finds the files itself, because cmd on Windows does not expand `*`.
 */
import { spawnSync } from "node:child_process";
import { isGrouped } from "./support/groups.ts";
import { ROOT, SUITES, testFiles } from "./support/suites.ts";

const words = process.argv.slice(2);
const suite = SUITES.find((name) => name === words[0]);
const flags = suite === undefined ? words : words.slice(1);
/** Tests that start no program come in two groups, each in one process. */
const GROUPS = ["groups/compile.ts", "groups/others.ts"];

const tests = testFiles(suite);
const paths = suite === undefined ? [...tests.filter((path) => !isGrouped(path)), ...GROUPS] : tests;
const files = paths.map((path) => `test/${path}`);
const command = ["--import", "tsx", "--test", ...flags.filter((flag) => flag !== "--full"), ...files];
const env = flags.includes("--full") ? { ...process.env, FAULTS: "full" } : process.env;
process.exitCode = spawnSync(process.execPath, command, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
