/**
 * The installer and the publish command on a machine that boots, read as its owner and as somebody with a stolen key.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Machine } from "./support/machine.ts";
import { addPeople, makeCertificates, startMachine } from "./support/machine.ts";

let machine: Machine;

before(async () => {
  machine = await startMachine();
  machine.must("tar -xzf holiday-cottage-*.tgz");
});
after(() => machine.stop());

const INSTALL = "sh package/scripts/deploy/install.sh";

/** As a guest would, by the public name. The machine has no network for real certificates. */
function ask(path: string, ...options: string[]): string {
  return machine.must(`curl -s ${options.join(" ")} https://your.domain${path}`);
}

test("a Node that is not the one that was tested is not installed", () => {
  machine.must("cd /root && mv node.tgz whole.tgz && name=$(tar -tzf whole.tgz | head -n 1) && mkdir -p $name/bin && cp /bin/true $name/bin/node && tar -czf node.tgz $name && rm -r $name");
  const { status, output } = machine.run(`${INSTALL} your.domain`);
  assert.equal(status, 1);
  assert.match(output, /not the Node that was tested/);
  machine.must("test ! -e /opt/holiday-cottage/current && mv /root/whole.tgz /root/node.tgz");
});

test("the installer makes a machine that serves, and running it twice changes nothing", () => {
  machine.must(`${INSTALL} your.domain`);
  assert.match(machine.must("cat /root/fetched"), /^https:\/\/nodejs\.org\/dist\/v24\.\d+\.\d+\/node-v24/);
  makeCertificates(machine);
  assert.match(ask("/api/"), /"object":"api_index"/);
  assert.match(ask("/about", "-o /dev/null -w '%{http_version} %{http_code}'"), /^2 200/);
  assert.match(machine.must("curl -s -o /dev/null -w '%{http_code} %{redirect_url}' https://www.your.domain/about"), /308 https:\/\/your\.domain\/about/);
  const user = machine.must("ps -o user= -p $(systemctl show -P MainPID holiday-cottage)").trim();
  assert.notEqual(user, "root");
  assert.notEqual(user, "cottage");

  const state = () => machine.must("ls -lR --time-style=+ /opt/holiday-cottage/releases | grep -v ^total; readlink /opt/holiday-cottage/current /srv/holiday-cottage/current; cat /etc/holiday-cottage.env; cat /etc/sudoers.d/holiday-cottage");
  const first = state();
  machine.must(`${INSTALL}`);
  makeCertificates(machine);
  assert.equal(state(), first);
  assert.match(ask("/api/"), /"object":"api_index"/);
  assert.equal(machine.must("systemctl is-enabled holiday-cottage").trim(), "enabled");
  assert.match(machine.must("tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID caddy)/environ"), /^GOMEMLIMIT=64MiB$/m);
});

test("ended as often as an attacker likes, the service comes back", () => {
  for (let turn = 0; turn < 6; turn += 1) {
    machine.must("systemctl kill -s KILL holiday-cottage");
    machine.must("for turn in $(seq 40); do sleep 0.25; curl -s http://127.0.0.1:3000/readyz > /dev/null && exit; done; exit 1");
  }
});

test("files that were broken by hand are not served, by a reload as little as by the next publication", () => {
  machine.must("cp -r /srv/holiday-cottage/current/. /root/good && echo '{' > /srv/holiday-cottage/current/data/cottage.json");
  assert.notEqual(machine.run("systemctl reload holiday-cottage").status, 0);
  assert.match(machine.must("journalctl -u holiday-cottage --no-pager"), /cottage\.json:\d+:\d+: error/);
  assert.match(ask("/api/v1/cottage"), /"object":"cottage"/);
  machine.must("cp -r /root/good/. /srv/holiday-cottage/current && systemctl reload holiday-cottage");
});

const PUBLISH = "sh publish.sh my-cottage cottage@your.domain";
const live = () => machine.must("readlink /srv/holiday-cottage/current").trim();
const nameServed = () => /"name":"([^"]*)"/.exec(ask("/api/v1/cottage"))?.[1];
const rename = (name: string) => machine.must(`sed -i '0,/"name": *"[^"]*"/s//"name": "${name}"/' my-cottage/data/cottage.json`);

