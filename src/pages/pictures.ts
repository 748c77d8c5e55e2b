/**
 * The pictures of a site: photographs in the widths there are of them, and what pages call the files of content/images.
 *
 * It opens no file and shows nothing of what stands in one: a drawing is a picture like any other, whatever it holds.
 */

import { createHash } from "node:crypto";
import type { Facts } from "../data/datasets.ts";
import type { Unread } from "../files.ts";
import type { Finding } from "../finding.ts";
import { IMAGE_TYPES, type ImageSize, imageSize } from "./image-size.ts";

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
export interface Photograph extends ImageSize {
  /** The path it is served at, which changes with its bytes. */
  readonly path: string;
  readonly alt: string;
  /** The same in several widths, as HTML has them; empty when there is one. */
  readonly srcset: string;
}

export interface Pictures {
  /** In the owner's order: the first is the one to show when there is room for one. */
  readonly photos: readonly Photograph[];
  /** The file share.png, which programs preview links with. */
  readonly share: Picture | undefined;
  /** Those that photographs and pages have named so far. */
  readonly assets: () => readonly Asset[];
  readonly findings: readonly Finding[];
  /** `/images/kitchen.jpg` → the path that file is served at; any other target as it is. */
  readonly addressOf: (target: string) => string;
  /** The attributes that keep a picture's place until it comes; none for what is not of this site. */
  readonly sizeOf: (address: string) => string;
}

/** Of the folder of images. */
export interface ImageFiles {
  readonly names: readonly string[];
  readonly read: (name: string) => Buffer | Unread;
}

type Say = (level: Finding["level"], message: string) => void;
type Picture = ImageSize & Asset;

const BYTES_MANY = 600_000;
/** Shown while there are no photographs; what its title says is its description. */
const DRAWING = "cottage.svg";
const SHARE = "share.png";

/** `/images/kitchen.1a2b3c4d5e.jpg`: with the bytes' hash in its name a browser may keep the file and never ask again. */
export function hashedPath(folder: string, name: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const dot = name.lastIndexOf(".");
  return `${folder}${name.slice(0, dot)}.${hash}${name.slice(dot)}`;
}

export function pictures(photos: readonly Photo[], { names, read }: ImageFiles): Pictures {
  const findings: Finding[] = [];
  const found = new Map<string, Picture | undefined>();
  const sayOf = (where: string): Say => (level, message) => {
    findings.push({ level, file: "data/site.json", message: `${where}: ${message}` });
  };
  const pictureOf = (name: string, say: Say): Picture | undefined => {
    if (!found.has(name)) found.set(name, readPicture(name, read, say));
    return found.get(name);
  };
  /** Those that are called `kitchen-800.jpg` beside `kitchen.jpg`. */
  const narrowerOf = (name: string, say: Say): Picture[] =>
    names.flatMap((each) => {
      const [, stem = "", width = "", ending = ""] = /^(.+)-(\d{2,4})(\.\w+)$/.exec(each) ?? [];
      const picture = stem + ending === name ? pictureOf(each, say) : undefined;
      if (picture === undefined || picture.width === Number(width)) return picture ?? [];
      say("warning", `content/images/${each} is ${picture.width} pixels wide and not ${width}, so it is not used for ${name}`);
      return [];
    });

  const heavy: string[] = [];
  const wanted = photos.length > 0 || !names.includes(DRAWING) ? photos : [{ file: DRAWING, alt: titleOf(read(DRAWING)) }];
  const shown = wanted.flatMap(({ file, alt }, index): Photograph[] => {
    const say = sayOf(`photos[${index}]`);
    if (alt.trim() === "") say("error", `${file} has no "alt": say in a few words what the photograph shows`);
    const picture = pictureOf(file, say);
    if (picture === undefined) return [];
    const { path, width, height, bytes } = picture;
    const narrower = narrowerOf(file, say);
    if (narrower.length === 0 && bytes.length > BYTES_MANY) heavy.push(`${file} (${Math.round(bytes.length / 1000)} kB)`);
    const widths = [...narrower, picture].toSorted((one, other) => one.width - other.width);
    const srcset = widths.length < 2 ? "" : widths.map((each) => `${each.path} ${each.width}w`).join(", ");
    return [{ path, alt, width, height, srcset }];
  });
  if (heavy.length > 0) sayOf("photos")("warning", `${heavy.join(", ")} ${heavy.length === 1 ? "is" : "are"} slow to load; ${LIGHTER}`);
  return {
    photos: shown,
    share: names.includes(SHARE) ? pictureOf(SHARE, sayOf(SHARE)) : undefined,
    assets: () => [...found.values()].flatMap((each) => each ?? []),
    findings,
    addressOf: (target) => {
      const name = /^\/images\/([^/]+)$/.exec(target)?.[1] ?? "";
      return names.includes(name) ? (pictureOf(name, sayOf(target))?.path ?? target) : target;
    },
    sizeOf: (address) => {
      const picture = [...found.values()].find((each) => each?.path === address);
      return picture === undefined ? "" : ` width="${picture.width}" height="${picture.height}"`;
    },
  };
}

const LIGHTER =
  "make them 1600 pixels wide (Windows: Photos, Resize image; macOS: Preview, Tools, Adjust Size; Linux: mogrify -resize 1600x), or put narrower copies beside them, such as kitchen-800.jpg beside kitchen.jpg";
const NOT_SHOWN =
  "browsers do not show it: save it as JPEG (Windows: Photos, Save as; macOS: Preview, Export; for the next ones choose Most Compatible in the iPhone's settings for Camera, Formats)";

function readPicture(name: string, read: ImageFiles["read"], say: Say): Picture | undefined {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const mediaType = IMAGE_TYPES[ending];
  const fault = (message: string): undefined => void say("error", message);
  if (/^hei[cf]$/.test(ending)) return fault(`${name} is a telephone's picture, and ${NOT_SHOWN}`);
  if (mediaType === undefined) return fault(`${name} is of a type that is not served; use ${Object.keys(IMAGE_TYPES).join(", ")}`);
  const bytes = read(name);
  if (!Buffer.isBuffer(bytes)) return fault(`content/images/${name} ${bytes.problem}`);
  const size = imageSize(bytes, mediaType);
  if (size === undefined) return fault(`content/images/${name} is not a picture of type ${mediaType}, or is damaged`);
  return { path: hashedPath("/images/", name, bytes), mediaType, bytes, immutable: true, ...size };
}

function titleOf(svg: Buffer | Unread): string {
  return /<title[^<>]*>([^<]*)/.exec(Buffer.isBuffer(svg) ? svg.toString() : "")?.[1] ?? "";
}
