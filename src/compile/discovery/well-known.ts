/**
 * Documents at well-known paths: the sitemap, robots.txt and security.txt.
 */

import type { Facts } from "../data/datasets.ts";
import { escapeHtml } from "../html.ts";
import type { Page } from "../pages/load.ts";

/**
 * Renders the sitemap. `lastmod` is the owner's `updated` date rather than the file's modification time, which changes
 * on every deployment.
 */
export function sitemap(pages: readonly Pick<Page, "path" | "updated">[], baseUrl: string): string {
  const entries = pages.map(({ path, updated }) => {
    return `<url><loc>${escapeHtml(baseUrl + path)}</loc><lastmod>${updated}</lastmod></url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
}

/**
 * Renders a robots.txt (RFC 9309) that allows all crawling. If the owner has allowed or refused uses such as AI
 * training, adds a line such as `Content-Signal: search=yes, ai-train=no`.
 */
export function robots({ site }: Facts, baseUrl: string): string {
  const { search, aiInput, aiTrain } = site.contentSignals ?? {};
  const signals: string[] = [];
  for (const [name, isAllowed] of Object.entries({ search, "ai-input": aiInput, "ai-train": aiTrain })) {
    if (isAllowed !== undefined) signals.push(`${name}=${isAllowed ? "yes" : "no"}`);
  }
  const signalLine = signals.length === 0 ? "" : `Content-Signal: ${signals.join(", ")}\n`;
  return `User-agent: *
${signalLine}Allow: /

Sitemap: ${baseUrl}/sitemap.xml
`;
}

/** Renders security.txt (RFC 9116). The server replaces `{expires}` with the expiry date when it responds. */
export function securityText({ site }: Facts, baseUrl: string): string {
  return `Contact: mailto:${site.contact.email}
Expires: {expires}
Preferred-Languages: ${site.languagesSpoken.join(", ")}
Canonical: ${baseUrl}/.well-known/security.txt
`;
}
