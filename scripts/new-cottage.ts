/**
 * Runs `node holiday-cottage my-cottage --new`, which makes the folder of a new cottage.
 *
 * The answers come from a terminal, a pipe or a file. `new/` parses them and writes the files.
 */
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { siteLanguage } from "../src/author/translations.ts";
import { formatMessage, loadMessages, type MessageCode, type MessageValues } from "../src/compile/messages.ts";
import { defaultAnswers, FORMS, LANGUAGES, languageOf, parseAnswers, QUESTIONS, textsIn } from "./new/answers.ts";
import { commandLine, UNQUOTABLE } from "./new/command-line.ts";
import { makeFolder } from "./new/folder.ts";
import { type Answered, answersFromPipe, askAtTerminal, OTHER_LANGUAGE } from "./new/questions.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const ANSWERS_BYTES_MAX = 100_000;

function help(): string {
  const defaults = defaultAnswers(textsIn("en"));
  const rows = QUESTIONS.map((name) => `  ${name.padEnd(11)} ${FORMS[name].padEnd(10)} ${defaults[name]}`.trimEnd());
  return `Usage: node holiday-cottage FOLDER --new [--language CODE] [--answers FILE.json]

Makes the folder of a new cottage, which must not exist yet. At a terminal it asks its questions and shows the
answers before it makes anything. From a pipe it reads one answer a line, the language first. With --answers it
asks nothing.

  --language   ${LANGUAGES.join(", ")}
  --answers    a file such as { "language": "it", "name": "Casa Rossa", "bedrooms": 2, "pets": true }

The answers, with their forms and defaults ("choice" is yes, no or nothing):

${rows.join("\n")}
`;
}

interface Command {
  readonly folder: string;
  readonly language?: string;
  readonly answersFile?: string;
}

/** Returns the command, or an error message. */
function parseWords(words: readonly string[]): Command | string {
  const folders: string[] = [];
  const options: { language?: string; answersFile?: string } = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const option = /^--(language|answers)(?:=(.*))?$/s.exec(word);
    if (word === "--new") continue;
    if (option === null) {
      if (word.startsWith("-")) return `${word} is not a flag; see --new --help`;
      folders.push(word);
      continue;
    }
    const [, name, attached] = option;
    if (attached === undefined) index += 1;
    const value = attached ?? words[index];
    if (value === undefined) return `--${name} needs a value`;
    if (name === "language") options.language = value;
    else options.answersFile = value;
  }
  const [folder, second] = folders;
  if (second !== undefined) {
    const hint = `If that is one name, write "${folders.join(" ")}" in quotation marks.`;
    return `Only one folder can be made, not ${folders.join(" and ")}. ${hint}`;
  }
  if (folder === undefined || folder === "" || UNQUOTABLE.test(folder)) {
    const example = "node holiday-cottage my-cottage --new";
    return `Give the new folder a name (letters, digits, hyphens and spaces), for example: ${example}`;
  }
  return { folder, ...options };
}

/** Returns the answers, or one sentence for each reason why the folder cannot be made. */
async function readAnswers({ language: languageName, answersFile }: Command): Promise<Answered | readonly string[]> {
  const language = languageName === undefined ? undefined : languageOf(languageName);
  if (languageName !== undefined && language === undefined) {
    return [`--language must be one of ${LANGUAGES.join(", ")}, not "${languageName}". ${OTHER_LANGUAGE}`];
  }
  if (answersFile === undefined) return process.stdin.isTTY ? askAtTerminal(language) : answersFromPipe(language);
  const given = readAnswersFile(answersFile);
  if (typeof given === "string") return [given];
  const own = given["language"];
  const named = language ?? (own === undefined ? "en" : languageOf(String(own)));
  if (named === undefined) {
    return [`language must be one of ${LANGUAGES.join(", ")}, not ${JSON.stringify(own)}. ${OTHER_LANGUAGE}`];
  }
  const texts = textsIn(named);
  const { answers, problems } = parseAnswers(given, texts);
  return problems.length > 0 ? [...problems, texts.nothingMade] : { answers, texts };
}

function readAnswersFile(file: string): Readonly<Record<string, unknown>> | string {
  try {
    const text = readFileSync(file, "utf8");
    if (text.length > ANSWERS_BYTES_MAX) return `${file} is too long for a file of answers`;
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
    return `${file} must be a group of answers in { }; see --new --help`;
  } catch (error) {
    return `${file} could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder);
  return path !== "" && !path.startsWith("..") && !isAbsolute(path);
}

function message(language: string, code: MessageCode, values: MessageValues = {}): string {
  return formatMessage({ code, values }, loadMessages(language.slice(0, 2)));
}

/** Prints lines to standard error, and returns the given exit status. */
function printErrors(lines: readonly string[], status: number): number {
  process.stderr.write(`${lines.join("\n")}\n`);
  return status;
}

/**
 * Makes the folder of a new cottage, and returns the exit status.
 *
 * @param program path with which the program was started, for the commands that are printed
 */
export async function newCottage(words: readonly string[], program: string): Promise<number> {
  if (words.includes("--help")) {
    process.stdout.write(help());
    return 0;
  }
  const command = parseWords(words);
  if (typeof command === "string") return printErrors([command], 2);
  const folder = resolve(command.folder);
  const language = languageOf(command.language ?? "") ?? siteLanguage(join(folder, "data"));
  if (existsSync(folder)) return printErrors([message(language, "folder-exists", { folder })], 1);
  const answered = await readAnswers(command);
  if ("length" in answered) return printErrors(answered, 1);
  const { answers, texts } = answered;
  try {
    makeFolder(folder, answers, texts, new Date().toISOString().slice(0, 10));
  } catch (error) {
    const reason = (error as Error).message;
    return printErrors([message(texts.language, "folder-not-made", { folder, reason })], 1);
  }
  const line = (flags: string) => commandLine(program, process.cwd(), command.folder, flags);
  const made = texts.made
    .replace("{folder}", () => folder)
    .replace("{readme}", () => join(folder, "data", "README.md"));
  process.stdout.write(
    `\n${made}\n\n${texts.check}\n    ${line("--check")}\n\n${texts.watch}\n    ${line("--watch")}\n`,
  );
  if (isInside(folder, ROOT)) {
    process.stdout.write(`\n${message(texts.language, "folder-in-program")}\n`);
  }
  return 0;
}
