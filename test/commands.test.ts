/**
 * What owners are told to type is read by cmd, PowerShell 5.1, PowerShell 7 and sh alike, whatever their folder is called.
 *
 * sh is asked itself; of the others, which are not on every machine, the rules for plain words are written down here.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandLine, UNQUOTABLE } from "../src/author/command-line.ts";
import { ROOT } from "./support/sample.ts";

interface Shell {
  /** A stretch in quotation marks. */
  readonly quoted: RegExp;
  /** A stretch without. */
  readonly plain: RegExp;
  /** How a line may not begin. */
  readonly expression?: RegExp;
}

/** Anything else, such as an operator, a variable or an escape, is no plain word. */
const SHELLS: Readonly<Record<string, Shell>> = {
  // Between the marks an ampersand is a sign like others, but %PATH% is filled in, and a backslash before the last mark hides it.
  cmd: { quoted: /"((?:[^"%\\]|\\(?!"))*)"/y, plain: /[^\s"%^&|<>()]+/y },
  // Curly marks are marks, a comma makes a list, a number sign a comment, and a line that begins with a mark is an expression.
  powershell: {
    quoted: /["“”„]([^"“”„$`]*)["“”„]|['‘’‚‛]([^'‘’‚‛]*)['‘’‚‛]/y,
    plain: /(?![#@])[^\s"“”„'‘’‚‛$`&|<>(){},;]+/y,
    expression: /^["“”„'‘’‚‛]/,
  },
};

/** The words of one command; undefined where something would be read as more than itself. */
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

/** sh itself takes the line apart. */
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

test("a folder whose name some shell would change is not made", () => {
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

/** The commands in the fenced blocks of a text, by the language of the block. */
function typed(text: string): { readonly language: string; readonly line: string }[] {
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
  ...typed(read("README.md", "\n## Your own cottage", "\n## ")),
  // What is typed on the machine is for its sh alone, and so is the script of PCs with Linux or macOS.
  ...typed(read("scripts/deploy/README.md", "\n## 2. ", "\n## 4. ")).filter(({ line }) => !/^(?:sudo|sh) /.test(line)),
];

test("every shell reads what the guides have an owner type on a PC as it stands there", () => {
  assert.ok(OWNERS.length >= 12, "npm ci, new-cottage, watch, check, build, pack, scp, ssh-keygen, tar, ssh");
  for (const { language, line } of OWNERS) {
    const read = Object.values(SHELLS).map((shell) => words(line, shell));
    assert.ok(read[0] !== undefined && read[0].length > 1, line);
    for (const each of [...read, ...(language === "sh" ? [shWords(line)] : [])]) assert.deepEqual(each, read[0], line);
  }
});
