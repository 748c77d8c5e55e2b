/**
 * The owner's image files → what pages show: photographs with their sizes, the drawing, the picture for shared links.
 *
 * It is given names and bytes and opens no file.
 */
import { createHash } from "node:crypto";
import type { Facts } from "../data/datasets.ts";
import type { Unread } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type Html, trusted } from "../html.ts";
import { IMAGE_TYPES, imageSize } from "./image-size.ts";

/** A file that is served as it is. */
export interface Asset {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Whether the path changes with the bytes, so that a copy may be kept for good. */
  readonly immutable: boolean;
}

/** A photograph as the owner names it. */
export type Photo = NonNullable<Facts["site"]["photos"]>[number];

/** A photograph as pages show it. */
export interface Photograph {
  /** The path it is served at, which changes with its bytes. */
  readonly path: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  /** In the owner's order: the first is the one to show when there is room for one. */
  readonly photos: readonly Photograph[];
  /** Stands in for photographs until there are some. */
  readonly drawing: Html | undefined;
}

export interface Photographs {
  readonly photos: readonly Photograph[];
  readonly assets: readonly Asset[];
  readonly findings: readonly Finding[];
}

const BYTES_MANY = 600_000;

/** `/images/kitchen.1a2b3c4d5e.jpg`: with the bytes' hash in its name a browser may keep the file and never ask again. */
export function hashedPath(folder: string, name: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const dot = name.lastIndexOf(".");
  return `${folder}${name.slice(0, dot)}.${hash}${name.slice(dot)}`;
}

/** @param read gives a file of the folder of images, or says why not */
export function photographs(wanted: readonly Photo[], read: (name: string) => Buffer | Unread): Photographs {
  const photos: Photograph[] = [];
  const assets: Asset[] = [];
  const findings: Finding[] = [];
  for (const [index, { file, alt }] of wanted.entries()) {
    const say = (level: Finding["level"], message: string): void => {
      findings.push({ level, file: "data/site.json", message: `photos[${index}]: ${message}` });
    };
    if (alt.trim() === "") say("error", `${file} has no "alt": say in a few words what the photograph shows`);
    const photo = photograph(file, read(file), say);
    if (photo === undefined) continue;
    const { size, ...asset } = photo;
    assets.push(asset);
    photos.push({ path: asset.path, alt, ...size });
  }
  return { photos, assets, findings };
}

function photograph(
  file: string,
  bytes: Buffer | Unread,
  say: (level: Finding["level"], message: string) => void,
): (Asset & { readonly size: { readonly width: number; readonly height: number } }) | undefined {
  const mediaType = IMAGE_TYPES[file.slice(file.lastIndexOf(".") + 1).toLowerCase()];
  if (mediaType === undefined) {
    say("error", `${file} is of a type that is not served; use ${Object.keys(IMAGE_TYPES).join(", ")}`);
    return undefined;
  }
  if (!Buffer.isBuffer(bytes)) {
    say("error", `content/images/${file} ${bytes.problem}`);
    return undefined;
  }
  const size = imageSize(bytes, mediaType);
  if (size === undefined) {
    say("error", `content/images/${file} is not a picture of type ${mediaType}, or is damaged`);
    return undefined;
  }
  if (bytes.length > BYTES_MANY) {
    const kilobytes = Math.round(bytes.length / 1000);
    say(
      "warning",
      `content/images/${file} has ${kilobytes} kB; at 1600 pixels' width it loads faster and looks the same`,
    );
  }
  return { path: hashedPath("/images/", file, bytes), mediaType, bytes, immutable: true, size };
}

/** What the security policy of the pages would block, or what would take a picture for a page. */
const NOT_IN_DRAWING = /<script|<style|<foreignObject|\sstyle=|\son\w+=|<!|<\?|href="(?!#)/i;

/** The drawing goes into the page as it stands, so it must be a plain SVG element and nothing that runs or loads. */
export function drawingOf(svg: string): Html | { readonly refused: string } {
  const text = svg
    .replace(/^\uFEFF/, "")
    .replace(/^\s*<\?xml[^>]*\?>/, "")
    .trim();
  if (!text.startsWith("<svg") || !text.endsWith("</svg>")) return { refused: "is not one <svg> element" };
  const [refused] = NOT_IN_DRAWING.exec(text) ?? [];
  if (refused !== undefined)
    return { refused: `contains "${refused.trim()}", which pages do not allow; use attributes such as fill` };
  return /<title[ >]/.test(text)
    ? trusted(text)
    : { refused: "has no <title> to tell those who cannot see it what it shows" };
}
