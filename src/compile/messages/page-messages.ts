/**
 * Sentences about pages and images.
 */

export const PAGE_MESSAGES = {
  guess: "; did you mean {guess}?",
  "this-page": "this page",
  "page-unreadable": "the page {path} cannot be made: {reason}",
  "page-name-invalid":
    "this file is no page: name it with small letters, digits and hyphens, as legal-notice.md",
  "page-in-folder": "this file is no page, because it is in a folder of its own: move it up into content",
  "page-path-taken": "the page cannot be at {path}, where something else is: give its file another name",
  "front-matter-missing":
    'the file must begin with a line "---", then "title: …" and "description: …", then another "---"',
  "front-matter-unclosed": 'the front matter has no end: put a line "---" below its last field',
  "front-matter-line": '"{found}" is no front matter: write a name, a colon and a value',
  "front-matter-field-unknown": '"{name}" is not a field of a page; there are {names}',
  "front-matter-field-duplicate": '"{name}" is there twice: keep only one',
  "front-matter-field-missing": 'the front matter has no "{name}"',
  "front-matter-field-empty": '"{name}" is empty',
  "front-matter-date": '"{found}" is no day: write it as YYYY-MM-DD, such as 2026-11-02',
  "description-length":
    "the description has {length} characters; search engines show {minimum} to {maximum} well",
  "main-headings": 'a page has one heading of the first level ("# " and its words), not {count}',
  "fact-unknown": "there is no fact named {name}{guess}",
  "fragment-not-alone": "{placeholder} must be alone on its line",
  "fragment-not-apart": "{placeholder} needs an empty line above and below it",
  "link-target-missing": "the link to {target} leads nowhere{guess}",
  "link-heading-missing": "the link to #{anchor} leads nowhere: {page} has no such heading{guess}",
  "image-missing": "there is no file {name} in content/images: put it there",
  "image-misnamed": "there is no file {name} in content/images, but there is {renamed}: rename it to {name}",
  "image-misspelt": "there is no file {name} in content/images; did you mean {guess}?",
  "image-name-not-plain":
    "the name of this picture has blanks or accents: rename the file, as in kitchen-1.jpg, and write the new name where it is used",
  "image-not-shown":
    "not all browsers show this picture (HEIC or AVIF): save it as JPEG (Windows: Photos, Save as; macOS: Preview, Export; for the next ones, iPhone: Settings, Camera, Formats, Most Compatible)",
  "image-type-unknown": "files of this type are not served; use {types}",
  "image-of-other-type":
    "this picture is of the type {found}, not {format}: change the end of its name to .{found}, and write the new name where it is used",
  "image-damaged": "this is not a picture of the type {format}, or it is damaged: save it again",
  "image-too-large":
    "this picture has {size}, and {limit} is the most: make it 1600 pixels wide (Windows: Photos, Resize image; macOS: Preview, Adjust Size; Linux: mogrify -resize 1600x)",
  "image-truncated": "this picture ends in its middle: copy it again",
  "image-copy-width": "this picture is {found} pixels wide and not {width}, so it is not used for {name}",
  "photo-slow":
    "this picture has {size} and is slow to load: make it 1600 pixels wide (Windows: Photos, Resize image; macOS: Preview, Adjust Size; Linux: mogrify -resize 1600x)",
  "photo-narrow":
    "this picture is only {width} pixels wide and looks blurred on a wide screen: use one of 1600 pixels",
  "drawing-without-title": "this drawing has no <title>: write one that says in a few words what it shows",
  "share-picture-heavy":
    "this is the picture of shared links and has {size}; several programs show none of more than {limit} kB: put a copy of {width} pixels beside it, as {copy}",
} as const;
