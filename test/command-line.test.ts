import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLine, quotePath } from "../scripts/new/command-line.ts";

const PATHS: readonly (readonly [path: string, expected: string])[] = [
  ["my-cottage", "my-cottage"],
  ["../my-cottage", "../my-cottage"],
  ["my cottage", '"my cottage"'],
  ["häuschen", '"häuschen"'],
  ["~/Gîte d’Éva", '"~/Gîte d’Éva"'],
  ["..\\my-cottage", '"..\\my-cottage"'],
];

for (const [path, expected] of PATHS) {
  test(`${path} is typed as ${expected}`, () => {
    assert.equal(quotePath(path), expected);
  });
}

const COMMANDS: readonly (readonly [program: string, workingDirectory: string, expected: string])[] = [
  ["/home/eva/holiday-cottage", "/home/eva", "node holiday-cottage mine --check"],
  ["/home/eva/holiday-cottage", "/home/eva/holiday-cottage", "node . mine --check"],
  ["/home/eva/holiday-cottage", "/home/eva/sites", "node ../holiday-cottage mine --check"],
  ["/home/eva/holiday-cottage", "/mnt/disk", "node /home/eva/holiday-cottage mine --check"],
  ["/home/eva/my program", "/home/eva", 'node "my program" mine --check'],
  ["/opt/cottage/dist/server.js", "/opt/cottage", "node dist/server.js mine --check"],
];

for (const [program, workingDirectory, expected] of COMMANDS) {
  test(`in ${workingDirectory} the program ${program} is run by ${expected}`, () => {
    assert.equal(commandLine(program, workingDirectory, "mine", "--check"), expected);
  });
}
