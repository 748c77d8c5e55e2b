/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 */

const WHITE_SPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
/** Characters to escape everywhere, e.g. an underscore, unless it is inside a word. */
const SPECIAL_CHARACTER = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/** A final `#` may close a heading. A final `!` may turn a link after it into an image. */
const SPECIAL_AT_END = /[#!]$/;
/** The character that would make the text a list, heading or other block. */
const BLOCK_START = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)/;
/** The `&` of `&amp;`. At the end of the text, the `;` may be missing. */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;

/** Escapes text for a paragraph, table cell or link. Collapses and trims white space. */
export function escapeMarkdown(text: string): string {
  const clean = text.replace(WHITE_SPACE_AND_CONTROLS, " ").replace(LONE_SURROGATE, "\uFFFD").trim();
  return clean
    // Escape backslashes before other steps add more.
    .replace(SPECIAL_CHARACTER, "\\$&")
    .replace(SPECIAL_AT_END, "\\$&")
    .replace(BLOCK_START, "\\$&")
    .replace(CHARACTER_REFERENCE_START, "\\$&");
}

/** Escapes a URL for a Markdown link. Many parsers end a URL at the first `)`. */
export function escapeMarkdownUrl(url: string): string {
  return encodeUrl(url.replace(LONE_SURROGATE, "\uFFFD"))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    // Escape character references such as `&copy;`.
    .replace(/&(?=#?[a-z0-9]+;)/gi, "\\$&");
}

/** Percent-encodes a URL, except what is already encoded. */
export function encodeUrl(url: string): string {
  return encodeURI(url).replace(/%25(?=[0-9a-f]{2})/gi, "%");
}
