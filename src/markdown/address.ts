/**
 * Where a link may lead and where a picture may come from: a short list of schemes, and nothing that needs guessing.
 *
 * It does not ask whether the target exists.
 */

const LINK = /^(?:https?:\/\/[^/?#]|mailto:[^/]|tel:[^/]|geo:[^/]|\/(?!\/)|#)/i;
const IMAGE = /^(?:https?:\/\/[^/?#]|\/(?!\/))/i;
/** ASCII that needs no escape in a URL, and every letter beyond ASCII. */
const CHARACTERS = /^(?:[\w;/?:@&=+$,\-.!~*'()#\u0080-\uD7FF\uE000-\u{10FFFF}]|%[0-9a-f]{2})+$/iu;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const ENTITY = /&(?:#[a-z0-9]+|[a-z][a-z0-9]*);/i;

/** Where the address in parentheses that begins at `start` ends: the index of its ")"; undefined when there is none. */
export function addressEnd(text: string, start: number): number | undefined {
  if (text[start] !== "(") return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) return undefined;
    if (character === "\\") at += 1;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The address as it goes into `href` or `src`, letters beyond ASCII percent-encoded, but not escaped for HTML. */
export function address(source: string, isImage: boolean): { readonly href: string } | { readonly refused: string } {
  const target = source.replace(ESCAPED, "$1");
  if (!(isImage ? IMAGE : LINK).test(target)) {
    return {
      refused: isImage
        ? "A picture's address begins with https://, http:// or / (a path on this site)."
        : "An address begins with https://, http://, mailto:, tel:, geo:, / (a path on this site) or #.",
    };
  }
  if (!CHARACTERS.test(target) || ENTITY.test(source)) {
    return { refused: "This address holds a character that has to be percent-encoded, or an HTML code." };
  }
  return { href: encodeURI(target).replaceAll("%25", "%") };
}
