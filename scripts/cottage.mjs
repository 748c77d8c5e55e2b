/**
 * Entry point for owners, who type e.g. `node holiday-cottage my-cottage --watch`. `holiday-cottage` is the program's
 * folder, whose package.json names this file as `main`.
 *
 * Plain JavaScript, so that a Node too old for TypeScript can print a message. The flags of the scripts in this folder
 * are handled here, and all others by the program.
 */
import { existsSync } from "node:fs";

const HELP = `Usage: node holiday-cottage FOLDER FLAG, where holiday-cottage is the folder of the program

  --new        ask a few questions and make the folder (--new --help says more)
  --watch      show the pages while you write; each save is checked and served at once
  --check      say everything that is wrong, could be better or is left to fill in
  --card       draw a card for the table, with the QR code of the guest guide
  --renew      bring the explanations in the folder up to date with the program

Without a flag the folder is served. What else the program can do: node holiday-cottage/src/server.ts --help
`;

const [, program = "", ...words] = process.argv;

// The packed program has `dist` instead of `src`, and none of the scripts.
const isPacked = !existsSync(new URL("../src/server.ts", import.meta.url));
const scriptFlag = words.find((word) => ["--new", "--renew", "--card"].includes(word));

if (isPacked && scriptFlag !== undefined) {
  process.stderr.write(
    `${scriptFlag} is not part of the packed program, which is for servers: use the program folder on your computer\n`,
  );
  process.exitCode = 2;
} else if (isPacked) {
  await import("../dist/server.js");
} else if (!process.features.typescript) {
  process.stderr.write(`Node ${process.version} is too old for this: install Node 24 from https://nodejs.org\n`);
  process.exitCode = 1;
} else if (words.includes("--new")) {
  const { newCottage } = await import("./new-cottage.ts");
  process.exitCode = await newCottage(words, program);
} else if (words.includes("--help") || words.length === 0) {
  process.stdout.write(HELP);
} else {
  await runInFolder(words);
}

/** Runs a command other than `--new`, and sets the exit status. */
async function runInFolder(words) {
  const { describeUsageError, pathsIn } = await import("./usage.ts");
  const usageError = describeUsageError(words, process.env);
  const [folder] = pathsIn(words);
  if (usageError !== undefined) {
    process.stderr.write(`${usageError}\n`);
    process.exitCode = 2;
  } else if (words.includes("--renew")) {
    const { renew } = await import("./renew.ts");
    process.exitCode = renew(folder);
  } else if (words.includes("--card")) {
    const { card } = await import("./card/card.ts");
    process.exitCode = card(folder);
  } else {
    // Sets the exit status itself.
    await import("../src/server.ts");
  }
}
