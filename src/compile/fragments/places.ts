/**
 * Page fragments about places: the address, directions to the cottage, and the attractions with their sketch map.
 *
 * Street maps and directions are links, so that pages make no requests to other sites.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, bulletList, EMPTY, link, paragraph, type Piece, strong, toPiece } from "./piece.ts";
import { compassPoint, type MapEntry, type Position } from "./sketch-map.ts";
import { relativePosition, selectMapEntries, sketchMap } from "./sketch-map.ts";

type Cottage = Facts["cottage"];

/** Countries that write the postal code after the region. All others write it before the town. */
const POSTCODE_LAST = /^(?:AU|CA|GB|IE|IN|NZ|US|ZA)$/;

/** Returns the town and region lines of a postal address, one of which includes the postal code. */
export function townAndRegion(address: Cottage["address"]): readonly [town: string, region: string] {
  const { addressLocality, addressRegion, postalCode, addressCountry } = address;
  if (POSTCODE_LAST.test(addressCountry)) return [addressLocality, `${addressRegion} ${postalCode}`];
  return [`${postalCode} ${addressLocality}`, addressRegion];
}

/** Renders the address, links to directions, and the area (unless it is the same as the region). */
export function addressAndDirections({ name, address, containedInPlace, geo }: Cottage, locale: Locale): Piece {
  const country = locale.displayName("country", address.addressCountry);
  const lines = [address.streetAddress, ...townAndRegion(address), country];
  const addressSentence = `${[name, ...lines].join(", ")}.`;
  const areaSentence = containedInPlace === address.addressRegion ? "" : `${containedInPlace}.`;
  const areaParagraph = areaSentence === "" ? EMPTY : paragraph(areaSentence);
  const directions = directionLinks(geo, locale);
  return {
    markdown: blocks(toPiece(`${addressSentence} ${areaSentence}`), directions).markdown,
    html: html`<div class="address">
<address><strong>${name}</strong>${lines.map((line) => html`<br>${line}`)}</address>
<div>${blocks(areaParagraph, directions).html}</div>
</div>`,
  };
}

export function directionLinks({ latitude, longitude }: Position, locale: Locale): Piece {
  const coordinates = locale.translate("coordinates", { position: `${latitude}, ${longitude}` });
  const appleMapsUrl = `https://maps.apple.com/?daddr=${latitude},${longitude}`;
  const openStreetMapUrl =
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
  const links = [
    link(locale.translate("directions", { app: "Google Maps" }), googleMapsDirections({ latitude, longitude })),
    link(locale.translate("directions", { app: "Apple Maps" }), appleMapsUrl),
    link(locale.translate("map"), openStreetMapUrl),
  ];
  return blocks(paragraph(coordinates), bulletList(links, "directions"));
}

/** Returns a URL for directions. It opens the Google Maps app on phones and the website elsewhere. */
function googleMapsDirections({ latitude, longitude }: Position): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
}

/** The location is undefined if the owner has not entered coordinates for the attraction. */
type Attraction = Facts["attractions"]["attractions"][number] &
  Readonly<{ number: number; location: (Position & MapEntry) | undefined }>;

/** Renders the attractions as a list and, if any of them have coordinates, as a sketch map. */
export function attractionFragments(facts: Facts, locale: Locale) {
  const attractions = locateAttractions(facts);
  const locations = attractions.map(({ location }) => location).filter((location) => location !== undefined);
  const entries = selectMapEntries(locations);
  // The map has no Markdown version, because the list already gives the distances and directions as text.
  const map = entries.length === 0 ? EMPTY : { markdown: "", html: sketchMap(entries, facts.cottage.name, locale) };
  return { "attractions.map": map, "attractions.list": attractionList(attractions, entries, locale) };
}

function locateAttractions({ attractions: { attractions }, cottage, site }: Facts): Attraction[] {
  return attractions.map((attraction, index) => {
    const number = index + 1;
    const coordinates = site.map?.find(({ name }) => name === attraction.name);
    const location = coordinates && { ...coordinates, ...relativePosition(cottage.geo, coordinates), number };
    return { ...attraction, number, location };
  });
}

function attractionList(attractions: readonly Attraction[], mapEntries: readonly MapEntry[], locale: Locale): Piece {
  if (attractions.length === 0) return EMPTY;
  const items = attractions.map((attraction) => {
    const isOnMap = mapEntries.some(({ number }) => number === attraction.number);
    return attractionItem(attraction, isOnMap, locale);
  });
  return {
    markdown: items.map(({ markdown }) => markdown).join("\n"),
    html: html`<ol class="attractions">\n${items.map((item) => html`${item.html}\n`)}</ol>`,
  };
}

function attractionItem(attraction: Attraction, isOnMap: boolean, locale: Locale): Piece {
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
function distancePiece({ distanceFromCottage: distance, location }: Attraction, locale: Locale): Piece {
  if (location === undefined) return toPiece(distance);
  const direction = locale.translate(compassPoint(location));
  return link(locale.translate("way", { distance, direction }), googleMapsDirections(location));
}
