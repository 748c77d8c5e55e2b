/**
 * Runs `node holiday-cottage my-cottage --new`, which creates the folder for a cottage's site from answers that are
 * typed at a terminal, piped, or read from a file.
 */
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { siteLanguage } from "../src/author/folder.ts";
import { formatMessage, loadMessages, type MessageCode, type MessageValues } from "../src/compile/messages.ts";
import { defaultAnswers, FORMS, LANGUAGES, languageOf, parseAnswers, QUESTIONS, textsIn } from "./new/answers.ts";
import type { Language, Texts } from "./new/answers.ts";
import { commandLine, UNQUOTABLE } from "./new/command-line.ts";
import { makeFolder } from "./new/folder.ts";
import { type AnswersOrProblems, answersFromPipe, askAtTerminal, OTHER_LANGUAGE } from "./new/questions.ts";

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

interface UsageError {
  readonly error: string;
}

function parseCommand(words: readonly string[]): Command | UsageError {
  const folders: string[] = [];
  const options: { language?: string; answersFile?: string } = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const option = /^--(language|answers)(?:=(.*))?$/s.exec(word);
    if (word === "--new") continue;
    if (option === null) {
      if (word.startsWith("-")) return { error: `${word} is not a flag; see --new --help` };
      folders.push(word);
      continue;
    }
    const [, name, valueAfterEqualsSign] = option;
    if (valueAfterEqualsSign === undefined) index += 1;
    const value = valueAfterEqualsSign ?? words[index];
    if (value === undefined) return { error: `--${name} needs a value` };
    if (name === "language") options.language = value;
    else options.answersFile = value;
  }
  const [folder, secondFolder] = folders;
  if (secondFolder !== undefined) {
    const hint = `If that is one name, write "${folders.join(" ")}" in quotation marks.`;
    return { error: `Only one folder can be made, not ${folders.join(" and ")}. ${hint}` };
  }
  if (folder === undefined || folder === "" || UNQUOTABLE.test(folder)) {
    const example = "node holiday-cottage my-cottage --new";
    return { error: `Give the new folder a name (letters, digits, hyphens and spaces), for example: ${example}` };
  }
  return { folder, ...options };
}

async function readAnswers({ language: languageName, answersFile }: Command): Promise<AnswersOrProblems> {
  const language = languageName === undefined ? undefined : languageOf(languageName);
  if (languageName !== undefined && language === undefined) {
    const problem = `--language must be one of ${LANGUAGES.join(", ")}, not "${languageName}". ${OTHER_LANGUAGE}`;
    return { problems: [problem] };
  }
  if (answersFile !== undefined) return readAnswersFile(answersFile, language);
  return process.stdin.isTTY ? askAtTerminal(language) : answersFromPipe(language);
}

/** @param language overrides the language in the file */
function readAnswersFile(file: string, language: Language | undefined): AnswersOrProblems {
  let value: unknown;
  try {
    const text = readFileSync(file, "utf8");
    if (text.length > ANSWERS_BYTES_MAX) return { problems: [`${file} is too long for a file of answers`] };
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return { problems: [`${file} could not be read: ${(error as Error).message}`] };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problems: [`${file} must be a group of answers in { }; see --new --help`] };
  }
  const given: Readonly<Record<string, unknown>> = { ...value };
  const givenLanguage = given["language"] ?? "en";
  const answersLanguage = language ?? languageOf(String(givenLanguage));
  if (answersLanguage === undefined) {
    const actual = JSON.stringify(givenLanguage);
    return { problems: [`language must be one of ${LANGUAGES.join(", ")}, not ${actual}. ${OTHER_LANGUAGE}`] };
  }
  const texts = textsIn(answersLanguage);
  const { answers, problems } = parseAnswers(given, texts);
  return problems.length > 0 ? { problems: [...problems, texts.nothingMade] } : { answers, texts };
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
 * Creates the folder for a cottage's site, and returns the exit status.
 *
 * @param program path with which the program was started, for the commands that are printed
 */
export async function newCottage(words: readonly string[], program: string): Promise<number> {
  if (words.includes("--help")) {
    process.stdout.write(help());
    return 0;
  }
  const command = parseCommand(words);
  if ("error" in command) return printErrors([command.error], 2);
  const folder = resolve(command.folder);
  const language = languageOf(command.language ?? "") ?? siteLanguage(join(folder, "data"));
  if (existsSync(folder)) return printErrors([message(language, "folder-exists", { folder })], 1);
  const answersOrProblems = await readAnswers(command);
  if ("problems" in answersOrProblems) return printErrors(answersOrProblems.problems, 1);
  const { answers, texts } = answersOrProblems;
  try {
    makeFolder(folder, answers, texts, new Date().toISOString().slice(0, 10));
  } catch (error) {
    const reason = (error as Error).message;
    return printErrors([message(texts.language, "folder-not-made", { folder, reason })], 1);
  }
  printNextSteps(folder, texts, (flag) => commandLine(program, process.cwd(), command.folder, flag));
  if (isInside(folder, ROOT)) {
    process.stdout.write(`\n${message(texts.language, "folder-in-program")}\n`);
  }
  return 0;
}

function printNextSteps(folder: string, texts: Texts, commandWith: (flag: string) => string): void {
  const made = texts.made
    .replace("{folder}", () => folder)
    .replace("{readme}", () => join(folder, "data", "README.md"));
  const check = `${texts.check}\n    ${commandWith("--check")}`;
  const watch = `${texts.watch}\n    ${commandWith("--watch")}`;
  process.stdout.write(`\n${made}\n\n${check}\n\n${watch}\n`);
}
