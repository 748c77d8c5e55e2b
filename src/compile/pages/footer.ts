/**
 * Renders the footer of every page: address, contact, legal pages and links to the data.
 */

import { telephoneLink } from "../fragments/contact.ts";
import { link, type Piece, piece, strong, toPiece } from "../fragments/piece.ts";
import { townAndRegion } from "../fragments/places.ts";
import { type Html, html } from "../html.ts";
import { isInNavigation } from "./header.ts";
import { REQUIRED_PAGES, type RenderedPage, type Site } from "./page.ts";

/** Error pages have only a title and main content. */
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

/** Includes the coordinates and the URL for guests who print the page. */
function addressColumn(site: Site): Piece[] {
  const { locale, baseUrl, facts: { cottage } } = site;
  const { latitude, longitude } = cottage.geo;
  const [town, region] = townAndRegion(cottage.address);
  return [
    strong(cottage.name),
    piece`${cottage.address.streetAddress}, ${town}`,
    toPiece(region),
    toPiece(locale.translate("coordinates", { position: `${latitude}, ${longitude}` })),
    link(new URL(baseUrl).host, `${baseUrl}/`),
    ...registrationsOf(site),
  ];
}

/** Includes links to the owner's pages that are not in the navigation. */
function contactColumn({ updated }: PageOrError, { facts, locale, pages }: Site): Piece[] {
  const { email, telephone } = facts.site.contact;
  const unlistedPages = pages.filter((page) => !REQUIRED_PAGES.includes(page.name) && !isInNavigation(page));
  const lines = [link(email, `mailto:${email}`)];
  if (telephone !== undefined) lines.push(telephoneLink(telephone));
  lines.push(locale.translateToMarkup("privacy", { link: link(locale.translate("privacy.link"), "/privacy") }));
  lines.push(...unlistedPages.map(({ title, path }) => link(title, path)));
  if (updated !== undefined) {
    const date = locale.formatDate(updated);
    const day = { markdown: date, html: html`<time datetime="${updated}">${date}</time>` };
    lines.push(locale.translateToMarkup("changed", { day }));
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
    const markup = html`<a href="${url ?? ""}" rel="license">${label}</a>`;
    const licenceLink = url === undefined ? label : { ...link(label, url), html: markup };
    lines.push(locale.translateToMarkup("licence", { licence: licenceLink }));
  }
  return lines;
}

/** Returns each official registration as "name: number". */
export function registrationsOf({ facts, locale }: Site): Piece[] {
  const colon = locale.translate("colon");
  return (facts.site.registrations ?? []).map(({ name, number }) => piece(["", `${colon} `, ""], name, number));
}
