/**
 * Page fragments about guest reviews: the average rating, a table of the ratings, and the reviews themselves.
 *
 * Stars and bars are hidden from screen readers, because text beside them gives the same rating or count.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, EMPTY, link, paragraph, type Piece, piece, strong, toPiece } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

const VISIBLE_REVIEWS_MAX = 6;
/** Maximum number of reviews on the page. 100 reviews add about 40 kB of HTML. The API returns all reviews. */
const REVIEWS_MAX = 100;
const STARS_MAX = 5;
/** A review can be the headline (shown first, in large type) only if its length in characters is within this range. */
const HEADLINE_LENGTH_MIN = 60;
const HEADLINE_LENGTH_MAX = 280;

/** Formats a score, e.g. "4.8 out of 5". */
export function formatScore(rating: number, best: number, locale: Locale): string {
  return locale.translate("score", { rating, best });
}

/** Returns all reviews in the owner's order or, if there are more than `count`, only the newest ones, newest first. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  const newestFirst = reviews.toSorted((a, b) => b.datePublished.localeCompare(a.datePublished));
  return newestFirst.slice(0, count);
}

export function ratingSummary({ cottage, reviews: { reviews }, site }: Facts, locale: Locale): Piece {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return paragraph(locale.translate("reviews.none"));
  const averageScore = strong(formatScore(ratingValue, bestRating, locale));
  const reviewsText = locale.translate("reviews", { count: reviewCount });
  const reviewCountText = toPiece(locale.translate("reviews.from", { reviews: reviewsText }));
  const table = ratingTable(reviews, locale);
  const summary = {
    markdown: `${averageScore.markdown} ${reviewCountText.markdown}\n\n${table.markdown}`,
    html: html`<div class="rating">
<p class="score">${averageScore.html} <span>${reviewCountText.html}</span></p>
${table.html}
</div>`,
  };
  if (site.reviewsFrom === undefined) return summary;
  return blocks(summary, paragraph(site.reviewsFrom));
}

/** Returns a table of how many reviews gave each star rating. In HTML, each row has a bar. */
function ratingTable(reviews: readonly Review[], locale: Locale): Piece {
  const rows = [5, 4, 3, 2, 1].map((stars) => {
    const count = reviews.filter((review) => review.rating === stars).length;
    return { label: locale.translate("stars", { count: stars }), count };
  });
  const highestCount = Math.max(...rows.map(({ count }) => count));
  const reviewsText = locale.translate("reviews", { count: reviews.length });
  const caption = locale.translate("reviews.spread", { reviews: reviewsText });
  const starsHeading = locale.translate("reviews.stars");
  const countHeading = locale.translate("reviews.count");
  // Markdown tables cannot have a caption, so it becomes the heading of the first column.
  const markdownHeading = markdownRow(caption, countHeading);
  const markdownRows = rows.map(({ label, count }) => markdownRow(label, String(count)));
  return {
    markdown: [markdownHeading, "| --- | --- |", ...markdownRows].join("\n"),
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

/** Renders a row with the count and a bar. The bar's length is a percentage of the longest bar's. */
function htmlRow(label: string, count: number, highestCount: number): Html {
  const length = count === 0 ? 0 : Math.round((100 * count) / highestCount);
  const bars = html`<rect width="100" height="8"/><rect class="full" width="${length}" height="8"/>`;
  const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
  return html`<tr><th scope="row">${label}</th><td>${bar}<span>${count}</span></td></tr>\n`;
}

/**
 * Renders the newest reviews, led by the headline review if one qualifies. Links to the full list if there are more
 * than `REVIEWS_MAX`. In HTML, reviews after the first `VISIBLE_REVIEWS_MAX` are collapsed.
 */
export function reviewList(facts: Facts, locale: Locale): Piece {
  const { reviews } = facts.reviews;
  if (reviews.length === 0) return EMPTY;
  const newest = newestReviews(reviews, REVIEWS_MAX);
  const headline = newest.find(isSuitableAsHeadline);
  const others = newest.filter((review) => review !== headline);
  const headlineFirst = headline === undefined ? others : [headline, ...others];
  const pieces = headlineFirst.map((review) => reviewPiece(review, review === headline, facts.site.language, locale));
  const list = { markdown: blocks(...pieces).markdown, html: collapsibleReviews(pieces, locale) };
  if (newest.length === reviews.length) return list;
  const shownCount = locale.translate("reviews.newest", { shown: newest.length, all: reviews.length });
  const linkToAll = link(locale.translate("reviews.all"), "/api/v1/reviews");
  return blocks(list, paragraph(piece`${shownCount} ${linkToAll}`));
}

function isSuitableAsHeadline({ rating, body }: Review): boolean {
  return rating === STARS_MAX && body.length >= HEADLINE_LENGTH_MIN && body.length <= HEADLINE_LENGTH_MAX;
}

function collapsibleReviews(reviews: readonly Piece[], locale: Locale): Html {
  const visible = reviewGroup(reviews.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = reviews.slice(VISIBLE_REVIEWS_MAX);
  if (collapsed.length === 0) return visible;
  return html`${visible}
<details class="older">
<summary>${locale.translate("reviews.older", { count: collapsed.length })}</summary>
${reviewGroup(collapsed)}
</details>`;
}

function reviewGroup(reviews: readonly Piece[]): Html {
  return html`<div class="reviews">\n${blocks(...reviews).html}\n</div>`;
}

function reviewPiece(review: Review, isHeadline: boolean, siteLanguage: string, locale: Locale): Piece {
  const { author, rating, datePublished, body, language = siteLanguage } = review;
  const date = locale.formatDate(datePublished);
  const caption = locale.translateToMarkup("review", {
    author: { markdown: toPiece(author).markdown, html: html`<cite><bdi>${author}</bdi></cite>` },
    score: formatScore(rating, STARS_MAX, locale),
    day: { markdown: toPiece(date).markdown, html: html`<time datetime="${datePublished}">${date}</time>` },
  });
  const classAttribute = isHeadline ? html` class="headline"` : "";
  const languageAttribute = language === siteLanguage ? "" : html` lang="${language}"`;
  return {
    markdown: `> ${toPiece(body).markdown}\n\n${caption.markdown}`,
    html: html`<figure${classAttribute}>
<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>
<figcaption>${starIcons(rating)}${caption.html}</figcaption>
</figure>`,
  };
}

/** Renders a rating as stars. The style sheet colours full stars differently from the rest. */
function starIcons(rating: number): Html {
  const full = "★".repeat(rating);
  const rest = "★".repeat(STARS_MAX - rating);
  return html`<span class="stars" data-full="${full}" data-rest="${rest}" aria-hidden="true"></span>`;
}
