/**
 * Commands for owners have the same words in cmd, PowerShell 5.1, PowerShell 7 and sh, whatever the folder's name is.
 *
 * sh parses the commands itself. The others are not installed everywhere, so their rules for plain words are here.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandLine, UNQUOTABLE } from "../scripts/new/command-line.ts";
import { ROOT } from "./support/sample.ts";

interface Shell {
  /** Text in quotation marks. */
  readonly quoted: RegExp;
  /** Text without quotation marks. */
  readonly plain: RegExp;
  /** Beginning of a line that is parsed as an expression instead of a command. */
  readonly expression?: RegExp;
}

/** Syntax of plain words by shell. Operators, variables and escapes match neither expression. */
const SHELLS: Readonly<Record<string, Shell>> = {
  // In quotation marks, & is literal, but %PATH% is replaced, and a backslash escapes the closing mark.
  cmd: { quoted: /"((?:[^"%\\]|\\(?!"))*)"/y, plain: /[^\s"%^&|<>()]+/y },
  // Curly quotation marks count, a comma makes a list and # a comment. A line that begins with a mark is an expression.
  powershell: {
    quoted: /["“”„]([^"“”„$`]*)["“”„]|['‘’‚‛]([^'‘’‚‛]*)['‘’‚‛]/y,
    plain: /(?![#@])[^\s"“”„'‘’‚‛$`&|<>(){},;]+/y,
    expression: /^["“”„'‘’‚‛]/,
  },
};

/** Splits a command into words. Returns undefined if the shell would interpret any part of it. */
function words(line: string, { quoted, plain, expression }: Shell): string[] | undefined {
  if (expression?.test(line) === true) return undefined;
  const found: string[] = [];
  for (let [at, isNew] = [0, true]; at < line.length; ) {
    const blank = /\s+/y;
    const next = [blank, quoted, plain].find((each) => ((each.lastIndex = at), each.test(line)));
    if (next === undefined) return undefined;
    next.lastIndex = at;
    const [all = "", ...inner] = next.exec(line) ?? [];
    at += all.length;
    if (next !== blank)
      found.push(
        `${isNew ? "" : found.pop()}${next === quoted ? (inner.find((each) => each !== undefined) ?? "") : all}`,
      );
    isNew = next === blank;
  }
  return found;
}

/** Lets sh split the command. */
function shWords(line: string): string[] {
  return execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" }).split("\0").slice(0, -1);
}

const FOLDERS = [
  "my-cottage",
  "my cottage",
  "Gîte d'Armor (été) & co",
  "Zoë’s [1], 2=3; 4^5 | #6 @7 {8} <9>",
  "../C:/Users/Éva & Jo/mon gîte",
  "~/été",
];

for (const folder of FOLDERS) {
  test(`new-cottage prints commands for ${folder} that every shell reads alike`, () => {
    assert.doesNotMatch(folder, UNQUOTABLE);
    for (const program of [
      "/home/eva/holiday-cottage",
      "/home/eva/holiday cottage",
      "/home/éva/programmes/holiday-cottage",
    ]) {
      const line = commandLine(program, "/home/eva", folder, "--check");
      const path = program.replace("/home/eva/", "").replace("/home/éva", "../éva");
      const expected = ["node", path, folder, "--check"];
      for (const [name, shell] of Object.entries(SHELLS)) assert.deepEqual(words(line, shell), expected, name);
      assert.deepEqual(shWords(line), expected, "sh");
    }
  });
}

test("a folder name that some shell would change is refused", () => {
  const signs = [
    ...Array.from({ length: 0x250 }, (_, code) => code),
    ...Array.from({ length: 0x30 }, (_, code) => 0x2010 + code),
  ].map((code) => String.fromCodePoint(code));
  for (const sign of signs) {
    const name = `a ${sign}b`;
    const isRead = Object.values(SHELLS).every(
      (shell) => words(commandLine("/p", "/", name, "--check"), shell)?.at(-2) === name,
    );
    assert.ok(isRead || UNQUOTABLE.test(name), `U+${sign.codePointAt(0)?.toString(16)}`);
  }
  for (const name of ['a"b', "a“b", "a$b", "%a%", "a`b", "a!b", "a\\"]) assert.match(name, UNQUOTABLE);
});

/** Returns the commands in the fenced blocks of a text, with the language of the block. */
function commandsIn(text: string): { readonly language: string; readonly line: string }[] {
  return [...text.matchAll(/^ *```(sh|bat)\n([^]*?)^ *```$/gm)].flatMap(([, language = "", block = ""]) =>
    block
      .trim()
      .split("\n")
      .map((line) => ({ language, line: line.trim() })),
  );
}

const read = (path: string, from: string, to: string): string =>
  readFileSync(join(ROOT, path), "utf8").split(from)[1]?.split(to)[0] ?? "";
const OWNERS = [
  ...commandsIn(read("README.md", "\n## Your own cottage", "\n## ")),
  // Commands on the server, with a pipe, and the script for Linux and macOS are for sh only.
  ...commandsIn(read("scripts/deploy/README.md", "\n## 2. ", "\n## 4. ")).filter(
    ({ line }) => !/^(?:sudo|sh) | \| /.test(line),
  ),
];

test("every shell parses the commands of the guides for an owner's PC alike", () => {
  assert.ok(OWNERS.length >= 12, "npm ci, new-cottage, watch, check, build, pack, scp, ssh-keygen, tar, ssh");
  for (const { language, line } of OWNERS) {
    const read = Object.values(SHELLS).map((shell) => words(line, shell));
    assert.ok(read[0] !== undefined && read[0].length > 1, line);
    for (const each of [...read, ...(language === "sh" ? [shWords(line)] : [])]) assert.deepEqual(each, read[0], line);
  }
});
