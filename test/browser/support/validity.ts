/**
 * Validates HTML with the recommended rules of html-validate, except three.
 *
 * `doctype-style`: HTML allows a lower-case doctype. `require-sri`: the style sheet is on the same host, and its path
 * contains a hash. `tel-non-breaking`: the style sheet prevents line breaks, so that copied numbers have plain spaces.
 */
import { HtmlValidate } from "html-validate";

const VALIDATOR = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    "doctype-style": ["error", { style: "lowercase" }],
    "require-sri": ["error", { target: "crossorigin" }],
    "tel-non-breaking": "off",
  },
});

/** Validates HTML. Returns the errors, one per string. */
export async function validateHtml(html: string): Promise<string[]> {
  const { results } = await VALIDATOR.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${line}: ${ruleId}: ${message}`),
  );
}
