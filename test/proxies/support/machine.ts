/**
 * A whole machine in small: this one's own Debian, copied on write and booted with systemd in a container.
 *
 * Units, users, sudo and sshd are real; the network is loopback alone, and what would be fetched is put in its place.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodePath } from "../../nodes/nodes.ts";
import type { Program } from "../../support/program.ts";
import { requireCommand, start, temporaryFolder, until } from "../../support/program.ts";
import { PROJECT } from "./service.ts";
import { deployed } from "./shipped.ts";

const PACKAGES = [
  ["systemd-nspawn", "systemd-container"],
  ["sshd", "openssh-server"],
  ["sudo", "sudo"],
  ["caddy", "caddy"],
  ["nginx", "nginx"],
  ["openssl", "openssl"],
  ["unshare", "util-linux"],
] as const;

/** What the machine writes lies in memory, and is kept as long as this process: it can be switched off and on again. */
const DISK = `
set -e
cd "$1"
mkdir disk
mount -t tmpfs none disk
mkdir disk/written disk/work disk/root
cp -a laid disk/laid
mount -t overlay overlay -o lowerdir=disk/laid:/,upperdir=disk/written,workdir=disk/work disk/root
echo laid
exec sleep infinity
`;

const BOOT = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--machine=cottage", "--boot"];

/** nodejs.org as far as it is needed, and no other place: a machine without a network. */
const CURL = `#!/bin/sh
case "$*" in
  *https://nodejs.org/*)
    for word in "$@"; do
      [ "$before" = -o ] && file=$word
      before=$word
    done
    echo "$before" >> /root/fetched
    exec cp /root/node.tgz "$file"
    ;;
esac
exec /usr/bin/curl.real "$@"
`;

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

export interface Machine {
  /** Runs a script as root, or as another user, in /home/owner or /home/you. */
  run(script: string, user?: string): Outcome;
  /** The same, which must succeed; gives what it wrote. */
  must(script: string, user?: string): string;
  /** Begins a script and does not wait. */
  begin(script: string): Program;
  /** What a power cut does: nobody is told. */
  cut(): Promise<void>;
  boot(): Promise<void>;
  stop(): Promise<void>;
}

/** The packed program as npm makes it, under another version if wanted. */
export function packProgram(folder: string): string {
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: PROJECT, encoding: "utf8" });
  return join(folder, name.trim());
}

/** Node as the Node project packs it; the binary is the one that the tests run with. */
function packNode(folder: string): void {
  const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(dirname(nodePath(24))), "package.json"), "utf8"));
  const name = `node-v${version}-linux-${process.arch}`;
  mkdirSync(join(folder, name, "bin"), { recursive: true });
  copyFileSync(nodePath(24), join(folder, name, "bin/node"));
  execFileSync("tar", ["--use-compress-program=gzip -1", "-cf", join(folder, "node.tgz"), "-C", folder, name]);
  execFileSync("rm", ["-r", join(folder, name)]);
}

/** What lies on the machine before its first start. */
function lay(folder: string): void {
  const at = (path: string): string => {
    const whole = join(folder, "laid", path);
    mkdirSync(dirname(whole), { recursive: true });
    return whole;
  };
  const home = join(folder, "laid/home/owner");
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o777);
  chmodSync(join(folder, "laid"), 0o755);
  packProgram(home);
  packNode(join(folder, "laid/root"));
  for (const name of ["data", "content"]) cpSync(join(PROJECT, name), join(home, "my-cottage", name), { recursive: true });
  copyFileSync(deployed("publish.sh"), join(home, "publish.sh"));
  copyFileSync("/usr/bin/curl", at("usr/bin/curl.real"));
  writeFileSync(at("usr/bin/curl"), CURL);
  for (const name of ["curl", "curl.real"]) chmodSync(at(`usr/bin/${name}`), 0o755);
  writeFileSync(at("etc/hosts"), "127.0.0.1 localhost your.domain www.your.domain\n");
  writeFileSync(at("etc/hostname"), "cottage\n");
  writeFileSync(at("etc/machine-id"), `${"0123456789abcdef".repeat(2)}\n`);
  const sample = "# The Caddyfile is an easy way to configure your Caddy web server.\n:80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n";
  writeFileSync(at("etc/caddy/Caddyfile"), sample);
}

