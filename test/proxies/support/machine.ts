/**
 * Boots a Debian or Ubuntu system in a container, with systemd as its first process. The system's files are copied on
 * write.
 *
 * Units, users, sudo, sshd, nftables and Caddy are real. By default the system is this machine's own, and its only
 * network is loopback. A system made by debootstrap has a network, so that the installer can fetch packages. Node is
 * always a local file.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodePath } from "../../nodes/nodes.ts";
import type { Program } from "../../support/program.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { requireCommand, start, until } from "../../support/program.ts";
import { PROJECT } from "./service.ts";
import { deployed } from "./shipped.ts";

const COMMANDS = [
  ["systemd-nspawn", "systemd-container"],
  ["unshare", "util-linux"],
  ["ip", "iproute2"],
] as const;

/** Commands that this machine must have, because a container that uses its files cannot install them. */
const OWN_SYSTEM_COMMANDS = [
  ["sshd", "openssh-server"],
  ["sudo", "sudo"],
  ["caddy", "caddy"],
  ["nginx", "nginx"],
  ["nft", "nftables"],
  ["openssl", "openssl"],
] as const;

/** Mounts the root folder. Changes are kept in memory until this script ends, so that they survive a reboot. */
const DISK = `
set -e
cd "$1"
mkdir disk
mount -t tmpfs none disk
mkdir disk/written disk/work disk/root
cp -a files disk/files
mount -t overlay overlay -o lowerdir=disk/files:$2,upperdir=disk/written,workdir=disk/work disk/root
echo mounted
exec sleep infinity
`;

const BOOT = [
  "systemd-nspawn",
  "--quiet",
  "--register=no",
  "--keep-unit",
  "--machine=cottage",
  "--capability=CAP_NET_ADMIN",
  "--boot",
];

/** Replacement for curl that serves nodejs.org from a local file. */
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

/** A system made by debootstrap. */
export interface System {
  readonly name: string;
  /** Script of debootstrap, for a system that is newer than this machine's debootstrap. */
  readonly script?: string;
  readonly options?: readonly string[];
}

export const SYSTEMS: Readonly<Record<string, System>> = {
  "Debian 13": { name: "trixie" },
  // The keyring is not packaged in Debian 12, so the signature is not checked. The system is for tests only.
  "Ubuntu 24.04": { name: "noble", script: "gutsy", options: ["--no-check-gpg", "--components=main,universe"] },
};

const SYSTEM_PACKAGES =
  "systemd,systemd-sysv,dbus,openssh-server,ca-certificates,curl,iproute2,procps,libpam-systemd,openssl";

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

export interface Machine {
  /** Runs a script as root in /home/owner, or as the user "owner" or "you" in that user's folder. */
  run(script: string, user?: string): Outcome;
  /** Runs a script that must succeed, and returns its output. */
  mustRun(script: string, user?: string): string;
  /** Starts a script without waiting for it. */
  startScript(script: string): Program;
  /** Kills the machine at once, as a power cut does. */
  cutPower(): Promise<void>;
  boot(): Promise<void>;
  stop(): Promise<void>;
}

/** Packs the program as npm does. Returns the path of the archive. */
export function packProgram(folder: string): string {
  const words = ["pack", "--silent", "--pack-destination", folder];
  const name = execFileSync("npm", words, { cwd: PROJECT, encoding: "utf8" });
  return join(folder, name.trim());
}

/** Packs Node as nodejs.org does. The binary is the one that the tests run with. */
function packNode(folder: string): void {
  const manifest = readFileSync(join(dirname(dirname(nodePath(24))), "package.json"), "utf8");
  const { version }: { version: string } = JSON.parse(manifest);
  const name = `node-v${version}-linux-${process.arch}`;
  mkdirSync(join(folder, name, "bin"), { recursive: true });
  copyFileSync(nodePath(24), join(folder, name, "bin/node"));
  const archive = join(folder, "node.tgz");
  execFileSync("tar", ["--use-compress-program=gzip -1", "-cf", archive, "-C", folder, name]);
  rmSync(join(folder, name), { recursive: true });
}

