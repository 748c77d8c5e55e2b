/**
 * Documents with a conventional path: the sitemap, robots.txt, security.txt and the API catalogue.
 *
 * The discovery documents of the MCP server are in `mcp.ts`.
 */

import type { Facts } from "../data/datasets.ts";
import { escapeHtml } from "../html.ts";
import type { PageDocument } from "../pages/load.ts";
import { CARD_LINK } from "./mcp.ts";

/** Lifetime of security.txt, in days. RFC 9116, section 2.5.5, recommends less than a year. */
export const SECURITY_DAYS = 180;

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Renders the sitemap. `lastmod` is the date that the owner states, because file times change with each deployment. */
export function sitemap(pages: readonly Pick<PageDocument, "path" | "updated">[], baseUrl: string): string {
  const entries = pages.map(({ path, updated }) => {
    const location = escapeHtml(baseUrl + path);
    return `<url><loc>${location}</loc><lastmod>${updated}</lastmod></url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

/** Renders robots.txt (RFC 9309), which allows everything. Omits content signals that the owner does not state. */
export function robots({ site }: Facts, baseUrl: string): string {
  const { search, aiInput, aiTrain } = site.contentSignals ?? {};
  const isAllowedBySignal = { search, "ai-input": aiInput, "ai-train": aiTrain };
  const signals: string[] = [];
  for (const [name, isAllowed] of Object.entries(isAllowedBySignal)) {
    if (isAllowed !== undefined) signals.push(`${name}=${isAllowed ? "yes" : "no"}`);
  }
  const signalLine = signals.length === 0 ? "" : `Content-Signal: ${signals.join(", ")}\n`;
  return `User-agent: *
${signalLine}Allow: /

Sitemap: ${baseUrl}/sitemap.xml
`;
}

/** Returns the API catalogue (RFC 9727), a linkset with one context for the JSON API and one for the MCP server. */
export function apiCatalog(baseUrl: string): object {
  const links = (path: string, type: string) => [{ href: baseUrl + path, type }];
  const documents = {
    "service-desc": links("/openapi.json", "application/json"),
    "service-doc": links("/developers", "text/html"),
  };
  return {
    linkset: [
      { anchor: `${baseUrl}/api/`, ...documents, status: links("/readyz", "application/json") },
      { anchor: `${baseUrl}/mcp`, ...documents, "service-meta": links(CARD_LINK.path, CARD_LINK.mediaType) },
    ],
  };
}

/** Renders security.txt (RFC 9116). The server replaces `{expires}` with a date when it responds. */
export function securityText({ site }: Facts, baseUrl: string): string {
  return `Contact: mailto:${site.contact.email}
Expires: {expires}
Preferred-Languages: ${site.languagesSpoken.join(", ")}
Canonical: ${baseUrl}/.well-known/security.txt
`;
}
