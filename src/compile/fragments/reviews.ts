/**
 * Fragments about guest reviews: the average rating, a table of stars, and the reviews themselves.
 *
 * Drawn stars are hidden from screen readers, because the same number is also written as text.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { blocks, EMPTY, inline, link, paragraph, piece, type Piece, strong, withHtml } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** Number of reviews that are visible when the page opens. Those below are in a `<details>` element. */
const OPEN_MAX = 6;
/** Maximum number of reviews on the page, about 40 kB. The API returns all of them. */
const PAGE_MAX = 100;
const STARS = [5, 4, 3, 2, 1];
/** Length, in characters, of a review that can be the headline, which is displayed first and in large type. */
const HEADLINE_MIN = 60;
const HEADLINE_MAX = 280;

/** Returns e.g. "4.8 out of 5". */
export function score(rating: number, best: number, words: Words): string {
  return words.format("score", { rating, best });
}

/** Returns all reviews in the owner's order or, if there are more than `count`, the newest ones first. */
export function newestReviews(count: number, reviews: readonly Review[]): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted(newestFirst).slice(0, count);
}

function newestFirst(a: Review, b: Review): number {
  if (a.datePublished === b.datePublished) return 0;
  return a.datePublished < b.datePublished ? 1 : -1;
}

/** Returns the average rating, a table of stars, and the owner's note on where the reviews come from. */
export function rating({ cottage, reviews, site }: Facts, words: Words): Piece {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return paragraph(words.format("reviews.none"));
  const average = strong(score(ratingValue, bestRating, words));
  const from = words.format("reviews.from", { reviews: words.format("reviews", { count: reviewCount }) });
  const table = starTable(reviews.reviews, words);
  const figures = withHtml(
    blocks(inline`${average} ${from}`, table),
    html`<div class="rating">
<p class="score">${average.html} <span>${from}</span></p>
${table.html}
</div>`,
  );
  return site.reviewsFrom === undefined ? figures : blocks(figures, paragraph(site.reviewsFrom));
}

/** Returns a table of how many reviews have each number of stars. In HTML, each number also has a bar. */
function starTable(reviews: readonly Review[], words: Words): Piece {
  const rows = STARS.map((stars) => {
    const count = reviews.filter((review) => review.rating === stars).length;
    return { label: words.format("stars", { count: stars }), count };
  });
  const highestCount = Math.max(1, ...rows.map(({ count }) => count));
  const caption = words.format("reviews.spread", { reviews: words.format("reviews", { count: reviews.length }) });
  const starsHeading = words.format("reviews.stars");
  const countHeading = words.format("reviews.count");
  const markdownRows = rows.map(({ label, count }) => markdownRow(label, count));
  const htmlRows = rows.map(({ label, count }) => htmlRow(label, count, Math.round((100 * count) / highestCount)));
  return {
    markdown: [markdownRow(caption, countHeading), "| --- | --- |", ...markdownRows].join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr><th scope="col">${starsHeading}</th><th scope="col">${countHeading}</th></tr></thead>
<tbody>
${htmlRows}</tbody>
</table>`,
  };
}

function markdownRow(label: string, value: string | number): string {
  return `| ${piece(label).markdown} | ${value} |`;
}

/**
 * Renders a row with a bar and its number. The bar is hidden from screen readers, because the number says the same.
 *
 * @param barLength length of the bar, in percent of the longest
 */
function htmlRow(label: string, count: number, barLength: number): Html {
  const bars = html`<rect width="100" height="8"/><rect class="full" width="${barLength}" height="8"/>`;
  const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
  return html`<tr><th scope="row">${label}</th><td>${bar}<span>${count}</span></td></tr>\n`;
}

/** Returns the reviews with the headline, a short five-star review, first. In HTML, all but six are collapsed. */
export function reviewList(facts: Facts, words: Words): Piece {
  const { reviews } = facts.reviews;
  if (reviews.length === 0) return EMPTY;
  const onPage = newestReviews(PAGE_MAX, reviews);
  const headline = onPage.find(isHeadline);
  const others = onPage.filter((review) => review !== headline);
  const ordered = headline === undefined ? others : [headline, ...others];
  const pieces = ordered.map((review) => reviewPiece(review, review === headline, facts.site.language, words));
  const open = blocks(...pieces.slice(0, OPEN_MAX));
  const folded = pieces.slice(OPEN_MAX);
  const details = folded.length === 0 ? "" : foldedReviews(folded, words);
  const list = withHtml(blocks(...pieces), html`<div class="reviews">\n${open.html}\n</div>${details}`);
  if (onPage.length === reviews.length) return list;
  const text = words.format("reviews.newest", { shown: onPage.length, all: reviews.length });
  return blocks(list, paragraph(inline`${text} ${link(words.format("reviews.all"), "/api/v1/reviews")}`));
}

/** Returns whether a review has five stars and a length that suits large type. */
function isHeadline({ rating, body }: Review): boolean {
  return rating === 5 && body.length >= HEADLINE_MIN && body.length <= HEADLINE_MAX;
}

/** Renders a `<details>` element, which browsers display collapsed. */
function foldedReviews(pieces: readonly Piece[], words: Words): Html {
  return html`
<details class="older">
<summary>${words.format("reviews.older", { count: pieces.length })}</summary>
<div class="reviews">\n${blocks(...pieces).html}\n</div>
</details>`;
}

/** Returns a review as a quotation with a caption: stars, author, score and date. */
function reviewPiece(review: Review, isHeadline: boolean, siteLanguage: string, words: Words): Piece {
  const { author, rating: stars, datePublished, body, language = siteLanguage } = review;
  const date = words.formatDate(datePublished);
  const caption = words.formatPieces("review", {
    author: withHtml(piece(author), html`<cite><bdi>${author}</bdi></cite>`),
    score: score(stars, STARS.length, words),
    day: withHtml(piece(date), html`<time datetime="${datePublished}">${date}</time>`),
  });
  const fullStars = "★".repeat(stars);
  const otherStars = "★".repeat(STARS.length - stars);
  const drawn = html`<span class="stars" data-full="${fullStars}" data-rest="${otherStars}" aria-hidden="true"></span>`;
  const className = isHeadline ? html` class="headline"` : "";
  const languageAttribute = language === siteLanguage ? "" : html` lang="${language}"`;
  return {
    markdown: `> ${piece(body).markdown}\n\n${caption.markdown}`,
    html: html`<figure${className}>
<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>
<figcaption>${drawn}${caption.html}</figcaption>
</figure>`,
  };
}
