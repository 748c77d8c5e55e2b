/**
 * The installer and the publish command on a machine that boots, used by the owner and by somebody with a stolen key.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Machine } from "./support/machine.ts";
import { addPeople, makeCertificates, startMachine } from "./support/machine.ts";

let machine: Machine | undefined;

before(async () => {
  machine = await startMachine();
  must("tar -xzf holiday-cottage-*.tgz");
});
after(() => machine?.stop());

/** Runs a script on the machine; see `Machine`. */
function run(script: string, user?: string): ReturnType<Machine["run"]> {
  assert.ok(machine !== undefined, "the machine has booted");
  return machine.run(script, user);
}

function must(script: string, user?: string): string {
  assert.ok(machine !== undefined, "the machine has booted");
  return machine.must(script, user);
}

function certify(): void {
  assert.ok(machine !== undefined);
  makeCertificates(machine);
}

const INSTALL = "sh package/scripts/deploy/install.sh";
const RELEASE = "/opt/holiday-cottage/current";
const SITE = "/srv/holiday-cottage";
const WATCHDOG = `${RELEASE}/scripts/deploy/watchdog.sh`;
const SHORTEN_WATCHDOG_TIMEOUT = `sed -i 's/^RESPONSE_SECONDS_MAX=.*/RESPONSE_SECONDS_MAX=1/' ${WATCHDOG}`;
const WAIT_UNTIL_READY =
  "for turn in $(seq 60); do curl -sf http://127.0.0.1:3000/readyz > /dev/null && exit; sleep 0.25; done; exit 1";

/** Requests a path by the public name, through Caddy. */
function ask(path: string, ...options: string[]): string {
  return must(`curl -s ${options.join(" ")} https://your.domain${path}`);
}

const release = () => must("readlink /opt/holiday-cottage/current").trim();
const publication = () => must("readlink /srv/holiday-cottage/current").trim();
const previousPublication = () => must("readlink /srv/holiday-cottage/previous || true").trim();
const nameServed = () => /"name":"([^"]*)"/.exec(must("curl -s http://127.0.0.1:3000/api/v1/cottage"))?.[1];
const processId = () => must("systemctl show -P MainPID holiday-cottage").trim();

/** Machines on which the installer must refuse to start, and what it says. */
const UNSUITABLE: Readonly<Record<string, readonly [prepare: string, undo: string, message: RegExp]>> = {
  "another server on port 80": [
    "echo 'events {} http { server { listen 80; } }' > /root/nginx.conf && nginx -c /root/nginx.conf > /dev/null 2>&1",
    "nginx -c /root/nginx.conf -s stop; sleep 0.5",
    /port 80 or 443 is used by nginx: stop and disable it/,
  ],
  "a person named cottage": ["useradd cottage", "userdel cottage", /another user named cottage/],
  "a Caddyfile of somebody else": [
    "cd /etc/caddy && cp Caddyfile kept && echo ':80' > Caddyfile",
    "cd /etc/caddy && mv kept Caddyfile",
    /neither Debian's nor this program's/,
  ],
};

for (const [name, [prepare, undo, message]] of Object.entries(UNSUITABLE)) {
  test(`${name} stops the installer before it changes anything`, () => {
    must(prepare);
    const { status, output } = run(`${INSTALL} your.domain`);
    must(undo);
    assert.equal(status, 1, output);
    assert.match(output, message);
    must("test ! -e /opt/holiday-cottage");
  });
}

test("a Node other than the tested one is not installed", () => {
  must(`
    set -e
    cd /root
    mv node.tgz whole.tgz
    name=$(tar -tzf whole.tgz | head -n 1)
    mkdir -p $name/bin
    cp /bin/true $name/bin/node
    tar -czf node.tgz $name
    rm -r $name
  `);
  const { status, output } = run(`${INSTALL} your.domain`);
  assert.equal(status, 1);
  assert.match(output, /not the one that was tested/);
  must("test ! -e /opt/holiday-cottage/current && mv /root/whole.tgz /root/node.tgz");
});

