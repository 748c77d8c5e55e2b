/**
 * What guests say: the average with its spread, and the newest reviews, each with its day.
 *
 * Stars are drawn for the eye and said in words for everyone.
 */
import { html } from "../html.ts";
import type { Facts } from "../data/datasets.ts";
import type { Told } from "./fragment.ts";
import { score } from "./house.ts";
import { blocks, designed, line, link, NOTHING, paragraph, piece, type Piece, strong } from "./piece.ts";
import type { Words } from "./words.ts";

type Review = Facts["reviews"]["reviews"][number];

/** More than anybody reads, and still a page of 20 kB; whoever wants every one is better served by the API. */
const SHOWN_MAX = 24;
const ALL_REVIEWS = "/api/v1/reviews";
const STARS = [5, 4, 3, 2, 1];

/** Those that pages and search engines are shown: all of them in the owner's order, or of many the newest. */
export function shownReviews({ reviews: { reviews } }: Facts): readonly Review[] {
  if (reviews.length <= SHOWN_MAX) return reviews;
  // Days as YYYY-MM-DD compare as text.
  const byDay = (one: Review, other: Review): number => Number(one.datePublished < other.datePublished) - Number(one.datePublished > other.datePublished);
  return reviews.toSorted(byDay).slice(0, SHOWN_MAX);
}

export function rating({ facts: { cottage, reviews: { reviews }, site }, words }: Told): Piece {
  const { ratingValue, reviewCount, bestRating } = cottage.aggregateRating;
  if (reviewCount === 0) return paragraph(words.say("reviews.none"));
  const count = (all: number): string => words.say("reviews", { count: all });
  const average = strong(score(ratingValue, bestRating, words));
  const from = words.say("reviews.from", { reviews: count(reviewCount) });
  const spread = spreadTable(reviews, words.say("reviews.spread", { reviews: count(reviews.length) }), words);
  const figures = designed(
    blocks(line`${average} ${from}`, spread),
    html`<div class="rating">
<p class="score">${average.html} <span>${from}</span></p>
${spread.html}
</div>`,
  );
  return site.reviewsFrom === undefined ? figures : blocks(figures, paragraph(site.reviewsFrom));
}

/** A bar is a picture of the number beside it, so it is hidden from those who hear the number. */
function spreadTable(reviews: readonly Review[], caption: string, words: Words): Piece {
  const counts = STARS.map((stars) => reviews.filter((each) => each.rating === stars).length);
  const most = Math.max(1, ...counts);
  const stars = STARS.map((each) => words.say("stars", { count: each }));
  const heads = ["reviews.stars", "reviews.share", "reviews.count"].map((name) => words.say(name));
  const rows = counts.map((count, index) => [stars[index] ?? "", count] as const);
  return {
    markdown: [[caption, heads[2] ?? ""], ...rows].map((cells) => `| ${cells.map((each) => piece(each).markdown).join(" | ")} |`).toSpliced(1, 0, "| --- | --- |").join("\n"),
    html: html`<table class="spread">
<caption>${caption}</caption>
<thead class="unseen"><tr>${heads.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([name, count]) => html`<tr><th scope="row">${name}</th><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8"/><rect class="full" width="${Math.round((100 * count) / most)}" height="8"/></svg></td><td>${count}</td></tr>\n`,
)}</tbody>
</table>`,
  };
}

export function reviewList({ facts, words }: Told): Piece {
  const shown = shownReviews(facts);
  const all = facts.reviews.reviews.length;
  if (all === 0) return NOTHING;
  const list = blocks(...shown.map((each) => review(each, words)));
  const figures = designed(list, html`<div class="reviews">\n${list.html}\n</div>`);
  if (shown.length === all) return figures;
  const newest = words.say("reviews.newest", { shown: shown.length, all });
  return blocks(figures, paragraph(line`${newest} ${link(words.say("reviews.all"), ALL_REVIEWS)}`));
}

function review({ author, rating: stars, datePublished, body }: Review, words: Words): Piece {
  const day = words.day(datePublished);
  const said = words.tell("review", {
    author: designed(piece(author), html`<cite>${author}</cite>`),
    score: score(stars, STARS.length, words),
    day: designed(piece(day), html`<time datetime="${datePublished}">${day}</time>`),
  });
  return {
    markdown: `> ${piece(body).markdown}\n\n${said.markdown}`,
    html: html`<figure>
<blockquote><p>${body}</p></blockquote>
<figcaption><span class="stars" data-full="${"★".repeat(stars)}" data-rest="${"★".repeat(5 - stars)}" aria-hidden="true"></span>${said.html}</figcaption>
</figure>`,
  };
}
