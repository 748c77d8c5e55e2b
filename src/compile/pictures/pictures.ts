/**
 * The pictures of a site: photographs in the widths there are of them, and what pages call the files of content/images.
 *
 * It opens no file and shows nothing of what stands in one: a drawing is a picture like any other, whatever it holds.
 */

import { createHash } from "node:crypto";
import type { Facts } from "../data/datasets.ts";
import type { Unread } from "../files.ts";
import type { Finding } from "../finding.ts";
import { type ImageSize, imageSize } from "./image-size.ts";

/** A file that is served as it is. */
export interface Asset {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Whether the path changes with the bytes, so that a copy may be kept for good. */
  readonly immutable: boolean;
}

export interface Photograph extends ImageSize {
  readonly path: string;
  readonly alt: string;
  /** As HTML has it; empty when there is one width. */
  readonly srcset: string;
}

type Picture = ImageSize & Asset;

/** By the ending of the file's name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};
const BYTES_MANY = 600_000;
/** Shown while there are no photographs; what its title says is its description. */
const DRAWING = "cottage.svg";
const SHARE = "share.png";

/** `/kitchen.1a2b3c4d5e.jpg`: with the bytes' hash in its name a browser may keep the file and never ask again. */
export function hashedPath(path: string, bytes: Buffer): string {
  return path.replace(/(?=\.\w+$)/, `.${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}`);
}

export type Pictures = ReturnType<typeof pictures>;

/**
 * @param caption what the picture for shared links shows
 * @param names of the files of content/images, which `read` reads
 */
export function pictures({ photos = [] }: Facts["site"], caption: string, names: readonly string[], read: (name: string) => Buffer | Unread) {
  const findings: Finding[] = [];
  const say = (message: string, level: Finding["level"] = "error"): undefined => void findings.push({ level, file: "data/site.json", message: `photos: ${message}` });
  const found = new Map<string, Picture | undefined>();
  const pictureOf = (name: string): Picture | undefined => {
    if (!found.has(name)) {
      const picture = pictureIn(name, read(name));
      found.set(name, typeof picture === "string" ? say(picture) : picture);
    }
    return found.get(name);
  };
  /** Those that are called `kitchen-800.jpg` beside `kitchen.jpg`. */
  const narrowerOf = (name: string): Picture[] =>
    names.flatMap((each) => {
      const [, stem = "", width = "", ending = ""] = /^(.+)-(\d{2,4})(\.\w+)$/.exec(each) ?? [];
      const picture = stem + ending === name ? pictureOf(each) : undefined;
      if (picture === undefined || picture.width === Number(width)) return picture ?? [];
      say(`content/images/${each} is ${picture.width} pixels wide and not ${width}, so it is not used for ${name}`, "warning");
      return [];
    });

  const heavy: string[] = [];
  const title = (svg: string) => /<title[^<>]*>([^<]*)/.exec(svg)?.[1] ?? "";
  const wanted = photos.length > 0 || !names.includes(DRAWING) ? photos : [{ file: DRAWING, alt: title(String(read(DRAWING))) }];
  const shown = wanted.flatMap(({ file, alt }): Photograph[] => {
    if (alt.trim() === "") say(`${file} has no "alt": say in a few words what the photograph shows`);
    const picture = pictureOf(file);
    if (picture === undefined) return [];
    const { path, width, height, bytes } = picture;
    const widths = [...narrowerOf(file), picture].toSorted((one, other) => one.width - other.width);
    if (widths.length === 1 && bytes.length > BYTES_MANY) heavy.push(`${file} (${Math.round(bytes.length / 1000)} kB)`);
    return [{ path, alt, width, height, srcset: widths.length === 1 ? "" : widths.map((each) => `${each.path} ${each.width}w`).join(", ") }];
  });
  if (heavy.length > 0) say(`${heavy.join(", ")} ${heavy.length === 1 ? "is" : "are"} slow to load; ${LIGHTER}`, "warning");
  const photographs = shown.filter(({ path }) => !path.endsWith(".svg"));
  const shared = names.includes(SHARE) ? pictureOf(SHARE) : undefined;
  const share = shared && { ...shared, alt: caption };
  return {
    photos: shown,
    /** Those that are no drawings. */
    photographs,
    // Programs that preview links read neither AVIF nor SVG, and where a drawing comes first there is a picture for them.
    share: (shown[0] === photographs[0] ? undefined : share) ?? photographs.find(({ path }) => !path.endsWith(".avif")) ?? share,
    /** Those that photographs and pages have named so far. */
    assets: () => [...found.values()].flatMap((each) => each ?? []),
    findings,
    /** `/images/kitchen.jpg` → the path that file is served at; any other target as it is. */
    addressOf: (target: string) => {
      const name = /^\/images\/([^/]+)$/.exec(target)?.[1] ?? "";
      return names.includes(name) ? (pictureOf(name)?.path ?? target) : target;
    },
    /** The attributes that keep a picture's place until it comes; none for what is not of this site. */
    sizeOf: (address: string) => {
      const picture = [...found.values()].find((each) => each?.path === address);
      return picture === undefined ? "" : ` width="${picture.width}" height="${picture.height}"`;
    },
  };
}

const LIGHTER =
  "make them 1600 pixels wide (Windows: Photos, Resize image; macOS: Preview, Adjust Size; Linux: mogrify -resize 1600x), or put narrower copies beside them, as kitchen-800.jpg beside kitchen.jpg";
const NOT_SHOWN =
  "browsers do not show it: save it as JPEG (Windows: Photos, Save as; macOS: Preview, Export; for the next ones, iPhone: Settings, Camera, Formats, Most Compatible)";

/** The picture, or what is wrong with it. */
function pictureIn(name: string, bytes: Buffer | Unread): Picture | string {
  const ending = name.replace(/.*\./, "").toLowerCase();
  const mediaType = MEDIA_TYPES[ending];
  if (/^hei[cf]$/.test(ending)) return `${name} is a telephone's picture, and ${NOT_SHOWN}`;
  if (mediaType === undefined) return `${name} is of a type that is not served; use ${Object.keys(MEDIA_TYPES).join(", ")}`;
  if (!Buffer.isBuffer(bytes)) return `content/images/${name} ${bytes.problem}`;
  const size = imageSize(bytes, ending);
  if (size === undefined) return `content/images/${name} is not a picture of type ${mediaType}, or is damaged`;
  return { path: hashedPath(`/images/${name}`, bytes), mediaType, bytes, immutable: true, ...size };
}
