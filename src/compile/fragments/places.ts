/**
 * Page fragments for the address, directions to the cottage, and attractions.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import { compassPoint, type MapEntry, type Position, relativePosition } from "./sketch-map.ts";
import { selectMapEntries, sketchMap } from "./sketch-map.ts";

/** Countries that write the postal code after the region. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

export function townAndRegion(address: Facts["cottage"]["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, the area, e.g. "Cotswolds", and directions. Omits the area if it is the address's region. */
export function addressAndDirections({ cottage }: Facts, locale: Locale): Piece {
  const { name, address, containedInPlace: area } = cottage;
  const country = locale.displayName("country", address.addressCountry);
  const lines = [address.streetAddress, ...townAndRegion(address), country];
  const addressElement = html`<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>`;
  const addressSentence = `${[name, ...lines].join(", ")}.`;
  const areaSentence = area === address.addressRegion ? undefined : `${area}.`;
  const directions = directionsTo(cottage.geo, locale);
  // In the Markdown, the area follows the address. In the HTML, it is above the directions.
  const addressAndArea = areaSentence === undefined ? addressSentence : `${addressSentence} ${areaSentence}`;
  const areaAndDirections = blocks(paragraph(areaSentence), directions).html;
  return {
    markdown: blocks(paragraph(addressAndArea), directions).markdown,
    html: html`<div class="address">\n${addressElement}\n<div>${areaAndDirections}</div>\n</div>`,
  };
}

export function directionsTo(position: Position, locale: Locale): Piece {
  const { latitude, longitude } = position;
  const coordinates = locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
  const appleMapsUrl = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const mapUrl = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
  const links = [
    link(locale.translate("directions", { app: "Google Maps" }), googleMapsUrl(position)),
    link(locale.translate("directions", { app: "Apple Maps" }), appleMapsUrl),
    link(locale.translate("map"), mapUrl),
  ];
  return blocks(paragraph(coordinates), bulletList(links, "directions"));
}

function googleMapsUrl({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** Renders the map. The Markdown is empty, because the list gives the distances and directions as text. */
export function attractionMap(facts: Facts, locale: Locale): Piece {
  const entries = selectMapEntries(locateAttractions(facts).values());
  return { markdown: "", html: sketchMap(entries, facts.cottage.name, locale) };
}

/** Renders all attractions as a numbered list. In the HTML, only those on the sketch map show their numbers. */
export function attractionList(facts: Facts, locale: Locale): Piece {
  const { attractions } = facts.attractions;
  if (attractions.length === 0) return EMPTY;
  const locations = locateAttractions(facts);
  const entriesOnMap = selectMapEntries(locations.values());
  const items = attractions.map((attraction, index) => {
    const { name, summary } = attraction;
    const location = locations.get(attraction);
    const distance = distanceLink(attraction, location, locale);
    const sentence = locale.translateToMarkup("attraction", { name: strong(name), where: distance, summary });
    const classAttribute = entriesOnMap.some((entry) => entry === location) ? html` class="on-map"` : "";
    return {
      markdown: `${index + 1}. ${sentence.markdown}`,
      html: html`<li${classAttribute}><h3 dir="auto">${name}</h3>
<p class="distance" dir="auto">${distance.html}</p>
<p dir="auto">${summary}</p></li>\n`,
    };
  });
  return {
    markdown: items.map(({ markdown }) => markdown).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => item.html)}</ol>`,
  };
}

type Attraction = Facts["attractions"]["attractions"][number];
type AttractionLocation = Position & MapEntry;

/** Returns the locations of the attractions. Omits attractions without a position in the owner's list, `site.map`. */
function locateAttractions({ attractions, cottage, site }: Facts): ReadonlyMap<Attraction, AttractionLocation> {
  const locations = new Map<Attraction, AttractionLocation>();
  for (const [index, attraction] of attractions.attractions.entries()) {
    const position = site.map?.find(({ name }) => name === attraction.name);
    if (position === undefined) continue;
    locations.set(attraction, { ...position, ...relativePosition(cottage.geo, position), number: index + 1 });
  }
  return locations;
}

/** Renders e.g. "8 minutes, north-east" as a link to the route. Omits direction and link if `location` is undefined. */
function distanceLink(attraction: Attraction, location: AttractionLocation | undefined, locale: Locale): Piece {
  const { name, distanceFromCottage: distance } = attraction;
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location.bearing));
  const text = locale.translate("way", { distance, direction });
  const url = googleMapsUrl(location);
  // Screen readers can list links out of context, so the label includes the attraction's name.
  const label = `${name}: ${text}`;
  return { markdown: link(text, url).markdown, html: html`<a href="${url}" aria-label="${label}">${text}</a>` };
}
