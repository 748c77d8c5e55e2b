/**
 * HTML as a type of its own: text becomes markup by being escaped, or by being trusted by name.
 *
 * It knows no page, no element and no rule of nesting.
 */

/** Known to this module alone: neither a data file nor another module can make what passes for markup. */
const MARKUP = Symbol("markup");

export interface Html {
  readonly [MARKUP]: string;
}

type Interpolation = string | number | Html | readonly Interpolation[];

/** For text between tags and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  // Most texts have none of them, and one look is cheaper than four.
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A template whose values are escaped unless they are markup already; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  return trusted(String.raw({ raw: strings }, ...values.map(interpolated)));
}

/** Each call is a promise that somebody has to be able to check. */
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
