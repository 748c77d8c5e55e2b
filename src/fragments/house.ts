/**
 * The house itself: name and rating at a glance, the figures guests compare cottages by, amenities, pictures, address.
 *
 * It tells facts and knows no page; pictures come with their addresses and sizes, and no file is opened.
 */
import { type Html, html } from "../html.ts";
import type { Photograph } from "../pages/pictures.ts";
import { blocks, designed, facts, joined, line, link, list, piece, type Piece, strong } from "./piece.ts";
import type { Fragment, Told } from "./fragment.ts";
import type { Words } from "./words.ts";

/** "4.8 out of 5" */
export function score(rating: number, best: number, words: Words): string {
  return words.say("score", { rating: words.number(rating), best: words.number(best) });
}

export function hero({ facts: { cottage, site }, words, photos }: Told): Fragment {
  const { name, address, aggregateRating: rating } = cottage;
  const place = words.say("place", { town: address.addressLocality, region: address.addressRegion });
  const bedrooms = words.say("bedrooms", { count: cottage.bedrooms });
  const size = piece(words.say("size", { bedrooms, sleeps: site.sleeps }));
  const reviews = words.say("reviews", { count: rating.reviewCount });
  const stars = score(rating.ratingValue, rating.bestRating, words);
  const rated = (shown: Piece): Piece => words.tell("glance", { score: shown, reviews });
  const isRated = rating.reviewCount > 0;
  const [first] = photos;
  return {
    markdown: `# ${piece(name).markdown}\n\n${joined([place, line` `, ...(isRated ? [rated(piece(stars)), line` `] : []), size]).markdown}`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}</p>
<p class="glance">${isRated ? html`<span class="rated">${rated(strong(stars)).html}</span> ` : ""}<span>${size.html}</span></p>
</div>
${first === undefined ? "" : html`<div class="hero-photo">${photograph(first, "100vw", html`fetchpriority="high"`)}</div>`}
</div>`,
    opensPage: true,
  };
}

export function factsStrip({ facts: { cottage, site }, words }: Told): Piece {
  const yes = (name: string, isSo: boolean): string => words.say(`${name}.${isSo ? "yes" : "no"}`);
  const rows: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ["sleeps", site.sleeps],
    ["bedrooms", cottage.bedrooms],
    ["beds", bedsInWords(bedsOf({ cottage, site }), words) || words.say("beds.unknown")],
    ["bathrooms", cottage.bathrooms],
    ["rooms", site.rooms],
    ["area", site.floorArea === undefined ? undefined : words.say("area", { area: words.number(site.floorArea) })],
    ["price", cottage.priceRange],
    ["arrive", words.say("arrive", { time: site.checkinTime })],
    ["leave", words.say("leave", { time: site.checkoutTime })],
    ["pets", yes("pets", cottage.petsAllowed)],
    ["smoking", yes("smoking", cottage.smokingAllowed)],
    ["languages", site.languagesSpoken.map(words.languageName).join(", ")],
  ];
  const told = rows.flatMap(([name, value]) => (value === undefined ? [] : [[words.say(`facts.${name}`), value] as const]));
  const strip = facts(told, "facts", words.say("colon"));
  const rooms = new Set((site.beds ?? []).flatMap(({ room }) => room ?? []));
  if (rooms.size === 0) return strip;
  const inRoom = (name: string): string => bedsInWords((site.beds ?? []).filter(({ room }) => room === name), words);
  return blocks(strip, facts([...rooms].map((name) => [name, inRoom(name)]), "facts rooms", words.say("colon")));
}

export interface Beds {
  readonly kind: string;
  readonly count: number;
}

/** Every bed that the owner lists, or else those that the profile counts. */
export function bedsOf({ cottage, site }: Pick<Told["facts"], "cottage" | "site">): readonly Beds[] {
  return site.beds ?? Object.entries(cottage.bedTypes).map(([kind, count]) => ({ kind, count }));
}

function bedsInWords(beds: readonly Beds[], words: Words): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of beds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].flatMap(([kind, count]) => (count === 0 ? [] : [words.say(`bed.${kind}`, { count })])).join(", ");
}

export function amenities({ facts: { cottage } }: Told): Piece {
  return list(cottage.amenities, "amenities");
}

/** In HTML all photographs but the first, which is at the top of the front page already; a drawing tells readers nothing. */
export function gallery({ words, photos }: Told): Piece {
  const told = photos.filter(({ path }) => !path.endsWith(".svg"));
  const { markdown } = list(told.map(({ alt, path }) => link(words.say("photograph", { words: alt }), path)), "gallery");
  const shown = list(photos.slice(1).map((each) => ({ markdown: "", html: photograph(each, GALLERY_SIZES, html`loading="lazy"`) })), "gallery");
  return { markdown, html: photos.length < 2 ? html`` : shown.html };
}

/** How wide a picture of the gallery is shown, by the columns that the style sheet makes. */
const GALLERY_SIZES = "(min-width: 64rem) 33vw, (min-width: 38rem) 50vw, 100vw";

/** Width and height reserve its place before it is there, so that nothing moves when it comes. */
function photograph({ path, alt, width, height, srcset }: Photograph, sizes: string, loading: Html): Html {
  const widths = srcset === "" ? html`` : html` srcset="${srcset}" sizes="${sizes}"`;
  return html`<img src="${path}"${widths} alt="${alt}" width="${width}" height="${height}" decoding="async" ${loading}>`;
}

/** Countries that write the postal code behind the town or the region; all others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Street, town and postal code, region: as an envelope to there has them. */
export function addressLines({ streetAddress, addressLocality, addressRegion, postalCode, addressCountry }: Told["facts"]["cottage"]["address"]): string[] {
  return POSTCODE_LAST.test(addressCountry)
    ? [streetAddress, addressLocality, `${addressRegion} ${postalCode}`]
    : [streetAddress, `${postalCode} ${addressLocality}`, addressRegion];
}

export function address({ facts: { cottage }, words }: Told): Piece {
  const lines = [...addressLines(cottage.address), words.countryName(cottage.address.addressCountry)];
  const { latitude, longitude } = cottage.geo;
  const area = line`${cottage.containedInPlace}.`;
  const coordinates = words.say("coordinates", { position: `${latitude}, ${longitude}` });
  const way = link(words.say("directions"), `geo:${latitude},${longitude}`);
  const map = link(words.say("map"), `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`, html` rel="noopener"`);
  return designed(
    blocks(line`${[cottage.name, ...lines].join(", ")}. ${area}`, line`${coordinates} (${way}, ${map}).`),
    html`<div class="address">
<address><strong>${cottage.name}</strong>${lines.map((each) => html`<br>${each}`)}</address>
<p>${area.html}<br>${coordinates}<br>${way.html}<br>${map.html}</p>
</div>`,
  );
}
