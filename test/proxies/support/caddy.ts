/**
 * Caddy as shipped, with TLS, on free ports of loopback and with its own certificate authority.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, waitUntilHealthy } from "./client.ts";
import type { SecureProxy } from "./proxy.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort, requireCommand, start } from "../../support/program.ts";
import type { Replacements } from "./shipped.ts";
import { copyShipped, deployed } from "./shipped.ts";

/**
 * Starts Caddy with the shipped configuration.
 *
 * @param upstream port of the service
 * @param replacements differences from the shipped configuration
 */
export async function startCaddy(upstream: number, replacements: Replacements = []): Promise<SecureProxy> {
  requireCommand("caddy", "caddy");
  const folder = temporaryFolder();
  const [plainPort, securePort] = [await freePort(), await freePort()];
  const options = [
    // A test has no public name, so Caddy signs its certificates itself.
    "local_certs",
    "skip_install_trust",
    `http_port ${plainPort}`,
    `https_port ${securePort}`,
    "default_bind 127.0.0.1",
    "servers {",
  ];
  const addOptions = ["\tservers {", options.map((option) => `\t${option}`).join("\n")] as const;
  copyShipped("Caddyfile", join(folder, "Caddyfile"), [addOptions, ...replacements]);
  const settings = [...readFileSync(deployed("caddy-unit.conf"), "utf8").matchAll(/^Environment=(\w+)=(.*)$/gm)].map(
    ([, variable = "", value = ""]) => [variable, value] as const,
  );
  const program = start("caddy", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], {
    env: {
      DOMAIN: "cottage.example",
      UPSTREAM: `127.0.0.1:${upstream}`,
      AWAY: deployed(""),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: folder,
      ...Object.fromEntries(settings),
    },
  });
  const root = join(folder, ".local/share/caddy/pki/authorities/local/root.crt");
  await program.waitForOutput(/certificate obtained successfully.*"cottage\.example"/);
  const certificate = readFileSync(root, "utf8");
  const request = createClient({ port: securePort, certificate });
  await waitUntilHealthy("Caddy", request);
  return {
    request,
    requestFrom: (from) => createClient({ port: securePort, certificate, from }),
    certificate,
    plainPort,
    securePort,
    pid: program.pid,
    stop: async () => void (await program.stop()),
  };
}
