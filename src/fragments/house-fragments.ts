/**
 * The house itself: name and rating at a glance, the figures guests compare cottages by, amenities, pictures, address.
 *
 * It words facts and knows no page; pictures come with their addresses and sizes, and no file is opened.
 */
import type { Facts } from "../data/datasets.ts";
import { escapeMarkdown } from "../markdown/escape-markdown.ts";
import { type Fragment, type Fragments, plural } from "./fragment.ts";
import { type Html, html } from "../html.ts";
import type { Photograph, Pictures } from "../pages/pictures.ts";
import { countryName, languageName } from "./words.ts";

export function houseFragments(facts: Facts, pictures: Pictures): Fragments {
  return {
    "cottage.hero": hero(facts, pictures),
    "cottage.facts": factsStrip(facts),
    "cottage.amenities": amenities(facts),
    "cottage.gallery": gallery(pictures),
    "cottage.address": address(facts),
  };
}

function hero({ cottage, site }: Facts, { photos, drawing }: Pictures): Fragment {
  const { name, address, aggregateRating, bedrooms } = cottage;
  const place = `Holiday cottage in ${address.addressLocality}, ${address.addressRegion}`;
  const rating = `${aggregateRating.ratingValue} out of ${aggregateRating.bestRating}`;
  const count = plural(aggregateRating.reviewCount, "review");
  const size = `${plural(bedrooms, "bedroom")}, sleeps ${site.sleeps}`;
  const isRated = aggregateRating.reviewCount > 0;
  const [first] = photos;
  return {
    markdown: `# ${escapeMarkdown(name)}\n\n${escapeMarkdown(place)}. ${isRated ? `${rating} from ${count}. ` : ""}${size}.`,
    html: html`<div class="hero">
<div class="hero-text">
<h1>${name}</h1>
<p class="place">${place}.</p>
<p class="glance">${isRated ? html`<span class="rated"><strong>${rating}</strong> from ${count}.</span> ` : ""}<span>${size}.</span></p>
</div>
${first === undefined ? (drawing ?? "") : html`<div class="hero-photo">${photoElement(first, "high")}</div>`}
</div>`,
  };
}

function factsStrip(facts: Facts): Fragment {
  const rows = strip(facts);
  return {
    markdown: rows.map(({ term, value }) => `- **${term}:** ${escapeMarkdown(value)}`).join("\n"),
    html: html`<dl class="facts">
${rows.map(({ term, value }) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>`,
  };
}

function strip({ cottage, site }: Facts): { readonly term: string; readonly value: string }[] {
  const { king, double } = cottage.bedTypes;
  const beds = [king > 0 ? plural(king, "king-size bed") : "", double > 0 ? plural(double, "double bed") : ""];
  return [
    { term: "Sleeps", value: String(site.sleeps) },
    { term: "Bedrooms", value: String(cottage.bedrooms) },
    { term: "Beds", value: beds.filter((each) => each !== "").join(", ") || "Ask us" },
    { term: "Bathrooms", value: String(cottage.bathrooms) },
    { term: "Price", value: cottage.priceRange },
    { term: "Arrive", value: `from ${site.checkinTime}` },
    { term: "Leave", value: `by ${site.checkoutTime}` },
    { term: "Pets", value: cottage.petsAllowed ? "welcome" : "not allowed" },
    { term: "Smoking", value: cottage.smokingAllowed ? "allowed" : "not allowed" },
    { term: "We speak", value: site.languagesSpoken.map((tag) => languageName(tag, site.language)).join(", ") },
  ];
}

function amenities({ cottage }: Facts): Fragment {
  return {
    markdown: cottage.amenities.map((each) => `- ${escapeMarkdown(each)}`).join("\n"),
    html: html`<ul class="amenities">
${cottage.amenities.map((each) => html`<li>${each}</li>\n`)}</ul>`,
  };
}

/** All photographs but the first, which is at the top of the front page already. */
function gallery({ photos }: Pictures): Fragment {
  const [, ...others] = photos;
  return {
    markdown: photos.map(({ alt, path }) => `- [Photograph: ${escapeMarkdown(alt)}](${path})`).join("\n"),
    html:
      others.length === 0
        ? html``
        : html`<ul class="gallery">
${others.map((photo) => html`<li>${photoElement(photo, "low")}</li>\n`)}</ul>`,
  };
}

/** Width and height reserve its place before it is there, so that nothing moves when it comes. */
function photoElement({ path, alt, width, height }: Photograph, priority: "high" | "low"): Html {
  const loading = priority === "high" ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${path}" alt="${alt}" width="${width}" height="${height}" decoding="async" ${loading}>`;
}

function address({ cottage, site }: Facts): Fragment {
  const { streetAddress, addressLocality, addressRegion, postalCode, addressCountry } = cottage.address;
  const country = countryName(addressCountry, site.language);
  const lines = [cottage.name, streetAddress, addressLocality, `${addressRegion} ${postalCode}`, country];
  const { latitude, longitude } = cottage.geo;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
  const position = `${latitude}, ${longitude}`;
  return {
    markdown: [
      `${lines.map(escapeMarkdown).join(", ")}. ${escapeMarkdown(cottage.containedInPlace)}.`,
      `Coordinates: ${position} ([on OpenStreetMap](${map})).`,
    ].join("\n\n"),
    html: html`<div class="address">
<address>${lines.map((each, index) => (index === 0 ? html`<strong>${each}</strong>` : html`<br>${each}`))}</address>
<p>${cottage.containedInPlace}.<br>Coordinates: ${position}<br><a href="${map}" rel="noopener">On OpenStreetMap</a></p>
</div>`,
  };
}
