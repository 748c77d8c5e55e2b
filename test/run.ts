/**
 * Runs the test files of a suite, or those of `npm test` if no suite is named:
 * `node --import tsx test/run.ts [suite] [--full] [flags of node --test]`. `--full` runs the faults at full size.
 *
 * Finds the files itself, because cmd on Windows does not expand `*`.
 */
import { spawnSync } from "node:child_process";
import { isGrouped } from "./support/groups.ts";
import { ROOT, SUITES, testFiles } from "./support/suites.ts";

/** Files that import all test files that start no program. Each group runs in one process. */
const GROUPS = ["groups/compile.ts", "groups/others.ts"];

const args = process.argv.slice(2);
const suite = SUITES.find((name) => name === args[0]);
const flags = args.filter((arg) => arg !== suite && arg !== "--full");
const env = args.includes("--full") ? { ...process.env, FAULTS: "full" } : process.env;

const tests = testFiles(suite);
const paths = suite === undefined ? [...tests.filter((path) => !isGrouped(path)), ...GROUPS] : tests;
const command = ["--import", "tsx", "--test", ...flags, ...paths.map((path) => `test/${path}`)];
process.exitCode = spawnSync(process.execPath, command, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
