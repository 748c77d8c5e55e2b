/**
 * Page fragments about guest reviews and ratings.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, definitionList, type DefinitionRow, EMPTY } from "./piece.ts";
import { inlineMarkup, paragraph, type Piece, strong } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** HTML id. Ids of headings have no underscores. */
export const RATING_ANCHOR = "average_score";
const VISIBLE_REVIEWS_MAX = 6;
/** 100 reviews add about 40 kB of HTML. */
const REVIEWS_MAX = 100;
const STAR_RATINGS = [5, 4, 3, 2, 1] as const;
const STARS_MAX = STAR_RATINGS[0];

/** Returns the `count` newest reviews, newest first. If there are no more, returns all in the owner's order. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted((a, b) => b.datePublished.localeCompare(a.datePublished)).slice(0, count);
}

/** Renders e.g. "4.8 out of 5 from 12 reviews.", a breakdown by stars, and the owner's note on the reviews' sources. */
export function ratingSummary(facts: Facts, locale: Locale): Piece {
  const { ratingValue, bestRating, reviewCount } = facts.cottage.aggregateRating;
  if (reviewCount === 0) return EMPTY;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  const reviews = locale.translate("reviews", { count: reviewCount });
  const fromReviews = locale.translate("reviews.from", { reviews });
  const breakdown = ratingBreakdown(facts.reviews.reviews, locale);
  const rating = {
    markdown: blocks(inlineMarkup`${score} ${fromReviews}`, breakdown).markdown,
    html: html`<div id="${RATING_ANCHOR}" class="rating">
<p class="score">${score.html} <span>${fromReviews}</span></p>
<div>${breakdown.html}</div>
</div>`,
  };
  return blocks(rating, paragraph(facts.site.reviewsFrom));
}

/** Renders the number of reviews for each number of stars. */
function ratingBreakdown(reviews: readonly Review[], locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const reviewCount = locale.translate("reviews", { count: reviews.length });
  const caption = paragraph(locale.translate("reviews.spread", { reviews: reviewCount }));
  const rows = STAR_RATINGS.map((stars): DefinitionRow => {
    const count = reviews.filter(({ rating }) => rating === stars).length;
    const bar = html`<progress max="${reviews.length}" value="${count}" aria-hidden="true"></progress>`;
    const countWithBar = { markdown: String(count), html: html`${bar}${count}` };
    return [locale.translate("stars", { count: stars }), countWithBar];
  });
  return blocks(caption, definitionList(rows, { className: "spread", colon: locale.translate("colon") }));
}

/** Renders the newest reviews, a featured one first. The later ones are collapsed. A notice says if any are omitted. */
export function reviewList(facts: Facts, locale: Locale): Piece {
  const allReviews = facts.reviews.reviews;
  if (allReviews.length === 0) return EMPTY;
  const newest = newestReviews(allReviews, REVIEWS_MAX);
  const featured = newest.find(canBeFeatured);
  const others = newest.filter((review) => review !== featured);
  const ordered = featured === undefined ? others : [featured, ...others];
  const figures = ordered.map((review) => reviewFigure(review, review === featured, locale));
  const visible = reviewGroup(figures.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = collapsedReviews(figures.slice(VISIBLE_REVIEWS_MAX), locale);
  if (newest.length === allReviews.length) return blocks(visible, collapsed);
  const notice = locale.translate("reviews.newest", { shown: newest.length, all: allReviews.length });
  return blocks(visible, collapsed, paragraph(notice));
}

function canBeFeatured({ rating, body }: Review): boolean {
  return rating === STARS_MAX && body.length >= 60 && body.length <= 280;
}

function reviewGroup(figures: readonly Piece[]): Piece {
  const group = blocks(...figures);
  return { markdown: group.markdown, html: html`<div class="reviews">\n${group.html}\n</div>` };
}

function collapsedReviews(figures: readonly Piece[], locale: Locale): Piece {
  if (figures.length === 0) return EMPTY;
  const group = reviewGroup(figures);
  const summary = locale.translate("reviews.older", { count: figures.length });
  const details = html`<details class="older">\n<summary>${summary}</summary>\n${group.html}\n</details>`;
  return { markdown: group.markdown, html: details };
}

function reviewFigure(review: Review, isFeatured: boolean, locale: Locale): Piece {
  const { rating, body, language } = review;
  const caption = reviewCaption(review, locale);
  const stars = "★".repeat(rating).padEnd(STARS_MAX, "☆");
  // CSS draws the decorative stars from `data-stars`. The caption states the score as text.
  const starsElement = html`<span class="stars" aria-hidden="true" data-stars="${stars}"></span>`;
  const classAttribute = isFeatured ? html` class="featured"` : "";
  const isInOtherLanguage = language !== undefined && language !== locale.language;
  const languageAttribute = isInOtherLanguage ? html` lang="${language}"` : "";
  return {
    markdown: `> ${escapeMarkdown(body)}\n\n${caption.markdown}`,
    html: html`<figure${classAttribute}>
<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>
<figcaption>${starsElement}${caption.html}</figcaption>
</figure>`,
  };
}

/** Renders a caption such as "Anna, 5 out of 5, 2 November 2026". */
function reviewCaption({ author, rating, datePublished }: Review, locale: Locale): Piece {
  // `<bdi>` keeps a name in a right-to-left script from reordering the text around it.
  const authorPiece = { markdown: escapeMarkdown(author), html: html`<cite><bdi>${author}</bdi></cite>` };
  const date = locale.formatDate(datePublished);
  const datePiece = { markdown: escapeMarkdown(date), html: html`<time datetime="${datePublished}">${date}</time>` };
  const score = locale.translate("score", { rating, best: STARS_MAX });
  return locale.translateToMarkup("review", { author: authorPiece, score, day: datePiece });
}
