/**
 * What guests say: the average with its spread, and the newest reviews. Stars are drawn for the eye and said in words
 * for everyone.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import { blocks, withHtml, inline, link, EMPTY, paragraph, piece, type Piece, strong } from "./piece.ts";
import type { Words } from "../words/words.ts";

type Review = Facts["reviews"]["reviews"][number];

/** More than anybody reads, and still a page of 20 kB; the API has every one. */
const SHOWN_MAX = 24;
const STARS = [5, 4, 3, 2, 1];

/** "4.8 out of 5" */
export function score(rating: number, best: number, words: Words): string {
  return words.format("score", { rating, best });
}

/** Those that pages and search engines are shown: all of them in the owner's order, or of many the newest. */
export function shownReviews({ reviews: { reviews } }: Facts): readonly Review[] {
  if (reviews.length <= SHOWN_MAX) return reviews;
  return reviews.toSorted(({ datePublished: one }, { datePublished: other }) => Number(one < other) - Number(one > other)).slice(0, SHOWN_MAX);
}

export function rating({ cottage, reviews: { reviews }, site }: Facts, words: Words): Piece {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return paragraph(words.format("reviews.none"));
  const average = strong(score(ratingValue, bestRating, words));
  const from = words.format("reviews.from", { reviews: words.format("reviews", { count: reviewCount }) });
  const spread = spreadTable(reviews, words);
  const figures = withHtml(
    blocks(inline`${average} ${from}`, spread),
    html`<div class="rating">
<p class="score">${average.html} <span>${from}</span></p>
${spread.html}
</div>`,
  );
  return site.reviewsFrom === undefined ? figures : blocks(figures, paragraph(site.reviewsFrom));
}

/** A bar is a picture of the number beside it, so it is hidden from those who hear the number. */
function spreadTable(reviews: readonly Review[], words: Words): Piece {
  const rows = STARS.map((stars) => ({ name: words.format("stars", { count: stars }), count: reviews.filter(({ rating }) => rating === stars).length }));
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const caption = words.format("reviews.spread", { reviews: words.format("reviews", { count: reviews.length }) });
  const row = (name: string, value: string | number) => `| ${piece(name).markdown} | ${value} |`;
  return {
    markdown: [row(caption, words.format("reviews.count")), "| --- | --- |", ...rows.map(({ name, count }) => row(name, count))].join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr>${["stars", "share", "count"].map((name) => html`<th scope="col">${words.format(`reviews.${name}`)}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ name, count }) => html`<tr><th scope="row">${name}</th><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="full" width="${Math.round((100 * count) / most)}" height="8"/></svg></td><td>${count}</td></tr>\n`,
)}</tbody>
</table>`,
  };
}

export function reviewList(facts: Facts, words: Words): Piece {
  const shown = shownReviews(facts);
  const all = facts.reviews.reviews.length;
  if (all === 0) return EMPTY;
  const list = blocks(...shown.map((each) => review(each, words)));
  const figures = withHtml(list, html`<div class="reviews">\n${list.html}\n</div>`);
  if (shown.length === all) return figures;
  const rest = inline`${words.format("reviews.newest", { shown: shown.length, all })} ${link(words.format("reviews.all"), "/api/v1/reviews")}`;
  return blocks(figures, paragraph(rest));
}

function review({ author, rating: stars, datePublished, body }: Review, words: Words): Piece {
  const day = words.formatDate(datePublished);
  const said = words.formatPieces("review", {
    author: withHtml(piece(author), html`<cite>${author}</cite>`),
    score: score(stars, STARS.length, words),
    day: withHtml(piece(day), html`<time datetime="${datePublished}">${day}</time>`),
  });
  return {
    markdown: `> ${piece(body).markdown}\n\n${said.markdown}`,
    html: html`<figure>
<blockquote><p>${body}</p></blockquote>
<figcaption><span class="stars" data-full="${"★".repeat(stars)}" data-rest="${"★".repeat(5 - stars)}" aria-hidden="true"></span>${said.html}</figcaption>
</figure>`,
  };
}
