/**
 * Every fragment by the name that content files give it: facts too large for a sentence, named alone on a line.
 *
 * It knows no page and opens no file. Of booking it says what a platform offers, and never a price or a free date.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Photograph } from "../pictures/pictures.ts";
import { blocks, withHtml, definitionList, inline, type Inline, link, list, EMPTY, paragraph, piece, type Piece, strong } from "./piece.ts";
import { rating, reviewList, score } from "./reviews.ts";
import { compassPoint, sketchMap, type View, viewFrom } from "./sketch-map.ts";
import type { Words } from "../words/words.ts";

/** Empty pieces where there is nothing to tell. */
export type Fragments = Readonly<Record<string, Piece>>;

/** @param photos the first is shown at the top of the front page */
export function cottageFragments(facts: Facts, words: Words, photos: readonly Photograph[]): Fragments {
  const { cottage, site } = facts;
  return {
    "cottage.hero": hero(facts, words, photos[0]),
    "cottage.facts": factsStrip(facts, words),
    "cottage.amenities": list(cottage.amenities, "amenities"),
    "cottage.gallery": gallery(photos, words),
    "cottage.goodToKnow": goodToKnow(site.goodToKnow ?? []),
    "cottage.address": address(cottage, words),
    ...attractions(facts, words),
    "reviews.rating": rating(facts, words),
    "reviews.list": reviewList(facts, words),
    "booking.channels": bookingChannels(facts, words),
    "contact.details": contactDetails(site.contact, words),
  };
}

function hero({ cottage, site }: Facts, words: Words, photo: Photograph | undefined): Piece {
  const { name, address, aggregateRating } = cottage;
  const place = words.format("place", { town: address.addressLocality, region: address.addressRegion });
  const bedrooms = words.format("bedrooms", { count: cottage.bedrooms });
  const guests = words.format("guests", { count: site.sleeps });
  const size = words.format("size", { bedrooms, guests });
  const reviews = words.format("reviews", { count: aggregateRating.reviewCount });
  const stars = score(aggregateRating.ratingValue, aggregateRating.bestRating, words);
  const rated = withHtml(
    inline`${words.formatPieces("glance", { score: stars, reviews })} `,
    html`<span class="rated">${words.formatPieces("glance", { score: strong(stars), reviews }).html}</span> `,
  );
  const glance = aggregateRating.reviewCount > 0 ? rated : EMPTY;
  return {
    markdown: `# ${piece(name).markdown}\n\n${inline`${place} ${glance}${size}`.markdown}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}</p>
<p class="glance">${glance.html}<span>${size}</span></p>
</div>
${photo === undefined ? "" : html`<div class="hero-photo">${photograph(photo, "100vw", html`fetchpriority="high"`)}</div>`}
</div>`,
  };
}

/** The figures that guests compare cottages by, and which beds stand in which room. */
function factsStrip({ cottage, site }: Facts, words: Words): Piece {
  const yes = (name: string, isSo: boolean) => words.format(`${name}.${isSo ? "yes" : "no"}`);
  const beds = bedsOf({ cottage, site });
  const strip = named("facts", words, [
    ["sleeps", site.sleeps],
    ["bedrooms", cottage.bedrooms],
    ["beds", bedsInWords(beds, words) || words.format("beds.unknown")],
    ["bathrooms", cottage.bathrooms],
    ["rooms", site.rooms],
    ["area", site.floorArea === undefined ? undefined : words.format("area", { area: site.floorArea })],
    ["price", cottage.priceRange],
    ["arrive", words.format("arrive", { time: words.formatTime(site.checkinTime) })],
    ["leave", words.format("leave", { time: words.formatTime(site.checkoutTime) })],
    ["pets", yes("pets", cottage.petsAllowed)],
    ["smoking", yes("smoking", cottage.smokingAllowed)],
    ["languages", site.languagesSpoken.map((tag) => words.displayName("language", tag)).join(", ")],
  ]);
  const rooms = [...new Set(beds.flatMap(({ room }) => room ?? []))];
  if (rooms.length === 0) return strip;
  const inRooms = rooms.map((name) => [name, bedsInWords(beds.filter(({ room }) => room === name), words)] as const);
  return blocks(strip, definitionList(inRooms, "facts rooms", words.format("colon")));
}

/** Of a group of names in the words, those whose value is known. */
function named(group: string, words: Words, rows: readonly (readonly [name: string, value: Inline | undefined])[]): Piece {
  const known = rows.flatMap(([name, value]) => (value === undefined ? [] : [[words.format(`${group}.${name}`), value] as const]));
  return definitionList(known, group === "facts" ? group : `facts ${group}`, words.format("colon"));
}

type Beds = readonly { readonly kind: string; readonly count: number; readonly room?: string }[];

/** Every bed that the owner lists, or else those that the profile counts. */
export function bedsOf({ cottage, site }: Pick<Facts, "cottage" | "site">): Beds {
  return site.beds ?? Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
}

function bedsInWords(beds: Beds, words: Words): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].flatMap(([kind, count]) => (count === 0 ? [] : [words.format(`bed.${kind}`, { count })])).join(", ");
}

