/**
 * Page fragments about guest reviews: the average rating, a table of the ratings, and the reviews themselves.
 *
 * Stars and bars are hidden from screen readers, because text beside them gives the same rating or count.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, EMPTY, link, paragraph, type Piece, piece, strong } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

const VISIBLE_REVIEWS_MAX = 6;
/** Maximum number of reviews on the page. 100 reviews add about 40 kB of HTML. The API returns all reviews. */
const REVIEWS_MAX = 100;
const STARS_MAX = 5;

/** Returns all reviews in the owner's order or, if there are more than `count`, only the newest ones, newest first. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  const newestFirst = reviews.toSorted((a, b) => b.datePublished.localeCompare(a.datePublished));
  return newestFirst.slice(0, count);
}

export function ratingSummary({ cottage, reviews: { reviews }, site }: Facts, locale: Locale): Piece {
  const { ratingValue: rating, bestRating: best, reviewCount: count } = cottage.aggregateRating;
  if (count === 0) return paragraph(locale.translate("reviews.none"));
  const score = strong(locale.translate("score", { rating, best }));
  const origin = locale.translate("reviews.from", { reviews: locale.translate("reviews", { count }) });
  const table = ratingTable(reviews, locale);
  const summary = {
    markdown: blocks(piece`${score} ${origin}`, table).markdown,
    html: html`<div class="rating">
<p class="score">${score.html} <span>${origin}</span></p>
${table.html}
</div>`,
  };
  return blocks(summary, site.reviewsFrom === undefined ? EMPTY : paragraph(site.reviewsFrom));
}

/** Returns a table of how many reviews gave each star rating. In HTML, each row has a bar. */
function ratingTable(reviews: readonly Review[], locale: Locale): Piece {
  const reviewsText = locale.translate("reviews", { count: reviews.length });
  const caption = locale.translate("reviews.spread", { reviews: reviewsText });
  const starsHeading = locale.translate("reviews.stars");
  const countHeading = locale.translate("reviews.count");
  const rows = [5, 4, 3, 2, 1].map((stars) => {
    const count = reviews.filter(({ rating }) => rating === stars).length;
    return { label: locale.translate("stars", { count: stars }), count };
  });
  const highestCount = Math.max(1, ...rows.map(({ count }) => count));
  // Markdown tables cannot have a caption, so it becomes the heading of the first column.
  const markdownHeading = `| ${escapeMarkdown(caption)} | ${escapeMarkdown(countHeading)} |\n| --- | --- |`;
  const markdownRows = rows.map(({ label, count }) => `| ${escapeMarkdown(label)} | ${count} |`);
  return {
    markdown: [markdownHeading, ...markdownRows].join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr><th scope="col">${starsHeading}</th><th scope="col">${countHeading}</th></tr></thead>
<tbody>
${rows.map(({ label, count }) => barRow(label, count, highestCount))}</tbody>
</table>`,
  };
}

/** Renders a row with the count and a bar. The bar's length is a percentage of the longest bar's. */
function barRow(label: string, count: number, highestCount: number): Html {
  const length = Math.round((100 * count) / highestCount);
  const bars = html`<rect width="100" height="8"/><rect class="full" width="${length}" height="8"/>`;
  const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
  return html`<tr><th scope="row">${label}</th><td>${bar}<span>${count}</span></td></tr>\n`;
}

/** Renders the newest reviews, led by the headline review if one qualifies. */
export function reviewList({ reviews: { reviews }, site }: Facts, locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const newest = newestReviews(reviews, REVIEWS_MAX);
  const headline = newest.find(isSuitableAsHeadline);
  const others = newest.filter((review) => review !== headline);
  const headlineFirst = headline === undefined ? others : [headline, ...others];
  const pieces = headlineFirst.map((review) => reviewPiece(review, review === headline, site.language, locale));
  const visible = reviewGroup(pieces.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = collapsedReviews(pieces.slice(VISIBLE_REVIEWS_MAX), locale);
  if (newest.length === reviews.length) return blocks(visible, collapsed);
  const shownCount = locale.translate("reviews.newest", { shown: newest.length, all: reviews.length });
  const linkToAll = link(locale.translate("reviews.all"), "/api/v1/reviews");
  return blocks(visible, collapsed, paragraph(piece`${shownCount} ${linkToAll}`));
}

/** Returns whether a review can be shown first, in large type, because it is neither too short nor too long. */
function isSuitableAsHeadline({ rating, body }: Review): boolean {
  return rating === STARS_MAX && body.length >= 60 && body.length <= 280;
}

function reviewGroup(reviews: readonly Piece[]): Piece {
  const { markdown, html: figures } = blocks(...reviews);
  return { markdown, html: html`<div class="reviews">\n${figures}\n</div>` };
}

function collapsedReviews(reviews: readonly Piece[], locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const { markdown, html: group } = reviewGroup(reviews);
  const summary = locale.translate("reviews.older", { count: reviews.length });
  return { markdown, html: html`<details class="older">\n<summary>${summary}</summary>\n${group}\n</details>` };
}

function reviewPiece(review: Review, isHeadline: boolean, siteLanguage: string, locale: Locale): Piece {
  const { author, rating, datePublished, body, language = siteLanguage } = review;
  const date = locale.formatDate(datePublished);
  const caption = locale.translateToMarkup("review", {
    author: { markdown: escapeMarkdown(author), html: html`<cite><bdi>${author}</bdi></cite>` },
    score: locale.translate("score", { rating, best: STARS_MAX }),
    day: { markdown: escapeMarkdown(date), html: html`<time datetime="${datePublished}">${date}</time>` },
  });
  const classAttribute = isHeadline ? html` class="headline"` : "";
  const languageAttribute = language === siteLanguage ? "" : html` lang="${language}"`;
  return {
    markdown: `> ${escapeMarkdown(body)}\n\n${caption.markdown}`,
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
