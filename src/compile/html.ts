/**
 * A type for HTML markup. Text becomes markup only if it is escaped or passed to `trusted`.
 */

const MARKUP = Symbol("markup");

export interface Html {
  readonly [MARKUP]: string;
}

export type Interpolation = string | number | Html | readonly Interpolation[];

/** Escapes text for element content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export function unescapeHtml(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

/** Template tag that escapes strings and numbers, inserts `Html` unchanged, and concatenates arrays. */
export function html(strings: TemplateStringsArray, ...values: readonly Interpolation[]): Html {
  // `String.raw` inserts one value after each string but the last.
  return trusted(String.raw({ raw: strings }, ...values.map(toMarkup)));
}

/** Marks a string as HTML without escaping. The caller must make sure that the string is safe. */
export function trusted(markup: string): Html {
  return { [MARKUP]: markup };
}

export function markupOf(value: Html): string {
  return value[MARKUP];
}

function toMarkup(value: Interpolation): string {
  if (typeof value !== "object") return escapeHtml(String(value));
  return MARKUP in value ? markupOf(value) : value.map(toMarkup).join("");
}
