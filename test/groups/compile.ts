/** Runs the tests of `compile` that start no program in one process. */
import { importTests } from "../support/groups.ts";

await importTests((path) => path.startsWith("compile/"));
