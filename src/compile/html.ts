/**
 * A type for HTML markup. Text can only become markup by being escaped, or by an explicit call of `trusted`.
 *
 * This module does not check that elements exist or are nested correctly.
 */

/** Key of the markup in an `Html` object. It is private, so no data file or other module can forge such an object. */
const MARKUP = Symbol("markup");

export interface Html {
  readonly [MARKUP]: string;
}

/** A value in a template. Text and numbers are escaped, markup is not. The items of a list are joined. */
type Interpolation = string | number | Html | readonly Interpolation[];

const SPECIAL_CHARACTER = /[&<>"]/;

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts have no special character, and one test is cheaper than four replacements.
  if (!SPECIAL_CHARACTER.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Template tag that returns its text as markup. It escapes interpolated values unless they are markup already. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  // String.raw joins the strings and values. It is given the cooked strings, so `\n` is a line break.
  return trusted(String.raw({ raw: strings }, ...values.map(interpolated)));
}

/** Marks text as markup without escaping it. The caller must make sure that the text is safe. */
export function trusted(markup: string): Html {
  return { [MARKUP]: markup };
}

export function markupOf(value: Html): string {
  return value[MARKUP];
}

function interpolated(value: Interpolation): string {
  if (typeof value !== "object") return escapeHtml(String(value));
  return MARKUP in value ? markupOf(value) : value.map(interpolated).join("");
}
