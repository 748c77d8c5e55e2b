/**
 * A type for HTML markup. Text can only become markup by being escaped, or by an explicit call of `trusted`.
 *
 * This module does not check that elements exist or are nested correctly.
 */

/** Property key of the markup. Not exported, so that neither data files nor other modules can forge `Html` objects. */
const MARKUP = Symbol("markup");

/** Markup that is safe to insert into a page. */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value in an `html` template. Text and numbers are escaped, markup is not. The items of a list are joined. */
type Interpolation = string | number | Html | readonly Interpolation[];

const SPECIAL_CHARACTER = /[&<>"]/;

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts have no special character, and one test is cheaper than four replacements.
  if (!SPECIAL_CHARACTER.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Template tag that returns markup. It escapes interpolated values unless they are markup already. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  // String.raw joins the strings and values. These strings are already unescaped, so `\n` is a line feed.
  return trusted(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

/** Marks text as markup without escaping it. The caller must make sure that the text is safe. */
export function trusted(markup: string): Html {
  return { [MARKUP]: markup };
}

/** Returns markup as a string. */
export function markupOf(value: Html): string {
  return value[MARKUP];
}

function toMarkup(value: Interpolation): string {
  if (typeof value !== "object") return escapeHtml(String(value));
  return MARKUP in value ? markupOf(value) : value.map(toMarkup).join("");
}
