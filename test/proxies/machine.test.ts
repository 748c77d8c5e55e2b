/**
 * The installer and the publish command on a machine that boots, run by the owner and by the thief of a publish key.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Machine } from "./support/machine.ts";
import { addUsers, makeCertificates, startMachine } from "./support/machine.ts";

let machine: Machine | undefined;

before(async () => {
  machine = await startMachine();
  mustRun("tar -xzf holiday-cottage-*.tgz");
});
after(() => machine?.stop());

/** Runs a script on the machine; see `Machine`. */
function run(script: string, user?: string): ReturnType<Machine["run"]> {
  assert.ok(machine !== undefined, "the machine has booted");
  return machine.run(script, user);
}

function mustRun(script: string, user?: string): string {
  assert.ok(machine !== undefined, "the machine has booted");
  return machine.mustRun(script, user);
}

function signCertificates(): void {
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

/** Requests a path by its public address, through Caddy. Returns the output of curl. */
function request(path: string, ...options: string[]): string {
  return mustRun(`curl -s ${options.join(" ")} https://your.domain${path}`);
}

const currentRelease = () => mustRun("readlink /opt/holiday-cottage/current").trim();
const currentPublication = () => mustRun("readlink /srv/holiday-cottage/current").trim();
const previousPublication = () => mustRun("readlink /srv/holiday-cottage/previous || true").trim();
const servedName = () => /"name":"([^"]*)"/.exec(mustRun("curl -s http://127.0.0.1:3000/api/v1/cottage"))?.[1];
const processId = () => mustRun("systemctl show -P MainPID holiday-cottage").trim();

/** Machines that the installer must reject, and its messages. */
const UNSUITABLE: Readonly<Record<string, readonly [prepare: string, undo: string, message: RegExp]>> = {
  "another server on port 80": [
    "echo 'events {} http { server { listen 80; } }' > /root/nginx.conf && nginx -c /root/nginx.conf > /dev/null 2>&1",
    "nginx -c /root/nginx.conf -s stop; sleep 0.5",
    /port 80 or 443 is used by nginx: stop and disable it/,
  ],
  "another user named cottage": ["useradd cottage", "userdel cottage", /another user named cottage/],
  "somebody else's Caddyfile": [
    "cd /etc/caddy && cp Caddyfile kept && echo ':80' > Caddyfile",
    "cd /etc/caddy && mv kept Caddyfile",
    /neither Debian's nor this program's/,
  ],
};

for (const [name, [prepare, undo, message]] of Object.entries(UNSUITABLE)) {
  test(`${name} stops the installer before it changes anything`, () => {
    mustRun(prepare);
    const { status, output } = run(`${INSTALL} your.domain`);
    mustRun(undo);
    assert.equal(status, 1, output);
    assert.match(output, message);
    mustRun("test ! -e /opt/holiday-cottage");
  });
}

