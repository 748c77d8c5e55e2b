/**
 * The footer of every page: address, contact, legal pages, and links to the data.
 *
 * It does not depend on the text of the page.
 */

import { telephoneLink } from "../fragments/contact.ts";
import { type Inline, link, type Piece, piece, strong, toPiece } from "../fragments/piece.ts";
import { townAndRegion } from "../fragments/places.ts";
import { type Html, html } from "../html.ts";
import type { Words } from "../words/words.ts";
import { isInNavigation } from "./header.ts";
import type { ParsedPage, Site } from "./page.ts";

/** A page or an error page. Error pages have only a title and a main part. */
export type PageOrError = Pick<ParsedPage, "title" | "main"> & Partial<ParsedPage>;

export function footer(page: PageOrError, site: Site): Html {
  const columns = [addressColumn(site), contactColumn(page, site), developerColumn(page, site)];
  return html`<footer class="foot">
<svg class="ridge" viewBox="0 0 1600 60" preserveAspectRatio="none" aria-hidden="true"><path d="${RIDGE}"/></svg>
<div class="foot-in">
${columns.map(footerColumn)}</div>
</footer>`;
}

/** SVG path of a ridge of hills. */
const RIDGE =
  "M0 46c180-34 320-26 470-12 170 16 240-24 400-30 190-8 290 44 450 40 110-2 190-20 280-18v34H0z";

const SCHEME = /^https?:\/\//;

function footerColumn(lines: readonly Piece[]): Html {
  return html`<p>${lines.map((line, index) => (index === 0 ? line.html : html`<br>${line.html}`))}</p>\n`;
}

/** Includes the coordinates and the site's URL for guests who print the page. */
function addressColumn(site: Site): Piece[] {
  const { facts: { cottage }, words, baseUrl } = site;
  const { latitude, longitude } = cottage.geo;
  const [town, region] = townAndRegion(cottage.address);
  return [
    strong(cottage.name),
    piece`${cottage.address.streetAddress}, ${town}`,
    toPiece(region),
    toPiece(words.format("coordinates", { position: `${latitude}, ${longitude}` })),
    link(baseUrl.replace(SCHEME, ""), `${baseUrl}/`),
    ...registrationsOf(site),
  ];
}

function contactColumn({ updated }: PageOrError, { facts, words, pages }: Site): Piece[] {
  const { contact } = facts.site;
  const unlistedPages = pages.filter((page) => page.isOwn && !isInNavigation(page));
  return withoutUndefined([
    link(contact.email, `mailto:${contact.email}`),
    contact.telephone === undefined ? undefined : telephoneLink(contact.telephone),
    words.formatPieces("privacy", { link: link(words.format("privacy.link"), "/privacy") }),
    ...unlistedPages.map(({ path, title }) => link(title, path)),
    updated === undefined ? undefined : lastChange(updated, words),
  ]);
}

function lastChange(date: string, words: Words): Piece {
  const day = html`<time datetime="${date}">${words.formatDate(date)}</time>`;
  return words.formatPieces("changed", { day: { markdown: "", html: day } });
}

function developerColumn({ markdownPath }: PageOrError, { facts, words }: Site): Piece[] {
  const { licence } = facts.site;
  const files = piece`${link("API", "/api/")}, ${link("OpenAPI", "/openapi.json")}, ${link("llms.txt", "/llms.txt")}`;
  const developers = link(words.format("developers.link"), "/developers");
  return withoutUndefined([
    words.formatPieces("developers", { link: developers, files }),
    markdownPath === undefined ? undefined : link(words.format("markdown"), markdownPath),
    licence === undefined ? undefined : words.formatPieces("licence", { licence: licenceLink(licence) }),
  ]);
}

function licenceLink({ identifier, name, url }: NonNullable<Site["facts"]["site"]["licence"]>): Inline {
  const text = identifier ?? name;
  return url === undefined ? text : link(text, url, html` rel="license noopener"`);
}

function withoutUndefined(lines: readonly (Piece | undefined)[]): Piece[] {
  return lines.filter((line) => line !== undefined);
}

/** Returns the registrations with name and number. In some regions the law requires holiday homes to publish them. */
export function registrationsOf({ facts, words }: Site): Piece[] {
  const colon = words.format("colon");
  return (facts.site.registrations ?? []).map(({ name, number }) => piece(["", `${colon} `, ""], name, number));
}
