/**
 * Sentences about text that the Markdown dialect does not allow.
 */

export const MARKDOWN_MESSAGES = {
  "markdown-tab": "Use spaces instead of a tab.",
  "markdown-invisible-character": "Remove the invisible character {character}.",
  "markdown-html":
    "HTML and <addresses> are not used here: write **bold**, links as [words](address), a line break as \\ at the end " +
    "of a line, and a plain < as \\<.",
  "markdown-html-code": "Write the character itself instead of its HTML code, or \\& for a plain &.",
  "markdown-indented": "This line begins with too many spaces; for code, put ``` above and below it.",
  "markdown-bullet": "A list item begins with a hyphen and a space: write - in place of {mark}.",
  "markdown-blank-line": "Leave an empty line above this one.",
  "markdown-too-deep": "Lists and quotations can be inside one another twice and no deeper.",
  "markdown-heading-marks": "A heading is one to six # and a space before its words; for a plain # write \\#.",
  "markdown-heading-empty": "A heading needs words after its #.",
  "markdown-heading-underlined":
    "Headings are not underlined: begin the line above with #, or leave an empty line above this one.",
  "markdown-quotation-line": "Begin this line with > too, or leave an empty line above it.",
  "markdown-item-misaligned": "Begin this item exactly below the one above, or below its words to put it inside.",
  "markdown-item-empty": "A list item needs words after its mark.",
  "markdown-item-spaces": "Put one space after the mark of a list item.",
  "markdown-item-line":
    "Indent this line by {width} spaces to keep it in the list, or leave an empty line above.",
  "markdown-code-language": "After ``` write nothing or one word, the language.",
  "markdown-code-unclosed": "This code has no end; put a line of {fence} below it.",
  "markdown-table-dashes":
    "The second row of a table holds only dashes, as in | --- | --- |; for a plain | write \\|.",
  "markdown-table-cells": "This row has {found} cells, but the first has {expected}.",
  "markdown-table-line": "Begin this line with | too, or leave an empty line above it.",
  "markdown-table-row": "A row of a table ends with |.",
  "markdown-mark-unmatched":
    "This {mark} has no partner: write *slanted*, **bold** or `code`, or \\{mark} for a plain {mark}.",
  "markdown-mark-ambiguous": "These {mark} can be read in two ways; write \\{mark} for those that are plain characters.",
  "markdown-link":
    "A link is written [words](address) without a space between; for a plain bracket write \\[ or \\].",
  "markdown-link-definition":
    "Write the address with the link, as in [words](address); for a plain bracket write \\[.",
  "markdown-link-empty": "A link needs words.",
  "markdown-picture-empty": "Describe the picture: ![words](address).",
  "markdown-address": "Between ( and ) write the address alone: no space, no title, no unpaired ( or ).",
  "markdown-address-start":
    "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #.",
  "markdown-address-character": "This address holds a character that has to be percent-encoded, or an HTML code.",
  "markdown-picture-address":
    "A picture is a file of this site: put it into content/images and write /images/ and its name.",
} as const;