test("the installer makes a machine that serves, and running it twice changes nothing", () => {
  must(`${INSTALL} your.domain`);
  assert.match(must("cat /root/fetched"), /^https:\/\/nodejs\.org\/dist\/v24\.\d+\.\d+\/node-v24/);
  certify();
  assert.match(ask("/api/"), /"object":"api_index"/);
  assert.match(ask("/about", "-o /dev/null -w '%{http_version} %{http_code}'"), /^1\.1 200/);
  const redirect = must("curl -s -o /dev/null -w '%{http_code} %{redirect_url}' https://www.your.domain/about");
  assert.match(redirect, /308 https:\/\/your\.domain\/about/);
  const user = must(`ps -o user= -p ${processId()}`).trim();
  assert.ok(user !== "root" && user !== "cottage", user);

  const state = () =>
    must(`
      ls -lR --time-style=+ /opt/holiday-cottage/releases /opt/holiday-cottage/nodes | grep -v ^total
      readlink /opt/holiday-cottage/current /srv/holiday-cottage/current
      cat /etc/holiday-cottage.env /etc/sudoers.d/holiday-cottage
    `);
  const first = state();
  must(INSTALL);
  certify();
  assert.equal(state(), first);
  assert.match(ask("/api/"), /"object":"api_index"/);
  for (const unit of ["holiday-cottage", "holiday-cottage-watchdog.timer"]) {
    assert.equal(must(`systemctl is-enabled ${unit}`).trim(), "enabled");
  }
  const caddy = must("tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID caddy)/environ");
  assert.match(caddy, /^GOMEMLIMIT=64MiB$/m);
  assert.match(must("nft list table inet holiday_cottage"), /ct count over 200/);
});

test("the service serves a compiled site, with nothing of the compiler loaded", () => {
  assert.match(
    must(`tr '\\0' ' ' < /proc/${processId()}/cmdline`),
    / \/opt\/holiday-cottage\/current\/holiday-cottage\.cottage $/,
  );
  const { site } = JSON.parse(must("curl -s http://127.0.0.1:3000/healthz"));
  assert.match(must("cat /srv/holiday-cottage/current/*.settings"), new RegExp(`^SITE=${site}$`, "m"));
});

test("killed as often as an attacker likes, the service starts again", () => {
  for (let turn = 0; turn < 6; turn += 1) {
    must("systemctl kill -s KILL holiday-cottage");
    must(`sleep 0.5; ${WAIT_UNTIL_READY}`);
  }
});

test("a service that runs and does not respond is killed and started again", () => {
  const before = processId();
  must("systemctl start holiday-cottage-watchdog");
  assert.equal(processId(), before, "a service that responds is left alone");
  must(SHORTEN_WATCHDOG_TIMEOUT);
  must(`kill -STOP ${before} && systemctl start holiday-cottage-watchdog; ${WAIT_UNTIL_READY}`);
  assert.notEqual(processId(), before);
});

