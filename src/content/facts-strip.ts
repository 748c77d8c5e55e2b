/**
 * The facts a guest compares cottages by: the strip of figures, the amenities, and the address.
 *
 * It words facts and knows no page.
 */
import type { Facts } from "./facts.ts";
import { type Fragment, plural } from "./fragment.ts";
import { html } from "./html.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { countryName, languageName } from "./words.ts";

export function factsStrip(facts: Facts): Fragment {
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

export function amenities({ cottage }: Facts): Fragment {
  return {
    markdown: cottage.amenities.map((each) => `- ${escapeMarkdown(each)}`).join("\n"),
    html: html`<ul class="amenities">
${cottage.amenities.map((each) => html`<li>${each}</li>\n`)}</ul>`,
  };
}

export function address({ cottage, site }: Facts): Fragment {
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
