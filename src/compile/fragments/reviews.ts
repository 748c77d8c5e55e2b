/**
 * Page fragments about guest reviews: the average rating, a table of the ratings, and the reviews themselves.
 *
 * Stars and bars are hidden from screen readers, because text beside them gives the same rating or count.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { blocks, EMPTY, link, paragraph, type Piece, piece, strong, toPiece } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** Maximum number of reviews that are visible when the page opens. A `<details>` element contains the rest. */
const VISIBLE_MAX = 6;
/** Maximum number of reviews on the page, which add about 40 kB to its HTML. The API returns all reviews. */
const PAGE_MAX = 100;
const STARS_MAX = 5;
/** Length in characters of a review that is suitable as the headline, which comes first and in large type. */
const HEADLINE_LENGTH_MIN = 60;
const HEADLINE_LENGTH_MAX = 280;

/** Formats a score, e.g. "4.8 out of 5". */
export function score(rating: number, best: number, words: Words): string {
  return words.format("score", { rating, best });
}

/** Returns all reviews in the owner's order or, if there are more than `count`, only the newest ones, newest first. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted(newestFirst).slice(0, count);
}

function newestFirst(a: Review, b: Review): number {
  if (a.datePublished === b.datePublished) return 0;
  return a.datePublished < b.datePublished ? 1 : -1;
}

/** Returns the average rating, a table of the ratings, and the owner's note on where the reviews come from. */
export function rating({ cottage, reviews, site }: Facts, words: Words): Piece {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return paragraph(words.format("reviews.none"));
  const average = strong(score(ratingValue, bestRating, words));
  const countText = words.format("reviews", { count: reviewCount });
  const source = words.format("reviews.from", { reviews: countText });
  const table = ratingTable(reviews.reviews, words);
  const summary = {
    markdown: blocks(piece`${average} ${source}`, table).markdown,
    html: html`<div class="rating">
<p class="score">${average.html} <span>${source}</span></p>
${table.html}
</div>`,
  };
  return blocks(summary, site.reviewsFrom === undefined ? undefined : paragraph(site.reviewsFrom));
}

/** Returns a table with the number of reviews for each number of stars. In HTML, each number has a bar. */
function ratingTable(reviews: readonly Review[], words: Words): Piece {
  const rows = [5, 4, 3, 2, 1].map((stars) => {
    const count = reviews.filter((review) => review.rating === stars).length;
    return { label: words.format("stars", { count: stars }), count };
  });
  const highestCount = Math.max(...rows.map(({ count }) => count));
  const caption = words.format("reviews.spread", { reviews: words.format("reviews", { count: reviews.length }) });
  const starsHeading = words.format("reviews.stars");
  const countHeading = words.format("reviews.count");
  // Markdown tables have no caption, so the first heading contains it.
  const markdownRows = [markdownRow(caption, countHeading), "| --- | --- |"];
  for (const { label, count } of rows) markdownRows.push(markdownRow(label, String(count)));
  return {
    markdown: markdownRows.join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr><th scope="col">${starsHeading}</th><th scope="col">${countHeading}</th></tr></thead>
<tbody>
${rows.map(({ label, count }) => htmlRow(label, count, highestCount))}</tbody>
</table>`,
  };
}

function markdownRow(label: string, value: string): string {
  return `| ${toPiece(label).markdown} | ${value} |`;
}

/** Renders a table row with a bar and a count. The bar's length is in percent of the longest bar. */
function htmlRow(label: string, count: number, highestCount: number): Html {
  const length = count === 0 ? 0 : Math.round((100 * count) / highestCount);
  const bars = html`<rect width="100" height="8"/><rect class="full" width="${length}" height="8"/>`;
  const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
  return html`<tr><th scope="row">${label}</th><td>${bar}<span>${count}</span></td></tr>\n`;
}

/** Returns the reviews, starting with the headline if one is suitable. In HTML, all but the first six are collapsed. */
export function reviewList(facts: Facts, words: Words): Piece {
  const { reviews } = facts.reviews;
  if (reviews.length === 0) return EMPTY;
  const onPage = newestReviews(reviews, PAGE_MAX);
  const headline = onPage.find(isSuitableAsHeadline);
  const others = onPage.filter((review) => review !== headline);
  const ordered = headline === undefined ? others : [headline, ...others];
  const pieces = ordered.map((review) => reviewPiece(review, review === headline, facts.site.language, words));
  const visible = blocks(...pieces.slice(0, VISIBLE_MAX));
  const collapsed = pieces.slice(VISIBLE_MAX);
  const details = collapsed.length === 0 ? "" : collapsedReviews(collapsed, words);
  const list = {
    markdown: blocks(...pieces).markdown,
    html: html`<div class="reviews">\n${visible.html}\n</div>${details}`,
  };
  if (onPage.length === reviews.length) return list;
  const counts = words.format("reviews.newest", { shown: onPage.length, all: reviews.length });
  const linkToAll = link(words.format("reviews.all"), "/api/v1/reviews");
  return blocks(list, paragraph(piece`${counts} ${linkToAll}`));
}

function isSuitableAsHeadline({ rating, body }: Review): boolean {
  return rating === STARS_MAX && body.length >= HEADLINE_LENGTH_MIN && body.length <= HEADLINE_LENGTH_MAX;
}

/** Renders reviews in a `<details>` element, which is closed when the page opens. */
function collapsedReviews(pieces: readonly Piece[], words: Words): Html {
  return html`
<details class="older">
<summary>${words.format("reviews.older", { count: pieces.length })}</summary>
<div class="reviews">\n${blocks(...pieces).html}\n</div>
</details>`;
}

/** Returns a review as a block quote with a caption: stars, author, score and date. */
function reviewPiece(review: Review, isHeadline: boolean, siteLanguage: string, words: Words): Piece {
  const { author, rating, datePublished, body, language = siteLanguage } = review;
  const date = words.formatDate(datePublished);
  const caption = words.formatPieces("review", {
    author: { ...toPiece(author), html: html`<cite><bdi>${author}</bdi></cite>` },
    score: score(rating, STARS_MAX, words),
    day: { ...toPiece(date), html: html`<time datetime="${datePublished}">${date}</time>` },
  });
  const className = isHeadline ? html` class="headline"` : "";
  const languageAttribute = language === siteLanguage ? "" : html` lang="${language}"`;
  return {
    markdown: `> ${toPiece(body).markdown}\n\n${caption.markdown}`,
    html: html`<figure${className}>
<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>
<figcaption>${starIcons(rating)}${caption.html}</figcaption>
</figure>`,
  };
}

/** Renders an element in which the style sheet displays full stars in one colour and the remaining stars in another. */
function starIcons(rating: number): Html {
  const full = "★".repeat(rating);
  const rest = "★".repeat(STARS_MAX - rating);
  return html`<span class="stars" data-full="${full}" data-rest="${rest}" aria-hidden="true"></span>`;
}
