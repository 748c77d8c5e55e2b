/**
 * Runs the deployment guide's commands on a machine that boots. npm, docker, apt and certbot are replaced, because the
 * tests have no registry and no public name.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { nodePath } from "../nodes/nodes.ts";
import { start } from "../support/program.ts";
import type { Machine } from "./support/machine.ts";
import { addUsers, makeCertificates, startMachine } from "./support/machine.ts";
import { PROJECT } from "./support/service.ts";
import { deployed } from "./support/shipped.ts";

const GUIDE = process.env["GUIDE"] ?? deployed("README.md");

/** Returns the shell code blocks of a chapter of the guide, in order. */
function codeBlocks(chapter: number): string[] {
  const text =
    readFileSync(GUIDE, "utf8")
      .split(/^## /m)
      .find((section) => section.startsWith(`${chapter}. `)) ?? "";
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
}

let machine: Machine;

before(async () => {
  machine = await startMachine();
});
after(() => machine.stop());

const ON_THE_MACHINE = /^(?:sudo|tar -xzf|cd scripts)/;

/** Runs a block on the machine as a user who may use sudo. */
function runOnTheMachine(block: string): string {
  const output = machine.mustRun(`set -e\n${block}`, "you");
  // This command writes the Caddyfile again.
  if (/^sudo holiday-cottage$/m.test(block)) makeCertificates(machine);
  return output;
}

/** Runs a block where the guide's reader would: at the PC or on the machine. */
function runBlock(block: string): string {
  if (ON_THE_MACHINE.test(block)) return runOnTheMachine(block);
  return machine.mustRun(`set -e\ncd project\n${block}`, "owner");
}

/** Creates the files that the reader has on a PC, and replaces npm, docker, apt and certbot. */
const PREPARE = `
  mkdir -p project/holiday-cottage/scripts/deploy /home/you/scripts/deploy
  for version in 2.0.0 2.1.0; do
    tar -xzf holiday-cottage-[0-9]*.tgz
    sed -i "s/\\"version\\": \\"[^\\"]*\\"/\\"version\\": \\"$version\\"/" package/package.json
    tar -czf project/holiday-cottage/holiday-cottage-$version.tgz package
    rm -r package
  done
  mv my-cottage project && mv publish.sh project/holiday-cottage/scripts/deploy
  chown -R owner project && chown -R you /home/you
  cd /usr/local/bin
  for name in npm docker apt; do printf '#!/bin/sh\\necho "%s $*"\\n' $name > $name; done
  cat > certbot << 'END'
#!/bin/sh
# "certbot certonly ..." makes a certificate and stores the options; "certbot renew" makes another one with them.
live=/etc/letsencrypt/live/your.domain
mkdir -p $live
while [ $# -gt 1 ]; do
  case $1 in
    -d) names=$names,DNS:$2 && echo "\${names#,}" > /etc/letsencrypt/names ;;
    --deploy-hook) echo "$2" > /etc/letsencrypt/hook ;;
  esac
  shift
done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \\
  -keyout $live/privkey.pem -out $live/fullchain.pem \\
  -subj /CN=your.domain -addext subjectAltName=$(cat /etc/letsencrypt/names)
cp $live/fullchain.pem /usr/local/share/ca-certificates/own.crt
update-ca-certificates
[ ! -e /etc/letsencrypt/hook ] || sh /etc/letsencrypt/hook
END
  chmod +x npm docker apt certbot
  rm -f /var/log/nginx/access.log
`;

const servedName = () => /"name":"([^"]*)"/.exec(machine.mustRun("curl -s https://your.domain/api/v1/cottage"))?.[1];

test("the guide's commands set up a machine, publish a cottage and go back", () => {
  addUsers(machine);
  machine.mustRun(PREPARE);
  codeBlocks(2).forEach(runBlock);
  makeCertificates(machine);
  const sample = servedName();
  machine.mustRun(`sed -i '0,/"name": *"[^"]*"/s//"name": "Renamed Cottage"/' project/my-cottage/data/cottage.json`);

  const [keygen = "", allow = "", publish = "", back = ""] = codeBlocks(3);
  assert.match(keygen, /^ssh-keygen -t ed25519$/m, "ssh-keygen is interactive, and the key exists already");
  runBlock(keygen.replace("ssh-keygen -t ed25519", "cd ~"));
  runBlock(allow);
  runBlock(publish);
  assert.equal(servedName(), "Renamed Cottage");
  runBlock(back);
  assert.equal(servedName(), sample);
  // Run the commands for Windows without its command prompt.
  const [, windows = ""] = /^```bat\n([\s\S]*?)^```$/m.exec(readFileSync(GUIDE, "utf8")) ?? [];
  runBlock(windows.replace(/^cmd \/c "(.*)"$/m, "$1").replace(/^tar/, "true && tar"));
  assert.equal(servedName(), "Renamed Cottage");
});

test("the guide's commands publish a second language, and the two sites link to each other", () => {
  const [, , , , install = "", publish = "", check = ""] = codeBlocks(3);
  machine.mustRun(`
    cd project && cp -r my-cottage my-cottage-en
    translate() {
      entry="{ \\"language\\": \\"$2\\"\\, \\"url\\": \\"$3\\" }"
      sed -i "0,/{/s,,{ \\"translations\\": [$entry]\\,," $1/data/site.json
    }
    translate my-cottage en https://en.your.domain
    translate my-cottage-en en-GB https://your.domain
    sed -i 's/"language": "en-GB"/"language": "en"/' my-cottage-en/data/site.json
    sed -i '1s/"language": "en"/"language": "en-GB"/' my-cottage-en/data/site.json
    chown -R owner .
  `);
  runBlock(install);
  makeCertificates(machine);
  runBlock(publish);
  const links = runBlock(check).trim().split("\n");
  assert.equal(links[0], 'hreflang="en" href="https://en.your.domain/about"');
  assert.equal(links[1], 'href="https://your.domain/about"');
});

