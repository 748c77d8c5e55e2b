/**
 * Places: the address, directions to the cottage, and the attractions with their map.
 *
 * Maps and routes are links to other sites. Nothing is loaded from them.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { blocks, EMPTY, inline, link, list, piece, type Piece, strong, withHtml } from "./piece.ts";
import { compassPoint, drawnPlaces, type Place, sketchMap, viewFrom } from "./sketch-map.ts";

type Cottage = Facts["cottage"];
type Position = Cottage["geo"];

/** Countries that write the postal code after the region. All others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Returns the last two lines of a postal address, without the country. */
export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

export function address(cottage: Cottage, words: Words): Piece {
  const { name, address, containedInPlace } = cottage;
  const [town, region] = townAndRegion(address);
  const lines = [address.streetAddress, town, region, words.displayName("country", address.addressCountry)];
  // The area is often the region once more.
  const area = containedInPlace === address.addressRegion ? "" : `${containedInPlace}.`;
  const way = directions(cottage, words);
  const sentence = `${[name, ...lines].join(", ")}.`;
  return withHtml(
    blocks(inline`${area === "" ? sentence : `${sentence} ${area}`}`, way),
    html`<div class="address">
<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${area === "" ? "" : html`<p>${area}</p>\n`}${way.html}</div>
</div>`,
  );
}

export function directions({ geo }: Pick<Cottage, "geo">, words: Words): Piece {
  const { latitude, longitude } = geo;
  const coordinates = words.format("coordinates", { position: `${latitude}, ${longitude}` });
  const marker = `?mlat=${latitude}&mlon=${longitude}`;
  const openStreetMap = `https://www.openstreetmap.org/${marker}#map=14/${latitude}/${longitude}`;
  const appleMaps = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const links = [
    link(words.format("directions", { app: "Google Maps" }), googleMapsRoute(geo), NO_OPENER),
    link(words.format("directions", { app: "Apple Maps" }), appleMaps, NO_OPENER),
    link(words.format("map"), openStreetMap, NO_OPENER),
  ];
  const buttons = list(links, "directions");
  return withHtml(blocks(inline`${coordinates}`, buttons), html`<p>${coordinates}</p>\n${buttons.html}`);
}

const NO_OPENER = html` rel="noopener"`;

/** Opens the app on phones, and the web site elsewhere (Google Maps URLs, version 1). */
function googleMapsRoute({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

export function attractions(facts: Facts, words: Words): { readonly map: Piece; readonly list: Piece } {
  const { attractions: { attractions: entries }, cottage, site } = facts;
  const positions = new Map((site.map ?? []).map((place) => [place.name, place]));
  const places: Place[] = [];
  for (const [index, { name }] of entries.entries()) {
    const position = positions.get(name);
    if (position !== undefined) places.push({ number: index + 1, ...viewFrom(cottage.geo, position) });
  }
  const drawn = drawnPlaces(places);
  const numbers = new Set(drawn.map(({ number }) => number));
  const markdown: string[] = [];
  const items = entries.map(({ name, distanceFromCottage: distance, summary }, index) => {
    const number = index + 1;
    const place = places.find((candidate) => candidate.number === number);
    const direction = place && words.format(compassPoint(place));
    const distanceAndDirection = direction === undefined ? distance : words.format("way", { distance, direction });
    const position = positions.get(name);
    const route = position && googleMapsRoute(position);
    const where = route === undefined ? piece(distanceAndDirection) : link(distanceAndDirection, route, NO_OPENER);
    markdown.push(`${number}. ${words.formatPieces("attraction", { name: strong(name), where, summary }).markdown}`);
    return html`<li${numbers.has(number) ? html` class="drawn"` : ""}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${where.html}</p>
<p dir="auto">${summary}</p></li>\n`;
  });
  if (entries.length === 0) return { map: EMPTY, list: EMPTY };
  return {
    // The list says in words what the map draws, so the map has no markdown.
    map: drawn.length === 0 ? EMPTY : withHtml(EMPTY, sketchMap(drawn, cottage.name, words)),
    list: { markdown: markdown.join("\n"), html: html`<ol class="attractions">\n${items}</ol>` },
  };
}
