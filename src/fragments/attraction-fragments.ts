/**
 * Places worth going to: each with its number on the sketch map, how far it is, and in which direction.
 *
 * The direction is reckoned from the map; the distance is the owner's own words.
 */
import type { Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Fragment, Fragments } from "./fragment.ts";
import { html } from "../html.ts";
import { direction, offset, type Position, sketchMap } from "./sketch-map.ts";

export function attractionFragments(facts: Facts): Fragments {
  return { "attractions.map": attractionMap(facts), "attractions.list": attractionList(facts) };
}

function attractionList(facts: Facts): Fragment {
  const rows = facts.attractions.attractions.map((each) => ({ ...each, way: way(facts, each.name) }));
  return {
    markdown: rows
      .map(({ name, distanceFromCottage, way, summary }, index) => {
        const head = `**${escapeMarkdown(name)}**: ${escapeMarkdown(distanceFromCottage)}`;
        return `${index + 1}. ${head}${way === undefined ? "" : `, ${way}`}. ${escapeMarkdown(summary)}`;
      })
      .join("\n"),
    html: html`<ol class="attractions">
${rows.map(
  ({ name, distanceFromCottage, way, summary }) => html`<li><h3>${name}</h3>
<p class="distance">${distanceFromCottage}${way === undefined ? "" : html`<span>, ${way}</span>`}</p>
<p>${summary}</p></li>
`,
)}</ol>`,
  };
}

function attractionMap(facts: Facts): Fragment {
  const { cottage, attractions } = facts;
  const places = attractions.attractions.flatMap(({ name }, index) => {
    const place = placeOf(facts, name);
    return place === undefined ? [] : [{ number: index + 1, offset: offset(cottage.geo, place) }];
  });
  if (places.length === 0) return { markdown: "", html: html`` };
  const { drawing, rings } = sketchMap(places, cottage.name);
  const caption = `The rings are ${rings} from the cottage as the crow flies; what is near is drawn larger. The numbers are those of the list.`;
  return {
    // A picture of directions and distances that the list gives in words.
    markdown: "",
    html: html`<figure class="map">
${drawing}
<figcaption>${caption}</figcaption>
</figure>`,
  };
}

function way(facts: Facts, name: string): string | undefined {
  const place = placeOf(facts, name);
  return place === undefined ? undefined : direction(offset(facts.cottage.geo, place));
}

function placeOf({ site }: Facts, name: string): Position | undefined {
  return site.map?.find((each) => each.name === name);
}
