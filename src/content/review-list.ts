/**
 * What guests say: the average with its spread, and each review with its day.
 *
 * Stars are drawn for the eye and said in words for everyone.
 */
import type { Facts, Review } from "./facts.ts";
import { type Fragment, plural } from "./fragment.ts";
import { type Html, html } from "./html.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { dayInWords } from "./words.ts";

const STARS = [5, 4, 3, 2, 1];
/** A page shows so many, in the owner's order: nobody reads thousands, and each start would make them anew. */
const SHOWN_MAX = 100;

export function shownReviews({ reviews }: Facts): readonly Review[] {
  return reviews.reviews.slice(0, SHOWN_MAX);
}

export function rating({ cottage, reviews }: Facts): Fragment {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  const listed = reviews.reviews;
  if (reviewCount === 0) return { markdown: "Nobody has written a review yet." };
  const spread = STARS.map((stars) => ({ stars, count: listed.filter((each) => each.rating === stars).length }));
  const most = Math.max(1, ...spread.map(({ count }) => count));
  const place = listed.length > SHOWN_MAX ? "" : " below";
  const caption = `How the ${plural(listed.length, "review")}${place} are spread`;
  return {
    markdown: [
      `**${ratingValue} out of ${bestRating}** from ${plural(reviewCount, "review")} across all platforms.`,
      [
        `| ${caption} | Reviews |`,
        "| --- | --- |",
        ...spread.map(({ stars, count }) => `| ${plural(stars, "star")} | ${count} |`),
      ].join("\n"),
    ].join("\n\n"),
    html: html`<div class="rating">
<p class="score"><strong>${ratingValue} out of ${bestRating}</strong> <span>from ${plural(reviewCount, "review")} across all platforms.</span></p>
<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr><th scope="col">Stars</th><th scope="col">Share</th><th scope="col">Reviews</th></tr></thead>
<tbody>
${spread.map(({ stars, count }) => spreadRow(stars, count, most))}</tbody>
</table>
</div>`,
  };
}

/** The bar is a picture of the number beside it, so it is hidden from those who hear the number. */
function spreadRow(stars: number, count: number, most: number): Html {
  const width = Math.round((100 * count) / most);
  return html`<tr><th scope="row">${plural(stars, "star")}</th><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="full" width="${width}" height="8"/></svg></td><td>${count}</td></tr>\n`;
}

export function reviewList(facts: Facts): Fragment {
  const shown = shownReviews(facts);
  if (shown.length === 0) return { markdown: "" };
  const hidden = facts.reviews.reviews.length - shown.length;
  const others = `${plural(hidden, "more review")}, as data`;
  const markdown = shown.map(reviewMarkdown);
  return {
    markdown: (hidden === 0 ? markdown : [...markdown, `[${others}](${ALL_REVIEWS})`]).join("\n\n"),
    html: html`<div class="reviews">
${shown.map((each) => reviewFigure(each, facts.site.language))}</div>${hidden === 0 ? "" : html`\n<p><a href="${ALL_REVIEWS}">${others}</a></p>`}`,
  };
}

const ALL_REVIEWS = "/api/v1/reviews";

function reviewMarkdown({ author, rating: stars, datePublished, body }: Review): string {
  return `> ${escapeMarkdown(body)}\n\n${escapeMarkdown(author)}, ${stars} out of 5, ${datePublished}`;
}

function reviewFigure({ author, rating: stars, datePublished, body }: Review, language: string): Html {
  return html`<figure>
<blockquote><p>${body}</p></blockquote>
<figcaption><span class="stars" aria-hidden="true">${"★".repeat(stars)}<span>${"★".repeat(5 - stars)}</span></span> <cite>${author}</cite>, ${stars} out of 5, <time datetime="${datePublished}">${dayInWords(datePublished, language)}</time></figcaption>
</figure>
`;
}