/** Writes the files that the machine has before its first boot. */
function writeFiles(folder: string, root: string): void {
  const pathOf = (name: string): string => {
    const path = join(folder, "files", name);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  const home = join(folder, "files/home/owner");
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o777);
  chmodSync(join(folder, "files"), 0o755);
  packProgram(home);
  packNode(join(folder, "files/root"));
  for (const name of ["data", "content"])
    cpSync(join(PROJECT, name), join(home, "my-cottage", name), { recursive: true });
  copyFileSync(deployed("publish.sh"), join(home, "publish.sh"));
  copyFileSync(join(root, "usr/bin/curl"), pathOf("usr/bin/curl.real"));
  writeFileSync(pathOf("usr/bin/curl"), CURL);
  for (const name of ["curl", "curl.real"]) chmodSync(pathOf(`usr/bin/${name}`), 0o755);
  writeFileSync(pathOf("etc/hosts"), "127.0.0.1 localhost cottage your.domain www.your.domain en.your.domain\n");
  writeFileSync(pathOf("etc/hostname"), "cottage\n");
  writeFileSync(pathOf("etc/machine-id"), `${"0123456789abcdef".repeat(2)}\n`);
  if (root === "/") {
    const caddyfile = [
      "# The Caddyfile is an easy way to configure your Caddy web server.",
      ":80 {",
      "\troot * /usr/share/caddy",
      "\tfile_server",
      "}",
      "",
    ].join("\n");
    writeFileSync(pathOf("etc/caddy/Caddyfile"), caddyfile);
  } else copyFileSync("/etc/resolv.conf", pathOf("etc/resolv.conf"));
}

