/**
 * A visit is not a request: how many guests behind one address see a page with twelve photographs, through Caddy and HTTP/2.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { appendFileSync, cpSync } from "node:fs";
import type { ClientHttp2Session } from "node:http2";
import { connect } from "node:http2";
import { join } from "node:path";
import { test } from "node:test";
import { type Environment, namePhotos, ownFiles } from "../support/running.ts";
import { HOST } from "./support/ask.ts";
import { startCaddy } from "./support/caddy.ts";
import type { SecureProxy } from "./support/proxy.ts";
import { startService } from "./support/service.ts";

const PHOTOS = 12;
const GUESTS = 100;
/** Page, style sheet, icon and photographs. */
const REQUESTS = PHOTOS + 3;
/** One for the page and a tenth for each of the others. */
const COST = 1 + (REQUESTS - 1) / 10;
/** Over how long the guests come; `VISITS_SECONDS=60` measures a minute. */
const SECONDS = Number(process.env["VISITS_SECONDS"] ?? 0);

/** The sample with twelve photographs. */
function gallery(): Environment {
  const files = ownFiles();
  const names = Array.from({ length: PHOTOS }, (_, index) => `photo-${index + 1}.png`);
  for (const name of names) {
    cpSync(join(files.imagesDirectory, "share.png"), join(files.imagesDirectory, name));
    appendFileSync(join(files.imagesDirectory, name), name);
  }
  namePhotos(files, names.map((file, index) => ({ file, alt: `Photograph number ${index + 1}` })));
  return files.environment;
}

async function get(session: ClientHttp2Session, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const stream = session.request({ ":path": path, ":authority": HOST, accept: "text/html,*/*;q=0.8", "accept-encoding": "identity" });
  const [fields]: { ":status"?: number }[] = await once(stream, "response");
  let text = "";
  for await (const chunk of stream.setEncoding("latin1")) text += String(chunk);
  return { status: fields?.[":status"] ?? 0, text };
}

function dial({ securePort, certificate }: SecureProxy, localAddress: string): ClientHttp2Session {
  const options = { ca: certificate, servername: HOST, localAddress };
  return connect(`https://127.0.0.1:${securePort}`, options);
}

/** A first visit, as a browser makes it: the page, and then what it shows, all at once. Gives the statuses. */
async function visit(caddy: SecureProxy): Promise<number[]> {
  const session = dial(caddy, "127.0.0.1");
  const page = await get(session, "/");
  const shown = [...page.text.matchAll(/(?:src|href)="(\/(?:images|style|favicon)[^"]*)"/g)].map(([, path = ""]) => path);
  const others = page.status === 200 ? await Promise.all(shown.map((path) => get(session, path))) : [];
  session.close();
  return [page.status, ...others.map(({ status }) => status)];
}

for (const limit of [60, 120, 240]) {
  test(`${GUESTS} guests behind one address, at a limit of ${limit}`, async (context) => {
    const service = await startService({ env: { RATE_LIMIT: String(limit), ...gallery() } });
    const caddy = await startCaddy(service.port);
    const startedAt = performance.now();
    const visits = await Promise.all(
      Array.from({ length: GUESTS }, async (_, turn) => {
        await new Promise((resolve) => setTimeout(resolve, (turn * SECONDS * 1000) / GUESTS));
        return visit(caddy);
      }),
    );
    const whole = visits.filter((statuses) => statuses.length === REQUESTS && statuses.every((status) => status === 200));
    const refused = visits.filter(([page]) => page === 429);
    const broken = visits.length - whole.length - refused.length;
    const seconds = (performance.now() - startedAt) / 1000;
    context.diagnostic(`in ${seconds.toFixed(0)} s ${whole.length} saw everything, ${refused.length} were asked to wait, ${broken} missed a photograph`);

    // Who reads data has what the limit says and no more, whatever it is that guests cost.
    const script = dial(caddy, "127.0.0.2");
    const askedAt = performance.now();
    const statuses = await Promise.all(Array.from({ length: limit + 60 }, () => get(script, "/api/v1/cottage")));
    const answered = statuses.filter(({ status }) => status === 200).length;
    const refilled = Math.ceil(((performance.now() - askedAt) / 60_000) * limit);
    assert.ok(answered >= limit && answered <= limit + refilled, `${answered} of ${statuses.length}`);
    script.close();

    const enough = Math.floor((limit + (seconds / 60) * limit) / COST);
    assert.ok(whole.length + broken >= Math.min(GUESTS, Math.floor(limit / COST)) && whole.length <= enough + 1, `${whole.length} of ${enough}`);
    if (limit === 240) assert.equal(whole.length, GUESTS);
    await caddy.stop();
    await service.program.stop();
  });
}
