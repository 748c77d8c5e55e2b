/**
 * HTML as a type of its own: text becomes markup by being escaped, or by an explicit call of `trusted`.
 *
 * It knows no elements and no rules of nesting.
 */

/** Private to this module, so that neither data files nor other modules can forge trusted markup. */
const MARKUP = Symbol("markup");

export interface Html {
  readonly [MARKUP]: string;
}

type Interpolation = string | number | Html | readonly Interpolation[];

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts need no escape, and one test is cheaper than four replacements.
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Template tag: escapes the values that are not markup, and joins lists. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  return trusted(String.raw({ raw: strings }, ...values.map(interpolated)));
}

/** Marks text as safe markup. Every call must be justified by its surroundings. */
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
