/**
 * Escapes text and URLs for Markdown, with as few backslashes as possible.
 */

/** Characters that are escaped wherever they occur in the text. An underscore inside a word needs no escape. */
const SPECIAL_CHARACTER = /[\\`*[\]<|]|(?<![a-z0-9])_|_(?![a-z0-9])/gi;
/**
 * Matches a character with which the text would begin a block, e.g. the `-` of `- a` or the `.` of `1. a`. Also matches
 * a final `#`, which could close a heading, and a final `!`, which could turn a link after the text into an image.
 */
const SPECIAL_AT_START_OR_END = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|~(?=~~)|[>#])|(?<=^\d{1,9})[.)](?= |$)|[#!]$/g;
/**
 * Matches the `&` of a character reference such as `&amp;`. Also matches the `&` of a final `&amp` without `;`, which
 * would become a reference if the text were followed by a `;`.
 */
const CHARACTER_REFERENCE_START = /&(?=#?[a-z0-9]*(?:;|$))/gi;
const WHITE_SPACE_AND_CONTROLS = /[ \0-\x1f\x7f-\x9f\u2028\u2029\uFEFF]+/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** Escapes text for a paragraph, table cell or link. Collapses and trims white space, and replaces lone surrogates. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(WHITE_SPACE_AND_CONTROLS, " ")
    .replace(LONE_SURROGATE, "\uFFFD")
    .trim()
    // The next three patterns match different characters, and the second and third do not match the `\` that the
    // first one adds. So no character is escaped twice.
    .replace(SPECIAL_CHARACTER, "\\$&")
    .replace(SPECIAL_AT_START_OR_END, "\\$&")
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
