/**
 * Page fragments for the address, directions to the cottage, and attractions.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import { compassPoint, type MapEntry, type Position, relativePosition } from "./sketch-map.ts";
import { selectMapEntries, sketchMap } from "./sketch-map.ts";

/** Countries that write the postal code after the region. Others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

export function townAndRegion(address: Facts["cottage"]["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, the area (unless it is the address's region) and the directions. */
export function addressAndDirections({ cottage }: Facts, locale: Locale): Piece {
  const { name, address, containedInPlace } = cottage;
  const country = locale.displayName("country", address.addressCountry);
  const lines = [address.streetAddress, ...townAndRegion(address), country];
  const addressText = `${[name, ...lines].join(", ")}.`;
  const area = containedInPlace === address.addressRegion ? undefined : `${containedInPlace}.`;
  const addressAndArea = area === undefined ? addressText : `${addressText} ${area}`;
  const directions = directionsTo(cottage.geo, locale);
  const addressElement = html`<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>`;
  // In Markdown, the area follows the address. In HTML, it is above the directions.
  const areaAndDirections = blocks(paragraph(area), directions).html;
  return {
    markdown: blocks(paragraph(addressAndArea), directions).markdown,
    html: html`<div class="address">\n${addressElement}\n<div>${areaAndDirections}</div>\n</div>`,
  };
}

export function directionsTo(position: Position, locale: Locale): Piece {
  const { latitude, longitude } = position;
  const coordinates = locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
  const appleMapsUrl = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const marker = `mlat=${latitude}&mlon=${longitude}`;
  const openStreetMapUrl = `https://www.openstreetmap.org/?${marker}#map=14/${latitude}/${longitude}`;
  const links = [
    link(locale.translate("directions", { app: "Google Maps" }), googleMapsUrl(position)),
    link(locale.translate("directions", { app: "Apple Maps" }), appleMapsUrl),
    link(locale.translate("map"), openStreetMapUrl),
  ];
  return blocks(paragraph(coordinates), bulletList(links, "directions"));
}

function googleMapsUrl({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** The map has no Markdown version, because the list gives the distances and directions as text. */
export function attractionMap(facts: Facts, locale: Locale): Piece {
  const entries = selectMapEntries(locateAttractions(facts).values());
  return { markdown: "", html: sketchMap(entries, facts.cottage.name, locale) };
}

/** Renders all attractions as a numbered list. In the HTML, only those on the sketch map show their numbers. */
export function attractionList(facts: Facts, locale: Locale): Piece {
  const { attractions } = facts.attractions;
  if (attractions.length === 0) return EMPTY;
  const locations = locateAttractions(facts);
  // Some locations are too far away for the map.
  const numbersOnMap = selectMapEntries(locations.values()).map(({ number }) => number);
  const items = attractions.map((attraction, index) => {
    const number = index + 1;
    const { name, summary } = attraction;
    const route = routeLink(attraction, locations.get(number), locale);
    const sentence = locale.translateToMarkup("attraction", { name: strong(name), where: route, summary });
    const classAttribute = numbersOnMap.includes(number) ? html` class="on-map"` : "";
    return {
      markdown: `${number}. ${sentence.markdown}`,
      html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${route.html}</p>
<p dir="auto">${summary}</p></li>\n`,
    };
  });
  return {
    markdown: items.map(({ markdown }) => markdown).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => item.html)}</ol>`,
  };
}

type AttractionLocation = Position & MapEntry;

/** Returns the location of each attraction that `site.map` lists, keyed by the attraction's 1-based number. */
function locateAttractions({ attractions, cottage, site }: Facts): ReadonlyMap<number, AttractionLocation> {
  const locations = new Map<number, AttractionLocation>();
  for (const [index, attraction] of attractions.attractions.entries()) {
    const position = site.map?.find(({ name }) => name === attraction.name);
    if (position === undefined) continue;
    const number = index + 1;
    locations.set(number, { ...position, ...relativePosition(cottage.geo, position), number });
  }
  return locations;
}

type Attraction = Facts["attractions"]["attractions"][number];

/** Renders e.g. "8 minutes, north-east" as a link to the route or, if the location is unknown, only the distance. */
function routeLink(attraction: Attraction, location: AttractionLocation | undefined, locale: Locale): Piece {
  const { name, distanceFromCottage: distance } = attraction;
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location.bearing));
  const text = locale.translate("way", { distance, direction });
  const url = googleMapsUrl(location);
  // Screen readers can list links without the surrounding text, so the label includes the attraction's name.
  const label = `${name}: ${text}`;
  const { markdown } = link(text, url);
  return { markdown, html: html`<a href="${url}" aria-label="${label}">${text}</a>` };
}
