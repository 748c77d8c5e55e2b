/**
 * Page fragments for the cottage's address and directions, and for attractions.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, joinMarkdown, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import { compassPoint, isUnset, type MapEntry, type Position, relativePosition } from "./sketch-map.ts";
import { selectMapEntries, sketchMap } from "./sketch-map.ts";

type Cottage = Facts["cottage"];

/** Countries that write the postal code after the region. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, area and directions. In Markdown, the address and area are one paragraph. */
export function addressAndDirections({ cottage }: Facts, locale: Locale): Piece {
  const lines = addressLines(cottage.address, locale);
  const area = areaSentence(cottage);
  const addressAndArea = `${[cottage.name, ...lines].join(", ")}. ${area ?? ""}`;
  const directions = directionsTo(cottage.geo, locale);
  return {
    markdown: joinMarkdown(paragraph(addressAndArea), directions),
    html: html`<div class="address">
<address><strong>${cottage.name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${blocks(paragraph(area), directions).html}</div>
</div>`,
  };
}

function addressLines(address: Cottage["address"], locale: Locale): string[] {
  const country = locale.displayName("country", address.addressCountry);
  return [address.streetAddress, ...townAndRegion(address), country];
}

/** Returns text such as "Cotswolds.", or `undefined` if the address already names the area. */
function areaSentence({ address, containedInPlace }: Cottage): string | undefined {
  const isInAddress = [address.addressLocality, address.addressRegion].includes(containedInPlace);
  return isInAddress ? undefined : `${containedInPlace}.`;
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

/** Renders the map, but not in Markdown, because the list of attractions states the distances. */
export function attractionMap(facts: Facts, locale: Locale): Piece {
  const entries = selectMapEntries(locateAttractions(facts).values());
  return { markdown: "", html: sketchMap(entries, facts.cottage.name, locale) };
}

export function attractionList(facts: Facts, locale: Locale): Piece {
  const items = attractionItems(facts, locale);
  if (items.length === 0) return EMPTY;
  return {
    markdown: items.map(({ markdown }, index) => `${index + 1}. ${markdown}`).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => item.html)}</ol>`,
  };
}

type Attraction = Facts["attractions"]["attractions"][number];
type AttractionLocation = Position & MapEntry;

function attractionItems(facts: Facts, locale: Locale): Piece[] {
  const locations = locateAttractions(facts);
  const entriesOnMap = selectMapEntries(locations.values());
  return facts.attractions.attractions.map((attraction) => {
    const location = locations.get(attraction);
    const isOnMap = location !== undefined && entriesOnMap.includes(location);
    const distance = distanceLink(attraction, location, locale);
    return attractionItem(attraction, distance, isOnMap, locale);
  });
}

/** Returns the location of each attraction. Skips attractions that have no position in `site.map`. */
function locateAttractions({ attractions, cottage, site }: Facts) {
  const positions = site.map ?? [];
  const locations = new Map<Attraction, AttractionLocation>();
  for (const [index, attraction] of attractions.attractions.entries()) {
    const position = positions.find(({ name }) => name === attraction.name);
    if (position === undefined) continue;
    locations.set(attraction, { ...position, ...relativePosition(cottage.geo, position), number: index + 1 });
  }
  return locations;
}

/** Renders text such as "8 minutes, north-east", linked to the route. Without a location, renders only "8 minutes". */
function distanceLink(attraction: Attraction, location: AttractionLocation | undefined, locale: Locale): Piece {
  const distance = attraction.distanceFromCottage;
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location.bearing));
  const text = locale.translate("way", { distance, direction });
  const url = googleMapsUrl(location);
  // Screen readers can list links out of context, so name the attraction.
  const label = `${attraction.name}: ${text}`;
  return { markdown: link(text, url).markdown, html: html`<a href="${url}" aria-label="${label}">${text}</a>` };
}

function attractionItem({ name, summary }: Attraction, distance: Piece, isOnMap: boolean, locale: Locale): Piece {
  const { markdown } = locale.translateToMarkup("attraction", { name: strong(name), where: distance, summary });
  // The style sheet shows a number before items with this class.
  const classAttribute = isOnMap ? html` class="on-map"` : "";
  return {
    markdown,
    html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>\n`,
  };
}
