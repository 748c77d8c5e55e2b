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

/** The answers, or error messages if they cannot be used. */
export type AnswersOrProblems =
  { readonly answers: Answers; readonly texts: Texts } | { readonly problems: readonly string[] };

const LANGUAGE_QUESTION = `Language, Sprache, langue, idioma, lingua, taal? (${LANGUAGES.join(", ")})`;

export const OTHER_LANGUAGE =
  'For another language, choose en, and later change "language" in data/site.json, for example to "pl".';

/** Reads standard input line by line. Buffers lines that arrive before they are read. */
class LineReader {
  readonly #interface = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY === true,
  });
  readonly #lines = this.#interface[Symbol.asyncIterator]();

  /** Returns the next line, or undefined at the end of the input. */
  async next(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done === true ? undefined : value.trim();
  }

  /** Prints the question, and returns the next line. */
  ask(question: string): Promise<string | undefined> {
    this.#interface.setPrompt(`${question} `);
    this.#interface.prompt();
    return this.next();
  }

  close(): void {
    this.#interface.close();
  }
}

/**
 * Asks all questions, and asks the owner to confirm the answers. Reports a problem if the owner ends the input before
 * that, with Ctrl-C or Ctrl-D.
 *
 * @param knownLanguage language of the questions; the default is to ask for it
 */
export async function askAtTerminal(knownLanguage?: Language): Promise<AnswersOrProblems> {
  const lines = new LineReader();
  try {
    const language = knownLanguage ?? (await askLanguage(lines));
    if (language === undefined) return cancelled(textsIn("en"));
    const texts = textsIn(language);
    const answers: Record<Question, string> = { ...defaultAnswers(texts) };
    for (const question of QUESTIONS) {
      if (question === "area") answers.area = answers.region;
      const answer = await askQuestion(lines, question, answers, texts);
      if (answer === undefined) return cancelled(texts);
      answers[question] = answer;
    }
    const isConfirmed = await confirm(lines, answers, texts);
    return isConfirmed ? { answers, texts } : cancelled(texts);
  } finally {
    lines.close();
  }
}

/** Reports that nothing was created. An empty line ends the line of the prompt. */
function cancelled({ nothingMade }: Texts): AnswersOrProblems {
  return { problems: ["", nothingMade] };
}

async function askLanguage(lines: LineReader): Promise<Language | undefined> {
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
  lines: LineReader,
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

/**
 * Shows the numbered answers, and asks the owner to confirm them with yes or an empty line. If the owner types the
 * number of a question, asks that question again. Returns false if the input ends first.
 */
async function confirm(lines: LineReader, answers: Record<Question, string>, texts: Texts): Promise<boolean> {
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
 * Reads one answer per line, starting with the language unless it is known. Uses the default answers for empty and
 * missing lines. Reports all lines that cannot be parsed, because the questions cannot be asked again.
 */
export async function answersFromPipe(knownLanguage?: Language): Promise<AnswersOrProblems> {
  const lines = new LineReader();
  try {
    let lineNumber = 0;
    const next = () => {
      lineNumber += 1;
      return lines.next();
    };
    const languageName = knownLanguage ?? (await next());
    if (languageName === undefined) {
      return { problems: ["No answers: the input is neither a terminal nor a list of answers. See --new --help."] };
    }
    const language = languageOf(languageName || "en");
    if (language === undefined) {
      return { problems: [`Line 1: "${languageName}" is none of ${LANGUAGES.join(", ")}. ${OTHER_LANGUAGE}`] };
    }
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
    const extraLine = await next();
    if (extraLine !== undefined && extraLine !== "") {
      problems.push(`${lineNumber}: there are more lines than questions.`);
    }
    return problems.length > 0 ? { problems: [...problems, texts.nothingMade] } : { answers, texts };
  } finally {
    lines.close();
  }
}
