/**
 * Sentences about files that cannot be read.
 */

export const FILE_MESSAGES = {
  "file-missing": "the file is missing: there is no such file in {folder}",
  "file-misnamed": "the file is missing: there is no such file in {folder}, but there is {name}: rename it to {wanted}",
  "file-link-broken": "the file is a link that leads nowhere",
  "file-link-outside": "the file is a link out of {folder}: put the file itself there",
  "file-is-folder": "the file is a folder, not a file",
  "file-in-file": "the file cannot be read: {folder} is a file, not a folder",
  "file-irregular": "the file is not an ordinary file",
  "file-too-large": "the file has {size}, and {limit} is the most",
  "file-forbidden": "the file cannot be read: the server has no permission to",
  "file-unreadable": "the file cannot be read ({reason})",
  "file-not-utf8": 'the file is not saved as UTF-8: in your editor choose "Save as", then the encoding UTF-8',
} as const;
