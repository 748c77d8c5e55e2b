/**
 * Fragments about places: the address, directions to the cottage, and the attractions with their sketch map.
 *
 * Street maps and routes are links to other sites. Pages load nothing from those sites.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { blocks, EMPTY, inline, link, list, piece, type Piece, strong, withHtml } from "./piece.ts";
import { compassPoint, drawnPlaces, type Place, relativePosition, sketchMap } from "./sketch-map.ts";

type Cottage = Facts["cottage"];
type Position = Cottage["geo"];
type Attraction = Facts["attractions"]["attractions"][number];

/** Countries that write the postal code after the region. All others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Returns the lines of a postal address for the town and the region. One of them includes the postal code. */
export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Returns the postal address, followed by the coordinates and links to maps. */
export function address(cottage: Cottage, words: Words): Piece {
  const { name, address, containedInPlace } = cottage;
  const [town, region] = townAndRegion(address);
  const lines = [address.streetAddress, town, region, words.displayName("country", address.addressCountry)];
  const sentence = `${[name, ...lines].join(", ")}.`;
  // Many owners repeat the region as the containing place.
  const area = containedInPlace === address.addressRegion ? "" : `${containedInPlace}.`;
  const text = inline`${area === "" ? sentence : `${sentence} ${area}`}`;
  const maps = directions(cottage, words);
  return withHtml(
    blocks(text, maps),
    html`<div class="address">
<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${area === "" ? "" : html`<p>${area}</p>\n`}${maps.html}</div>
</div>`,
  );
}

/** Returns the coordinates of the cottage, with links to a route in two map apps and to a street map. */
export function directions({ geo }: Pick<Cottage, "geo">, words: Words): Piece {
  const { latitude, longitude } = geo;
  const coordinates = words.format("coordinates", { position: `${latitude}, ${longitude}` });
  const appleMaps = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const marker = `?mlat=${latitude}&mlon=${longitude}`;
  const openStreetMap = `https://www.openstreetmap.org/${marker}#map=14/${latitude}/${longitude}`;
  const links = [
    link(words.format("directions", { app: "Google Maps" }), googleMapsRoute(geo), NO_OPENER),
    link(words.format("directions", { app: "Apple Maps" }), appleMaps, NO_OPENER),
    link(words.format("map"), openStreetMap, NO_OPENER),
  ];
  const buttons = list(links, "directions");
  return withHtml(blocks(inline`${coordinates}`, buttons), html`<p>${coordinates}</p>\n${buttons.html}`);
}

const NO_OPENER = html` rel="noopener"`;

/** Returns a link that opens the Google Maps app on phones and the web site elsewhere (Google Maps URLs, version 1). */
function googleMapsRoute({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** Returns the sketch map and the list of attractions. The map is empty if no attraction has a known position. */
export function attractions(facts: Facts, words: Words): { readonly map: Piece; readonly list: Piece } {
  const { cottage, site } = facts;
  const entries = facts.attractions.attractions;
  if (entries.length === 0) return { map: EMPTY, list: EMPTY };
  const positions = new Map<string, Position>();
  for (const place of site.map ?? []) positions.set(place.name, place);
  const places: Place[] = [];
  for (const [index, { name }] of entries.entries()) {
    const position = positions.get(name);
    if (position !== undefined) places.push({ number: index + 1, ...relativePosition(cottage.geo, position) });
  }
  const drawn = drawnPlaces(places);
  const items = entries.map((attraction, index) => {
    const number = index + 1;
    const isDrawn = drawn.some((place) => place.number === number);
    const position = positions.get(attraction.name);
    const distance = distanceLink(attraction.distanceFromCottage, cottage.geo, position, words);
    return attractionItem(attraction, number, distance, isDrawn, words);
  });
  const markup = html`<ol class="attractions">\n${items.map((item) => html`${item.html}\n`)}</ol>`;
  return {
    // The list gives the distances and directions as text, so the map has no markdown.
    map: drawn.length === 0 ? EMPTY : withHtml(EMPTY, sketchMap(drawn, cottage.name, words)),
    list: { markdown: items.map(({ markdown }) => markdown).join("\n"), html: markup },
  };
}

/** Returns the stated distance. If the position is known, it adds the compass point and a link to a route. */
function distanceLink(distance: string, from: Position, to: Position | undefined, words: Words): Piece {
  if (to === undefined) return piece(distance);
  const direction = words.format(compassPoint(relativePosition(from, to)));
  return link(words.format("way", { distance, direction }), googleMapsRoute(to), NO_OPENER);
}

/**
 * Returns an item of the numbered list of attractions.
 *
 * @param isDrawn whether the sketch map has a mark with this number
 */
function attractionItem(
  { name, summary }: Attraction,
  number: number,
  distance: Piece,
  isDrawn: boolean,
  words: Words,
): Piece {
  const sentence = words.formatPieces("attraction", { name: strong(name), where: distance, summary });
  return {
    markdown: `${number}. ${sentence.markdown}`,
    html: html`<li${isDrawn ? html` class="drawn"` : ""}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>`,
  };
}
