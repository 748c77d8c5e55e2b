/**
 * Page fragments about guest reviews and ratings.
 */

import type { Facts } from "../data/datasets.ts";
import { html } from "../html.ts";
import type { Locale } from "../words/locale.ts";
import { blocks, definitionList, type DefinitionRow, EMPTY } from "./piece.ts";
import { inlineMarkup, paragraph, type Piece, strong, toPiece } from "./piece.ts";

type Review = Facts["reviews"]["reviews"][number];

/** HTML id of the rating. Ids of headings have no underscores, so they cannot be the same. */
export const RATING_ANCHOR = "average_score";
const VISIBLE_REVIEWS_MAX = 6;
/** Limits the size of the page: 100 reviews add about 40 kB of HTML. */
const REVIEWS_MAX = 100;
const STAR_RATINGS = [5, 4, 3, 2, 1] as const;
const STARS_MAX = STAR_RATINGS[0];

/** Returns the `count` newest reviews, newest first. If there are no more, returns all in the owner's order. */
export function newestReviews(reviews: readonly Review[], count: number): readonly Review[] {
  if (reviews.length <= count) return reviews;
  return reviews.toSorted((a, b) => b.datePublished.localeCompare(a.datePublished)).slice(0, count);
}

/** Renders the average score, its breakdown, and the owner's note on where the reviews come from. */
export function ratingSummary(facts: Facts, locale: Locale): Piece {
  const { ratingValue, bestRating, reviewCount } = facts.cottage.aggregateRating;
  if (reviewCount === 0) return EMPTY;
  const score = strong(locale.translate("score", { rating: ratingValue, best: bestRating }));
  const reviews = locale.translate("reviews", { count: reviewCount });
  // A phrase such as "from 12 reviews across all platforms."
  const basis = locale.translate("reviews.from", { reviews });
  const breakdown = ratingBreakdown(facts.reviews.reviews, locale);
  const rating = {
    markdown: blocks(inlineMarkup`${score} ${basis}`, breakdown).markdown,
    html: html`<div id="${RATING_ANCHOR}" class="rating">
<p class="score">${score.html} <span>${basis}</span></p>
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
  return blocks(caption, definitionList(rows, "spread", locale.translate("colon")));
}

/** Renders the newest reviews, below a featured one if there is any. If older reviews are omitted, a notice says so. */
export function reviewList(facts: Facts, locale: Locale): Piece {
  const { reviews } = facts.reviews;
  if (reviews.length === 0) return EMPTY;
  const newest = newestReviews(reviews, REVIEWS_MAX);
  const featured = newest.find(canBeFeatured);
  const others = newest.filter((review) => review !== featured);
  const ordered = featured === undefined ? others : [featured, ...others];
  const pieces = ordered.map((review) => reviewFigure(review, review === featured, locale));
  const visible = reviewGroup(pieces.slice(0, VISIBLE_REVIEWS_MAX));
  const collapsed = collapsedReviews(pieces.slice(VISIBLE_REVIEWS_MAX), locale);
  if (newest.length === reviews.length) return blocks(visible, collapsed);
  const notice = locale.translate("reviews.newest", { shown: newest.length, all: reviews.length });
  return blocks(visible, collapsed, paragraph(notice));
}

function canBeFeatured({ rating, body }: Review): boolean {
  return rating === STARS_MAX && body.length >= 60 && body.length <= 280;
}

function reviewGroup(reviews: readonly Piece[]): Piece {
  const figures = blocks(...reviews);
  return { ...figures, html: html`<div class="reviews">\n${figures.html}\n</div>` };
}

function collapsedReviews(reviews: readonly Piece[], locale: Locale): Piece {
  if (reviews.length === 0) return EMPTY;
  const group = reviewGroup(reviews);
  const summary = locale.translate("reviews.older", { count: reviews.length });
  return { ...group, html: html`<details class="older">\n<summary>${summary}</summary>\n${group.html}\n</details>` };
}

function reviewFigure(review: Review, isFeatured: boolean, locale: Locale): Piece {
  const { rating, body, language } = review;
  const caption = reviewCaption(review, locale);
  const stars = "★".repeat(rating).padEnd(STARS_MAX, "☆");
  // The stars are only a decoration, which the style sheet draws. The caption has the score as text.
  const starsElement = html`<span class="stars" aria-hidden="true" data-stars="${stars}"></span>`;
  const classAttribute = isFeatured ? html` class="featured"` : "";
  const isInOtherLanguage = language !== undefined && language !== locale.language;
  const languageAttribute = isInOtherLanguage ? html` lang="${language}"` : "";
  return {
    markdown: `> ${toPiece(body).markdown}\n\n${caption.markdown}`,
    html: html`<figure${classAttribute}>
<blockquote dir="auto"${languageAttribute}><p>${body}</p></blockquote>
<figcaption>${starsElement}${caption.html}</figcaption>
</figure>`,
  };
}

/** Renders a caption such as "Anna, 5 out of 5, 2 November 2026". */
function reviewCaption({ author, rating, datePublished }: Review, locale: Locale): Piece {
  const date = locale.formatDate(datePublished);
  // `<bdi>` keeps a name in a right-to-left script from reordering the text around it.
  const authorName = { ...toPiece(author), html: html`<cite><bdi>${author}</bdi></cite>` };
  const day = { ...toPiece(date), html: html`<time datetime="${datePublished}">${date}</time>` };
  const score = locale.translate("score", { rating, best: STARS_MAX });
  return locale.translateToMarkup("review", { author: authorName, score, day });
}
