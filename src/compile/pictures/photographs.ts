/**
 * The photographs that `data/site.json` names, and the picture that is shown with shared links.
 *
 * It reads no file and writes no HTML.
 */

import type { Facts } from "../data/datasets.ts";
import type { Finding } from "../finding.ts";
import { closest } from "../suggest.ts";
import { copiesOf, HOW_TO_SHRINK, type Image, type Images, srcsetOf, versionsOf } from "./images.ts";
import type { ImageSize } from "./image-size.ts";

export interface Photograph extends ImageSize {
  readonly path: string;
  readonly alt: string;
  /** The value of the HTML attribute; empty if there is only one width. */
  readonly srcset: string;
}

export interface SharePicture extends ImageSize {
  readonly path: string;
  readonly alt: string;
}

export interface Gallery {
  /** In the owner's order. A drawing may be among them. */
  readonly photos: readonly Photograph[];
  /** A photograph of the host. */
  readonly portrait?: Photograph;
  /** The picture of shared links (`og:image`). */
  readonly share?: SharePicture;
}

type SiteFacts = Facts["site"];
type PhotoFacts = NonNullable<SiteFacts["photos"]>;

/** Shown while there are no photographs. Its title is its description. */
const DRAWING = "cottage.svg";
/** Shared where the first picture of the site is a drawing. */
const SHARE = "share.png";
/** Files of `content/images` that are used without being named. */
const NAMED_BY_PROGRAM = [DRAWING, SHARE, "favicon.svg", "favicon.ico", "icon.png", "apple-touch-icon.png"];

/** A photograph of more bytes is slow to load. */
const PHOTO_BYTES_GOOD = 600_000;
/** A narrower photograph is blurred on a wide screen. */
const PHOTO_WIDTH_GOOD = 800;
/** Programs that preview links want at least this width, and drop files of more bytes. */
const SHARE_WIDTH_MIN = 1200;
const SHARE_BYTES_GOOD = 300_000;

/** Returns the names of the images that `data/site.json` names. */
export function imagesInFacts({ photos = [], contact }: SiteFacts): string[] {
  const names = photos.map(({ file }) => file);
  return contact.portrait === undefined ? names : [...names, contact.portrait];
}

/** Returns the names of all images that the gallery may need. */
export function imagesOfSite(site: SiteFacts): string[] {
  return [...imagesInFacts(site), DRAWING, SHARE];
}

/**
 * @param images those of `imagesOfSite` that could be read
 * @param fileNames the names of all files in `content/images`
 * @param caption the description of the share picture
 */
export function galleryOf(
  { photos = [], contact }: SiteFacts,
  images: Images,
  fileNames: readonly string[],
  caption: string,
  findings: Finding[],
): Gallery {
  reportPhotos(photos, fileNames, findings);
  const portrait = contact.portrait === undefined ? undefined : images.get(contact.portrait);
  if (contact.portrait !== undefined && !fileNames.includes(contact.portrait)) {
    const message = `portrait in contact: ${noSuchFile(contact.portrait, fileNames)}`;
    findings.push({ level: "error", file: "data/site.json", message });
  }
  const drawing = images.get(DRAWING);
  const pictures = photos.length > 0 || drawing === undefined ? photos : [{ file: DRAWING, alt: titleOf(drawing) }];
  const shown = pictures.flatMap(({ file, alt }) => {
    const image = images.get(file);
    return image === undefined ? [] : [{ image, alt }];
  });
  for (const { image } of shown) reportSize(image, findings);
  if (photos.length === 0 && shown[0]?.alt.trim() === "") {
    const message = "has no <title>: write one into it that says in a few words what the drawing shows";
    findings.push({ level: "error", file: `content/images/${DRAWING}`, message });
  }
  const share = sharePicture(shown, images.get(SHARE), caption);
  if (share !== undefined && share.image.bytes.length > SHARE_BYTES_GOOD) reportShare(share.image, findings);
  return {
    photos: shown.map(({ image, alt }) => photographOf(image, alt)),
    ...(portrait && { portrait: photographOf(portrait, contact.name) }),
    ...(share && { share: { path: share.image.path, alt: share.alt, width: share.image.width, height: share.image.height } }),
  };
}

export function isDrawing({ path }: Pick<Photograph, "path">): boolean {
  return path.endsWith(".svg");
}