test("a setting changed in the file takes effect at a restart, in quotation marks too", () => {
  must(`sed -i 's/^RATE_LIMIT=.*/RATE_LIMIT="240"\\r/; s/^PORT=.*/PORT="3000"/' /etc/holiday-cottage.env`);
  must(`systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.match(must("curl -si http://127.0.0.1:3000/nowhere"), /^RateLimit-Policy: .*q=240/im);
});

test("facts changed by hand on the machine are not served, by a reload or a restart", () => {
  must("cp -r /srv/holiday-cottage/current/. /root/good && echo '{' > /srv/holiday-cottage/current/data/cottage.json");
  must(`systemctl reload holiday-cottage; systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.notEqual(nameServed(), undefined);
  must("cp -r /root/good/. /srv/holiday-cottage/current");
});

test("a damaged compiled site is refused at a reload, and the old one stays", () => {
  must(`cd ${SITE}/current && for file in *.cottage; do cp $file /root/site && truncate -s 100000 $file; done`);
  must("systemctl reload holiday-cottage; sleep 1");
  assert.match(must("journalctl -u holiday-cottage --no-pager"), /is damaged or incomplete/);
  assert.match(ask("/api/v1/cottage"), /"object":"cottage"/);
  must(`cd ${SITE}/current && for file in *.cottage; do cp /root/site $file; done && systemctl reload holiday-cottage`);
});

const PUBLISH = "sh publish.sh my-cottage cottage@your.domain";
const rename = (name: string) =>
  must(`sed -i '0,/"name": *"[^"]*"/s//"name": "${name}"/' my-cottage/data/cottage.json`);

test("the owner publishes with a key that can do nothing else, and goes back", () => {
  assert.ok(machine !== undefined);
  addPeople(machine);
  must(`
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
  `);
  assert.equal(must("grep -c . /var/lib/holiday-cottage/.ssh/authorized_keys").trim(), "1");
  rename("Renamed Cottage");
  assert.match(must(PUBLISH, "owner"), /^Published: https:\/\/your\.domain$/m);
  assert.equal(nameServed(), "Renamed Cottage");
  rename("Third Cottage");
  must(PUBLISH, "owner");
  assert.equal(nameServed(), "Third Cottage");
  must("ssh cottage@your.domain back", "owner");
  assert.equal(nameServed(), "Renamed Cottage");
});

test("settings changed but not yet in use do not keep the owner from publishing", () => {
  must("sed -i 's/^RATE_LIMIT=.*/RATE_LIMIT=120/' /etc/holiday-cottage.env");
  must(PUBLISH, "owner");
  assert.equal(nameServed(), "Third Cottage");
  assert.match(must("curl -si http://127.0.0.1:3000/nowhere"), /^RateLimit-Policy: .*q=120/im);
  must("ssh cottage@your.domain back", "owner");
  assert.equal(nameServed(), "Renamed Cottage");
});

test("a mistake is reported to the publisher and changes nothing", () => {
  const before = publication();
  must('cp -r my-cottage broken && sed -i \'s/"bedrooms"/"bedroms"/\' broken/data/cottage.json');
  const { status, output } = run("sh publish.sh broken cottage@your.domain", "owner");
  assert.equal(status, 1, output);
  assert.match(output, /data\/cottage\.json:\d+:\d+: error: bedroms is not a known field/);
  assert.match(output, /The site that was served before is still served/);
  assert.equal(publication(), before);
  assert.equal(nameServed(), "Renamed Cottage");
});

test("a folder with something left to fill in is refused, and published when the owner says so", () => {
  const before = publication();
  must("cp -r my-cottage unfinished && echo 'FILL IN: the way from the station' >> unfinished/content/about.md");
  const { status, output } = run("sh publish.sh unfinished cottage@your.domain", "owner");
  assert.equal(status, 1, output);
  assert.match(output, /content\/about\.md:\d+:\d+: /);
  assert.match(output, /^Not published: something is left to fill in; .* To publish all the same, add --unfinished/m);
  assert.equal(publication(), before);
  must("sh publish.sh unfinished cottage@your.domain --unfinished -o ConnectTimeout=5", "owner");
  assert.match(ask("/about"), /FILL IN: the way from the station/);
  must("ssh cottage@your.domain back", "owner");
  assert.equal(publication(), before);
});

test("a publication that the service does not accept leaves the way back as it was", () => {
  const before = [publication(), previousPublication()];
  // Another program on the port: the service can neither reload nor restart.
  must("cp /etc/holiday-cottage.env /root/settings && echo PORT=22 >> /etc/holiday-cottage.env");
  const { status, output } = run(PUBLISH, "owner");
  assert.equal(status, 1, output);
  assert.match(output, /did not accept the new site/);
  must(`cp /root/settings /etc/holiday-cottage.env && systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.deepEqual([publication(), previousPublication()], before);
  assert.equal(nameServed(), "Renamed Cottage");
});

test("an upload that stalls keeps nobody from publishing or going back", () => {
  assert.ok(machine !== undefined);
  const asOwner = "runuser -u owner -- env -C /home/owner HOME=/home/owner/home";
  const stalled = machine.begin(`(printf ab; sleep 60) | ${asOwner} ssh -o BatchMode=yes cottage@your.domain`);
  must("for turn in $(seq 40); do [ -e /srv/holiday-cottage/incoming.1 ] && exit; sleep 0.25; done; exit 1");
  must(PUBLISH, "owner");
  assert.equal(nameServed(), "Third Cottage");
  must("ssh cottage@your.domain back", "owner");
  assert.equal(nameServed(), "Renamed Cottage");
  stalled.signal("SIGKILL");
  must("pkill -KILL -u cottage; sleep 0.5; rm -f /srv/holiday-cottage/incoming.*");
});

const KEY = "-o BatchMode=yes cottage@your.domain";

/** What somebody with a stolen key may try. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  "a shell": `ssh ${KEY} < /dev/null`,
  "a command": `ssh ${KEY} 'id > /srv/holiday-cottage/stolen'`,
  "a command after the right word": `ssh ${KEY} 'publish; id > /srv/holiday-cottage/stolen' < /dev/null`,
  "a site that is none": `ssh ${KEY} 'publish --site ../etc' < /dev/null`,
  "another unit": `ssh ${KEY} 'back --unit ssh' < /dev/null`,
  "a terminal": `ssh -tt ${KEY} < /dev/null`,
  "copying a file to the machine": `scp -O -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "copying a file by sftp": `scp -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "reading a file": `scp -o BatchMode=yes cottage@your.domain:/etc/passwd stolen`,
  "reaching a port of the machine": `ssh -o ExitOnForwardFailure=yes -W 127.0.0.1:22 ${KEY} < /dev/null | grep SSH-`,
  "opening a port of the machine": `ssh -o ExitOnForwardFailure=yes -R 4444:127.0.0.1:22 -N ${KEY}`,
  "environment variables": `ssh -o SetEnv=LD_PRELOAD=/tmp/x -o SetEnv=PATH=/tmp ${KEY} false`,
};

/** Archives that must be refused. Each is made in a folder with a good cottage in it. */
const ARCHIVES: Readonly<Record<string, readonly [make: string, message: RegExp]>> = {
  nothing: ["true", /did not arrive whole/],
  noise: ["head -c 100000 /dev/urandom", /did not arrive whole/],
  "a truncated archive": ["tar -cz data content | head -c 20000", /did not arrive whole/],
  "one folder of the two": ["tar -cz data", /must hold the folders/],
  "a link out": ["ln -sf /etc/passwd content/about.md && tar -cz data content", /neither a file nor a folder/],
  "a link in folders that nobody may read": [
    "ln -sf /etc/passwd content/about.md && tar -cz --mode=0 data content",
    /neither a file nor a folder/,
  ],
  "a linked folder": ["mv content c && ln -s /etc content && tar -cz data content", /neither a file nor a folder/],
  "a second name of a file": ["ln data/site.json data/other.json && tar -cz data content", /under two names/],
  "a second name of a file of the machine": [
    "ln data/site.json data/zz.json && " +
      "tar -cz --transform='flags=RSh;s,.*,../../../etc/holiday-cottage.env,' data content",
    /could not be unpacked|error/,
  ],
  "a pipe": ["mkfifo data/pipe && tar -cz data content", /neither a file nor a folder/],
  "names that lead out": [
    "cp /etc/hostname ../evil && tar -czP data content ../evil --transform='s,^../evil,data/../../evil,'",
    /could not be unpacked/,
  ],
  "a path from the root": [
    "echo evil > evil && tar -czP --transform='s,^evil,/srv/holiday-cottage/evil,' data content evil && true",
    /./,
  ],
  "too many files": [
    "mkdir data/many && (cd data/many && seq 2001 | xargs touch) && tar -cz data content",
    /more than 2000 files/,
  ],
  "deep folders": [
    "mkdir -p content/$(yes a | head -n 500 | tr '\\n' /) && tar -cz data content",
    /more than 5 levels deep/,
  ],
  "an archive bomb": ["head -c 269000000 /dev/zero > content/zero.md && tar -c data content | gzip -1", /larger than/],
  "a sparse file": ["truncate -s 20G content/hole.md && tar -czS data content", /could not be unpacked/],
  "a mistake": ["echo '{' > data/cottage.json && tar -cz data content", /cottage\.json:\d+:\d+: error/],
  "more pages than the memory allows": [
    "page='---\\ntitle: Page\\ndescription: A page of many\\n---\\nText\\n' && " +
      'for n in $(seq 1300); do printf -- "$page" > content/page-$n.md; done && tar -cz data content',
    /too large to compile here/,
  ],
};

test("a stolen publish key opens nothing", () => {
  const served = nameServed();
  for (const [name, script] of Object.entries(ATTEMPTS)) {
    const { status, output } = run(`timeout 10 ${script}`, "owner");
    assert.notEqual(status, 0, `${name}\n${output}`);
  }
  for (const [name, [make, message]] of Object.entries(ARCHIVES)) {
    must("rm -rf tried && cp -r my-cottage tried", "owner");
    const { status, output } = run(
      `cd tried && (${make}) 2> /dev/null > ../tried.tgz; ssh ${KEY} < ../tried.tgz`,
      "owner",
    );
    if (message.source !== ".") assert.notEqual(status, 0, `${name}\n${output}`);
    assert.match(output, message, name);
    if (status === 0) must(`ssh ${KEY} back`, "owner");
    assert.equal(nameServed(), served, name);
  }
  const foreign = must(`
    find / -xdev -user cottage -not -path '/srv/holiday-cottage*' -not -path '/proc/*' -not -path '/run/*'
    find /srv/holiday-cottage -name 'stolen*' -o -name 'evil*' -o -name 'staged*' -o -name 'incoming.?'
    find /srv/holiday-cottage/published ! -type f ! -type d
    ls stolen 2> /dev/null || true
  `);
  assert.equal(foreign, "", "nothing was written elsewhere, and nothing is left of refused archives");
  assert.match(must("cat /etc/holiday-cottage.env"), /^BASE_URL=https:\/\/your\.domain$/m);
  assert.match(
    run("runuser -u cottage -- sudo -n /usr/bin/systemctl stop holiday-cottage").output,
    /password is required/,
  );
});

test("a public key that brings options of its own is refused", () => {
  must(`
    key=/home/owner/home/.ssh/id_ed25519.pub
    sed 's/^/command="id" /' $key > bad.pub
    (cat $key; echo 'ssh-ed25519 AAAA two') > two.pub
  `);
  for (const name of ["bad.pub", "two.pub"]) assert.equal(run(`holiday-cottage key ${name}`).status, 1, name);
});

/**
 * Publishes with the shipped script, and kills the script and its child processes at its first command, then at its
 * second, and so on. A file copy replaces the compiler, because compiling at every step would take too long.
 */
const KILLED_AT_EVERY_STEP = `
  program=/opt/holiday-cottage/releases/killed
  mkdir -p $program && cp -r package/scripts $program
  cat > $program/node << 'END'
#!/bin/sh
for word; do output=$word; done
case $* in *--compile*) cat $(dirname $output)/data/cottage.json > $output && echo "Compiled: site abc, 9 bytes" ;; esac
END
  chmod +x $program/node
  state() {
    (
      cd /srv/holiday-cottage/current &&
        find data content -type f | sort | xargs sha256sum | sha256sum &&
        cmp data/cottage.json killed.cottage
    )
  }
  receive="setpriv --reuid=cottage --regid=cottage --init-groups env -i sh -x $program/scripts/deploy/receive.sh"
  tar -czf /root/new.tgz -C my-cottage data content
  tar -czf /root/old.tgz -C /srv/holiday-cottage/current data content
  place() { $receive place < /root/$1.tgz > /dev/null 2>&1; }
  place new; new=$(state)
  place old; old=$(state)
  step=0 kept=0 switched=0 ended=
  while [ -z "$ended" ]; do
    # After the switch, test only every sixth command: the rest is the reload and the removal of old publications.
    step=$((step + (switched > 0 ? 6 : 1)))
    rm -f /root/ended
    setsid sh -c "echo \\$\\$ > /root/group; exec $receive place < /root/new.tgz; echo Ended" 2>&1 | {
      count=0
      while read -r line; do
        case $line in
          +*) count=$((count + 1)); [ $count != $step ] || /bin/kill -KILL -- -$(cat /root/group) ;;
        esac
      done
      [ $count -ge $step ] || touch /root/ended
    }
    [ ! -e /root/ended ] || ended=yes
    case $(state) in
      "$old") kept=$((kept + 1)) ;;
      "$new") switched=$((switched + 1)); place old ;;
      *) echo "step $step left neither"; exit 1 ;;
    esac
    [ "$(state)" = "$old" ] || { echo "after step $step nothing can be published"; exit 1; }
  done
  rm -r $program
  echo "ended at $((kept + switched)) of $step steps: $kept times the old was left, $switched times the new"
