/**
 * Renders the footer of every page: address, contact, legal pages and links to the data.
 */

import { telephoneLink } from "../fragments/contact.ts";
import { link, type Piece, piece, strong, toPiece } from "../fragments/piece.ts";
import { townAndRegion } from "../fragments/places.ts";
import { type Html, html } from "../html.ts";
import { isInNavigation } from "./header.ts";
import { PAGES, type RenderedPage, type Site } from "./page.ts";

/** A page or an error page, which has only a title and main content. */
export type PageOrError = Pick<RenderedPage, "title" | "main"> & Partial<RenderedPage>;

const RIDGE =
  "M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z";

export function footer(page: PageOrError, site: Site): Html {
  const columns = [addressColumn(site), contactColumn(page, site), developerColumn(page, site)];
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="${RIDGE}"/></svg>
<div class="foot-in">
${columns.map(footerColumn)}</div>
</footer>`;
}

function footerColumn(lines: readonly Piece[]): Html {
  return html`<p>${lines.map((line, index) => (index === 0 ? line.html : html`<br>${line.html}`))}</p>\n`;
}

const SCHEME = /^https?:\/\//;

/** Returns the address lines, including the coordinates and the site's URL for guests who print the page. */
function addressColumn(site: Site): Piece[] {
  const { locale, baseUrl } = site;
  const { cottage } = site.facts;
  const position = `${cottage.geo.latitude}, ${cottage.geo.longitude}`;
  const [town, region] = townAndRegion(cottage.address);
  return [
    strong(cottage.name),
    piece`${cottage.address.streetAddress}, ${town}`,
    toPiece(region),
    toPiece(locale.translate("coordinates", { position })),
    link(baseUrl.replace(SCHEME, ""), `${baseUrl}/`),
    ...registrationsOf(site),
  ];
}

/** Returns the contact details, the pages that are not in the navigation, and the date of the last change. */
function contactColumn({ updated }: PageOrError, { facts, locale, pages }: Site): Piece[] {
  const { email, telephone } = facts.site.contact;
  const privacyLink = link(locale.translate("privacy.link"), "/privacy");
  const lines = [link(email, `mailto:${email}`)];
  if (telephone !== undefined) lines.push(telephoneLink(telephone));
  lines.push(locale.translateToMarkup("privacy", { link: privacyLink }));
  const unlistedPages = pages.filter((page) => !PAGES.includes(page.name) && !isInNavigation(page));
  lines.push(...unlistedPages.map(({ title, path }) => link(title, path)));
  if (updated !== undefined) {
    const time = html`<time datetime="${updated}">${locale.formatDate(updated)}</time>`;
    // The footer is not rendered as markdown.
    lines.push(locale.translateToMarkup("changed", { day: { markdown: "", html: time } }));
  }
  return lines;
}

function developerColumn({ markdownPath }: PageOrError, { facts, locale }: Site): Piece[] {
  const { licence } = facts.site;
  const developersLink = link(locale.translate("developers.link"), "/developers");
  const files = piece`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}, ${link("llms.txt", "/llms.txt")}`;
  const lines = [locale.translateToMarkup("developers", { link: developersLink, files })];
  if (markdownPath !== undefined) lines.push(link(locale.translate("markdown"), markdownPath));
  if (licence !== undefined) {
    const { identifier, name, url } = licence;
    const label = identifier ?? name;
    const linkedLabel = url === undefined ? label : link(label, url, html` rel="license noopener"`);
    lines.push(locale.translateToMarkup("licence", { licence: linkedLabel }));
  }
  return lines;
}

/** Formats each official registration as "name: number". Some regions require holiday homes to publish these. */
export function registrationsOf({ facts, locale }: Site): Piece[] {
  const colon = locale.translate("colon");
  return (facts.site.registrations ?? []).map(({ name, number }) => piece(["", `${colon} `, ""], name, number));
}
