/**
 * Page fragments about the cottage: the top of the front page, the key facts and the photos.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { isSvg, type Photo } from "../pictures/photographs.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, definitionList, type DefinitionRow, EMPTY } from "./piece.ts";
import { type Inline, inlineMarkup, link, type Piece, strong, toPiece } from "./piece.ts";

/** HTML id of the element with the booking channels. The underscore makes a clash with a heading's id unlikely. */
export const BOOKING_ANCHOR = "booking_channels";

/** Renders the top of the front page. The Markdown omits the photo and the link to the booking channels. */
export function hero(facts: Facts, locale: Locale, photo: Photo | undefined): Piece {
  const { name, priceRange, address } = facts.cottage;
  const placeSentence = locale.translate("place", { town: address.addressLocality, region: address.addressRegion });
  const rating = ratingSentence(facts, locale);
  const capacity = capacitySentence(facts, locale);
  const ratingAndCapacity = rating === undefined ? capacity : inlineMarkup`${rating} ${capacity}`;
  const bookLabel = locale.translate("book");
  const photoElement = photo === undefined ? "" : heroPhoto(photo);
  const markdownSummary = inlineMarkup`${placeSentence} ${ratingAndCapacity} ${priceRange}.`.markdown;
  return {
    markdown: `# ${escapeMarkdown(name)}\n\n${markdownSummary}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${placeSentence}</p>
<p class="glance">${ratingAndCapacity.html}</p>
<p class="offer"><a class="book" href="#${BOOKING_ANCHOR}">${bookLabel}</a> <span>${priceRange}</span></p>
</div>
${photoElement}
</div>`,
  };
}

function heroPhoto(photo: Photo): Html {
  return html`<div class="hero-photo">${imageElement(photo, { sizes: "100vw", priority: "high" })}</div>`;
}

/** Renders a sentence such as "4.8 out of 5 from 12 reviews." Returns undefined if there are no reviews. */
function ratingSentence({ cottage }: Facts, locale: Locale): Piece | undefined {
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  if (reviewCount === 0) return undefined;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  const reviews = locale.translate("reviews", { count: reviewCount });
  // The English string is "{score} from {reviews}."
  const sentence = locale.translateToMarkup("glance", { score, reviews });
  // The style sheet puts a star before elements with this class.
  return { ...sentence, html: html`<span class="rated">${sentence.html}</span>` };
}

function capacitySentence({ cottage, site }: Facts, locale: Locale): Piece {
  const bedrooms = locale.translate("bedrooms", { count: cottage.bedrooms });
  const guests = locale.translate("guests", { count: site.sleeps });
  const sentence = toPiece(locale.translate("size", { bedrooms, guests }));
  return { ...sentence, html: html`<span>${sentence.html}</span>` };
}

/** Renders the key facts, then the beds in each room. Omits unknown facts, but shows a note if the beds are unknown. */
export function keyFacts(facts: Facts, locale: Locale): Piece {
  const { cottage, site } = facts;
  const area = site.floorArea === undefined ? undefined : locale.translate("area", { area: site.floorArea });
  const beds = bedsOf(facts);
  const bedsText = beds.length === 0 ? locale.translate("beds.unknown") : formatBeds(beds, locale);
  const languages = site.languagesSpoken.map((tag) => locale.displayName("language", tag));
  const valuesByLabelKey = {
    "facts.sleeps": site.sleeps,
    "facts.bedrooms": cottage.bedrooms,
    "facts.beds": bedsText,
    "facts.bathrooms": cottage.bathrooms,
    "facts.rooms": site.rooms,
    "facts.area": area,
    "facts.price": cottage.priceRange,
    "facts.arrive": locale.translate("arrive", { time: locale.formatTime(site.checkinTime) }),
    "facts.leave": locale.translate("leave", { time: locale.formatTime(site.checkoutTime) }),
    "facts.pets": locale.translate(cottage.petsAllowed ? "pets.yes" : "pets.no"),
    "facts.smoking": locale.translate(cottage.smokingAllowed ? "smoking.yes" : "smoking.no"),
    "facts.languages": languages.join(", "),
  };
  return blocks(labelledList(valuesByLabelKey, "facts", locale), roomList(beds, locale));
}