test("the owner publishes with a key that can do nothing else, and goes back", () => {
  addPeople(machine);
  machine.must(`
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
  `);
  assert.equal(machine.must("grep -c . /var/lib/holiday-cottage/.ssh/authorized_keys").trim(), "1");
  rename("Renamed Cottage");
  assert.match(machine.must(PUBLISH, "owner"), /^Published: https:\/\/your\.domain$/m);
  assert.equal(nameServed(), "Renamed Cottage");
  rename("Third Cottage");
  machine.must(PUBLISH, "owner");
  assert.equal(nameServed(), "Third Cottage");
  machine.must("ssh cottage@your.domain back", "owner");
  assert.equal(nameServed(), "Renamed Cottage");
});

test("a mistake is told to who publishes, and changes nothing", () => {
  const before = live();
  machine.must("cp -r my-cottage broken && sed -i 's/\"bedrooms\"/\"bedroms\"/' broken/data/cottage.json");
  const { status, output } = machine.run("sh publish.sh broken cottage@your.domain", "owner");
  assert.equal(status, 1, output);
  assert.match(output, /data\/cottage\.json:\d+:\d+: error: bedroms is not a known field/);
  assert.match(output, /What was served stays served/);
  assert.equal(live(), before);
  assert.equal(nameServed(), "Renamed Cottage");
});

const KEY = "-o BatchMode=yes cottage@your.domain";

/** What somebody tries who has stolen the key, and what must not come of it. */
const TRIED: Readonly<Record<string, string>> = {
  "a shell": `ssh ${KEY} < /dev/null`,
  "a command": `ssh ${KEY} 'id > /srv/holiday-cottage/stolen'`,
  "a command behind the right word": `ssh ${KEY} 'publish; id > /srv/holiday-cottage/stolen' < /dev/null`,
  "a terminal": `ssh -tt ${KEY} < /dev/null`,
  "to copy a file there": `scp -O -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "to copy a file by sftp": `scp -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "to read a file there": `scp -o BatchMode=yes cottage@your.domain:/etc/passwd stolen`,
  "to reach a port of the machine": `ssh -o ExitOnForwardFailure=yes -W 127.0.0.1:22 ${KEY} < /dev/null | grep SSH-`,
  "to open a port of the machine": `ssh -o ExitOnForwardFailure=yes -R 4444:127.0.0.1:22 -N ${KEY}`,
  "settings of the environment": `ssh -o SetEnv=LD_PRELOAD=/tmp/x -o SetEnv=PATH=/tmp ${KEY} false`,
};

/** Packed folders that are none; each is made in a folder with a good one in it. */
const PACKED: Readonly<Record<string, readonly [make: string, complaint: RegExp]>> = {
  "nothing": ["true", /did not arrive whole/],
  "noise": ["head -c 100000 /dev/urandom", /did not arrive whole/],
  "a folder cut short": ["tar -cz data content | head -c 20000", /did not arrive whole/],
  "one folder of the two": ["tar -cz data", /must hold the folders/],
  "a link out": ["ln -sf /etc/passwd content/about.md && tar -cz data content", /neither file nor folder/],
  "a link in folders that nobody may read": ["ln -sf /etc/passwd content/about.md && tar -cz --mode=0 data content", /neither file nor folder/],
  "a linked folder": ["mv content c && ln -s /etc content && tar -cz data content", /neither file nor folder/],
  "a second name of a file": ["ln data/site.json data/other.json && tar -cz data content", /under two names/],
  "a second name of a file of the machine": ["ln data/site.json data/zz.json && tar -cz --transform='flags=RSh;s,.*,../../../etc/holiday-cottage.env,' data content", /could not be unpacked|error/],
  "a pipe": ["mkfifo data/pipe && tar -cz data content", /neither file nor folder/],
  "names that lead out": ["cp /etc/hostname ../evil && tar -czP data content ../evil --transform='s,^../evil,data/../../evil,'", /could not be unpacked/],
  "a path from the root": ["echo evil > evil && tar -czP --transform='s,^evil,/srv/holiday-cottage/evil,' data content evil && true", /./],
  "too many files": ["mkdir data/many && (cd data/many && seq 2001 | xargs touch) && tar -cz data content", /more than 2000 files/],
  "a bomb": ["head -c 269000000 /dev/zero > content/zero.md && tar -c data content | gzip -1", /larger than/],
  "a hole": ["truncate -s 20G content/hole.md && tar -czS data content", /could not be unpacked/],
  "a mistake": ["echo '{' > data/cottage.json && tar -cz data content", /cottage\.json:\d+:\d+: error/],
};

