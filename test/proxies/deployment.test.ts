import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { nodePath } from "../nodes/nodes.ts";
import { requireCommand, start, temporaryFolder } from "../support/program.ts";
import { VERSION } from "../../src/version.ts";
import { PROJECT } from "./support/service.ts";

const README = process.env["README"] ?? join(PROJECT, "README.md");

/** The blocks of commands in the chapter on deployment, in order. */
function blocks(): string[] {
  const [, chapter = ""] = /^## Deployment$([\s\S]*?)^## Operations$/m.exec(readFileSync(README, "utf8")) ?? [];
  return [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

const PACKAGES = [
  ["nginx", "nginx"],
  ["caddy", "caddy"],
  ["systemd-analyze", "systemd"],
  ["openssl", "openssl"],
  ["unshare", "util-linux"],
] as const;

/** What stands for programs that need a running system, a registry of images or a domain: each tells what it was asked. */
const STAND_INS: Readonly<Record<string, string>> = {
  sudo: 'exec "$@"',
  systemctl: 'echo "systemctl $*"',
  docker: 'echo "docker $*"',
  curl: 'echo "content-type: text/html"',
  certbot: `
    live=/etc/letsencrypt/live/your.domain
    mkdir -p $live
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $live/privkey.pem -out $live/fullchain.pem -days 2 -subj /CN=your.domain
  `,
};

/** Changes nothing of this machine: what the commands write to is a copy, or empty. */
const ASIDE = `
set -e
aside=$1
for folder in etc opt srv var/cache var/www; do
  mkdir -p "/$folder" "$aside/$folder"
done
cp -a /etc/. "$aside/etc"
for folder in etc opt srv var/cache var/www; do
  mount --bind "$aside/$folder" "/$folder"
done
mkdir -p /etc/caddy /etc/nginx/conf.d
export PATH="$aside/bin:$PATH"
cd "$aside/project"
sh -e "$aside/commands"
`;

/** After the commands: is what they have made right? */
const CHECKS = `
sed -i "s#/usr/bin/node#$(command -v node)#" /etc/systemd/system/holiday-cottage.service
systemd-analyze verify /etc/systemd/system/holiday-cottage.service
caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile
test -f /opt/holiday-cottage/dist/server.js
test -f /opt/holiday-cottage.old/dist/server.js
test -f /srv/holiday-cottage/data/cottage.json
test ! -e /opt/holiday-cottage/node_modules
grep -qx BASE_URL=https://your.domain /etc/holiday-cottage.env
grep -qx DOMAIN=your.domain scripts/deploy/.env
if grep -r cottage.example /etc/nginx/holiday-cottage /etc/holiday-cottage.env; then exit 1; fi
echo all is in place
`;

test("the commands of the chapter on deployment, one block after the other, do what they say", async (context) => {
  for (const [command, name] of PACKAGES) requireCommand(command, name);
  const chapter = blocks();
  context.diagnostic(`${chapter.length} blocks`);
  const aside = temporaryFolder();
  const project = join(aside, "project");
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: PROJECT, encoding: "utf8" })
    .split("\0")
    .filter((name) => name !== "");
  for (const name of files) cpSync(join(PROJECT, name), join(project, name));
  for (const name of ["data", "content"])
    cpSync(join(PROJECT, name), join(project, "my-cottage", name), { recursive: true });
  mkdirSync(join(aside, "bin"));
  for (const [name, script] of Object.entries(STAND_INS))
    writeFileSync(join(aside, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  const [servers, others] = [
    chapter.filter((block) => block.startsWith("node ")),
    chapter.filter((block) => !block.startsWith("node ")),
  ];
  // The next version is this one under another name.
  const upgradeable = others.map((block) => block.replaceAll("holiday-cottage-1.2.0.tgz", `holiday-cottage-${VERSION}.tgz`));
  const commands =
    upgradeable.map((block) => `(\nset -ex\n${block})\n`).join("") + (others.length > 0 ? `set -ex\n${CHECKS}` : "");
  writeFileSync(join(aside, "commands"), commands);
  const run = start("unshare", ["--mount", "sh", "-c", ASIDE, "aside", aside], {
    env: { HOME: process.env["HOME"] ?? aside },
  });
  const status = await run.ended;
  assert.equal(status, 0, run.output());

  for (const block of servers) {
    const server = start("sh", ["-c", block.replace(/^node /, `exec ${nodePath(24)} `)], {
      cwd: project,
      env: { PORT: "0" },
    });
    await server.said(/Listening on/);
    await server.stop();
  }
  rmSync(aside, { recursive: true });
});
