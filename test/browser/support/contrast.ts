/**
 * Measures the contrast between text and the painted pixels behind it.
 */
import type { Page } from "playwright-core";

export interface Contrast {
  readonly selector: string;
  /** Contrast between the text's colour and the pixels behind its lines, without the worst three per cent. */
  readonly contrast: number;
  /** Minimum of WCAG 2.2, success criterion 1.4.3, which is lower for large text. */
  readonly wanted: number;
}

interface Text {
  readonly selector: string;
  readonly colour: string;
  readonly wanted: number;
  readonly lines: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
}

/** Measures all text of the page. Afterwards, the text is invisible. */
export async function worstContrasts(page: Page, selectors: readonly string[]): Promise<Contrast[]> {
  if (selectors.length === 0) return [];
  const texts = await page.evaluate(hideTexts, selectors);
  const screenshot = (await page.screenshot({ fullPage: true })).toString("base64");
  const empty = await page.context().newPage();
  const contrasts = await empty.evaluate(measure, { screenshot, texts });
  await empty.close();
  return texts.map(({ selector, wanted }, index) => ({ selector, wanted, contrast: contrasts[index] ?? 0 }));
}

/** Runs in the page. Makes text invisible, and returns its colours, required contrast and visible line boxes. */
function hideTexts(selectors: readonly string[]): Text[] {
  const found = selectors.map((selector) => {
    const element = document.querySelector(selector);
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) throw new Error(`There is no ${selector}`);
    const property = element instanceof SVGElement ? ("fill" as const) : ("color" as const);
    const { fontSize, fontWeight, [property]: colour } = getComputedStyle(element);
    const isLarge = parseFloat(fontSize) >= 24 || (parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700);
    const frame = element.closest(".wide, pre")?.getBoundingClientRect() ?? new DOMRect(0, -1e6, innerWidth, 2e6);
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].map(({ left, right, top, height }) => ({
      x: Math.ceil(Math.max(left, frame.left) + scrollX),
      y: Math.ceil(top + scrollY),
      width: Math.floor(Math.min(right, frame.right)) - Math.ceil(Math.max(left, frame.left)),
      height: Math.floor(height),
    }));
    return { element, property, selector, colour, wanted: isLarge ? 3 : 4.5, lines };
  });
  for (const { element, property } of found) element.style[property] = "transparent";
  return found.map(({ selector, colour, wanted, lines }) => ({ selector, colour, wanted, lines }));
}

/** Runs in an empty page, where no content security policy restricts the canvas. */
async function measure({
  screenshot,
  texts,
}: {
  readonly screenshot: string;
  readonly texts: readonly Text[];
}): Promise<number[]> {
  const luminance = (red: number, green: number, blue: number): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${screenshot}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  if (context === null) throw new Error("There is no canvas");
  context.drawImage(bitmap, 0, 0);
  return texts.map(({ colour, lines }) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    const textLuminance = luminance(red, green, blue);
    const found: number[] = [];
    for (const { x, y, width, height } of lines.filter((line) => line.width > 0 && line.height > 0)) {
      const { data } = context.getImageData(x, y, width, height);
      for (let at = 0; at < data.length; at += 4) {
        const background = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
        found.push((Math.max(textLuminance, background) + 0.05) / (Math.min(textLuminance, background) + 0.05));
      }
    }
    // A line box is larger than its letters, so a map mark may overlap its corner.
    return found.sort((one, other) => one - other)[Math.floor(found.length * 0.03)] ?? 21;
  });
}
