/**
 * Places worth going to: each with its number on the sketch map, how far it is, and in which direction.
 *
 * The direction is reckoned from the map; the distance is the owner's own words.
 */
import { html } from "../html.ts";
import type { Told } from "./fragment.ts";
import { designed, list, NOTHING, type Piece, strong } from "./piece.ts";
import { direction, offset, type Offset, sketchMap } from "./sketch-map.ts";

export function attractionList(told: Told): Piece {
  const { facts, words } = told;
  const rows = facts.attractions.attractions.map(({ name, distanceFromCottage: distance, summary }) => {
    const from = offsetOf(told, name);
    const way = from === undefined ? undefined : words.say(direction(from));
    return { name, summary, distance, way };
  });
  const items = rows.map(({ name, summary, distance, way }) => {
    const where = way === undefined ? distance : words.say("way", { distance, direction: way });
    return designed(
      words.tell("attraction", { name: strong(name), where, summary }),
      html`<h3>${name}</h3>
<p class="distance">${where}</p>
<p>${summary}</p>`,
    );
  });
  return list(items, "attractions", true);
}

/** A picture of directions and distances that the list gives in words, so its markdown is empty. */
export function attractionMap(told: Told): Piece {
  const { facts, words } = told;
  const places = facts.attractions.attractions.flatMap(({ name }, index) => {
    const from = offsetOf(told, name);
    return from === undefined ? [] : [{ number: index + 1, offset: from }];
  });
  if (places.length === 0) return NOTHING;
  const title = words.say("sketch map", { count: places.length, name: facts.cottage.name });
  const { drawing, rings } = sketchMap(places, title, words.say("north letter"), words.number);
  const caption = words.say("rings", { distances: `${words.all(rings.map(words.number))} km` });
  return designed(
    NOTHING,
    html`<figure class="map">
${drawing}
<figcaption>${caption}</figcaption>
</figure>`,
  );
}

function offsetOf({ facts: { site, cottage } }: Told, name: string): Offset | undefined {
  const place = site.map?.find((each) => each.name === name);
  return place === undefined ? undefined : offset(cottage.geo, place);
}