/** In HTML without the first photograph, which is at the top of the front page; in markdown without drawings, which tell readers nothing. */
function gallery(photos: readonly Photograph[], words: Words): Piece {
  const told = photos.filter(({ path }) => !path.endsWith(".svg"));
  const links = told.map(({ alt, path }) => link(words.format("photograph", { words: alt }), path));
  const shown = photos.slice(1).map((each) => withHtml(EMPTY, photograph(each, GALLERY_SIZES, html`loading="lazy"`)));
  return withHtml(list(links, "gallery"), shown.length === 0 ? html`` : list(shown, "gallery").html);
}

/** By the columns that the style sheet makes. */
const GALLERY_SIZES = "(min-width: 64rem) 33vw, (min-width: 38rem) 50vw, 100vw";

/** Width and height reserve its place, so that nothing moves when it comes. */
function photograph({ path, alt, width, height, srcset }: Photograph, sizes: string, loading: Html): Html {
  const widths = srcset === "" ? "" : html` srcset="${srcset}" sizes="${sizes}"`;
  return html`<img src="${path}"${widths} alt="${alt}" width="${width}" height="${height}" decoding="async" ${loading}>`;
}

function goodToKnow(sentences: readonly string[]): Piece {
  return sentences.length === 0 ? EMPTY : list(sentences, "good-to-know");
}

/** Countries that write the postal code behind the region; all others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** As an envelope has them. */
export function townAndRegion({ addressLocality, addressRegion, postalCode, addressCountry }: Facts["cottage"]["address"]): readonly [string, string] {
  return POSTCODE_LAST.test(addressCountry) ? [addressLocality, `${addressRegion} ${postalCode}`] : [`${postalCode} ${addressLocality}`, addressRegion];
}

function address({ name, address, containedInPlace, geo }: Facts["cottage"], words: Words): Piece {
  const lines = [address.streetAddress, ...townAndRegion(address), words.displayName("country", address.addressCountry)];
  const addressSentence = `${[name, ...lines].join(", ")}.`;
  const isRegionAlone = containedInPlace === address.addressRegion;
  const { latitude, longitude } = geo;
  const coordinates = words.format("coordinates", { position: `${latitude}, ${longitude}` });
  const way = link(words.format("directions", { app: "Google Maps" }), `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`);
  const map = link(words.format("map"), `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`, html` rel="noopener"`);
  return withHtml(
    blocks(
      inline`${isRegionAlone ? addressSentence : `${addressSentence} ${containedInPlace}.`}`,
      inline`${coordinates} (${way}, ${map}).`,
    ),
    html`<div class="address">
<address><strong>${name}</strong>${lines.map((each) => html`<br>${each}`)}</address>
<p>${isRegionAlone ? "" : html`${containedInPlace}.<br>`}${coordinates}<br>${way.html}<br>${map.html}</p>
</div>`,
  );
}

/** Each place with its number on the map, how far it is by the owner's words, and in which direction by the coordinates. */
function attractions({ attractions: { attractions: places }, cottage, site }: Facts, words: Words): Fragments {
  const marks: (View & { readonly number: number })[] = [];
  const items = places.map(({ name, distanceFromCottage: distance, summary }, index) => {
    const position = site.map?.find((each) => each.name === name);
    const mark = position && { number: index + 1, ...viewFrom(cottage.geo, position) };
    if (mark !== undefined) marks.push(mark);
    const where = mark === undefined ? distance : words.format("way", { distance, direction: words.format(compassPoint(mark)) });
    return withHtml(
      words.formatPieces("attraction", { name: strong(name), where, summary }),
      html`<h3>${name}</h3>
<p class="distance">${where}</p>
<p>${summary}</p>`,
    );
  });
  return {
    // The list says in words what the map draws, so the map's markdown is empty.
    "attractions.map": marks.length === 0 ? EMPTY : withHtml(EMPTY, sketchMap(marks, cottage.name, words)),
    "attractions.list": list(items, "attractions", true),
  };
}

/** Links that leave this site, and the only buttons on it. */
function bookingChannels({ booking }: Facts, words: Words): Piece {
  const buttons = booking.channels.map(({ platform, url, supportsInstantBook: isInstant }) => {
    // What stands in brackets after a platform's name is a remark, and is set smaller.
    const [brand = "", remark] = platform.split(/(?<=^[^(]+) (?=\(.*\)$)/);
    const name = remark === undefined ? platform : html`<strong>${brand}</strong> <small>${remark}</small>`;
    const confirms = typeof isInstant === "boolean" ? words.format(isInstant ? "instant" : "on request") : "";
    const end = confirms && html`<span class="unseen">${words.format("colon")} </span><span class="confirms">${confirms}</span>`;
    const linked = link(platform, url);
    return withHtml(
      confirms ? words.formatPieces("channel", { platform: linked, confirms }) : linked,
      html`<a class="button${isInstant === true ? " instant" : ""}" href="${url}" rel="noopener">${name}${end}</a>`,
    );
  });
  return blocks(paragraph(booking.note), list(buttons, "channels"));
}

function contactDetails({ name, email, telephone }: Facts["site"]["contact"], words: Words): Piece {
  const call = telephone === undefined ? undefined : telephoneLink(telephone);
  return named("contact", words, [["name", name], ["email", link(email, `mailto:${email}`)], ["telephone", call]]);
}

export function telephoneLink(telephone: string): Piece {
  return link(telephone, `tel:${telephone.replace(/[^+\d]/g, "")}`);
}