/** Reports image files that neither the photographs nor a page name. */
export function unusedImages(fileNames: readonly string[], used: ReadonlySet<string>): Finding[] {
  const copies = [...used].flatMap((name) => copiesOf(name, fileNames));
  const isUsed = new Set([...used, ...copies, ...NAMED_BY_PROGRAM]);
  return fileNames
    .filter((name) => IMAGE_NAME.test(name) && !isUsed.has(name))
    .map((name): Finding => {
      const entry = `{ "file": ${JSON.stringify(name)}, "alt": "…" }`;
      const message = `is on no page: add ${entry} to photos in data/site.json, or delete the file`;
      return { level: "notice", file: `content/images/${name}`, message };
    });
}

const IMAGE_NAME = /\.(?:avif|gif|hei[cf]|jpe?g|png|svg|webp)$/i;

function photographOf(image: Image, alt: string): Photograph {
  const { path, width, height } = image;
  return { path, alt, width, height, srcset: srcsetOf(image) };
}

function titleOf({ bytes }: Image): string {
  return /<title[^<>]*>([^<]*)/.exec(bytes.toString())?.[1] ?? "";
}

/** Reports what is wrong with the list of photographs itself. */
function reportPhotos(photos: PhotoFacts, fileNames: readonly string[], findings: Finding[]): void {
  const names = new Set<string>();
  for (const { file, alt } of photos) {
    const report = (level: Finding["level"], message: string) => {
      findings.push({ level, file: "data/site.json", message: `photos: ${message}` });
    };
    if (alt.trim() === "") report("error", `${file} has no "alt": say in a few words what the photograph shows`);
    if (alt.trim() === file) report("warning", `the "alt" of ${file} is its name: say in a few words what the photograph shows`);
    if (names.has(file)) report("warning", `${file} is named twice: remove one of the two`);
    if (!fileNames.includes(file)) report("error", noSuchFile(file, fileNames));
    names.add(file);
  }
}

/** Says that an image file is missing, and names the one whose name differs by its case or by a slip. */
export function noSuchFile(name: string, fileNames: readonly string[]): string {
  const problem = `there is no file ${name} in content/images`;
  const sameButCase = fileNames.find((fileName) => fileName.toLowerCase() === name.toLowerCase());
  if (sameButCase !== undefined) return `${problem}, but there is ${sameButCase}: rename it to ${name}`;
  const near = closest(name, fileNames);
  return near === undefined ? `${problem}: put it there` : `${problem}; did you mean ${near}?`;
}

function reportSize(image: Image, findings: Finding[]): void {
  const report = (message: string) => {
    findings.push({ level: "warning", file: `content/images/${image.name}`, message });
  };
  if (isDrawing(image)) return;
  if (image.bytes.length > PHOTO_BYTES_GOOD) {
    report(`has ${kilobytes(image)}, which is slow to load: make it 1600 pixels wide ${HOW_TO_SHRINK}`);
  }
  if (image.width < PHOTO_WIDTH_GOOD) {
    report(`is only ${image.width} pixels wide and looks blurred on a wide screen: use one of 1600 pixels`);
  }
}

function reportShare(image: Image, findings: Finding[]): void {
  const copy = image.name.replace(/(?:-\d+)?(?=\.\w+$)/, `-${SHARE_WIDTH_MIN}`);
  const message =
    `is the picture of shared links and has ${kilobytes(image)}; several programs show none of more than ` +
    `${SHARE_BYTES_GOOD / 1000} kB: put a copy of ${SHARE_WIDTH_MIN} pixels beside it, as ${copy}`;
  findings.push({ level: "warning", file: `content/images/${image.name}`, message });
}

function kilobytes({ bytes }: Image): string {
  return `${Math.round(bytes.length / 1000)} kB`;
}

interface Shown {
  readonly image: Image;
  readonly alt: string;
}

/** Programs that preview links read neither AVIF nor SVG, and crop portraits: the first landscape is best. */
function sharePicture(shown: readonly Shown[], own: Image | undefined, caption: string): Shown | undefined {
  const photographs = shown.filter(({ image }) => /\.(?:jpe?g|png|webp)$/i.test(image.name));
  const landscape = photographs.find(({ image }) => image.width >= image.height);
  const best = landscape ?? photographs[0];
  const isDrawingFirst = shown[0] === undefined || isDrawing(shown[0].image);
  if (own !== undefined && (isDrawingFirst || best === undefined)) return { image: own, alt: caption };
  return best && { image: shareVersion(best.image), alt: best.alt };
}

/** Returns the narrowest version that is wide enough, or the image itself. */
function shareVersion(image: Image): Image {
  return versionsOf(image).find(({ width }) => width >= SHARE_WIDTH_MIN) ?? image;
}
