/**
 * Counts how many guests behind one address receive a page with twelve photos through Caddy as shipped.
 */
import assert from "node:assert/strict";
import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { copySample, setPhotos } from "../support/folder.ts";
import type { Environment } from "../support/running.ts";
import { startCaddy } from "./support/caddy.ts";
import type { SecureProxy } from "./support/proxy.ts";
import { startService } from "./support/service.ts";

const PHOTOS = 12;
const GUESTS = 100;
/** Page, style sheet, icon and photographs. */
const REQUESTS = PHOTOS + 3;
/** Tokens of a visit: one for the page and a tenth for each other request. */
const COST = 1 + (REQUESTS - 1) / 10;
/** Seconds over which the guests arrive; `VISITS_SECONDS=60` measures a minute. */
const SECONDS = Number(process.env["VISITS_SECONDS"] ?? 0);

/** Copies the sample with twelve photos. Returns the environment that names the copy. */
function copySampleWithPhotos(): Environment {
  const files = copySample();
  const names = Array.from({ length: PHOTOS }, (_, index) => `photo-${index + 1}.png`);
  for (const name of names) {
    cpSync(join(files.imagesDirectory, "share.png"), join(files.imagesDirectory, name));
    appendFileSync(join(files.imagesDirectory, name), name);
  }
  setPhotos(
    files,
    names.map((file, index) => ({ file, alt: `Photograph number ${index + 1}` })),
  );
  return files.environment;
}

const PAGE_FIELDS = { Accept: "text/html,*/*;q=0.8" };
/** Matches the files that a browser fetches for a page: images, the style sheet and one of the icons. */
const SUBRESOURCE = /(?: src|<link [^>]*href)="(\/(?:images\/|style|favicon\.svg)[^"]*)"/g;

/** Visits the front page as a browser does. Returns the status of the page, and then those of its files. */
async function visit(caddy: SecureProxy): Promise<number[]> {
  const request = caddy.requestFrom("127.0.0.1");
  const page = await request("/", { fields: PAGE_FIELDS });
  if (page.status !== 200) return [page.status];
  const paths = new Set([...page.body.toString().matchAll(SUBRESOURCE)].map(([, path = ""]) => path));
  const others = await Promise.all([...paths].map((path) => request(path)));
  return [page.status, ...others.map(({ status }) => status)];
}

for (const limit of [60, 120, 240]) {
  test(`of ${GUESTS} guests behind one address, a rate limit of ${limit} serves those it allows`, async (context) => {
    const service = await startService({ env: { RATE_LIMIT: String(limit), ...copySampleWithPhotos() } });
    const caddy = await startCaddy(service.port);
    const startedAt = performance.now();
    const visits = await Promise.all(
      Array.from({ length: GUESTS }, async (_, guest) => {
        await new Promise((resolve) => setTimeout(resolve, (guest * SECONDS * 1000) / GUESTS));
        return visit(caddy);
      }),
    );
    const complete = visits.filter(
      (statuses) => statuses.length === REQUESTS && statuses.every((status) => status === 200),
    );
    const refused = visits.filter(([page]) => page === 429);
    const incomplete = visits.length - complete.length - refused.length;
    const seconds = (performance.now() - startedAt) / 1000;
    context.diagnostic(
      `in ${seconds.toFixed(0)} s ${complete.length} received everything, ${refused.length} were refused, ` +
        `${incomplete} missed a photo`,
    );

    // A script that requests data gets exactly as many responses as the limit allows.
    const script = caddy.requestFrom("127.0.0.2");
    const scriptStartedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: limit + 60 }, () => script("/api/v1/cottage")));
    const accepted = responses.filter(({ status }) => status === 200).length;
    const refilled = Math.ceil(((performance.now() - scriptStartedAt) / 60_000) * limit);
    assert.ok(accepted >= limit && accepted <= limit + refilled, `${accepted} of ${responses.length}`);

    const affordable = Math.floor((limit + (seconds / 60) * limit) / COST);
    const expected = Math.min(GUESTS, Math.floor(limit / COST));
    assert.ok(complete.length + incomplete >= expected, `${complete.length + incomplete} of ${expected}`);
    assert.ok(complete.length <= affordable + 1, `${complete.length} of ${affordable}`);
    if (limit === 240) assert.equal(complete.length, GUESTS);
    await caddy.stop();
    await service.program.stop();
  });
}