export async function startMachine(): Promise<Machine> {
  for (const [command, name] of PACKAGES) requireCommand(command, name);
  if (process.getuid?.() !== 0) throw new Error("Only root may boot a machine: run these tests as root");
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  lay(folder);
  const disk = start("unshare", ["--mount", "sh", "-c", DISK, "disk", folder]);
  await disk.said(/^laid$/m);
  let machine: Program;
  let leader = 0;
  const childOf = (pid: number): number =>
    Number(spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).stdout.trim().split("\n")[0]);
  const enter = (script: string, user: string): string[] => {
    const env = ["env", "-i", "-C", user === "you" ? "/home/you" : "/home/owner", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", `HOME=${user === "root" ? "/root" : `/home/${user}/home`}`, "TERM=dumb"];
    const shell = user === "root" ? ["sh", "-c", script] : ["runuser", "-u", user, "--", "sh", "-c", script];
    return ["-t", String(leader), "-m", "-u", "-i", "-n", "-p", "--", ...env, ...shell];
  };
  const run = (script: string, user = "root"): Outcome => {
    const { status, stdout, stderr } = spawnSync("nsenter", enter(script, user), { encoding: "utf8", timeout: 120_000 });
    return { status, output: stdout + stderr };
  };
  const boot = async (): Promise<void> => {
    const inside = ["-t", String(disk.pid), "-m", "--", ...BOOT, `--directory=${folder}/disk/root`, "systemd.unit=basic.target"];
    machine = start("nsenter", inside, { env: { TERM: "dumb" } });
    await until("the machine runs", () => {
      assert.ok(existsSync(`/proc/${machine.pid}`), machine.output());
      leader = childOf(machine.pid);
      return leader > 0 && /^(running|degraded|starting)/.test(run("systemctl is-system-running; systemctl is-active basic.target").output) && run("systemctl is-active basic.target").status === 0;
    });
  };
  const cut = async (): Promise<void> => {
    process.kill(leader, "SIGKILL");
    await machine.ended;
  };
  await boot();
  return {
    run,
    must: (script, user) => {
      const { status, output } = run(script, user);
      assert.equal(status, 0, `${script}\n${output}`);
      return output;
    },
    begin: (script) => start("nsenter", enter(script, "root")),
    cut,
    boot,
    stop: async () => {
      await cut();
      await disk.stop();
    },
  };
}

/** Caddy's certificates without a network: from an authority of its own, which the machine then trusts. */
export function makeCertificates(machine: Machine): void {
  machine.must(`
    sed -i 's/^\\tservers {/\\tlocal_certs\\n\\tskip_install_trust\\n&/' /etc/caddy/Caddyfile
    systemctl reload caddy
    for turn in $(seq 40); do
      cp /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt /usr/local/share/ca-certificates/caddy.crt 2> /dev/null &&
        update-ca-certificates > /dev/null 2>&1 && curl -s https://your.domain/ > /dev/null && curl -s https://www.your.domain/ > /dev/null && exit
      sleep 0.25
    done
    exit 1
  `);
}

/** The owner at a PC (here a user of the machine) and an administrator, each with a key; ssh asks nothing. */
export function addPeople(machine: Machine): void {
  machine.must(`
    systemctl start systemd-user-sessions ssh
    useradd --create-home --home-dir /home/owner/home owner
    useradd --create-home you
    echo 'you ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/you
    mkdir -m 700 /home/owner/home/.ssh /home/you/.ssh
    ssh-keyscan your.domain 2> /dev/null > /home/owner/home/.ssh/known_hosts
    printf 'IdentityFile ~/.ssh/admin\\nIdentityFile ~/.ssh/id_ed25519\\n' > /home/owner/home/.ssh/config
    ssh-keygen -q -t ed25519 -N '' -f /home/owner/home/.ssh/admin
    ssh-keygen -q -t ed25519 -N '' -f /home/owner/home/.ssh/id_ed25519
    cp /home/owner/home/.ssh/admin.pub /home/you/.ssh/authorized_keys
    chown -R owner /home/owner
    chown -R you /home/you
  `);
}