test("a stolen publish key opens nothing", () => {
  const [before, served] = [live(), nameServed()];
  for (const [what, script] of Object.entries(TRIED)) {
    const { status, output } = machine.run(`timeout 10 ${script}`, "owner");
    assert.notEqual(status, 0, `${what}\n${output}`);
  }
  for (const [what, [make, complaint]] of Object.entries(PACKED)) {
    machine.must("rm -rf tried && cp -r my-cottage tried", "owner");
    const { status, output } = machine.run(`cd tried && (${make}) 2> /dev/null > ../tried.tgz; ssh ${KEY} < ../tried.tgz`, "owner");
    if (complaint.source !== ".") assert.notEqual(status, 0, `${what}\n${output}`);
    assert.match(output, complaint, what);
    if (status === 0) machine.must(`ssh ${KEY} back`, "owner");
    assert.equal(nameServed(), served, what);
  }
  const strange = machine.must("find / -xdev -user cottage -not -path '/srv/holiday-cottage*' -not -path '/proc/*' -not -path '/run/*'; find /srv/holiday-cottage -name 'stolen*' -o -name 'evil*'; find /srv/holiday-cottage/published ! -type f ! -type d; ls stolen 2> /dev/null || true");
  assert.equal(strange, "", "nothing was written elsewhere");
  assert.match(machine.must("cat /etc/holiday-cottage.env"), /^BASE_URL=https:\/\/your\.domain$/m);
  assert.match(machine.run("runuser -u cottage -- sudo -n /usr/bin/systemctl stop holiday-cottage").output, /password is required/);
  assert.ok(before !== "");
});

test("a public key that brings options of its own is refused", () => {
  machine.must("sed 's/^/command=\"id\" /' /home/owner/home/.ssh/id_ed25519.pub > bad.pub; (cat /home/owner/home/.ssh/id_ed25519.pub; echo 'ssh-ed25519 AAAA two') > two.pub");
  for (const name of ["bad.pub", "two.pub"]) assert.equal(machine.run(`holiday-cottage key ${name}`).status, 1, name);
});

/**
 * Publishes as an interrupted publisher would: ended at the nth command, with everything it has started. The shipped
 * script does it; only the check in it is cut short, so that there is time for every step.
 */
const CUT_OFF = `
  mkdir -p /opt/holiday-cottage/short && cp -r package/scripts /opt/holiday-cottage/short
  printf '#!/bin/sh\\n' > /opt/holiday-cottage/short/node && chmod +x /opt/holiday-cottage/short/node
  state() { (cd /srv/holiday-cottage/current && find . -type f | sort | xargs sha256sum | sha256sum); }
  receive="setpriv --reuid=cottage --regid=cottage --init-groups env -i sh -x /opt/holiday-cottage/short/scripts/deploy/receive.sh"
  tar -czf /root/new.tgz -C my-cottage data content
  tar -czf /root/old.tgz -C /srv/holiday-cottage/current data content
  place() { $receive place < /root/$1.tgz > /dev/null 2>&1; }
  place new; new=$(state)
  place old; old=$(state)
  step=0 kept=0 swapped=0 ended=
  while [ -z "$ended" ]; do
    # Once the new one is in place, every sixth: what follows is telling the service, and tidying.
    step=$((step + (swapped > 0 ? 6 : 1)))
    rm -f /root/ended
    setsid sh -c "echo \\$\\$ > /root/group; exec $receive < /root/new.tgz" 2>&1 | {
      count=0
      while read -r line; do
        case $line in
          +*) count=$((count + 1)); [ $count != $step ] || /bin/kill -KILL -- -$(cat /root/group) ;;
          Published*) touch /root/ended ;;
        esac
      done
    }
    [ ! -e /root/ended ] || ended=yes
    case $(state) in
      "$old") kept=$((kept + 1)) ;;
      "$new") swapped=$((swapped + 1)); place old ;;
      *) echo "step $step left neither"; exit 1 ;;
    esac
    [ "$(state)" = "$old" ] || { echo "after step $step nothing can be published"; exit 1; }
  done
  systemctl reload holiday-cottage
  echo "ended at $((kept + swapped)) of $step steps: $kept times the old was left, $swapped times the new"
`;