/** Renders a definition list. The keys of `values` are the translation keys of the labels. Skips undefined values. */
export function labelledList(values: Record<string, Inline | undefined>, className: string, locale: Locale): Piece {
  const rows = Object.entries(values).map(([key, value]): DefinitionRow => [locale.translate(key), value]);
  return definitionList(rows, className, locale.translate("colon"));
}

type Beds = readonly Readonly<{ kind: string; count: number; room?: string }>[];

export function bedsOf({ cottage, site }: Facts): Beds {
  if (site.beds !== undefined) return site.beds;
  const bedTypes = Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
  return bedTypes.filter(({ count }) => count > 0);
}

function roomList(beds: Beds, locale: Locale): Piece {
  const rooms = new Set(beds.map(({ room }) => room).filter((room) => room !== undefined));
  if (rooms.size === 0) return EMPTY;
  const bedsIn = (room: string) => formatBeds(beds.filter((bed) => bed.room === room), locale);
  const rows = [...rooms].map((room): DefinitionRow => [room, bedsIn(room)]);
  return definitionList(rows, "facts rooms", locale.translate("colon"));
}

function formatBeds(beds: Beds, locale: Locale): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => locale.translate(`bed.${kind}`, { count })).join(", ");
}

/** Values of the `sizes` attribute. Must match the column widths in `content/style.css`. */
const SIZES = {
  normal: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 84vw",
  tall: "(min-width: 60rem) min(31vw, 34rem), (min-width: 38rem) 46vw, 44vw",
  wide: "(min-width: 60rem) min(62vw, 69rem), (min-width: 38rem) 92vw, 150vw",
};

/**
 * Renders the photos: as a list of links in Markdown, and as figures in HTML. The HTML omits the first photo, because
 * the top of the front page shows it.
 */
export function gallery(photos: readonly Photo[], locale: Locale): Piece {
  // The link labels begin with "Photo", so leave out drawings (SVG files).
  const linkedPhotos = photos.filter(({ path }) => !isSvg(path));
  const links = linkedPhotos.map(({ alt, path }) => link(locale.translate("photograph", { words: alt }), path));
  const figures = photos.slice(1).map(figureItem);
  return {
    // The HTML shows figures instead of this list.
    markdown: bulletList(links, "gallery").markdown,
    html: figures.length === 0 ? html`` : html`<ul class="gallery">\n${figures}</ul>`,
  };
}

function figureItem(photo: Photo): Html {
  const shape = shapeOf(photo);
  const classAttribute = shape === "normal" ? "" : html` class="${shape}"`;
  const image = imageElement(photo, { sizes: SIZES[shape], priority: "low" });
  // Hide the caption from screen readers, because it repeats the alt text.
  return html`<li${classAttribute}><figure><a href="${photo.path}">${image}</a>
<figcaption aria-hidden="true">${photo.alt}</figcaption></figure></li>\n`;
}

function shapeOf({ width, height }: Photo): keyof typeof SIZES {
  const heightToWidth = height / width;
  if (heightToWidth >= 1.15) return "tall";
  return heightToWidth <= 0.5 ? "wide" : "normal";
}

type ImageOptions = Readonly<{ sizes: string; priority: "high" | "low" }>;

/** Renders an `<img>` element. `sizes` is the value of its `sizes` attribute. Images of low priority load lazily. */
export function imageElement(photo: Photo, { sizes, priority }: ImageOptions): Html {
  const { path, alt, width, height, srcset } = photo;
  const size = html`width="${width}" height="${height}"`;
  const sources = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${path}"${sources} alt="${alt}" ${size} decoding="async" ${loading}>`;
}
