/**
 * Sentences of a report around its findings.
 */

export const REPORT_MESSAGES = {
  "level-error": "error",
  "level-warning": "warning",
  "level-notice": "notice",
  "check-folder": "Reading {folder}",
  // English has {counts}, such as "1 error, 2 warnings"; other languages fill in the three numbers.
  "check-counts": "{counts}",
  "check-some-english": "Some messages exist in English only.",
} as const;
