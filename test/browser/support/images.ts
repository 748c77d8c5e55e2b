/**
 * Loads the images of a page, and finds the elements that move when the images arrive.
 */
import type { Page } from "playwright-core";

/** Loads all images, including those below the window. */
export async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
  });
}

/**
 * Smallest difference of a position that counts as a move, in pixels. The versions of a photo differ slightly in their
 * proportions, because their sizes are whole pixels. The Layout Instability API has the same threshold.
 */
const MOVED_PIXELS_MIN = 3;

interface Box {
  readonly element: string;
  readonly edges: readonly number[];
}

/** Returns the edges of each element, relative to the document. */
function measureBoxes(page: Page): Promise<Box[]> {
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
 * Opens a page whose images arrive last, and returns the elements that they move. Moves before the HTML is complete do
 * not count, because they depend on the speed of the machine.
 */
export async function openAndFindMoved(page: Page, url: string): Promise<string[]> {
  const { promise: imagesMayArrive, resolve: letImagesArrive } = Promise.withResolvers<void>();
  await page.route("**/images/**", async (route) => {
    await imagesMayArrive;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => document.styleSheets.length > 0);
  const before = await measureBoxes(page);
  letImagesArrive();
  await loadImages(page);
  const after = await measureBoxes(page);
  const hasMoved = ({ edges }: Box, index: number): boolean =>
    edges.some((edge, side) => Math.abs(edge - (before[index]?.edges[side] ?? Infinity)) >= MOVED_PIXELS_MIN);
  return after.filter(hasMoved).map(({ element }) => element);
}
