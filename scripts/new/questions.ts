/**
 * Asks the questions about a new cottage at a terminal, or reads the answers from a pipe.
 */
import { createInterface } from "node:readline";
import {
  type Answers,
  defaultAnswers,
  FORMS,
  isOptional,
  LANGUAGES,
  languageOf,
  parseAnswer,
  problemWith,
  QUESTIONS,
  textsIn,
} from "./answers.ts";
import type { Language, Question, Texts } from "./answers.ts";

export interface Answered {
  readonly answers: Answers;
  readonly texts: Texts;
}

const LANGUAGE_QUESTION = `Language, Sprache, langue, idioma, lingua, taal? (${LANGUAGES.join(", ")})`;

export const OTHER_LANGUAGE =
  'For another language, choose en, and later change "language" in data/site.json, for example to "pl".';

/** Opens standard input for reading line by line. Lines that arrive before they are asked for are buffered. */
function openLines() {
  const reader = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
  });
  const lines = reader[Symbol.asyncIterator]();
  return {
    /** Returns the next line, or undefined at the end of the input. */
    async next(): Promise<string | undefined> {
      const { value, done } = await lines.next();
      return done === true ? undefined : value.trim();
    },
    async ask(question: string): Promise<string | undefined> {
      reader.setPrompt(`${question} `);
      reader.prompt();
      return this.next();
    },
    close: () => reader.close(),
  };
}

type Lines = ReturnType<typeof openLines>;

/** Returns the answers, or lines to print if the input ends before they are confirmed (Ctrl-C, Ctrl-D). */
export async function askAtTerminal(known?: Language): Promise<Answered | readonly string[]> {
  const lines = openLines();
  try {
    const language = known ?? (await askLanguage(lines));
    if (language === undefined) return ["", textsIn("en").nothingMade];
    const texts = textsIn(language);
    const answers: Record<Question, string> = { ...defaultAnswers(texts) };
    for (const question of QUESTIONS) {
      if (question === "area") answers.area = answers.region;
      const answer = await askQuestion(lines, question, answers, texts);
      if (answer === undefined) return ["", texts.nothingMade];
      answers[question] = answer;
    }
    const isConfirmed = await confirm(lines, answers, texts);
    return isConfirmed ? { answers, texts } : ["", texts.nothingMade];
  } finally {
    lines.close();
  }
}

async function askLanguage(lines: Lines): Promise<Language | undefined> {
  for (;;) {
    const answer = await lines.ask(`${LANGUAGE_QUESTION} [en]`);
    if (answer === undefined) return undefined;
    const language = languageOf(answer || "en");
    if (language !== undefined) return language;
    process.stdout.write(`${LANGUAGES.join(", ")}? ${OTHER_LANGUAGE}\n`);
  }
}

/** Asks until the answer can be parsed. An empty line keeps the current answer. Returns undefined at end of input. */
async function askQuestion(
  lines: Lines,
  question: Question,
  answers: Answers,
  texts: Texts,
): Promise<string | undefined> {
  const current = answers[question];
  const hint = isOptional(FORMS[question]) ? `${current}; ${texts.clear}` : current;
  const prompt = `${texts.questions[question]}${current === "" ? "" : ` [${hint}]`}`;
  for (;;) {
    const text = await lines.ask(prompt);
    if (text === undefined) return undefined;
    const answer = parseAnswer(text || current, FORMS[question], texts, answers.country);
    if (answer !== undefined) return answer;
    process.stdout.write(`${texts.wanted[FORMS[question]]}\n`);
  }
}

/** Shows the answers and asks again for those whose numbers are typed, until an empty line confirms them all. */
async function confirm(lines: Lines, answers: Record<Question, string>, texts: Texts): Promise<boolean> {
  for (;;) {
    const rows = QUESTIONS.map(
      (question, index) => `${String(index + 1).padStart(2)}. ${texts.questions[question]} ${answers[question]}`,
    );
    process.stdout.write(`\n${rows.join("\n")}\n\n`);
    const text = await lines.ask(texts.confirm);
    if (text === undefined) return false;
    if (text === "" || parseAnswer(text, "yes", texts) === texts.yes) return true;
    const question = QUESTIONS[Number(text) - 1];
    if (question === undefined) continue;
    const answer = await askQuestion(lines, question, answers, texts);
    if (answer === undefined) return false;
    answers[question] = answer;
  }
}

/**
 * Reads one answer per line, starting with the language unless it is known. Empty and missing lines leave the defaults.
 * Returns one sentence for each line that cannot be parsed, because nobody can be asked again.
 */
export async function answersFromPipe(known?: Language): Promise<Answered | readonly string[]> {
  const lines = openLines();
  try {
    let lineNumber = 0;
    const next = () => {
      lineNumber += 1;
      return lines.next();
    };
    const first = known === undefined ? await next() : known;
    if (first === undefined)
      return ["No answers: the input is neither a terminal nor a list of answers. See --new --help."];
    const language = languageOf(first || "en");
    if (language === undefined) return [`Line 1: "${first}" is none of ${LANGUAGES.join(", ")}. ${OTHER_LANGUAGE}`];
    const texts = textsIn(language);
    const answers: Record<Question, string> = { ...defaultAnswers(texts) };
    const problems: string[] = [];
    for (const question of QUESTIONS) {
      if (question === "area") answers.area = answers.region;
      const text = (await next()) ?? "";
      const answer = text === "" ? answers[question] : parseAnswer(text, FORMS[question], texts, answers.country);
      if (answer === undefined) problems.push(`${lineNumber}, ${problemWith(question, text, texts)}`);
      else answers[question] = answer;
    }
    const more = await next();
    if (more !== undefined && more !== "") problems.push(`${lineNumber}: there are more lines than questions.`);
    return problems.length > 0 ? [...problems, texts.nothingMade] : { answers, texts };
  } finally {
    lines.close();
  }
}
