/**
 * Page fragments about guest reviews and ratings.
 */

import type { Facts } from "../data/datasets.ts";
import { type Html, html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, definitionList, type DefinitionRow, EMPTY } from "./piece.ts";
import { inlineMarkup, joinMarkdown, paragraph, type Piece, strong } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** HTML id. Heading ids contain no underscores, so it cannot clash with them. */
export const RATING_ANCHOR = "average_score";
const VISIBLE_REVIEWS_MAX = 6;
/** Limits a page's size: 100 reviews are about 40 kB of HTML. */
const REVIEWS_MAX = 100;
const STAR_RATINGS = [5, 4, 3, 2, 1] as const;
const STARS_MAX = STAR_RATINGS[0];

/** Returns the `count` newest reviews, newest first. If there are no more than that, keeps the owner's order. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted((a, b) => b.datePublished.localeCompare(a.datePublished)).slice(0, count);
}

/** Returns texts such as "4.8 out of 5" and "12 reviews". */
export function scoreAndReviewCount({ cottage }: Facts, locale: Locale) {
  const { ratingValue, bestRating, reviewCount } = cottage.aggregateRating;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  return { score, reviews: locale.translate("reviews", { count: reviewCount }) };
}

export function ratingSummary(facts: Facts, locale: Locale): Piece {
  if (facts.cottage.aggregateRating.reviewCount === 0) return EMPTY;
  const score = averageScore(facts, locale);
  const distribution = ratingDistribution(facts.reviews.reviews, locale);
  const rating = {
    markdown: joinMarkdown(score, distribution),
    html: html`<div id="${RATING_ANCHOR}" class="rating">
${score.html}
<div>${distribution.html}</div>
</div>`,
  };
  const ownersNote = paragraph(facts.site.reviewsFrom);
  return blocks(rating, ownersNote);
}

/** Renders a sentence such as "4.8 out of 5 from 12 reviews." */
function averageScore(facts: Facts, locale: Locale): Piece {
  const { score, reviews } = scoreAndReviewCount(facts, locale);
  const fromReviews = locale.translate("reviews.from", { reviews });
  const { markdown } = inlineMarkup`${score} ${fromReviews}`;
  return { markdown, html: html`<p class="score">${score.html} <span>${fromReviews}</span></p>` };
}

function ratingDistribution(reviews: readonly Review[], locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const reviewCount = locale.translate("reviews", { count: reviews.length });
  const caption = paragraph(locale.translate("reviews.spread", { reviews: reviewCount }));
  const rows = STAR_RATINGS.map((stars): DefinitionRow => {
    const count = reviews.filter(({ rating }) => rating === stars).length;
    return [locale.translate("stars", { count: stars }), countWithBar(count, reviews.length)];
  });
  return blocks(caption, definitionList(rows, "spread", locale.translate("colon")));
}

function countWithBar(count: number, total: number): Piece {
  const bar = html`<progress max="${total}" value="${count}" aria-hidden="true"></progress>`;
  return { markdown: String(count), html: html`${bar}${count}` };
}

/** Renders the newest reviews. All but the first few are collapsed. */
export function reviewList(facts: Facts, locale: Locale): Piece {
  const allReviews = facts.reviews.reviews;
  if (allReviews.length === 0) return EMPTY;
  const newest = newestReviews(allReviews, REVIEWS_MAX);
  const quotations = newest.map((review) => quotation(review, locale));
  const visible = reviewGroup(quotations.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = collapsedReviews(quotations.slice(VISIBLE_REVIEWS_MAX), locale);
  return blocks(visible, collapsed, omissionNotice(newest.length, allReviews.length, locale));
}

function quotation(review: Review, locale: Locale): Piece {
  const caption = reviewCaption(review, locale);
  return {
    markdown: `> ${escapeMarkdown(review.body)}\n\n${caption.markdown}`,
    html: html`<figure>
${blockquote(review, locale)}
<figcaption>${decorativeStars(review.rating)}${caption.html}</figcaption>
</figure>`,
  };
}

/** Renders a caption such as "Anna, 5 out of 5, 2 November 2026". */
function reviewCaption({ author, rating, datePublished }: Review, locale: Locale): Piece {
  const score = locale.translate("score", { rating, best: STARS_MAX });
  const day = dateElement(datePublished, locale);
  return locale.translateToMarkup("review", { author: citation(author), score, day });
}

function dateElement(isoDate: string, locale: Locale): Piece {
  const text = locale.formatDate(isoDate);
  return { markdown: escapeMarkdown(text), html: html`<time datetime="${isoDate}">${text}</time>` };
}

function citation(author: string): Piece {
  // `<bdi>` keeps a right-to-left name from reordering the text around it.
  return { markdown: escapeMarkdown(author), html: html`<cite><bdi>${author}</bdi></cite>` };
}

function blockquote({ body, language }: Review, locale: Locale): Html {
  const isInOtherLanguage = language !== undefined && language !== locale.language;
  const languageAttribute = isInOtherLanguage ? html` lang="${language}"` : "";
  return html`<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>`;
}

/** Renders stars, which the style sheet shows. Screen readers read the caption instead. */
function decorativeStars(rating: number): Html {
  const stars = "★".repeat(rating).padEnd(STARS_MAX, "☆");
  return html`<span class="stars" aria-hidden="true" data-stars="${stars}"></span>`;
}

function reviewGroup(quotations: readonly Piece[]): Piece {
  const group = blocks(...quotations);
  return { markdown: group.markdown, html: html`<div class="reviews">\n${group.html}\n</div>` };
}

function collapsedReviews(quotations: readonly Piece[], locale: Locale): Piece {
  if (quotations.length === 0) return EMPTY;
  const group = reviewGroup(quotations);
  const summary = locale.translate("reviews.older", { count: quotations.length });
  const details = html`<details class="older">\n<summary>${summary}</summary>\n${group.html}\n</details>`;
  return { markdown: group.markdown, html: details };
}

function omissionNotice(shown: number, all: number, locale: Locale): Piece {
  if (shown === all) return EMPTY;
  return paragraph(locale.translate("reviews.newest", { shown, all }));
}
