/**
 * Loads the images of a page, and tells which elements move when they arrive.
 */
import type { Page } from "playwright-core";

/** Loads all images, also those below the window. */
export async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

/**
 * Positions that differ by less are equal, in pixels: a copy of a photo has whole pixels, so its proportions differ
 * slightly. The Layout Instability API has the same threshold.
 */
const TOLERANCE = 3;

interface Box {
  readonly element: string;
  readonly edges: readonly number[];
}

/** Returns the edges of each element, relative to the document. */
function boxes(page: Page): Promise<Box[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll("*")].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return {
        element: `${element.tagName} ${element.getAttribute("class") ?? element.getAttribute("src") ?? ""}`,
        edges: [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY],
      };
    }),
  );
}

/**
 * Opens a page whose images arrive last, and returns the elements that they moved.
 * Shifts while the HTML is still being received are not counted: they depend on how fast the machine is.
 */
export async function openAndFindMoved(page: Page, url: string): Promise<string[]> {
  const { promise: imagesMayArrive, resolve: letImagesArrive } = Promise.withResolvers<void>();
  await page.route("**/images/**", async (route) => {
    await imagesMayArrive;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const before = await boxes(page);
  letImagesArrive();
  await loadImages(page);
  const after = await boxes(page);
  const hasMoved = ({ edges }: Box, index: number): boolean =>
    edges.some((edge, side) => Math.abs(edge - (before[index]?.edges[side] ?? Infinity)) >= TOLERANCE);
  return after.filter(hasMoved).map(({ element }) => element);
}
