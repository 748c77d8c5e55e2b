/**
 * Page fragments about places: the address, directions to the cottage, and the attractions with their sketch map.
 *
 * Street maps and directions are links, so that pages make no requests to other sites.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import {
  compassPoint,
  type MapEntry,
  type Position,
  relativePosition,
  selectMapEntries,
  sketchMap,
} from "./sketch-map.ts";

type Cottage = Facts["cottage"];
type Attraction = Facts["attractions"]["attractions"][number];

/** Countries that write the postal code after the region. All others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Returns the town and region lines of a postal address. The country decides which line includes the postal code. */
export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

export function postalAddress(cottage: Cottage, locale: Locale): Piece {
  const { name, address, containedInPlace } = cottage;
  const [town, region] = townAndRegion(address);
  const lines = [address.streetAddress, town, region, locale.displayName("country", address.addressCountry)];
  // Many owners repeat the region in `containedInPlace`. Show it only once.
  const isRepeated = containedInPlace === address.addressRegion;
  const areaSentence = isRepeated ? "" : `${containedInPlace}.`;
  const areaParagraph = isRepeated ? "" : html`<p>${areaSentence}</p>\n`;
  const maps = directions(cottage, locale);
  return {
    markdown: blocks(toPiece(`${[name, ...lines].join(", ")}. ${areaSentence}`), maps).markdown,
    html: html`<div class="address">
<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${areaParagraph}${maps.html}</div>
</div>`,
  };
}

export function directions({ geo }: Pick<Cottage, "geo">, locale: Locale): Piece {
  const { latitude, longitude } = geo;
  const googleMaps = googleMapsDirections(geo);
  const appleMaps = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const openStreetMap =
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
  const links = [
    externalLink(locale.translate("directions", { app: "Google Maps" }), googleMaps),
    externalLink(locale.translate("directions", { app: "Apple Maps" }), appleMaps),
    externalLink(locale.translate("map"), openStreetMap),
  ];
  const coordinates = locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
  return blocks(paragraph(coordinates), bulletList(links, "directions"));
}

function externalLink(content: string, url: string): Piece {
  return link(content, url, html` rel="noopener"`);
}

/** Returns a URL for directions. It opens the Google Maps app on phones and the website elsewhere. */
function googleMapsDirections({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** The location is undefined if the owner has not entered coordinates for the attraction. */
type NumberedAttraction = Attraction & Readonly<{ number: number; location: (Position & MapEntry) | undefined }>;

/** Returns the sketch map and the list of attractions. The map is empty if no attraction has coordinates. */
export function attractions(facts: Facts, locale: Locale): Readonly<Record<"map" | "list", Piece>> {
  const numbered = numberedAttractions(facts);
  if (numbered.length === 0) return { map: EMPTY, list: EMPTY };
  const mapEntries = selectMapEntries(numbered.flatMap(({ location }) => location ?? []));
  const numbersOnMap = new Set(mapEntries.map(({ number }) => number));
  const items = numbered.map((attraction) => attractionItem(attraction, numbersOnMap.has(attraction.number), locale));
  const list = {
    markdown: items.map(({ markdown }) => markdown).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => html`${item.html}\n`)}</ol>`,
  };
  if (mapEntries.length === 0) return { map: EMPTY, list };
  // The map has no Markdown version, because the list already gives the distances and directions as text.
  return { map: { markdown: "", html: sketchMap(mapEntries, facts.cottage.name, locale) }, list };
}

function numberedAttractions({ attractions, cottage, site }: Facts): NumberedAttraction[] {
  const positions = site.map ?? [];
  const positionsByName = new Map(positions.map((position) => [position.name, position]));
  return attractions.attractions.map((attraction, index) => {
    const number = index + 1;
    const position = positionsByName.get(attraction.name);
    if (position === undefined) return { ...attraction, number, location: undefined };
    const location = { ...position, ...relativePosition(cottage.geo, position), number };
    return { ...attraction, number, location };
  });
}

function attractionItem(attraction: NumberedAttraction, isOnMap: boolean, locale: Locale): Piece {
  const { name, summary, number } = attraction;
  const distance = distancePiece(attraction, locale);
  const sentence = locale.translateToMarkup("attraction", { name: strong(name), where: distance, summary });
  const classAttribute = isOnMap ? html` class="drawn"` : "";
  return {
    markdown: `${number}. ${sentence.markdown}`,
    html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>`,
  };
}

/** Returns the distance in the owner's words, with a direction and a link to a route if the location is known. */
function distancePiece({ distanceFromCottage: distance, location }: NumberedAttraction, locale: Locale): Piece {
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location));
  return externalLink(locale.translate("way", { distance, direction }), googleMapsDirections(location));
}