`;

test("killed at any step, a publication leaves the old or the new site, whole, and the next one works", (context) => {
  rename("Fourth Cottage");
  must(`rm -f ${SITE}/previous; cp -r ${SITE}/$(readlink ${SITE}/current) /root/before`);
  context.diagnostic(must(KILLED_AT_EVERY_STEP).trim().split("\n").at(-1) ?? "");
  must("systemctl restart holiday-cottage");
  must(WAIT_UNTIL_READY);
  assert.equal(nameServed(), "Renamed Cottage");
});

test("after a power cut in the middle of a publication the machine comes up with a whole site", async () => {
  assert.ok(machine !== undefined);
  const receive = `runuser -u cottage -- env -i sh -x ${RELEASE}/scripts/deploy/receive.sh`;
  const publishing = machine.begin(`tar -cz -C my-cottage data content | ${receive}`);
  await publishing.waitForOutput(/mv -T current\.new current/);
  await machine.cut();
  await machine.boot();
  must("systemctl start holiday-cottage caddy");
  must(WAIT_UNTIL_READY);
  assert.match(nameServed() ?? "", /^(?:Renamed|Fourth) Cottage$/);
  must("systemctl start systemd-user-sessions ssh");
  must(PUBLISH, "owner");
  assert.equal(nameServed(), "Fourth Cottage");
});

/** Installs a release that differs from the present one in its version and in one change. */
function upgradeTo(version: string, change: string): ReturnType<Machine["run"]> {
  const setVersion = `sed -i 's/"version": "[^"]*"/"version": "${version}"/' next/package.json`;
  must(`rm -rf next && cp -r package next && ${setVersion} && cd next && ${change}`);
  return run("sh next/scripts/deploy/install.sh");
}

test("a release that cannot compile the published facts does not take over", () => {
  const before = release();
  const fail = `{ console.log("data/cottage.json: error: no longer right"); process.exit(1); }`;
  const change = `sed -i '1i if (process.argv.includes("--compile")) ${fail}' dist/server.js`;
  const { status, output } = upgradeTo("3.0.0", change);
  assert.equal(status, 1);
  assert.match(output, /no longer right[\s\S]*cannot serve the published facts/);
  assert.equal(release(), before);
  assert.equal(nameServed(), "Fourth Cottage");
});

test("a release that compiles and does not start is taken back", () => {
  const before = release();
  const { status, output } = upgradeTo(
    "3.0.1",
    `sed -i '1i if (process.argv.length === 3) throw new Error("not today");' dist/server.js`,
  );
  assert.equal(status, 1, output);
  assert.match(output, /does not start, so releases\/.* serves again/);
  assert.equal(release(), before);
  assert.equal(nameServed(), "Fourth Cottage");
});

test("a release that starts serves, and one command takes it back", () => {
  const before = release();
  const { status, output } = upgradeTo("3.0.2", "true");
  assert.equal(status, 0, output);
  assert.match(release(), /^releases\/3\.0\.2-/);
  must("holiday-cottage back");
  assert.equal(release(), before);
  assert.equal(nameServed(), "Fourth Cottage");
});

test("folders of facts that a release before 2.0.0 served are taken over", () => {
  must("rm -f /srv/holiday-cottage/published/*/*.cottage*");
  const { status, output } = upgradeTo("3.0.3", "true");
  assert.equal(status, 0, output);
  assert.equal(nameServed(), "Fourth Cottage");
  must("ssh cottage@your.domain back", "owner");
  must("ssh cottage@your.domain back", "owner");
  assert.equal(nameServed(), "Fourth Cottage");
});

test("old releases and their Nodes are removed", () => {
  const releases = must("ls /opt/holiday-cottage/releases").trim().split("\n");
  assert.ok(releases.length <= 4, releases.join(" "));
});

test("the owner's own Node is used if it can serve, and the present one serves on if it cannot", () => {
  const before = must("readlink -f /opt/holiday-cottage/current/node");
  const refused = run(`${INSTALL} --node /bin/true`);
  assert.match(refused.output, /cannot serve with the flags of the unit/);
  // A Node that knows the flag but may not listen, as Node 26 does without --allow-net.
  must(`
    set -e
    printf '#!/bin/sh\\ncase $* in *listen*) exit 1 ;; esac\\nexec %s "$@"\\n' ${before.trim()} > /root/newer
    chmod +x /root/newer
  `);
  assert.match(run(`${INSTALL} --node /root/newer`).output, /cannot serve with the flags of the unit/);
  assert.equal(must("readlink -f /opt/holiday-cottage/current/node"), before);
  assert.equal(run("curl -sf http://127.0.0.1:3000/readyz").status, 0);

  must(`cp ${before.trim()} /root/node && echo >> /root/node && ${INSTALL} --node /root/node`);
  assert.notEqual(must("readlink -f /opt/holiday-cottage/current/node"), before);
  assert.equal(run("curl -sf http://127.0.0.1:3000/readyz").status, 0);
  must("holiday-cottage back");
  assert.equal(nameServed(), "Fourth Cottage");
});

/** Adds the other site to the translations of a folder. */
function addTranslation(folder: string, language: string, url: string): void {
  const entry = `{ "language": "${language}"\\, "url": "${url}" }`;
  must(`sed -i '0,/{/s,,{ "translations": [${entry}]\\,,' ${folder}/data/site.json`);
}

test("a second site has an address, facts, settings and a service of its own, beside the first", () => {
  assert.match(
    run(`${INSTALL} your.domain --site en`).output,
    /your\.domain is the address of the site holiday-cottage;/,
  );
  assert.match(run(`${INSTALL} en.your.domain --site ../x`).output, /small letters and digits only/);
  must("test ! -e /etc/holiday-cottage-en.env");
  must(`${INSTALL} en.your.domain --site en`);
  certify();
  const heading = (origin: string) => /<html[^>]* lang="([^"]*)"/.exec(must(`curl -s ${origin}/`))?.[1];
  must(`
    set -e
    rm -rf my-cottage-en
    cp -r my-cottage my-cottage-en
    sed -i 's/"language": "en-GB"/"language": "en-US"/' my-cottage-en/data/site.json
  `);
  addTranslation("my-cottage", "en-US", "https://en.your.domain");
  addTranslation("my-cottage-en", "en-GB", "https://your.domain");
  must(`${PUBLISH}`, "owner");
  const first = publication();
  assert.match(
    must("sh publish.sh my-cottage-en cottage@your.domain --site en", "owner"),
    /^Published: https:\/\/en\.your\.domain$/m,
  );
  assert.equal(publication(), first, "the first site is as it was");
  assert.equal(heading("https://your.domain"), "en-GB");
  assert.equal(heading("https://en.your.domain"), "en-US");

  // The links of each lead to a page of the other that leads back.
  for (const [from, to] of [
    ["https://your.domain", "https://en.your.domain"],
    ["https://en.your.domain", "https://your.domain"],
  ]) {
    assert.match(
      must(`curl -s ${from}/about`),
      new RegExp(`hreflang="[^"]*" href="${to}/about"`),
      `${from} links to ${to}`,
    );
  }
  assert.match(must("cat /etc/holiday-cottage-en.env"), /^PORT=3001$/m);
  must("ssh cottage@your.domain back --site en", "owner");
  assert.equal(heading("https://en.your.domain"), "en-GB");
  assert.notEqual(must("systemctl show -P MainPID holiday-cottage-en").trim(), processId());
  const memory = must("systemctl show -P MemoryMax holiday-cottage-en").trim();
  assert.equal(memory, must("systemctl show -P MemoryMax holiday-cottage").trim());
  assert.match(
    must("tr '\\0' ' ' < /proc/$(systemctl show -P MainPID holiday-cottage-en)/cmdline"),
    /--allow-fs-read=\/srv\/holiday-cottage-en /,
  );
});

