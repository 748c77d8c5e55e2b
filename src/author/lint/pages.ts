/**
 * Lints the owner's pages: reports secrets and probable mistakes, and warns if the front page has no booking links.
 */

import { listDirectory, readText } from "../../compile/files.ts";
import { createFinding, type Finding, type Message } from "../../compile/messages.ts";
import { FILE_BYTES_MAX } from "../../compile/pages/load.ts";
import { hasSampleName, lintText, SAMPLE_NAME_RULE, TEXT_RULES, type TextRule } from "./text-rules.ts";

/** A placeholder with one or two missing braces: `{cottage.name}`, `{{cottage.name}` or `{cottage.name}}`. */
const INCOMPLETE_PLACEHOLDER = /\{\{\s*\w+(?:\.\w+)+\s*\}(?!\})|(?<![{$])\{\s*\w+(?:\.\w+)+\s*\}\}?/;
/** A URL outside Markdown links, code and HTML tags. */
const BARE_URL = /(?<![(<\w/"`=[])(?:https?:\/\/|www\.)[^\s`)\]]+/;

const PAGE_RULES: readonly TextRule[] = [
  ...TEXT_RULES,
  { pattern: INCOMPLETE_PLACEHOLDER, code: "advice-one-brace" },
  { pattern: BARE_URL, code: "advice-bare-link" },
];

/** Lints all pages in the content folder. The front page, `index.md`, is checked for booking links, too. */
export function lintPages(contentDirectory: string, cottageName: string): Finding[] {
  // `SAMPLE_NAME_RULE` reports names from the built-in sample site, e.g. the name of its town. They are correct in the
  // sample, but on any other site they are probably left over from it.
  const isSample = hasSampleName(cottageName);
  const rules = isSample ? PAGE_RULES : [...PAGE_RULES, SAMPLE_NAME_RULE];
  const pageFiles = listDirectory(contentDirectory).filter((name) => name.endsWith(".md"));
  return pageFiles.flatMap((name) => {
    // Treat a file that cannot be read as empty, because the compiler already reports it.
    const { content = "" } = readText(contentDirectory, name, FILE_BYTES_MAX);
    const frontPageFindings = name === "index.md" ? lintFrontPage(content) : [];
    return [...lintLines(`content/${name}`, content, rules), ...frontPageFindings];
  });
}

const THIS_LINE: Message = { code: "advice-this-line" };

/** Returns a warning for each line that matches at least one rule. Only the first rule that matches is reported. */
function lintLines(file: string, text: string, rules: readonly TextRule[]): Finding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const problem = lintText(line, rules);
    if (problem === undefined) return [];
    // Values for the placeholders in the message. A page has no fields, so `{field}` becomes "this line". `{example}`
    // occurs only in the message about missing braces, and shows the correct syntax.
    const values = { ...problem.values, field: THIS_LINE, example: "{{cottage.name}}" };
    const lineStart = { line: index + 1, column: 1 };
    return [createFinding("warning", file, { code: problem.code, values }, lineStart)];
  });
}

const HERO = /\{\{\s*cottage\.hero\s*\}\}/;
const BOOKING_CHANNELS = /\{\{\s*booking\.channels\s*\}\}/;

function lintFrontPage(text: string): Finding[] {
  // `{{cottage.hero}}` renders a button that links to a section, which `{{booking.channels}}` renders. Without that
  // section, the button's link leads nowhere.
  if (!HERO.test(text) || BOOKING_CHANNELS.test(text)) return [];
  const values = { placeholder: "{{booking.channels}}" };
  return [createFinding("warning", "content/index.md", { code: "advice-booking-missing", values })];
}
