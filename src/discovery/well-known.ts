/**
 * What crawlers and auditors fetch first: `/robots.txt`, `/sitemap.xml`, the API catalogue and `security.txt`.
 */

import type { Facts } from "../data/datasets.ts";
import { escapeHtml } from "../html.ts";
import type { Page } from "../pages/load.ts";
import { CARD_PATH, CARD_TYPE } from "./mcp-documents.ts";

/** The pages by their one address each; the date is the owner's, never a file's. */
export function sitemap(pages: readonly Pick<Page, "path" | "updated">[], baseUrl: string): string {
  const entries = pages.map(({ path, updated }) => `<url><loc>${escapeHtml(baseUrl + path)}</loc><lastmod>${updated}</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

/** RFC 9309, and the content signals that the owner gives; what is not said there is not said here. */
export function robots({ site: { contentSignals = {} } }: Facts, baseUrl: string): string {
  const named = Object.entries(contentSignals).map(([name, yes]) => `${name.replace("ai", "ai-").toLowerCase()}=${yes ? "yes" : "no"}`);
  const signals = named.length === 0 ? "" : `Content-Signal: ${named.join(", ")}\n`;
  return `User-agent: *\n${signals}Allow: /\n\nSitemap: ${baseUrl}/sitemap.xml\n`;
}

/** RFC 9727: the linkset in which programs look for APIs. */
export function apiCatalog(baseUrl: string): object {
  const link = (path: string, type: string) => [{ href: baseUrl + path, type }];
  return {
    linkset: [
      {
        anchor: `${baseUrl}/api/`,
        "service-desc": link("/openapi.json", "application/json"),
        "service-doc": link("/developers", "text/html"),
        "service-meta": link(CARD_PATH, CARD_TYPE),
      },
    ],
  };
}

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const EXPIRES_DAYS = 180;

/** RFC 9116; `today` is `YYYY-MM-DD`. */
export function securityText({ site }: Facts, baseUrl: string, today: string): string {
  const expires = new Date(Date.parse(today) + EXPIRES_DAYS * 86_400_000);
  return `Contact: mailto:${site.contact.email}
Expires: ${expires.toISOString()}
Preferred-Languages: ${site.languagesSpoken.join(", ")}
Canonical: ${baseUrl}/.well-known/security.txt
`;
}