test("cut off at any step, a publication leaves the old or the new, whole, and the next one works", (context) => {
  rename("Fourth Cottage");
  context.diagnostic(machine.must(CUT_OFF).split("\n")[0] ?? "");
  assert.equal(nameServed(), "Renamed Cottage");
});

test("after a power cut in the middle of a publication the machine comes up with what was good", async () => {
  const packed = machine.begin("tar -cz -C my-cottage data content | runuser -u cottage -- env -i sh -x /opt/holiday-cottage/current/scripts/deploy/receive.sh");
  await packed.said(/mv -T current\.new current/);
  await machine.cut();
  await machine.boot();
  machine.must("systemctl start holiday-cottage caddy");
  assert.match(nameServed() ?? "", /^(?:Renamed|Fourth) Cottage$/);
  machine.must("systemctl start systemd-user-sessions ssh");
  machine.must(PUBLISH, "owner");
  assert.equal(nameServed(), "Fourth Cottage");
});

const release = () => machine.must("readlink /opt/holiday-cottage/current").trim();

/** A release that is wrong in one way, beside the right one. */
function upgradeTo(version: string, spoil: string): ReturnType<Machine["run"]> {
  machine.must(`rm -rf next && cp -r package next && sed -i 's/"version": "[^"]*"/"version": "${version}"/' next/package.json && cd next && ${spoil}`);
  const outcome = machine.run("sh next/scripts/deploy/install.sh");
  return outcome;
}

test("a release that has something against the live files does not take over", () => {
  const before = release();
  const { status, output } = upgradeTo("2.0.0", `sed -i '1i if (process.argv.includes("--check")) { console.log("data/cottage.json: error: no longer right"); process.exit(1); }' dist/server.js`);
  assert.equal(status, 1);
  assert.match(output, /no longer right[\s\S]*cannot serve the live files/);
  assert.equal(release(), before);
  assert.equal(nameServed(), "Fourth Cottage");
});

test("a release that passes the check and does not come up is taken back", () => {
  const before = release();
  const { status, output } = upgradeTo("2.0.1", `sed -i '1i if (process.argv.length === 3) throw new Error("not today");' dist/server.js`);
  assert.equal(status, 1, output);
  assert.match(output, /does not come up, so releases\/.* serves again/);
  assert.equal(release(), before);
  assert.equal(nameServed(), "Fourth Cottage");
});

test("a release that comes up serves, and one command takes it back", () => {
  const before = release();
  assert.equal(upgradeTo("2.0.2", "true").status, 0);
  assert.match(release(), /^releases\/2\.0\.2-/);
  machine.must("holiday-cottage back");
  assert.equal(release(), before);
});

test("a Node of the owner's own is taken, if it is one", () => {
  const refused = machine.run("sh package/scripts/deploy/install.sh --node /bin/true");
  assert.match(refused.output, /does not know the flags of the unit/);
  machine.must("cp /opt/holiday-cottage/node-v24* /root/node && sh package/scripts/deploy/install.sh --node /root/node");
  assert.equal(machine.must("readlink /opt/holiday-cottage/current/node").trim(), "/opt/holiday-cottage/node-own");
  assert.equal(machine.run("curl -sf http://127.0.0.1:3000/readyz").status, 0);
});