test("an upgrade and its return are for both sites, and both start at boot", async () => {
  assert.ok(machine !== undefined);
  const before = release();
  const { status, output } = upgradeTo("3.1.0", "true");
  assert.equal(status, 0, output);
  assert.match(output, /as https:\/\/your\.domain[\s\S]*as https:\/\/en\.your\.domain/);
  must("holiday-cottage back");
  assert.equal(release(), before);
  await machine.cut();
  await machine.boot();
  for (const unit of ["holiday-cottage", "holiday-cottage-en"]) {
    assert.equal(must(`systemctl is-enabled ${unit}`).trim(), "enabled");
    must(`test -L /etc/systemd/system/multi-user.target.wants/${unit}.service && systemctl start ${unit}`);
  }
  must(`${WAIT_UNTIL_READY}`);
  must(WAIT_UNTIL_READY.replace("3000", "3001"));
  const hanging = must("systemctl show -P MainPID holiday-cottage-en").trim();
  must(SHORTEN_WATCHDOG_TIMEOUT);
  const first = processId();
  must(
    `kill -STOP ${hanging} && systemctl start holiday-cottage-watchdog; ${WAIT_UNTIL_READY.replace("3000", "3001")}`,
  );
  assert.notEqual(must("systemctl show -P MainPID holiday-cottage-en").trim(), hanging);
  assert.equal(processId(), first, "the first site was left alone");
});
