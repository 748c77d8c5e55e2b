/**
 * Runs the deployment guide's commands on a machine that boots. npm, docker and certbot are replaced, because the tests
 * have no registry and no public name.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { nodePath } from "../nodes/nodes.ts";
import { start } from "../support/program.ts";
import type { Machine } from "./support/machine.ts";
import { addPeople, makeCertificates, startMachine } from "./support/machine.ts";
import { PROJECT } from "./support/service.ts";
import { deployed } from "./support/shipped.ts";

const GUIDE = process.env["GUIDE"] ?? deployed("README.md");

/** Returns the blocks of commands of a chapter, in order. */
function blocks(chapter: number): string[] {
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

/** Runs a block as its reader does: at the PC, or on the machine as a user who may use sudo. */
function type(block: string): string {
  return ON_THE_MACHINE.test(block)
    ? machine.must(`set -e\n${block}`, "you")
    : machine.must(`set -e\ncd project\n${block}`, "owner");
}

/** Puts the files of a PC in place, and replaces npm, docker and certbot. */
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
  for name in npm docker; do printf '#!/bin/sh\\necho "%s $*"\\n' $name > $name; done
  cat > certbot << 'END'
#!/bin/sh
live=/etc/letsencrypt/live/your.domain
mkdir -p $live
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \\
  -keyout $live/privkey.pem -out $live/fullchain.pem \\
  -subj /CN=your.domain -addext subjectAltName=DNS:your.domain
cp $live/fullchain.pem /usr/local/share/ca-certificates/own.crt
update-ca-certificates
END
  chmod +x npm docker certbot
`;

const served = () => /"name":"([^"]*)"/.exec(machine.must("curl -s https://your.domain/api/v1/cottage"))?.[1];

test("the guide's commands do what it says, from an empty machine to a published cottage and back", () => {
  addPeople(machine);
  machine.must(PREPARE);
  blocks(2).forEach(type);
  makeCertificates(machine);
  const sample = served();
  machine.must(`sed -i '0,/"name": *"[^"]*"/s//"name": "Renamed Cottage"/' project/my-cottage/data/cottage.json`);

  const [keygen = "", allow = "", publish = "", back = ""] = blocks(3);
  assert.match(keygen, /^ssh-keygen -t ed25519$/m, "which asks questions, and is answered already");
  type(keygen.replace("ssh-keygen -t ed25519", "cd ~"));
  type(allow);
  type(publish);
  assert.equal(served(), "Renamed Cottage");
  type(back);
  assert.equal(served(), sample);
  // The commands for Windows, without its command prompt.
  const [, windows = ""] = /^```bat\n([\s\S]*?)^```$/m.exec(readFileSync(GUIDE, "utf8")) ?? [];
  type(windows.replace(/^cmd \/c "(.*)"$/m, "$1").replace(/^tar/, "true && tar"));
  assert.equal(served(), "Renamed Cottage");
});

test("the guide's second language is published beside the first, and each links to the other", () => {
  const [, , , , install = "", publish = "", check = ""] = blocks(3);
  machine.must(`
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
  type(install);
  makeCertificates(machine);
  type(publish);
  const links = type(check).trim().split("\n");
  assert.equal(links[0], 'hreflang="en" href="https://en.your.domain/about"');
  assert.equal(links[1], 'href="https://your.domain/about"');
});

test("the guide's owners type npm to pack the program, and for nothing else", () => {
  const lines = readFileSync(GUIDE, "utf8")
    .split("\n")
    .filter((line) => /\bnpm (?:ci|run|start|test|pack)\b/.test(line));
  assert.deepEqual(lines, ["npm ci", "npm run build", "npm pack"]);
});

test("the guide's upgrade goes forward and back", () => {
  const release = () => machine.must("readlink /opt/holiday-cottage/current").trim();
  const before = release();
  const [upgrade = "", back = ""] = blocks(4);
  machine.must("cp /home/owner/project/holiday-cottage/holiday-cottage-2.1.0.tgz /home/you && rm -r /home/you/package");
  type(upgrade);
  makeCertificates(machine);
  assert.match(release(), /^releases\/2\.1\.0-/);
  type(back);
  assert.equal(release(), before);
  assert.equal(served(), "Renamed Cottage");
});

test("the guide's commands for the small hours, the limit, containers, nginx and CDNs", () => {
  const [health = ""] = blocks(5).map((block) => machine.must(`set -e\n${block}`, "you"));
  assert.match(health, /^HTTP\/1\.1 200/m);
  assert.match(
    machine.must(
      "curl -s -o /dev/null https://your.domain/about; sleep 1; journalctl -u caddy -n 20 --no-pager -o cat",
    ),
    /"remote_ip":/,
    "the proxy logs client addresses",
  );
  const [, facts = "", bots = ""] = blocks(6).map((block) => {
    // Caddy refuses a POST while the service restarts.
    machine.must(
      "for turn in $(seq 40); do curl -sf http://127.0.0.1:3000/readyz > /dev/null && exit; sleep 0.25; done; exit 1",
    );
    return type(block);
  });
  assert.match(facts, /"structuredContent":\{"object":"cottage"/);
  assert.match(bots, /^200\n200\n[\s\S]*Sitemap: https:\/\/your\.domain/);
  assert.match(machine.must("cat /etc/holiday-cottage.env"), /^RATE_LIMIT=240$/m);
  blocks(7).forEach(type);
  assert.equal(machine.must("cat /home/you/scripts/deploy/.env").trim(), "DOMAIN=your.domain");
  const types = blocks(8)
    .filter((block) => !block.startsWith("node "))
    .map(type)
    .at(-1);
  assert.match(types ?? "", /text\/markdown[\s\S]*text\/html/);
  const throughNginx = () => assert.match(machine.must("curl -sI https://your.domain/about"), /^cache-status: nginx/im);
  throughNginx();
  machine.must("systemctl unmask caddy && systemctl daemon-reload");
  assert.equal(machine.must("systemctl show -P ExecStartPre caddy").trim(), "", "no limit of connections behind a CDN");
  machine.must("systemctl mask caddy");
  machine.must("sh /home/you/package/scripts/deploy/install.sh");
  throughNginx();
});

test("the guide's command line with the permission model serves", async () => {
  for (const block of blocks(8).filter((command) => command.startsWith("node "))) {
    const server = start("sh", ["-c", block.replace(/^node /, `exec ${nodePath(24)} `)], {
      cwd: PROJECT,
      env: { PORT: "0" },
    });
    await server.waitForOutput(/Listening on/);
    await server.stop();
  }
});

test("the commands of the README's chapter on putting it online are in the guide", () => {
  const [, chapter = ""] =
    /^## Putting it online$([\s\S]*?)^## /m.exec(readFileSync(`${PROJECT}README.md`, "utf8")) ?? [];
  const lines = [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
  assert.ok(lines.length > 0);
  const guide = readFileSync(GUIDE, "utf8").split("\n");
  for (const line of lines) assert.ok(guide.includes(line), line);
});
