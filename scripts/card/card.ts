/**
 * Draws a card to put on the cottage's table. It shows the cottage's name, a QR code that opens the guest guide, and
 * the telephone numbers of the emergency services and the host.
 *
 * `node holiday-cottage my-cottage --card` writes `my-cottage-card.html` beside the folder. Owners print it from a
 * browser. It is never served.
 */

import { writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { formatErrors, loadTranslations, readFolderConfig } from "../../src/author/folder.ts";
import type { Facts } from "../../src/compile/data/datasets.ts";
import { loadData } from "../../src/compile/data/load.ts";
import { locateFindings } from "../../src/compile/json/json-file.ts";
import { formatMessage } from "../../src/compile/messages.ts";
import { html, markupOf, trusted } from "../../src/compile/html.ts";
import { loadLocale } from "../../src/compile/words/load-locale.ts";
import type { Locale } from "../../src/compile/words/locale.ts";
import { textDirection } from "../../src/compile/pages/languages.ts";
import { qrCode } from "./qr-code.ts";

/** Width of the light border around a QR code, in modules (ISO/IEC 18004, section 9.1). A module is one square. */
const QUIET_ZONE = 4;

const STYLE = `@page { size: A6; margin: 0 } body { margin: 0; font: 12pt/1.4 Georgia, serif; text-align: center }
main { box-sizing: border-box; width: 105mm; height: 148mm; padding: 11mm 9mm; margin: auto }
h1 { font-size: 21pt; font-weight: 400; line-height: 1.1; margin: 0 0 4mm } svg { width: 56mm; height: 56mm }
p { margin: 0 0 2mm; overflow-wrap: anywhere } .numbers { font: 11pt/1.5 sans-serif; margin-top: 4mm }`;

/**
 * Renders the card as an HTML document.
 *
 * @param baseUrl address of the site without a trailing slash, e.g. `https://cottage.example`
 */
export function tableCard({ cottage, site }: Facts, baseUrl: string, locale: Locale): string {
  const guide = `${baseUrl}/welcome`;
  const position = `${cottage.geo.latitude}, ${cottage.geo.longitude}`;
  const { telephone } = site.contact;
  const host = telephone === undefined ? "" : html`<br />${site.contact.name}: <bdi>${telephone}</bdi>`;
  return markupOf(
    html`<!doctype html>
      <html lang="${locale.language}" dir="${textDirection(locale.language)}">
        <head>
          <meta charset="utf-8" />
          <title>${cottage.name}</title>
          <style>
            ${trusted(STYLE)}
          </style>
        </head>
        <body>
          <main>
            <h1>${cottage.name}</h1>
            ${trusted(drawing(guide))}
            <p>${guide.replace(/^https?:\/\//, "")}</p>
            <p class="numbers">SOS: <strong>${site.emergencyNumber}</strong>${host}<br />${position}</p>
          </main>
        </body>
      </html> `,
  );
}

/** Returns an SVG image of the QR code for a text. Each dark module is a unit square of one path. */
export function drawing(text: string): string {
  const rows = qrCode(text);
  const squares: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) squares.push(`M${x} ${y}h1v1h-1z`);
    }
  }
  const size = rows.length + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`;
  const path = `<path d="${squares.join("")}"/>`;
  return `<svg viewBox="${box}" shape-rendering="crispEdges" role="img" aria-label="QR">${path}</svg>`;
}

/** Writes the card for the cottage in a folder. Returns the exit status. */
export function card(folder: string): number {
  const { config, problems } = readFolderConfig(process.env, folder);
  if (problems.length > 0) return fail(problems.join("\n"));
  const { facts, findings } = loadData(config);
  const messages = loadTranslations(config.dataDirectory);
  if (facts === undefined) return fail(formatErrors(locateFindings(config, findings), messages).join("\n"));
  const baseUrl = publicOrigin(config.baseUrl, facts.cottage.url);
  if (baseUrl === undefined) {
    return fail(formatMessage({ code: "card-no-address" }, messages));
  }
  const { locale } = loadLocale(facts.site.language, config.contentDirectory);
  const path = join(dirname(resolve(folder)), `${basename(resolve(folder))}-card.html`);
  writeFileSync(path, tableCard(facts, baseUrl, locale));
  process.stdout.write(`${formatMessage({ code: "card-written", values: { path } }, messages)}\n`);
  return 0;
}

/** Returns the origin of the first address that is not a loopback address, or undefined if there is none. */
export function publicOrigin(...addresses: readonly string[]): string | undefined {
  const origins = addresses.map((address) => new URL(address).origin);
  return origins.find((origin) => !/\/\/(?:localhost|127\.|\[::1\])/.test(origin));
}

/** Prints an error, and returns the exit status 1. */
function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