test("the guide uses npm only to build and pack the program", () => {
  const lines = readFileSync(GUIDE, "utf8")
    .split("\n")
    .filter((line) => /\bnpm (?:ci|run|start|test|pack)\b/.test(line));
  assert.deepEqual(lines, ["npm ci", "npm run build", "npm pack"]);
});

test("the guide's commands upgrade the program and go back", () => {
  const currentRelease = () => machine.mustRun("readlink /opt/holiday-cottage/current").trim();
  const before = currentRelease();
  const [upgrade = "", back = ""] = codeBlocks(4);
  machine.mustRun(
    "cp /home/owner/project/holiday-cottage/holiday-cottage-2.1.0.tgz /home/you && rm -r /home/you/package",
  );
  runBlock(upgrade);
  makeCertificates(machine);
  assert.match(currentRelease(), /^releases\/2\.1\.0-/);
  runBlock(back);
  assert.equal(currentRelease(), before);
  assert.equal(servedName(), "Renamed Cottage");
});

test("the guide's commands for troubleshooting, the rate limit, containers, nginx and CDNs work", () => {
  const [health = ""] = codeBlocks(5).map(runOnTheMachine);
  assert.match(health, /^HTTP\/1\.1 200/m);
  assert.match(
    machine.mustRun(
      "curl -s -o /dev/null https://your.domain/about; sleep 1; journalctl -u caddy -n 20 --no-pager -o cat",
    ),
    /"remote_ip":/,
    "the proxy logs client addresses",
  );
  const [, facts = "", bots = ""] = codeBlocks(6).map((block) => {
    // Caddy rejects a POST while the service restarts.
    machine.mustRun(
      "for turn in $(seq 40); do curl -sf http://127.0.0.1:3000/readyz > /dev/null && exit; sleep 0.25; done; exit 1",
    );
    return runBlock(block);
  });
  assert.match(facts, /"structuredContent":\{"object":"cottage"/);
  assert.match(bots, /^200\n200\n[\s\S]*Sitemap: https:\/\/your\.domain/);
  assert.match(machine.mustRun("cat /etc/holiday-cottage.env"), /^RATE_LIMIT=240$/m);
  codeBlocks(7).forEach(runBlock);
  assert.equal(machine.mustRun("cat /home/you/scripts/deploy/.env").trim(), "DOMAIN=your.domain");
  const types = codeBlocks(8)
    .filter((block) => !block.startsWith("node "))
    .map(runBlock)
    .at(-1);
  assert.match(types ?? "", /text\/markdown[\s\S]*text\/html/);
  const throughNginx = () =>
    assert.match(machine.mustRun("curl -sI https://your.domain/about"), /^cache-status: nginx/im);
  throughNginx();
  const redirect = "curl -s -o /dev/null -w '%{http_code} %{redirect_url}'";
  for (const origin of ["http://your.domain", "http://www.your.domain", "https://www.your.domain"])
    assert.equal(machine.mustRun(`${redirect} ${origin}/about`), "308 https://your.domain/about", origin);
  assert.equal(machine.mustRun("cat /var/log/nginx/access.log"), "", "nginx does not log client addresses");
  // After a renewal, nginx must serve the new certificate.
  machine.mustRun("certbot renew && sleep 1");
  const fingerprint = "openssl x509 -noout -fingerprint";
  assert.equal(
    machine.mustRun(`openssl s_client -connect your.domain:443 < /dev/null 2> /dev/null | ${fingerprint}`),
    machine.mustRun(`${fingerprint} -in /etc/letsencrypt/live/your.domain/fullchain.pem`),
  );
  machine.mustRun("systemctl unmask caddy && systemctl daemon-reload");
  assert.equal(
    machine.mustRun("systemctl show -P ExecStartPre caddy").trim(),
    "",
    "no limit of connections behind a CDN",
  );
  machine.mustRun("systemctl mask caddy");
  machine.mustRun("sh /home/you/package/scripts/deploy/install.sh");
  throughNginx();
  const cdnRanges = "nginx -T 2> /dev/null | grep -c set_real_ip_from";
  const before = machine.mustRun(cdnRanges);
  runBlock(codeBlocks(8)[1] ?? "");
  throughNginx();
  assert.equal(machine.mustRun(cdnRanges), before, "an upgrade keeps the operator's own directives");
});

test("the guide's command lines with permission flags start a server", async () => {
  for (const block of codeBlocks(8).filter((command) => command.startsWith("node "))) {
    const server = start("sh", ["-c", block.replace(/^node /, `exec ${nodePath(24)} `)], {
      cwd: PROJECT,
      env: { PORT: "0" },
    });
    await server.waitForOutput(/Listening on/);
    await server.stop();
  }
});

test("the commands in the README's chapter on putting it online are also in the guide", () => {
  const [, chapter = ""] =
    /^## Putting it online$([\s\S]*?)^## /m.exec(readFileSync(`${PROJECT}README.md`, "utf8")) ?? [];
  const lines = [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
  assert.ok(lines.length > 0);
  const guide = readFileSync(GUIDE, "utf8").split("\n");
  for (const line of lines) assert.ok(guide.includes(line), line);
});
