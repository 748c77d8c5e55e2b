import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { formatMessage, loadMessages, type Message } from "../../src/compile/messages.ts";
import { readBuiltIn } from "../../src/compile/built-in.ts";
import { formatSize, isFolderMissing, listDirectory, readText } from "../../src/compile/files.ts";
import { temporaryFolder } from "../support/folder.ts";

const FOLDER = temporaryFolder();

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(FOLDER, name), content);
}

write("good.md", "Tŷ Melin");
write("mark.md", "\ufeffTŷ Melin");
write("latin.md", Buffer.from("Gîte", "latin1"));
write("large.md", "x".repeat(1_234));
write("cottage.json.txt", "{}");
write("About.md", "");
write("secret.md", "");
chmodSync(join(FOLDER, "secret.md"), 0);
mkdirSync(join(FOLDER, "folder.md"));
mkdirSync(join(FOLDER, "images"));
symlinkSync("/etc/hostname", join(FOLDER, "out.md"));
symlinkSync("good.md", join(FOLDER, "within.md"));
symlinkSync("nowhere", join(FOLDER, "dangling.md"));
symlinkSync("loop.md", join(FOLDER, "loop.md"));
symlinkSync("/dev/zero", join(FOLDER, "device.md"));
execFileSync("mkfifo", [join(FOLDER, "pipe.md")]);

const IS_ROOT = process.getuid?.() === 0;

const IRREGULAR = /^is a folder, a link \(shortcut\) or another special file: replace it with an ordinary file$/;

const READ: readonly [name: string, expected: string | RegExp][] = [
  ["good.md", "Tŷ Melin"],
  ["mark.md", "Tŷ Melin"],
  ["within.md", "Tŷ Melin"],
  ["latin.md", /^is not saved as UTF-8: in your editor, choose "Save As", then the encoding UTF-8$/],
  ["large.md", /^is too large \(it is 2 kB, and the limit is 1 kB\): make it smaller$/],
  ["none.md", /^is missing: add it to \S+$/],
  ["images/none.jpg", /^is missing: add it to \S+\/images$/],
  [
    "cottage.json",
    /^is missing from \S+, but there is a file named cottage\.json\.txt: rename it to cottage\.json$/,
  ],
  ["about.md", /^is missing from .*, but there is a file named About\.md: rename it to about\.md$/],
  ["secret.md", IS_ROOT ? "" : /^could not be read \(EACCES\): check that the program has permission to read it$/],
  ["folder.md", IRREGULAR],
  ["pipe.md", IRREGULAR],
  ["device.md", IRREGULAR],
  ["out.md", IRREGULAR],
  ["dangling.md", IRREGULAR],
  ["loop.md", /^could not be read \(ELOOP\): check that the program has permission to read it$/],
  ["good.md/deeper.md", /^could not be read \(ENOTDIR\): check that the program has permission to read it$/],
];

for (const [name, expected] of READ) {
  test(`${name} ${expected}`, () => {
    const { content, failure } = readText(FOLDER, name, 1_000);
    const text = failure === undefined ? content : formatMessage(failure).replace(/^this (?:file )?/, "");
    if (typeof expected === "string") assert.equal(text, expected);
    else assert.match(text, expected);
  });
}

test("only a file that does not exist is reported as missing", () => {
  const names = READ.map(([name]) => name);
  const missing = names.filter((name) => readText(FOLDER, name, 1_000).failure?.code === "file-missing");
  assert.deepEqual(missing, ["none.md", "images/none.jpg"]);
});

test("readBuiltIn() reads a file of the program, and throws if it is missing", () => {
  assert.match(readBuiltIn("llms.txt"), /^# \{/);
  assert.throws(() => readBuiltIn("none.txt"), /install the program again \(ENOENT: .*none\.txt/);
});

test("listDirectory() composes the letters that macOS stores as two code points", () => {
  write("Ku\u0308che.md", "kitchen");
  assert.ok(listDirectory(FOLDER).includes("Küche.md"));
});

test("listDirectory() lists a folder, and returns no names if there is none", () => {
  assert.ok(listDirectory(FOLDER).includes("good.md"));
  assert.deepEqual(listDirectory(join(FOLDER, "none")), []);
});

test("isFolderMissing() returns false if the path cannot be examined", () => {
  const results = ["images", "good.md", "none", "loop.md"].map((name) => isFolderMissing(join(FOLDER, name)));
  assert.deepEqual(results, [false, true, true, false]);
});

const SIZES: readonly (readonly [bytes: number, english: string, french: string])[] = [
  [1, "1 kB", "1\u00a0ko"],
  [1000, "1 kB", "1\u00a0ko"],
  [5_000_001, "5001 kB", "5001\u00a0ko"],
];

for (const [bytes, english, french] of SIZES) {
  test(`${bytes} bytes are ${english}, and ${french} in French`, () => {
    const message: Message = { code: "image-too-large", values: { size: formatSize(bytes), limit: "" } };
    assert.ok(formatMessage(message).includes(`(it is ${english},`));
    assert.ok(formatMessage(message, loadMessages("fr")).includes(french));
  });
}
