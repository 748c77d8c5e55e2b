/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 */

const WHITE_SPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
/** Characters that must be escaped anywhere in the text, unlike an underscore inside a word. */
const SPECIAL_CHARACTER = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** At the end of the text, a `#` could close a heading, and a `!` could turn a link after the text into an image. */
const SPECIAL_AT_END = /[#!]$/;
/** Matches the character to escape in text that would otherwise start a list, heading, code fence or other block. */
const BLOCK_START = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)/;
/** The `&` of `&amp;`. At the end of the text, the `;` may be missing, because a `;` may follow the text. */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/** Escapes text for a paragraph, table cell or link. Collapses and trims white space, and replaces lone surrogates. */
export function escapeMarkdown(text: string): string {
  const clean = text.replace(WHITE_SPACE_AND_CONTROLS, " ").replace(LONE_SURROGATE, "\uFFFD").trim();
  return clean
    // Backslashes are special too, so escape them before other steps add more.
    .replace(SPECIAL_CHARACTER, "\\$&")
    .replace(SPECIAL_AT_END, "\\$&")
    // A lone `#` is `\#` by now, so it is not escaped again.
    .replace(BLOCK_START, "\\$&")
    .replace(CHARACTER_REFERENCE_START, "\\$&");
}

/** Escapes a URL for a Markdown link. Encodes parentheses, because many parsers end the URL at the first `)`. */
export function escapeMarkdownUrl(url: string): string {
  return encodeUrl(url.replace(LONE_SURROGATE, "\uFFFD"))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    // Prevent `&copy;` from being read as a character reference.
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}

/** Percent-encodes a URL. Leaves characters that are already encoded, e.g. `%20`, unchanged. */
export function encodeUrl(url: string): string {
  return encodeURI(url).replace(/%25(?=[0-9a-f]{2})/gi, "%");
}