test("a Node other than the tested one is not installed", () => {
  mustRun(`
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
  mustRun("test ! -e /opt/holiday-cottage/current && mv /root/whole.tgz /root/node.tgz");
});

test("the installer sets up a machine that serves, and a second run changes nothing", () => {
  mustRun(`${INSTALL} your.domain`);
  assert.match(mustRun("cat /root/fetched"), /^https:\/\/nodejs\.org\/dist\/v24\.\d+\.\d+\/node-v24/);
  signCertificates();
  assert.match(request("/api/"), /"object":"api_index"/);
  assert.match(request("/about", "-o /dev/null -w '%{http_version} %{http_code}'"), /^1\.1 200/);
  for (const name of ["developers.md", "style.css"])
    mustRun(`test ! -e ${SITE}/current/content/${name}`);
  const redirect = mustRun("curl -s -o /dev/null -w '%{http_code} %{redirect_url}' https://www.your.domain/about");
  assert.match(redirect, /308 https:\/\/your\.domain\/about/);
  const user = mustRun(`ps -o user= -p ${processId()}`).trim();
  assert.ok(user !== "root" && user !== "cottage", user);

  const state = () =>
    mustRun(`
      ls -lR --time-style=+ /opt/holiday-cottage/releases /opt/holiday-cottage/nodes | grep -v ^total
      readlink /opt/holiday-cottage/current /srv/holiday-cottage/current
      cat /etc/holiday-cottage.env /etc/sudoers.d/holiday-cottage
    `);
  const first = state();
  mustRun(INSTALL);
  signCertificates();
  assert.equal(state(), first);
  assert.match(request("/api/"), /"object":"api_index"/);
  for (const unit of ["holiday-cottage", "holiday-cottage-watchdog.timer"]) {
    assert.equal(mustRun(`systemctl is-enabled ${unit}`).trim(), "enabled");
  }
  const caddy = mustRun("tr '\\0' '\\n' < /proc/$(systemctl show -P MainPID caddy)/environ");
  assert.match(caddy, /^GOMEMLIMIT=64MiB$/m);
  assert.match(mustRun("nft list table inet holiday_cottage"), /ct count over 200/);
});

test("the service serves the compiled site file of the current release", () => {
  assert.match(
    mustRun(`tr '\\0' ' ' < /proc/${processId()}/cmdline`),
    / \/opt\/holiday-cottage\/current\/holiday-cottage\.cottage $/,
  );
  const { site } = JSON.parse(mustRun("curl -s http://127.0.0.1:3000/healthz"));
  assert.match(mustRun("cat /srv/holiday-cottage/current/*.settings"), new RegExp(`^SITE=${site}$`, "m"));
});

test("the service restarts however often it is killed", () => {
  for (let turn = 0; turn < 6; turn += 1) {
    mustRun("systemctl kill -s KILL holiday-cottage");
    mustRun(`sleep 0.5; ${WAIT_UNTIL_READY}`);
  }
});

test("the watchdog restarts a service that hangs", () => {
  const before = processId();
  mustRun("systemctl start holiday-cottage-watchdog");
  assert.equal(processId(), before, "a service that responds is not restarted");
  mustRun(SHORTEN_WATCHDOG_TIMEOUT);
  mustRun(`kill -STOP ${before} && systemctl start holiday-cottage-watchdog; ${WAIT_UNTIL_READY}`);
  assert.notEqual(processId(), before);
});

test("a changed setting takes effect on restart, with or without quotation marks", () => {
  mustRun(`sed -i 's/^RATE_LIMIT=.*/RATE_LIMIT="240"\\r/; s/^PORT=.*/PORT="3000"/' /etc/holiday-cottage.env`);
  mustRun(`systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.match(mustRun("curl -si http://127.0.0.1:3000/nowhere"), /^RateLimit-Policy: .*q=240/im);
});

test("neither a reload nor a restart serves data files that were edited on the machine", () => {
  mustRun(
    "cp -r /srv/holiday-cottage/current/. /root/good && echo '{' > /srv/holiday-cottage/current/data/cottage.json",
  );
  mustRun(`systemctl reload holiday-cottage; systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.notEqual(servedName(), undefined);
  mustRun("cp -r /root/good/. /srv/holiday-cottage/current");
});

test("a reload rejects a damaged compiled site and keeps the old one", () => {
  mustRun(`cd ${SITE}/current && for file in *.cottage; do cp $file /root/site && truncate -s 100000 $file; done`);
  mustRun("systemctl reload holiday-cottage; sleep 1");
  assert.match(mustRun("journalctl -u holiday-cottage --no-pager"), /is damaged or incomplete/);
  assert.match(request("/api/v1/cottage"), /"object":"cottage"/);
  mustRun(
    `cd ${SITE}/current && for file in *.cottage; do cp /root/site $file; done && systemctl reload holiday-cottage`,
  );
});

test("a restart compiles a damaged site again", () => {
  mustRun(`truncate -s 100000 ${SITE}/current/*.cottage && systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.match(request("/api/v1/cottage"), /"object":"cottage"/);
});

/** Compiles for changed settings. Instead of one command, runs a script and then kills the whole process group. */
const compileAndKill = (command: string, script: string) => `
  set -e
  cp -n /usr/bin/mv /usr/local/bin/mv.real
  printf '#!/bin/sh\\n${script}kill -KILL 0\\n' > /usr/local/bin/replacement
  chmod +x /usr/local/bin/replacement
  mount --bind /usr/local/bin/replacement /usr/bin/${command}
  refresh="env -i sh ${RELEASE}/scripts/deploy/receive.sh refresh"
  setsid --wait setpriv --reuid=cottage --regid=cottage --init-groups $refresh || echo "status $?"
  umount --lazy /usr/bin/${command}
`;

/** Moments at which the compilation is killed: the replaced commands and what their replacements do first. */
const KILLED: Readonly<Record<string, readonly [command: string, script: string]>> = {
  "before the compiled site is on the disk": ["sync", ""],
  "before the compiled site replaces the old one": ["mv", ""],
  "after the compiled site has replaced the old one": ["mv", '/usr/local/bin/mv.real "$@"; '],
};

for (const [index, [moment, [command, script]]] of Object.entries(KILLED).entries()) {
  test(`if the compilation for a changed setting is killed ${moment}, a restart compiles again`, () => {
    mustRun(`sed -i 's/^RATE_LIMIT=.*/RATE_LIMIT=${241 + index}/' /etc/holiday-cottage.env`);
    assert.match(mustRun(compileAndKill(command, script)), /^status 137$/m);
    mustRun(`systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
    const policy = mustRun("curl -si http://127.0.0.1:3000/nowhere");
    assert.match(policy, new RegExp(`^RateLimit-Policy: .*q=${241 + index}`, "im"));
  });
}

const PUBLISH = "sh publish.sh my-cottage cottage@your.domain";
const renameCottage = (name: string) =>
  mustRun(`sed -i '0,/"name": *"[^"]*"/s//"name": "${name}"/' my-cottage/data/cottage.json`);

test("the owner publishes with a restricted key, and goes back to the previous publication", () => {
  assert.ok(machine !== undefined);
  addUsers(machine);
  mustRun(`
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
    holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub
  `);
  assert.equal(mustRun("grep -c . /var/lib/holiday-cottage/.ssh/authorized_keys").trim(), "1");
  renameCottage("Renamed Cottage");
  assert.match(mustRun(PUBLISH, "owner"), /^Published: https:\/\/your\.domain$/m);
  assert.equal(servedName(), "Renamed Cottage");
  renameCottage("Third Cottage");
  mustRun(PUBLISH, "owner");
  assert.equal(servedName(), "Third Cottage");
  mustRun("ssh cottage@your.domain back", "owner");
  assert.equal(servedName(), "Renamed Cottage");
});

test("the owner can publish after a setting was changed and before the service was restarted", () => {
  mustRun("sed -i 's/^RATE_LIMIT=.*/RATE_LIMIT=120/' /etc/holiday-cottage.env");
  mustRun(PUBLISH, "owner");
  assert.equal(servedName(), "Third Cottage");
  assert.match(mustRun("curl -si http://127.0.0.1:3000/nowhere"), /^RateLimit-Policy: .*q=120/im);
  mustRun("ssh cottage@your.domain back", "owner");
  assert.equal(servedName(), "Renamed Cottage");
});

/** Edits of the settings file by sed, and what the Caddyfile must then contain. */
const SETTINGS: Readonly<Record<string, readonly [edit: string, caddyfile: RegExp]>> = {
  "neither HOST nor PORT": ["/^HOST=/d; /^PORT=/d", /reverse_proxy 127\.0\.0\.1:3000 \{/],
  "an IPv6 address and another port": ["s/^HOST=.*/HOST=::1/; s/^PORT=.*/PORT=3005/", /reverse_proxy \[::1\]:3005 \{/],
  "BASE_URL in capitals, with a port and a slash": [
    "s,^BASE_URL=.*,BASE_URL=HTTPS://Your.Domain:443/,",
    /^your\.domain \{[\s\S]*^www\.your\.domain \{\n\tredir https:\/\/your\.domain\{uri\}/m,
  ],
};

for (const [name, [edit, caddyfile]] of Object.entries(SETTINGS)) {
  test(`the installer applies settings with ${name}, and the owner can publish`, () => {
    mustRun(`cp /etc/holiday-cottage.env /root/settings && sed -i '${edit}' /etc/holiday-cottage.env`);
    mustRun("holiday-cottage");
    assert.match(mustRun("cat /etc/caddy/Caddyfile"), caddyfile);
    signCertificates();
    const { site } = JSON.parse(request("/healthz"));
    assert.match(mustRun(PUBLISH, "owner"), /^Published: /m);
    assert.notEqual(JSON.parse(request("/healthz")).site, site);
    mustRun("ssh cottage@your.domain back", "owner");
    mustRun("cp /root/settings /etc/holiday-cottage.env && holiday-cottage");
    signCertificates();
    assert.equal(servedName(), "Renamed Cottage");
  });
}

test("the installer rejects settings without BASE_URL before it changes anything else", () => {
  mustRun("cp /etc/holiday-cottage.env /root/settings && sed -i /^BASE_URL=/d /etc/holiday-cottage.env");
  const { status, output } = run("holiday-cottage");
  mustRun("cp /root/settings /etc/holiday-cottage.env");
  assert.equal(status, 1);
  assert.match(output, /does not set BASE_URL: run sudo holiday-cottage your\.domain/);
});

/** Lines appended to the settings file, and the program's message. */
const INVALID_SETTINGS: Readonly<Record<string, RegExp>> = {
  "TRUST_PROXY=one": /TRUST_PROXY must be the number of proxies in front/,
  "PORT=99999": /PORT must be a whole number from 0 to 65535/,
  "ACCESS_LOG=yes": /ACCESS_LOG must be "on" or "off"/,
  "RATE_LIMIT=1 000": /RATE_LIMIT must be a number of requests per minute/,
};

for (const [line, message] of Object.entries(INVALID_SETTINGS)) {
  test(`the invalid setting ${line} is reported, and the service is not restarted`, () => {
    const before = processId();
    mustRun(`cp /etc/holiday-cottage.env /root/settings && echo '${line}' >> /etc/holiday-cottage.env`);
    const installer = run("holiday-cottage");
    const publication = run(PUBLISH, "owner");
    mustRun("cp /root/settings /etc/holiday-cottage.env");
    assert.equal(installer.status, 1, installer.output);
    assert.match(installer.output, message);
    assert.match(installer.output, /Nothing was restarted\.[\s\S]*correct \/etc\/holiday-cottage\.env/);
    assert.equal(publication.status, 1, publication.output);
    assert.match(publication.output, message);
    assert.equal(processId(), before);
    assert.equal(servedName(), "Renamed Cottage");
  });
}

test("the installer does not replace the cottage by the sample if the link to it is missing", () => {
  const publication = currentPublication();
  mustRun(`rm ${SITE}/current`);
  const { status, output } = run("holiday-cottage");
  mustRun(`ln -sfn ${publication} ${SITE}/current`);
  assert.equal(status, 1, output);
  assert.match(output, /link it to one of the folders in \/srv\/holiday-cottage\/published/);
  assert.equal(servedName(), "Renamed Cottage");
});

/** Wrong commands, and the messages. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  key: /install: name the file of a public key: sudo holiday-cottage key id_ed25519\.pub/,
  "--nod": /install: --nod is unknown; sudo holiday-cottage --help lists the commands/,
  "--node": /install: --node needs the file of a Node/,
  "--site": /install: the name of a site has small letters and digits only/,
};

test("a wrong command of the installer is explained, and --help lists the commands", () => {
  for (const [words, message] of Object.entries(COMMANDS)) {
    const { status, output } = run(`holiday-cottage ${words}`);
    assert.equal(status, 1, words);
    assert.match(output, message);
  }
  assert.match(mustRun("holiday-cottage --help", "owner"), /^sudo holiday-cottage key FILE {2,}allow/m);
});

test("a publisher is told that the machine cannot store the upload", () => {
  mustRun(`mount --bind ${SITE} ${SITE} && mount -o remount,bind,ro ${SITE}`);
  const { status, output } = run(PUBLISH, "owner");
  mustRun(`umount ${SITE}`);
  assert.equal(status, 1, output);
  assert.match(output, /Read-only file system[\s\S]*^Not published: the server cannot store the upload; see above\./m);
});

test("an error in the folder is reported to the publisher, and nothing changes", () => {
  const before = currentPublication();
  mustRun('cp -r my-cottage broken && sed -i \'s/"bedrooms"/"bedroms"/\' broken/data/cottage.json');
  const { status, output } = run("sh publish.sh broken cottage@your.domain", "owner");
  assert.equal(status, 1, output);
  assert.match(output, /data\/cottage\.json:\d+:\d+: error: bedroms is not a known field/);
  assert.match(output, /The site that was served before is still served/);
  assert.equal(currentPublication(), before);
  assert.equal(servedName(), "Renamed Cottage");
});

test("an unfinished folder is rejected, unless --unfinished is given", () => {
  const before = currentPublication();
  mustRun("cp -r my-cottage unfinished && echo 'FILL IN: the way from the station' >> unfinished/content/about.md");
  const { status, output } = run("sh publish.sh unfinished cottage@your.domain", "owner");
  assert.equal(status, 1, output);
  assert.match(output, /content\/about\.md:\d+:\d+: /);
  assert.match(output, /^Not published: something is left to fill in or translate; .* add --unfinished/m);
  assert.equal(currentPublication(), before);
  mustRun("sh publish.sh unfinished cottage@your.domain --unfinished -o ConnectTimeout=5", "owner");
  assert.match(request("/about"), /FILL IN: the way from the station/);
  mustRun("ssh cottage@your.domain back", "owner");
  assert.equal(currentPublication(), before);
});

test("after a publication that the service does not accept, both links are as before", () => {
  const before = [currentPublication(), previousPublication()];
  // Another program uses the port, so the service can neither reload nor restart.
  mustRun("cp /etc/holiday-cottage.env /root/settings && echo PORT=22 >> /etc/holiday-cottage.env");
  const { status, output } = run(PUBLISH, "owner");
  assert.equal(status, 1, output);
  assert.match(output, /did not accept the new site/);
  mustRun(`cp /root/settings /etc/holiday-cottage.env && systemctl restart holiday-cottage; ${WAIT_UNTIL_READY}`);
  assert.deepEqual([currentPublication(), previousPublication()], before);
  assert.equal(servedName(), "Renamed Cottage");
});

test("a stalled upload does not prevent others from publishing or going back", () => {
  assert.ok(machine !== undefined);
  const asOwner = "runuser -u owner -- env -C /home/owner HOME=/home/owner/home";
  const stalled = machine.startScript(`(printf ab; sleep 60) | ${asOwner} ssh -o BatchMode=yes cottage@your.domain`);
  mustRun("for turn in $(seq 40); do [ -e /srv/holiday-cottage/incoming.1 ] && exit; sleep 0.25; done; exit 1");
  mustRun(PUBLISH, "owner");
  assert.equal(servedName(), "Third Cottage");
  mustRun("ssh cottage@your.domain back", "owner");
  assert.equal(servedName(), "Renamed Cottage");
  stalled.signal("SIGKILL");
  mustRun("pkill -KILL -u cottage; sleep 0.5; rm -f /srv/holiday-cottage/incoming.*");
});

const KEY = "-o BatchMode=yes cottage@your.domain";

/** Commands that somebody with a stolen key may try. Each must fail. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  "a shell": `ssh ${KEY} < /dev/null`,
  "a command": `ssh ${KEY} 'id > /srv/holiday-cottage/stolen'`,
  "a command after a valid one": `ssh ${KEY} 'publish; id > /srv/holiday-cottage/stolen' < /dev/null`,
  "an invalid site name": `ssh ${KEY} 'publish --site ../etc' < /dev/null`,
  "another unit": `ssh ${KEY} 'back --unit ssh' < /dev/null`,
  "a terminal": `ssh -tt ${KEY} < /dev/null`,
  "copying a file to the machine": `scp -O -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "copying a file by sftp": `scp -o BatchMode=yes publish.sh cottage@your.domain:/srv/holiday-cottage/stolen`,
  "reading a file": `scp -o BatchMode=yes cottage@your.domain:/etc/passwd stolen`,
  "reaching a port of the machine": `ssh -o ExitOnForwardFailure=yes -W 127.0.0.1:22 ${KEY} < /dev/null | grep SSH-`,
  "opening a port of the machine": `ssh -o ExitOnForwardFailure=yes -R 4444:127.0.0.1:22 -N ${KEY}`,
  "environment variables": `ssh -o SetEnv=LD_PRELOAD=/tmp/x -o SetEnv=PATH=/tmp ${KEY} false`,
};

/** Commands that make archives, and the messages with which the archives are rejected. They run in a valid folder. */
const ARCHIVES: Readonly<Record<string, readonly [make: string, message: RegExp]>> = {
  "an empty upload": ["true", /did not arrive whole/],
  "random bytes": ["head -c 100000 /dev/urandom", /did not arrive whole/],
  "a truncated archive": ["tar -cz data content | head -c 20000", /did not arrive whole/],
  "only one of the two folders": ["tar -cz data", /must hold the folders/],
  "a link to a file outside": [
    "ln -sf /etc/passwd content/about.md && tar -cz data content",
    /neither a file nor a folder/,
  ],
  "a link in unreadable folders": [
    "ln -sf /etc/passwd content/about.md && tar -cz --mode=0 data content",
    /neither a file nor a folder/,
  ],
  "a linked folder": ["mv content c && ln -s /etc content && tar -cz data content", /neither a file nor a folder/],
  "a hard link": ["ln data/site.json data/other.json && tar -cz data content", /under two names/],
  "a hard link to a file of the machine": [
    "ln data/site.json data/zz.json && " +
      "tar -cz --transform='flags=RSh;s,.*,../../../etc/holiday-cottage.env,' data content",
    /could not be unpacked|error/,
  ],
  "a pipe": ["mkfifo data/pipe && tar -cz data content", /neither a file nor a folder/],
  "names that lead outside": [
    "cp /etc/hostname ../evil && tar -czP data content ../evil --transform='s,^../evil,data/../../evil,'",
    /could not be unpacked/,
  ],
  "an absolute path": [
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
  "an error in the data": ["echo '{' > data/cottage.json && tar -cz data content", /cottage\.json:\d+:\d+: error/],
  "more pages than the memory allows": [
    "page='---\\ntitle: Page\\ndescription: A page of many\\n---\\n# Page\\n\\nText\\n' && " +
      'for n in $(seq 1300); do printf -- "$page" > content/page-$n.md; done && tar -cz data content',
    /too large to compile here/,
  ],
};

test("a stolen publish key allows nothing but publishing", () => {
  const served = servedName();
  for (const [name, script] of Object.entries(ATTEMPTS)) {
    const { status, output } = run(`timeout 10 ${script}`, "owner");
    assert.notEqual(status, 0, `${name}\n${output}`);
  }
  for (const [name, [make, message]] of Object.entries(ARCHIVES)) {
    mustRun("rm -rf tried && cp -r my-cottage tried", "owner");
    const { status, output } = run(
      `cd tried && (${make}) 2> /dev/null > ../tried.tgz; ssh ${KEY} < ../tried.tgz`,
      "owner",
    );
    if (message.source !== ".") assert.notEqual(status, 0, `${name}\n${output}`);
    assert.match(output, message, name);
    if (status === 0) mustRun(`ssh ${KEY} back`, "owner");
    assert.equal(servedName(), served, name);
  }
  const foreign = mustRun(`
    find / -xdev -user cottage -not -path '/srv/holiday-cottage*' -not -path '/proc/*' -not -path '/run/*'
    find /srv/holiday-cottage -name 'stolen*' -o -name 'evil*' -o -name 'staged*' -o -name 'incoming.?'
    find /srv/holiday-cottage/published ! -type f ! -type d
    ls stolen 2> /dev/null || true
  `);
  assert.equal(foreign, "", "nothing was written elsewhere, and nothing is left of rejected archives");
  assert.match(mustRun("cat /etc/holiday-cottage.env"), /^BASE_URL=https:\/\/your\.domain$/m);
  assert.match(
    run("runuser -u cottage -- sudo -n /usr/bin/systemctl stop holiday-cottage").output,
    /password is required/,
  );
});

test("a public key with options is rejected", () => {
  mustRun(`
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

test("a publication that is killed at any step leaves the old or the new site, and the next one works", (context) => {
  renameCottage("Fourth Cottage");
  mustRun(`rm -f ${SITE}/previous; cp -r ${SITE}/$(readlink ${SITE}/current) /root/before`);
  context.diagnostic(mustRun(KILLED_AT_EVERY_STEP).trim().split("\n").at(-1) ?? "");
  mustRun("systemctl restart holiday-cottage");
  mustRun(WAIT_UNTIL_READY);
  assert.equal(servedName(), "Renamed Cottage");
});

test("after a power cut during a publication, the machine serves a complete site", async () => {
  assert.ok(machine !== undefined);
  const receive = `runuser -u cottage -- env -i sh -x ${RELEASE}/scripts/deploy/receive.sh`;
  const publishing = machine.startScript(`tar -cz -C my-cottage data content | ${receive}`);
  await publishing.waitForOutput(/mv -T current\.new current/);
  await machine.cutPower();
  await machine.boot();
  mustRun("systemctl start holiday-cottage caddy");
  mustRun(WAIT_UNTIL_READY);
  assert.match(servedName() ?? "", /^(?:Renamed|Fourth) Cottage$/);
  mustRun("systemctl start systemd-user-sessions ssh");
  mustRun(PUBLISH, "owner");
  assert.equal(servedName(), "Fourth Cottage");
});

/** Installs a copy of the current release with another version and one change. */
function upgradeTo(version: string, change: string): ReturnType<Machine["run"]> {
  const setVersion = `sed -i 's/"version": "[^"]*"/"version": "${version}"/' next/package.json`;
  mustRun(`rm -rf next && cp -r package next && ${setVersion} && cd next && ${change}`);
  return run("sh next/scripts/deploy/install.sh");
}

test("a release that cannot compile the published site is not installed", () => {
  const before = currentRelease();
  const fail = `{ console.log("data/cottage.json: error: no longer right"); process.exit(1); }`;
  const change = `sed -i '1i if (process.argv.includes("--compile")) ${fail}' dist/server.js`;
  const { status, output } = upgradeTo("3.0.0", change);
  assert.equal(status, 1);
  assert.match(output, /no longer right[\s\S]*cannot serve https:\/\/your\.domain; see above/);
  assert.equal(currentRelease(), before);
  assert.equal(servedName(), "Fourth Cottage");
});

test("a release that compiles but does not start is rolled back", () => {
  const before = currentRelease();
  const { status, output } = upgradeTo(
    "3.0.1",
    `sed -i '1i if (process.argv.length === 3) throw new Error("not today");' dist/server.js`,
  );
  assert.equal(status, 1, output);
  assert.match(output, /does not start, so releases\/.* serves again/);
  assert.equal(currentRelease(), before);
  assert.equal(servedName(), "Fourth Cottage");
});

test("a release that starts is used, and one command rolls it back", () => {
  const before = currentRelease();
  const { status, output } = upgradeTo("3.0.2", "true");
  assert.equal(status, 0, output);
  assert.match(currentRelease(), /^releases\/3\.0\.2-/);
  mustRun("holiday-cottage back");
  assert.equal(currentRelease(), before);
  assert.equal(servedName(), "Fourth Cottage");
});

test("an upgrade from a release before 2.0.0 compiles the published folders", () => {
  mustRun("rm -f /srv/holiday-cottage/published/*/*.cottage*");
  const { status, output } = upgradeTo("3.0.3", "true");
  assert.equal(status, 0, output);
  assert.equal(servedName(), "Fourth Cottage");
  mustRun("ssh cottage@your.domain back", "owner");
  mustRun("ssh cottage@your.domain back", "owner");
  assert.equal(servedName(), "Fourth Cottage");
});

test("an upgrade removes copies of the old release's own files, but not files that the owner has changed", () => {
  const content = `${SITE}/current/content`;
  const isPublished = (name: string) => run(`test -e ${content}/${name}`).status === 0;
  mustRun(`cp ${RELEASE}/content/developers.md ${RELEASE}/content/style.css ${content}`);
  mustRun(`echo 'a { color: red }' >> ${content}/style.css`);
  const { status, output } = upgradeTo("3.0.4", "true");
  assert.equal(status, 0, output);
  assert.deepEqual(["developers.md", "style.css"].map(isPublished), [false, true]);
});

test("an upgrade says that the previous publication cannot be compiled, and installs the release", () => {
  mustRun(`cp -r ${SITE}/previous/. /root/previous && echo '{' > ${SITE}/previous/data/cottage.json`);
  const { status, output } = upgradeTo("3.0.5", "true");
  mustRun(`cp -r /root/previous/. ${SITE}/previous`);
  assert.equal(status, 0, output);
  assert.match(output, /error: [\s\S]*These errors are in the previous publication only/);
  assert.match(output, /^Serving releases\/3\.0\.5-/m);
});

test("old releases are removed", () => {
  const releases = mustRun("ls /opt/holiday-cottage/releases").trim().split("\n");
  assert.ok(releases.length <= 4, releases.join(" "));
});

test("the owner's own Node is used if it can serve; otherwise the current one stays", () => {
  const before = mustRun("readlink -f /opt/holiday-cottage/current/node");
  const refused = run(`${INSTALL} --node /bin/true`);
  assert.match(refused.output, /cannot serve with the flags of the unit/);
  // A Node that knows the flag but may not listen, like Node 26 without --allow-net.
  mustRun(`
    set -e
    printf '#!/bin/sh\\ncase $* in *listen*) exit 1 ;; esac\\nexec %s "$@"\\n' ${before.trim()} > /root/newer
    chmod +x /root/newer
  `);
  assert.match(run(`${INSTALL} --node /root/newer`).output, /cannot serve with the flags of the unit/);
  assert.equal(mustRun("readlink -f /opt/holiday-cottage/current/node"), before);
  assert.equal(run("curl -sf http://127.0.0.1:3000/readyz").status, 0);

  mustRun(`cp ${before.trim()} /root/node && echo >> /root/node && ${INSTALL} --node /root/node`);
  const own = mustRun("readlink -f /opt/holiday-cottage/current/node");
  assert.notEqual(own, before);
  assert.equal(run("curl -sf http://127.0.0.1:3000/readyz").status, 0);
  mustRun(INSTALL);
  assert.equal(mustRun("readlink -f /opt/holiday-cottage/current/node"), own, "later runs keep the owner's Node");

  // A release with a newer Node fetches that Node. Here the fetch fails, because the archive has another version.
  mustRun("cd package/scripts/deploy && sed 's/^NODE_VERSION=.*/NODE_VERSION=99.0.0/' install.sh > newer.sh");
  assert.match(run("sh package/scripts/deploy/newer.sh").output, /Node could not be unpacked/);
  mustRun("rm package/scripts/deploy/newer.sh");
  mustRun("holiday-cottage back");
  assert.equal(servedName(), "Fourth Cottage");
});

/** Adds the other site to the translations of a folder. */
function addTranslation(folder: string, language: string, url: string): void {
  const entry = `{ "language": "${language}"\\, "url": "${url}" }`;
  mustRun(`sed -i '0,/{/s,,{ "translations": [${entry}]\\,,' ${folder}/data/site.json`);
}

test("a second site has its own address, facts, settings and service", () => {
  assert.match(
    run(`${INSTALL} your.domain --site en`).output,
    /your\.domain is the address of the site holiday-cottage;/,
  );
  assert.match(run(`${INSTALL} en.your.domain --site ../x`).output, /small letters and digits only/);
  mustRun("test ! -e /etc/holiday-cottage-en.env");
  mustRun(`${INSTALL} en.your.domain --site en`);
  signCertificates();
  const heading = (origin: string) => /<html[^>]* lang="([^"]*)"/.exec(mustRun(`curl -s ${origin}/`))?.[1];
  mustRun(`
    set -e
    rm -rf my-cottage-en
    cp -r my-cottage my-cottage-en
    sed -i 's/"language": "en-GB"/"language": "en-US"/' my-cottage-en/data/site.json
  `);
  addTranslation("my-cottage", "en-US", "https://en.your.domain");
  addTranslation("my-cottage-en", "en-GB", "https://your.domain");
  mustRun(`${PUBLISH}`, "owner");
  const first = currentPublication();
  assert.match(
    mustRun("sh publish.sh my-cottage-en cottage@your.domain --site en", "owner"),
    /^Published: https:\/\/en\.your\.domain$/m,
  );
  assert.equal(currentPublication(), first, "the first site is as it was");
  assert.equal(heading("https://your.domain"), "en-GB");
  assert.equal(heading("https://en.your.domain"), "en-US");

  // Each page links to its translation, which links back.
  for (const [from, to] of [
    ["https://your.domain", "https://en.your.domain"],
    ["https://en.your.domain", "https://your.domain"],
  ]) {
    assert.match(
      mustRun(`curl -s ${from}/about`),
      new RegExp(`hreflang="[^"]*" href="${to}/about"`),
      `${from} links to ${to}`,
    );
  }
  assert.match(mustRun("cat /etc/holiday-cottage-en.env"), /^PORT=3001$/m);
  mustRun("ssh cottage@your.domain back --site en", "owner");
  assert.equal(heading("https://en.your.domain"), "en-GB");
  assert.notEqual(mustRun("systemctl show -P MainPID holiday-cottage-en").trim(), processId());
  const memory = mustRun("systemctl show -P MemoryMax holiday-cottage-en").trim();
  assert.equal(memory, mustRun("systemctl show -P MemoryMax holiday-cottage").trim());
  assert.match(
    mustRun("tr '\\0' ' ' < /proc/$(systemctl show -P MainPID holiday-cottage-en)/cmdline"),
    /--allow-fs-read=\/srv\/holiday-cottage-en /,
  );
});

test("an upgrade and a rollback apply to both sites, and both start at boot", async () => {
  assert.ok(machine !== undefined);
  const before = currentRelease();
  const { status, output } = upgradeTo("3.1.0", "true");
  assert.equal(status, 0, output);
  assert.match(output, /as https:\/\/your\.domain[\s\S]*as https:\/\/en\.your\.domain/);
  mustRun("holiday-cottage back");
  assert.equal(currentRelease(), before);
  await machine.cutPower();
  await machine.boot();
  for (const unit of ["holiday-cottage", "holiday-cottage-en"]) {
    assert.equal(mustRun(`systemctl is-enabled ${unit}`).trim(), "enabled");
    mustRun(`test -L /etc/systemd/system/multi-user.target.wants/${unit}.service && systemctl start ${unit}`);
  }
  mustRun(`${WAIT_UNTIL_READY}`);
  mustRun(WAIT_UNTIL_READY.replace("3000", "3001"));
  const hanging = mustRun("systemctl show -P MainPID holiday-cottage-en").trim();
  mustRun(SHORTEN_WATCHDOG_TIMEOUT);
  const first = processId();
  mustRun(
    `kill -STOP ${hanging} && systemctl start holiday-cottage-watchdog; ${WAIT_UNTIL_READY.replace("3000", "3001")}`,
  );
  assert.notEqual(mustRun("systemctl show -P MainPID holiday-cottage-en").trim(), hanging);
  assert.equal(processId(), first, "the first site is not restarted");
});
