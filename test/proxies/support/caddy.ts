/**
 * Caddy with the shipped configuration, which takes all it needs to know from the environment.
 */
import { asker } from "./ask.ts";
import type { Proxy } from "./proxy.ts";
import { freePort, requireCommand, start, temporaryFolder, until } from "./program.ts";
import { deployed } from "./shipped.ts";

export async function startCaddy(upstream: number): Promise<Proxy> {
  requireCommand("caddy", "caddy");
  const folder = temporaryFolder();
  const port = await freePort();
  const program = start("caddy", ["run", "--adapter", "caddyfile", "--config", deployed("Caddyfile")], {
    env: {
      SITE_ADDRESS: `http://:${port}`,
      UPSTREAM: `127.0.0.1:${upstream}`,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: folder,
    },
  });
  const ask = asker({ port });
  await until("Caddy answers", () =>
    ask("/healthz").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return { ask, askFrom: (from) => asker({ port, from }), stop: async () => void (await program.stop()) };
}
