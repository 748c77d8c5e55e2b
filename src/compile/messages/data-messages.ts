/**
 * Sentences about facts that do not have the shape of their schema, or do not fit together.
 */

export const DATA_MESSAGES = {
  "field-invalid": "{field} must be {expected}, not {found}{hint}",
  "field-not-group": "{field} must be a group of fields in { }, not {found}",
  "field-not-group-such-as": "{field} must be a group of fields in { }, as in {example}, not {found}",
  "field-not-list": "{field} must be a list in [ ], not {found}",
  "field-missing": '{field} lacks the field "{name}"',
  "field-misspelt": '{field} is not a known field; did you mean "{name}"?',
  "field-unknown":
    "{field} is not a known field; the fields here are {names}; what has no field can be said on a page",
  "field-invisible-character":
    "{field} has an invisible character ({character}) in it: remove it, or type the text again",
  "list-too-short": "{field} must have {minimum} or more entries, not {count}",
  "list-too-long": "{field} must have {maximum} or fewer entries, not {count}",

  "problems-more": "the file has {count} problems; only the first {shown} are listed",

  // The field that a sentence is about, and the value found there.
  "field-whole-file": "the file",
  "field-in-group": "{name} in {group}",
  "field-entry": "entry {number} of {list}",
  "value-list": "a list",
  "value-group": "a group of fields in { }",

  // Correct values in words.
  "expected-text": 'text in quotation marks, such as "{example}"',
  "expected-uri":
    'a full web address that begins with https:// and has no spaces or accents, such as "{example}"',
  "expected-origin":
    'a web address that begins with https:// and ends after the domain, such as "{example}"',
  "expected-date": 'a day that the calendar has, written year-month-day, such as "{example}"',
  "expected-choice": "one of {choices}",
  "expected-constant": '"{constant}"',
  "expected-boolean": "true or false",
  "expected-boolean-or-null": "true or false (or null)",
  "expected-number": "a number from {minimum} to {maximum}",
  "expected-integer": "a whole number from {minimum} to {maximum}",
  "expected-country": 'a country code of two capital letters, such as "{example}"',
  "expected-word": 'one word of letters, digits, dots and hyphens, such as "{example}"',
  "expected-file": 'the name of a file in content/images, without blanks and accents, such as "{example}"',
  "expected-time": 'a time of day on the 24-hour clock, such as "{example}"',
  "expected-email": 'an email address, such as "{example}"',
  "expected-telephone":
    'a telephone number that begins with + and the country\'s code and has no (0), such as "{example}"',
  "expected-language": 'a language code, such as "{example}"',
  "expected-code": 'a code without spaces, such as "{example}"',
  "expected-channel":
    "a full web address that begins with https://, or mailto: and an email address, or tel: and a number, " +
    'without spaces, such as "{example}"',
  "expected-spdx": 'an SPDX identifier, such as "{example}"',
  "expected-sentence": 'a sentence without braces, such as "{example}"',
  "expected-sentence-with": 'a sentence with {names}, such as "{example}"',

  // Guesses at the meaning of an invalid value.
  "hint-write": ": write {value}",
  "hint-write-unquoted": ": write {value}, without quotation marks",
  "hint-swapped": "; perhaps latitude and longitude are swapped",

  // Facts that do not fit together.
  "rating-scale-reversed": "{field} must be less than bestRating, which is {best}, not {found}",
  "rating-off-scale":
    "{field} must be a number from {worst} (worstRating) to {best} (bestRating), not {found}; " +
    "if it is right, change the scale",
  "rating-differs":
    "{field} is {found}, but {name} in aggregateRating in cottage.json is {other}; write the same number in both files",
  "reviews-uncounted":
    "{field} must be at least {count}, the number of reviews that are listed below, not {found}",
  "beds-differ":
    '{field} list {found} of the kind "{kind}", but bedTypes in cottage.json counts {other}; write the same in both files',
  "map-name-unknown": '{field} is "{name}", which is no attraction in attractions.json',
  "translation-same-address": "{field} is the address of this site: write the one of the translation",
  "translation-same-language":
    '{field} is "{language}", which this site or another translation has already: each has a language of its own',
  "words-missing":
    'the language is "{language}", but {count} texts are in English ({names}); translate them in content/words.json',
  "map-name-misspelt":
    '{field} is "{name}", which is no attraction in attractions.json; did you mean {guess}?',
} as const;
