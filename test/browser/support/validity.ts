/**
 * Faults of HTML, by html-validate's recommended rules but three.
 *
 * `doctype-style`: the standard leaves its case free, and ours is lower. `require-sri`: the stylesheet comes from where
 * the page comes from, by a path with the hash of its bytes. `tel-non-breaking`: the stylesheet keeps telephone numbers
 * together, so that a copied one has plain spaces.
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

export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await VALIDATOR.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${line}: ${ruleId}: ${message}`),
  );
}
