/**
 * Guest reviews: the average, how the stars are distributed, and the reviews themselves.
 *
 * Stars are drawn for the eye and written out for screen readers. The owner's order is kept unless there are many.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { blocks, EMPTY, inline, link, paragraph, piece, type Piece, strong, withHtml } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** Reviews that a page shows at once. The others are folded away below them. */
const OPEN_MAX = 6;
/** Reviews on the page, folded ones included: about 40 kB. The API has all of them. */
const PAGE_MAX = 100;
const STARS = [5, 4, 3, 2, 1];
/** Lengths, in characters, of a review that is set in large type. */
const HEADLINE_MIN = 60;
const HEADLINE_MAX = 280;

/** Returns e.g. "4.8 out of 5". */
export function score(rating: number, best: number, words: Words): string {
  return words.format("score", { rating, best });
}

/** Returns all reviews in the owner's order, or the newest if there are more than `count`. */
export function newestReviews(count: number, reviews: readonly Review[]): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted(newestFirst).slice(0, count);
}

function newestFirst(one: Review, other: Review): number {
  if (one.datePublished === other.datePublished) return 0;
  return one.datePublished < other.datePublished ? 1 : -1;
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

function spreadTable(reviews: readonly Review[], words: Words): Piece {
  const counts = STARS.map((stars) => reviews.filter(({ rating }) => rating === stars).length);
  const highest = Math.max(1, ...counts);
  const rows = STARS.map((stars, index) => {
    return { name: words.format("stars", { count: stars }), count: counts[index] ?? 0 };
  });
  const caption = words.format("reviews.spread", { reviews: words.format("reviews", { count: reviews.length }) });
  const markdownRow = (name: string, value: string | number) => `| ${piece(name).markdown} | ${value} |`;
  const head = ["stars", "count"].map((name) => html`<th scope="col">${words.format(`reviews.${name}`)}</th>`);
  return {
    markdown: [
      markdownRow(caption, words.format("reviews.count")),
      "| --- | --- |",
      ...rows.map(({ name, count }) => markdownRow(name, count)),
    ].join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr>${head}</tr></thead>
<tbody>
${rows.map(({ name, count }) => spreadRow(name, count, Math.round((100 * count) / highest)))}</tbody>
</table>`,
  };
}

/**
 * The bar draws the number beside it, so screen readers skip it.
 *
 * @param length of the bar, in percent of the longest one
 */
function spreadRow(name: string, count: number, length: number): Html {
  const bars = html`<rect width="100" height="8"/><rect class="full" width="${length}" height="8"/>`;
  const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
  return html`<tr><th scope="row">${name}</th><td>${bar}<span>${count}</span></td></tr>\n`;
}

/** Returns the reviews, with a good short one first. Older ones are folded away in HTML. */
export function reviewList(facts: Facts, words: Words): Piece {
  const { reviews: { reviews }, site: { language } } = facts;
  if (reviews.length === 0) return EMPTY;
  const onPage = newestReviews(PAGE_MAX, reviews);
  const headline = onPage.find(isHeadline);
  const ordered = headline === undefined ? onPage : [headline, ...onPage.filter((review) => review !== headline)];
  const pieces = ordered.map((review) => reviewPiece(review, review === headline, language, words));
  const open = pieces.slice(0, OPEN_MAX);
  const folded = pieces.slice(OPEN_MAX);
  const rest = folded.length === 0 ? "" : fold(folded, words);
  const markup = html`<div class="reviews">\n${blocks(...open).html}\n</div>${rest}`;
  const list = withHtml(blocks(...pieces), markup);
  if (onPage.length === reviews.length) return list;
  const text = words.format("reviews.newest", { shown: onPage.length, all: reviews.length });
  return blocks(list, paragraph(inline`${text} ${link(words.format("reviews.all"), "/api/v1/reviews")}`));
}

function isHeadline({ rating, body }: Review): boolean {
  return rating === 5 && body.length >= HEADLINE_MIN && body.length <= HEADLINE_MAX;
}

function fold(pieces: readonly Piece[], words: Words): Html {
  return html`
<details class="older">
<summary>${words.format("reviews.older", { count: pieces.length })}</summary>
<div class="reviews">\n${blocks(...pieces).html}\n</div>
</details>`;
}

function reviewPiece(review: Review, isHeadline: boolean, siteLanguage: string, words: Words): Piece {
  const { author, rating: stars, datePublished, body, language = siteLanguage } = review;
  const date = words.formatDate(datePublished);
  const caption = words.formatPieces("review", {
    author: withHtml(piece(author), html`<cite><bdi>${author}</bdi></cite>`),
    score: score(stars, STARS.length, words),
    day: withHtml(piece(date), html`<time datetime="${datePublished}">${date}</time>`),
  });
  const full = "★".repeat(stars);
  const rest = "★".repeat(STARS.length - stars);
  const drawn = html`<span class="stars" data-full="${full}" data-rest="${rest}" aria-hidden="true"></span>`;
  return {
    markdown: `> ${piece(body).markdown}\n\n${caption.markdown}`,
    html: html`<figure${isHeadline ? html` class="headline"` : ""}>
<blockquote dir="auto"${language === siteLanguage ? "" : html` lang="${language}"`}><p>${body}</p></blockquote>
<figcaption>${drawn}${caption.html}</figcaption>
</figure>`,
  };
}
