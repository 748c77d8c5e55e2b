/**
 * Recognises a file that is something else than JSON, about which a list of single mistakes would be no help.
 */
import { isLiteral } from "./json-bare.ts";
import { isOddQuote } from "./json-string.ts";
import { lineEnd, shown } from "./text-scan.ts";
import type { Mistake } from "./text-scan.ts";

/** Undefined for what may be JSON, with mistakes or without. */
export function foreignText(text: string): Mistake | undefined {
  for (const [looks, message] of FOREIGN) {
    if (looks.test(text.slice(0, 100))) return { at: 0, message };
  }
  const at = text.search(/[^\s\ufeff\u200b]/);
  if (at === -1) return { at: 0, message: `this file is empty: write at least { and }, ${EXAMPLE}` };
  const char = text.charAt(at);
  if (BEGINNINGS.includes(char) || isOddQuote(char) || isLiteral(text, at) || isRemark(text, at)) return undefined;
  const found = shown(text.slice(at, lineEnd(text, at)).trimEnd());
  return { at, message: `found ${found} where the file begins: write everything between { and }, ${EXAMPLE}` };
}

const EXAMPLE = 'as in { "name": "Sea View Cottage" }';
const BEGINNINGS = '{["';

const FOREIGN: readonly (readonly [looks: RegExp, message: string])[] = [
  [/^\s*</, `this is a web page or XML: write plain text between { and }, ${EXAMPLE}`],
  [/^\{\\rtf/, `this file was saved by a word processor (RTF): save it as plain text, ${EXAMPLE}`],
  [/^PK\u0003\u0004/, `this is a word processor's document or an archive: save it as plain text, ${EXAMPLE}`],
  [/^%PDF/, `this is a PDF document: write plain text between { and }, ${EXAMPLE}`],
  [/^[^]?\u0000/, "this file was saved as UTF-16: save it as plain text in UTF-8"],
];

function isRemark(text: string, at: number): boolean {
  return /^(?:\/[/*]|#)/.test(text.slice(at, at + 2));
}
