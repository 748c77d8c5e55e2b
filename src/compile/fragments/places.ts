/**
 * Renders the cottage's address, directions to the cottage, and the attractions nearby.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece, wrap } from "./piece.ts";
import { compassPoint, isUnset, type MapEntry, type Position, relativePosition, sketchMap } from "./sketch-map.ts";

type Cottage = Facts["cottage"];

/** Countries that write the postal code after the region. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, the area around it, e.g. a national park, and links to directions. */
export function addressAndDirections({ cottage }: Facts, locale: Locale): Piece {
  const { address, containedInPlace, geo } = cottage;
  // Omit the area if it is the region, which is already in the address.
  const area = containedInPlace === address.addressRegion ? undefined : `${containedInPlace}.`;
  return wrap`<div class="address">
${addressLines(cottage, locale)}
<div>${blocks(paragraph(area), directionsTo(geo, locale))}</div>
</div>`;
}

/** Renders the address, in Markdown e.g. "Wren Cottage, 1 Mill Lane, York, …". */
function addressLines({ name, address }: Cottage, locale: Locale): Piece {
  const country = locale.displayName("country", address.addressCountry);
  const lines = [address.streetAddress, ...townAndRegion(address), country];
  return {
    markdown: escapeMarkdown([name, ...lines].join(", ")),
    html: html`<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>`,
  };
}

export function directionsTo(position: Position, locale: Locale): Piece {
  if (isUnset(position)) return EMPTY;
  const { latitude, longitude } = position;
  const appleMapsUrl = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const openStreetMapUrl =
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
  const links = [
    link(locale.translate("directions", { app: "Google Maps" }), googleMapsUrl(position)),
    link(locale.translate("directions", { app: "Apple Maps" }), appleMapsUrl),
    link(locale.translate("map"), openStreetMapUrl),
  ];
  return blocks(paragraph(coordinates(position, locale)), bulletList(links, "directions"));
}

export function coordinates({ latitude, longitude }: Position, locale: Locale): string {
  return locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
}

function googleMapsUrl({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** The map has no Markdown version, because the list has the same facts. */
export function attractionMap(facts: Facts, locale: Locale): Piece {
  const locations = attractionsWithLocations(facts).map(({ location }) => location).filter(isOnMap);
  return { markdown: "", html: sketchMap(locations, facts.cottage.name, locale) };
}

export function attractionList(facts: Facts, locale: Locale): Piece {
  const items = attractionsWithLocations(facts).map((attraction) => attractionItem(attraction, locale));
  if (items.length === 0) return EMPTY;
  return {
    markdown: items.map(({ markdown }, index) => `${index + 1}. ${markdown}`).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => item.html)}</ol>`,
  };
}

type Attraction = ReturnType<typeof attractionsWithLocations>[number];
type Location = Position & MapEntry;

/** Adds each attraction's `location`: coordinates, direction from the cottage, and number. Undefined if unknown. */
function attractionsWithLocations({ attractions, cottage, site }: Facts) {
  return attractions.attractions.map((attraction, index) => {
    const position = site.map?.find(({ name }) => name === attraction.name);
    if (position === undefined) return { ...attraction, location: undefined };
    const location: Location = { ...position, ...relativePosition(cottage.geo, position), number: index + 1 };
    return { ...attraction, location };
  });
}

/** The map omits attractions with higher numbers, because they would not fit. */
const NUMBER_ON_MAP_MAX = 24;

function isOnMap(location: Location | undefined): location is Location {
  return location !== undefined && location.number <= NUMBER_ON_MAP_MAX;
}

/** Renders e.g. "**The Old Mill**: 8 minutes, north-east. A mill from 1794." in Markdown. */
function attractionItem(attraction: Attraction, locale: Locale): Piece {
  const { name, summary, location } = attraction;
  const distance = distanceLink(attraction, locale);
  const { markdown } = locale.translateToMarkup("attraction", { name: strong(name), where: distance, summary });
  // The style sheet shows a number before items with this class.
  const classAttribute = isOnMap(location) ? html` class="on-map"` : "";
  return {
    markdown,
    html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>\n`,
  };
}

/** Renders a link to the route, e.g. "8 minutes, north-east". Without a location, renders only "8 minutes". */
function distanceLink({ name, distanceFromCottage: distance, location }: Attraction, locale: Locale): Piece {
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location.bearing));
  const text = locale.translate("way", { distance, direction });
  // Screen readers can list links out of context, so name the attraction.
  return link(text, googleMapsUrl(location), html` aria-label="${name}: ${text}"`);
}
