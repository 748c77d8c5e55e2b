/**
 * What guests say: the average with its spread, and the newest reviews, each with its day.
 *
 * Stars are drawn for the eye and said in words for everyone.
 */
import type { Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type Fragment, type Fragments, plural } from "./fragment.ts";
import { type Html, html } from "../html.ts";
import { dayInWords } from "./words.ts";

type Review = Facts["reviews"]["reviews"][number];

/** More than anybody reads, and still a page of 20 kB; whoever wants every one is better served by the API. */
const SHOWN_MAX = 24;
const ALL_REVIEWS = "/api/v1/reviews";
const STARS = [5, 4, 3, 2, 1];

export function reviewFragments(facts: Facts): Fragments {
  return { "reviews.rating": rating(facts), "reviews.list": reviewList(facts) };
}

/** Those that pages and search engines are shown: all of them in the owner's order, or of many the newest. */
export function shownReviews({ reviews: { reviews } }: Facts): readonly Review[] {
  if (reviews.length <= SHOWN_MAX) return reviews;
  // One pass instead of a sort, for there may be a hundred thousand. Days as YYYY-MM-DD compare as text.
  const newest: Review[] = [];
  for (const each of reviews) {
    const last = newest[SHOWN_MAX - 1];
    if (last !== undefined && last.datePublished >= each.datePublished) continue;
    const before = newest.findLastIndex(({ datePublished }) => datePublished >= each.datePublished);
    newest.splice(before + 1, 0, each);
    newest.length = Math.min(newest.length, SHOWN_MAX);
  }
  return newest;
}

function rating({ cottage, reviews: { reviews } }: Facts): Fragment {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return { markdown: "Nobody has written a review yet." };
  const spread = STARS.map((stars) => ({ stars, count: reviews.filter((each) => each.rating === stars).length }));
  const most = Math.max(1, ...spread.map(({ count }) => count));
  const caption = `How the stars of ${plural(reviews.length, "review")} are spread`;
  return {
    markdown: [
      `**${ratingValue} out of ${bestRating}** from ${plural(reviewCount, "review")} across all platforms.`,
      [
        `| ${caption} | Reviews |`,
        "| --- | --- |",
        ...spread.map(({ stars, count }) => `| ${plural(stars, "star")} | ${count} |`),
      ].join("\n"),
    ].join("\n\n"),
    html: html`<div class="rating">
<p class="score"><strong>${ratingValue} out of ${bestRating}</strong> <span>from ${plural(reviewCount, "review")} across all platforms.</span></p>
<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr><th scope="col">Stars</th><th scope="col">Share</th><th scope="col">Reviews</th></tr></thead>
<tbody>
${spread.map(({ stars, count }) => spreadRow(stars, count, most))}</tbody>
</table>
</div>`,
  };
}

/** The bar is a picture of the number beside it, so it is hidden from those who hear the number. */
function spreadRow(stars: number, count: number, most: number): Html {
  const width = Math.round((100 * count) / most);
  return html`<tr><th scope="row">${plural(stars, "star")}</th><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="full" width="${width}" height="8"/></svg></td><td>${count}</td></tr>\n`;
}

function reviewList(facts: Facts): Fragment {
  const all = facts.reviews.reviews.length;
  const shown = shownReviews(facts);
  const { language } = facts.site;
  if (all === 0) return { markdown: "" };
  const isAll = shown.length === all;
  const [head, link] = [`These are the ${shown.length} newest of ${all}. `, "All of them, as data"];
  return {
    markdown: [
      ...shown.map((each) => reviewMarkdown(each, language)),
      ...(isAll ? [] : [`${head}[${link}](${ALL_REVIEWS})`]),
    ].join("\n\n"),
    html: html`<div class="reviews">
${shown.map((each) => reviewFigure(each, language))}</div>${isAll ? "" : html`\n<p>${head}<a href="${ALL_REVIEWS}">${link}</a></p>`}`,
  };
}

function reviewMarkdown({ author, rating: stars, datePublished, body }: Review, language: string): string {
  const day = escapeMarkdown(dayInWords(datePublished, language));
  return `> ${escapeMarkdown(body)}\n\n${escapeMarkdown(author)}, ${stars} out of 5, ${day}`;
}

function reviewFigure({ author, rating: stars, datePublished, body }: Review, language: string): Html {
  return html`<figure>
<blockquote><p>${body}</p></blockquote>
<figcaption><span class="stars" data-full="${"★".repeat(stars)}" data-rest="${"★".repeat(5 - stars)}" aria-hidden="true"></span><cite>${author}</cite>, ${stars} out of 5, <time datetime="${datePublished}">${dayInWords(datePublished, language)}</time></figcaption>
</figure>
`;
}