/** Creates the root folder of a system, unless it exists. Returns its path. */
function createSystem({ name, script, options = [] }: System): string {
  requireCommand("debootstrap", "debootstrap");
  const root = join(tmpdir(), "holiday-cottage-systems", name);
  if (existsSync(root)) return root;
  const unfinished = `${root}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const words = ["--variant=minbase", `--include=${SYSTEM_PACKAGES}`, ...options, name, unfinished];
  const source = script === undefined ? [] : ["", script];
  const { status, stdout } = spawnSync("debootstrap", [...words, ...source], { encoding: "utf8" });
  assert.equal(status, 0, stdout.slice(-2000));
  renameSync(unfinished, root);
  return root;
}

/** Creates a network namespace whose traffic is translated to this machine's address. */
const NETWORK = `
set -e
ip netns add cottage
ip link add cottage-out type veth peer name cottage-in netns cottage
ip address add 10.77.0.1/24 dev cottage-out
ip link set cottage-out up
ip -n cottage address add 10.77.0.2/24 dev cottage-in
ip -n cottage link set cottage-in up
ip -n cottage link set lo up
ip -n cottage route add default via 10.77.0.1
sysctl -qw net.ipv4.ip_forward=1
nft -f - << END
table ip cottage_test {
  chain out { type nat hook postrouting priority 100; ip saddr 10.77.0.0/24 masquerade; }
}
END
`;

const NO_NETWORK = "ip netns delete cottage; ip link delete cottage-out; nft delete table ip cottage_test";

function deleteNetwork(): void {
  spawnSync("sh", ["-c", NO_NETWORK], { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
}

/**
 * Boots a machine.
 *
 * @param system undefined for this machine's own system, without a network
 */
export async function startMachine(system?: System): Promise<Machine> {
  const commands = system === undefined ? [...COMMANDS, ...OWN_SYSTEM_COMMANDS] : COMMANDS;
  for (const [command, name] of commands) requireCommand(command, name);
  if (process.getuid?.() !== 0) throw new Error("Only root may boot a machine: run these tests as root");
  const root = system === undefined ? "/" : createSystem(system);
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  writeFiles(folder, root);
  // Create the network namespace first, so that the mount namespace of the disk contains it.
  if (system !== undefined) {
    deleteNetwork();
    execFileSync("sh", ["-c", NETWORK], { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
  }
  const disk = start("unshare", ["--mount", "sh", "-c", DISK, "disk", folder, root]);
  await disk.waitForOutput(/^mounted$/m);
  const network = system === undefined ? "--private-network" : "--network-namespace-path=/run/netns/cottage";
  let container: Program;
  /** Process identifier of the machine's systemd, seen from outside. */
  let leader = 0;
  const enter = (script: string, user: string): string[] => {
    const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const home = user === "root" ? "/root" : `/home/${user}/home`;
    const folderOfUser = user === "you" ? "/home/you" : "/home/owner";
    const env = ["env", "-i", "-C", folderOfUser, path, "LC_ALL=C.UTF-8", `HOME=${home}`, "TERM=dumb"];
    const shell = user === "root" ? ["sh", "-c", script] : ["runuser", "-u", user, "--", "sh", "-c", script];
    return ["-t", String(leader), "-m", "-u", "-i", "-n", "-p", "--", ...env, ...shell];
  };
  const run = (script: string, user = "root"): Outcome => {
    const options = { encoding: "utf8", timeout: 180_000, killSignal: "SIGKILL" } as const;
    const { status, stdout, stderr } = spawnSync("nsenter", enter(script, user), options);
    return { status, output: stdout + stderr };
  };
  const boot = async (): Promise<void> => {
    const words = [...BOOT, network, `--directory=${folder}/disk/root`, "systemd.unit=basic.target"];
    container = start("nsenter", ["-t", String(disk.pid), "-m", "--", ...words], { env: { TERM: "dumb" } });
    await until("the machine runs", () => {
      assert.ok(existsSync(`/proc/${container.pid}`), container.output());
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(container.pid)], { encoding: "utf8" });
      leader = Number(stdout.trim().split("\n")[0]);
      return leader > 0 && run("systemctl is-active basic.target").status === 0;
    });
  };
  const cutPower = async (): Promise<void> => {
    process.kill(leader, "SIGKILL");
    await container.ended;
  };
  await boot();
  return {
    run,
    mustRun: (script, user) => {
      const { status, output } = run(script, user);
      assert.equal(status, 0, `${script}\n${output}`);
      return output;
    },
    startScript: (script) => start("nsenter", enter(script, "root")),
    cutPower,
    boot,
    stop: async () => {
      await cutPower();
      await disk.stop();
      if (system !== undefined) deleteNetwork();
    },
  };
}

/**
 * Configures Caddy to sign its certificates itself, because no public authority can reach the machine, and makes the
 * machine trust them.
 */
export function makeCertificates(machine: Machine): void {
  machine.mustRun(`
    sed -i 's/^\\tservers {/\\tlocal_certs\\n\\tskip_install_trust\\n&/' /etc/caddy/Caddyfile
    systemctl reload caddy
    root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
    for turn in $(seq 40); do
      cp $root /usr/local/share/ca-certificates/caddy.crt 2> /dev/null &&
        update-ca-certificates > /dev/null 2>&1 &&
        curl -s https://your.domain/ > /dev/null &&
        curl -s https://www.your.domain/ > /dev/null &&
        exit
      sleep 0.25
    done
    exit 1
  `);
}

/** Adds the users "owner", who stands for the owner at a PC, and "you", an administrator, each with an SSH key. */
export function addUsers(machine: Machine): void {
  machine.mustRun(`
    systemctl start systemd-user-sessions ssh
    useradd --create-home --home-dir /home/owner/home --shell /bin/sh owner
    useradd --create-home --shell /bin/sh you
    echo 'you ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/you
    mkdir -m 700 /home/owner/home/.ssh /home/you/.ssh
    for turn in $(seq 40); do
      ssh-keyscan your.domain 2> /dev/null > /home/owner/home/.ssh/known_hosts
      [ ! -s /home/owner/home/.ssh/known_hosts ] || break
      sleep 0.25
    done
    printf 'IdentityFile ~/.ssh/admin\\nIdentityFile ~/.ssh/id_ed25519\\n' > /home/owner/home/.ssh/config
    ssh-keygen -q -t ed25519 -N '' -f /home/owner/home/.ssh/admin
    ssh-keygen -q -t ed25519 -N '' -f /home/owner/home/.ssh/id_ed25519
    cp /home/owner/home/.ssh/admin.pub /home/you/.ssh/authorized_keys
    chown -R owner /home/owner
    chown -R you /home/you
  `);
}
