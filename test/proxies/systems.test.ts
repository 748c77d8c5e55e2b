/**
 * The installer on systems other than this machine's: Debian 13 and Ubuntu 24.04, made by debootstrap and booted. Only
 * in these tests does the installer fetch its packages with apt.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SYSTEMS, addUsers, makeCertificates, startMachine } from "./support/machine.ts";

const INSTALL = "sh package/scripts/deploy/install.sh";
const PUBLISH = "sh publish.sh my-cottage cottage@your.domain";
const WAIT_UNTIL_READY =
  "for turn in $(seq 40); do sleep 0.25; curl -s http://127.0.0.1:3000/readyz && exit; done; exit 1";

for (const [name, system] of Object.entries(SYSTEMS)) {
  test(`${name}: the installer fetches packages, and the owner publishes, goes back and upgrades`, async (context) => {
    const startedAt = performance.now();
    const machine = await startMachine(system);
    const bootedAt = performance.now();
    const servedName = () =>
      /"name":"([^"]*)"/.exec(machine.mustRun("curl -s https://your.domain/api/v1/cottage"))?.[1];
    const renameCottage = (cottage: string) =>
      machine.mustRun(`sed -i '0,/"name": *"[^"]*"/s//"name": "${cottage}"/' my-cottage/data/cottage.json`);

    machine.mustRun("tar -xzf holiday-cottage-*.tgz && ! command -v caddy && ! command -v sudo");
    machine.mustRun(`${INSTALL} your.domain`);
    const installedAt = performance.now();
    makeCertificates(machine);
    const sample = servedName();
    assert.notEqual(sample, undefined);
    assert.match(machine.mustRun("nft list ruleset"), /ct count over 200/);

    addUsers(machine);
    machine.mustRun("holiday-cottage key /home/owner/home/.ssh/id_ed25519.pub");
    renameCottage("Renamed Cottage");
    machine.mustRun(PUBLISH, "owner");
    assert.equal(servedName(), "Renamed Cottage");
    machine.mustRun("ssh cottage@your.domain back", "owner");
    assert.equal(servedName(), sample);
    machine.mustRun(PUBLISH, "owner");
    machine.mustRun("cp -r my-cottage broken && echo '{' > broken/data/cottage.json");
    const refused = machine.run("sh publish.sh broken cottage@your.domain", "owner");
    assert.equal(refused.status, 1, refused.output);
    assert.match(refused.output, /cottage\.json:\d+:\d+: error/);

    machine.mustRun(`cp -r package next && sed -i 's/"version": "[^"]*"/"version": "9.0.0"/' next/package.json`);
    machine.mustRun("sh next/scripts/deploy/install.sh && holiday-cottage back");
    machine.mustRun(`systemctl kill -s KILL holiday-cottage; ${WAIT_UNTIL_READY}`);
    assert.match(machine.mustRun("curl -s http://127.0.0.1:3000/api/v1/cottage"), /Renamed Cottage/);

    await machine.cutPower();
    await machine.boot();
    machine.mustRun("systemctl start multi-user.target");
    machine.mustRun(WAIT_UNTIL_READY);
    assert.match(machine.mustRun("curl -s http://127.0.0.1:3000/api/v1/cottage"), /Renamed Cottage/);
    await machine.stop();
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0);
    context.diagnostic(
      `${seconds(startedAt, bootedAt)} s to make and boot, ${seconds(bootedAt, installedAt)} s to install, ` +
        `${seconds(installedAt, performance.now())} s for the rest`,
    );
  });
}
