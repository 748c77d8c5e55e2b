/**
 * The top of the front page: name, place, rating and size in one glance, above the cottage's picture.
 *
 * The picture is the owner's: a photograph, or a drawing that is markup already.
 */
import type { Facts } from "./facts.ts";
import { type Fragment, plural } from "./fragment.ts";
import { type Gallery, photoElement } from "./gallery.ts";
import { type Html, html } from "./html.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

export function hero(facts: Facts, { photos, drawing }: Gallery): Fragment {
  const { name, address, aggregateRating, bedrooms } = facts.cottage;
  const place = `Holiday cottage in ${address.addressLocality}, ${address.addressRegion}`;
  const rating = `${aggregateRating.ratingValue} out of ${aggregateRating.bestRating}`;
  const count = plural(aggregateRating.reviewCount, "review");
  const size = `${plural(bedrooms, "bedroom")}, sleeps ${facts.site.sleeps}`;
  const isRated = aggregateRating.reviewCount > 0;
  return {
    markdown: `# ${escapeMarkdown(name)}\n\n${escapeMarkdown(place)}. ${isRated ? `${rating} from ${count}. ` : ""}${size}.`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}.</p>
<p class="glance">${isRated ? html`<span><span class="star" aria-hidden="true">★</span> <strong>${rating}</strong> from ${count}.</span> ` : ""}<span>${size}.</span></p>
</div>
${picture(photos, drawing)}
</div>`,
  };
}

function picture(photos: Gallery["photos"], drawing: Gallery["drawing"]): Html {
  const [first] = photos;
  if (first !== undefined) return html`<div class="hero-photo">${photoElement(first, "high")}</div>`;
  return drawing ?? html``;
}
