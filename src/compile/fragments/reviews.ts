/**
 * Renders the guests' reviews and ratings.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, definitionList, type DefinitionRow, EMPTY, paragraph, type Piece } from "./piece.ts";
import { strong, toPiece, wrap } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

export const RATING_ANCHOR = "average_score";
const VISIBLE_REVIEWS_MAX = 6;
/** Limits the size of a page. 100 reviews are about 40 kB of HTML. */
const REVIEWS_MAX = 100;
const STAR_RATINGS = [5, 4, 3, 2, 1] as const;
const STARS_MAX = STAR_RATINGS[0];

/** Renders a sentence such as "4.8 out of 5 from 12 reviews." */
export function ratingSentence({ cottage }: Facts, locale: Locale): Piece {
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  return locale.translateToMarkup("glance", { score, reviews: locale.translate("reviews", { count: reviewCount }) });
}

export function ratingSummary(facts: Facts, locale: Locale): Piece {
  if (facts.cottage.aggregateRating.reviewCount === 0) return EMPTY;
  const rating = wrap`<div id="${RATING_ANCHOR}" class="rating">
<p class="score">${ratingSentence(facts, locale)}</p>
<div>${ratingDistribution(facts.reviews.reviews, locale)}</div>
</div>`;
  const ownersNote = paragraph(facts.site.reviewsFrom);
  return blocks(rating, ownersNote);
}

/** Renders the number of reviews with each rating, e.g. "5 stars: 12" and a bar. */
function ratingDistribution(reviews: readonly Review[], locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const reviewCountText = locale.translate("reviews", { count: reviews.length });
  const caption = paragraph(locale.translate("reviews.spread", { reviews: reviewCountText }));
  const rows = STAR_RATINGS.map((stars): DefinitionRow => {
    const label = locale.translate("stars", { count: stars });
    const count = reviews.filter(({ rating }) => rating === stars).length;
    return [label, countWithBar(count, reviews.length)];
  });
  return blocks(caption, definitionList(rows, "spread", locale.translate("colon")));
}

function countWithBar(count: number, total: number): Piece {
  return wrap`<progress max="${total}" value="${count}" aria-hidden="true"></progress>${toPiece(count)}`;
}

/** Renders at most 100 reviews, and collapses all but the first six. */
export function reviewList({ reviews }: Facts, locale: Locale): Piece {
  const quotations = reviews.reviews.slice(0, REVIEWS_MAX).map((review) => quotation(review, locale));
  if (quotations.length === 0) return EMPTY;
  const visible = reviewGroup(quotations.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = collapsedReviews(quotations.slice(VISIBLE_REVIEWS_MAX), locale);
  return blocks(visible, collapsed);
}

function quotation(review: Review, locale: Locale): Piece {
  return wrap`<figure>
${blockquote(review, locale)}
<figcaption>${decorativeStars(review.rating)}${reviewCaption(review, locale)}</figcaption>
</figure>`;
}

/** Renders a caption such as "Anna, 5 out of 5, 2 November 2026". */
function reviewCaption(review: Review, locale: Locale): Piece {
  const { rating, datePublished } = review;
  // `<bdi>` keeps a right-to-left name from reordering the text around it.
  const author = wrap`<cite><bdi>${toPiece(review.author)}</bdi></cite>`;
  const score = locale.translate("score", { rating, best: STARS_MAX });
  const date = toPiece(locale.formatDate(datePublished));
  const day = wrap`<time datetime="${datePublished}">${date}</time>`;
  return locale.translateToMarkup("review", { author, score, day });
}

function blockquote({ body, language }: Review, locale: Locale): Piece {
  const isInOtherLanguage = language !== undefined && language !== locale.language;
  const languageAttribute = isInOtherLanguage ? html` lang="${language}"` : "";
  return {
    markdown: `> ${escapeMarkdown(body)}`,
    html: html`<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>`,
  };
}

function decorativeStars(rating: number): Html {
  const stars = "★".repeat(rating).padEnd(STARS_MAX, "☆");
  return html`<span class="stars" aria-hidden="true" data-stars="${stars}"></span>`;
}

function reviewGroup(quotations: readonly Piece[]): Piece {
  return wrap`<div class="reviews">\n${blocks(...quotations)}\n</div>`;
}

function collapsedReviews(quotations: readonly Piece[], locale: Locale): Piece {
  if (quotations.length === 0) return EMPTY;
  const summary = locale.translate("reviews.older", { count: quotations.length });
  return wrap`<details class="older">\n<summary>${summary}</summary>\n${reviewGroup(quotations)}\n</details>`;
}
