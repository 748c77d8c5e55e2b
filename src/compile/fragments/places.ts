/**
 * Page fragments for the address, directions to the cottage, and attractions.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import { compassPoint, type MapEntry, type Position } from "./sketch-map.ts";
import { relativePosition, selectMapEntries, sketchMap } from "./sketch-map.ts";

/** Countries that write the postal code after the region. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Returns the town and region lines of a postal address, one of which includes the postal code. */
export function townAndRegion(address: Facts["cottage"]["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, the area (unless it is the same as the region) and links to directions. */
export function addressAndDirections({ cottage }: Facts, locale: Locale): Piece {
  const { name, address, containedInPlace } = cottage;
  const country = locale.displayName("country", address.addressCountry);
  const lines = [address.streetAddress, ...townAndRegion(address), country];
  const addressSentence = `${[name, ...lines].join(", ")}.`;
  const area = containedInPlace === address.addressRegion ? undefined : `${containedInPlace}.`;
  const markdownText = area === undefined ? addressSentence : `${addressSentence} ${area}`;
  const directions = directionLinks(cottage.geo, locale);
  return {
    markdown: blocks(toPiece(markdownText), directions).markdown,
    html: html`<div class="address">
<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${blocks(paragraph(area), directions).html}</div>
</div>`,
  };
}

export function directionLinks(position: Position, locale: Locale): Piece {
  const { latitude, longitude } = position;
  const coordinates = locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
  const appleMapsUrl = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const mapFragment = `#map=14/${latitude}/${longitude}`;
  const openStreetMapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}${mapFragment}`;
  const links = [
    link(locale.translate("directions", { app: "Google Maps" }), googleMapsDirections(position)),
    link(locale.translate("directions", { app: "Apple Maps" }), appleMapsUrl),
    link(locale.translate("map"), openStreetMapUrl),
  ];
  return blocks(paragraph(coordinates), bulletList(links, "directions"));
}

function googleMapsDirections({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

type Attraction = Facts["attractions"]["attractions"][number];
type Location = Position & MapEntry;

/** Renders the attractions as a numbered list and, if any of them have coordinates, as a sketch map. */
export function attractionsMapAndList(facts: Facts, locale: Locale) {
  const { attractions } = facts.attractions;
  if (attractions.length === 0) return { "attractions.map": EMPTY, "attractions.list": EMPTY };
  const locations = attractions.map(({ name }, index) => findLocation(name, index + 1, facts));
  const mapEntries = selectMapEntries(locations.filter((location) => location !== undefined));
  const items = attractions.map((attraction, index) => {
    return attractionItem(attraction, locations[index], mapEntries, locale);
  });
  return {
    // The map has no Markdown version, because the list gives the distances and directions as text.
    "attractions.map": { markdown: "", html: sketchMap(mapEntries, facts.cottage.name, locale) },
    "attractions.list": {
      markdown: items.map(({ markdown }, index) => `${index + 1}. ${markdown}`).join("\n"),
      html: html`<ol class="attractions">\n${items.map((item) => item.html)}</ol>`,
    },
  };
}

function findLocation(name: string, number: number, { cottage, site }: Facts): Location | undefined {
  const coordinates = site.map?.find((entry) => entry.name === name);
  if (coordinates === undefined) return undefined;
  return { ...coordinates, ...relativePosition(cottage.geo, coordinates), number };
}

function attractionItem(
  { name, summary, distanceFromCottage }: Attraction,
  location: Location | undefined,
  mapEntries: readonly MapEntry[],
  locale: Locale,
): Piece {
  const distance =
    location === undefined ? toPiece(distanceFromCottage) : routeLink(distanceFromCottage, location, locale);
  const sentence = locale.translateToMarkup("attraction", { name: strong(name), where: distance, summary });
  const isOnMap = mapEntries.some(({ number }) => number === location?.number);
  const classAttribute = isOnMap ? html` class="drawn"` : "";
  return {
    markdown: sentence.markdown,
    html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>\n`,
  };
}

/** Returns a link to Google Maps directions, with a text such as "8 minutes, north-east". */
function routeLink(distance: string, location: Location, locale: Locale): Piece {
  const direction = locale.translate(compassPoint(location.bearing));
  return link(locale.translate("way", { distance, direction }), googleMapsDirections(location));
}
