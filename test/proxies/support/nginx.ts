/**
 * Starts nginx as shipped, on free loopback ports and with a self-signed certificate.
 *
 * The main configuration has Debian's settings, especially compression and the access log, because the shipped files
 * must override them.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, waitUntilHealthy } from "./client.ts";
import type { SecureProxy } from "./proxy.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort, requireCommand, start } from "../../support/program.ts";
import type { Replacements } from "./shipped.ts";
import { copyShipped, deployed } from "./shipped.ts";

export interface Nginx extends SecureProxy {
  /** Folder that replaces /var/www/html. */
  readonly webRoot: string;
  /** Path of the log that Debian's main configuration turns on. */
  readonly accessLog: string;
}

const ACCESS_LOG = "access.log";

interface Site {
  readonly name: "holiday-cottage" | "holiday-cottage-replicas";
  /** Ports of the service or of its replicas. */
  readonly upstream: readonly number[];
  /** Whether clients connect through a CDN, whose machines have the addresses 127.0.0.0/8. */
  readonly behindCdn?: boolean;
  /** Differences from the shipped service.conf. */
  readonly service?: Replacements;
}

/** Creates a key and a self-signed certificate in a folder. Returns the certificate. */
function createCertificate(folder: string): string {
  requireCommand("openssl", "openssl");
  const names = "subjectAltName=DNS:cottage.example,DNS:www.cottage.example";
  const subject = ["-subj", "/CN=cottage.example", "-addext", names];
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    join(folder, "key.pem"),
  ];
  execFileSync("openssl", ["req", "-x509", ...key, "-out", join(folder, "certificate.pem"), "-days", "2", ...subject], {
    stdio: "ignore",
  });
  return readFileSync(join(folder, "certificate.pem"), "utf8");
}

function mainConfiguration(folder: string, includes: readonly string[]): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "daemon off;",
    "worker_processes 2;",
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    "worker_rlimit_nofile 16384;",
    "events { worker_connections 8192; }",
    "http {",
    `access_log ${folder}/${ACCESS_LOG};`,
    `sendfile on; tcp_nopush on; gzip on; gzip_types *; gzip_proxied any; ${temporary.join(" ")}`,
    ...includes.map((name) => `include holiday-cottage/${name};`),
    "}",
    "",
  ].join("\n");
}

export async function startNginx({ name, upstream, behindCdn = false, service = [] }: Site): Promise<Nginx> {
  requireCommand("nginx", "nginx");
  const folder = temporaryFolder();
  const certificate = createCertificate(folder);
  const [plainPort, securePort] = [await freePort(), await freePort()];
  const shipped = join(folder, "holiday-cottage");
  mkdirSync(shipped);
  const copy = (file: string, replacements: readonly (readonly [string, string])[]) =>
    copyShipped(`nginx/${file}`, join(shipped, file), replacements);

  copy("cache.conf", [["/var/cache/holiday-cottage", join(folder, "cache")]]);
  copy("refusals.conf", []);
  copy("limit.conf", []);
  copy("clients.conf", []);
  copy("service.conf", [["/etc/nginx/holiday-cottage/away.html", deployed("away.html")], ...service]);
  copy("redirect.conf", [
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen [::]:80;", `listen 127.0.0.2:${plainPort};`],
    ["/var/www/html", join(folder, "www")],
  ]);
  copy("tls.conf", [
    ["listen 443 ", `listen 127.0.0.1:${securePort} `],
    ["listen [::]:443 ", `listen 127.0.0.2:${securePort} `],
    ["/etc/letsencrypt/live/cottage.example/fullchain.pem", join(folder, "certificate.pem")],
    ["/etc/letsencrypt/live/cottage.example/privkey.pem", join(folder, "key.pem")],
  ]);
  copy("behind-cdn.conf", [["192.0.2.0/24", "127.0.0.0/8"]]);
  const first = upstream.length === 1 ? 3000 : 3001;
  copy(
    `${name}.conf`,
    upstream.map((port, index) => [`127.0.0.1:${first + index}`, `127.0.0.1:${port}`] as const),
  );

  const main = join(folder, "nginx.conf");
  writeFileSync(main, mainConfiguration(folder, [...(behindCdn ? ["behind-cdn.conf"] : []), `${name}.conf`]));
  const program = start("nginx", ["-p", folder, "-c", main]);
  const request = createClient({ port: securePort, certificate });
  await waitUntilHealthy("nginx", request);
  return {
    request,
    requestFrom: (from) => createClient({ port: securePort, certificate, from }),
    plainPort,
    securePort,
    certificate,
    pid: program.pid,
    webRoot: join(folder, "www"),
    accessLog: join(folder, ACCESS_LOG),
    stop: async () => void (await program.stop()),
  };
}
