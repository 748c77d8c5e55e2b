/**
 * Sentences about mistakes in JSON texts.
 */

export const JSON_MESSAGES = {
  "json-invalid": "this file is not JSON",
  "json-value-expected": "found {found} where the file begins: write everything between { and }",
  "json-file-empty": "found nothing where the file begins: write everything between { and }",
  "json-start-missing": "the { at the beginning is missing: write it before the first field",
  "json-text-after-end":
    "found {found} after the end: the {close} on line {line} closes the whole file, so remove it or what follows it",
  "json-too-deep": "more than {limit} brackets are open at this one: close some of them before it",
  "json-comma-extra": "this comma is one too many: remove it, as in {example}",
  "json-comma-missing": "a comma is missing here: write one before what follows, as in {example}",
  "json-bracket-unclosed":
    "the {open} on line {line} is not closed before what follows here: write {close} first, as in {example}",
  "json-brace-missing": "a } is missing here: write it before the comma that follows, as in {example}",
  "json-colon-missing": 'a colon is missing here: write one and a value, as in "bedrooms": 3',
  "json-colon-extra":
    "two colons follow this name: write one value after the first, or { if it has fields of its own",
  "json-list-with-fields":
    "a list has no fields of its own: close it with ] before this one, or write { and } around them",
  "json-decimal-comma":
    "a number has a decimal point, not a comma: write it as in 4.8, and thousands as in 1204500",
  "json-field-expected":
    'found {found} where a field belongs: write a name in quotation marks, a colon and a value, as in "bedrooms": 3',
  "json-field-duplicate": "the field {name} is there twice, on line {first} and on line {second}: keep only one",
  "json-comment": "comments are not possible in this file: remove this one",
  "json-special-space":
    "there is a special space or an invisible character here: remove it, or type an ordinary one",
  "json-control-character":
    "there is a tab or an invisible character inside this text: remove it, or write a space in its place",
  "json-backslash":
    'this backslash has no meaning here: write two where you want to see one, as in "C:\\\\data\\\\"',
  "json-quotation-mark":
    'found the quotation mark {mark} where only the straight double one will do: write " at both ends of the text',
  "json-quotation-mark-inside":
    'this quotation mark ends the text, yet more follows it: write \\" for a mark within a text, ' +
    'as in "the \\"old\\" mill"',
  "json-text-unclosed":
    "this text has no closing quotation mark on its line: write one, or \\n for each line break, " +
    'as in "Dear guest,\\nwelcome"',
  "json-value-missing": 'found {found}: write a value first, as in "bedrooms": 3',
  "json-value-missing-at-end": 'the file ends before this value: write one, as in "bedrooms": 3',
  "json-capital-letters": "found {found}: write it in small letters",
  "json-no-value": "found {found}: write null where there is no value",
  "json-yes-or-no": "found {found}: write true for yes and false for no",
  "json-minus-sign": "found {found}: this minus sign is a special one: type the hyphen, as in -4.8",
  "json-number-in-words": "found {found}: write {number}",
  "json-number-with-unit": "found {found}: write {number} alone, or a text in quotation marks",
  "json-number": "found {found}: write a number as in 4.8, or a text in quotation marks",
  "json-text-unquoted": 'found {found}: write a text in quotation marks, as in "{example}"',
} as const;
