/**
 * Starts a separate Docker Engine. The base images of the Dockerfile are made from this machine's Node, so that no
 * registry is needed.
 *
 * The images contain this machine's glibc instead of Debian 13's. The rest of the Dockerfile is built unchanged.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodePath } from "../../nodes/nodes.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { requireCommand, start, until } from "../../support/program.ts";
import { PROJECT } from "./service.ts";

const BUILD_IMAGE = "node:24-slim";
const RUNTIME_IMAGE = "gcr.io/distroless/nodejs24-debian13:nonroot";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";
const ENGINE_OPTIONS = ["--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=vfs"];

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

export interface Docker {
  /** Runs the docker client. */
  run(...words: string[]): Outcome;
  /** Runs the docker client, which must succeed. Returns its output. */
  mustRun(...words: string[]): string;
  stop(): Promise<void>;
}

/** Copies a program and the libraries that it is linked with into a root folder. */
function copyProgram(root: string, from: string, to: string): void {
  const libraries = execFileSync("ldd", [from], { encoding: "utf8" }).match(/\/\S+\.so\S*/g) ?? [];
  const copy = (source: string, target: string): void => {
    const path = join(root, target);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(source, path);
  };
  copy(from, to);
  for (const library of libraries) copy(library, library);
}

/** Creates the root folder of the build image: Node, npm and a shell. Returns its path. */
function createBuildRoot(): string {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  copyProgram(root, nodePath(24), "/usr/local/bin/node");
  mkdirSync(join(root, "bin"));
  copyFileSync("/bin/busybox", join(root, "bin/busybox"));
  execFileSync("chroot", [root, "/bin/busybox", "--install", "-s", "/bin"], { env: { PATH } });
  mkdirSync(join(root, "tmp"), { mode: 0o1777 });
  mkdirSync(join(root, "root"));
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  symlinkSync("/bin/env", join(root, "usr/bin/env"));
  const modules = execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  cpSync(join(modules, "npm"), join(root, "usr/local/lib/npm"), { recursive: true, dereference: true });
  symlinkSync("../lib/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  copyFileSync(CERTIFICATES, join(root, "certificates.crt"));
  return root;
}

/** Creates the root folder of the runtime image, which contains only Node. Returns its path. */
function createRuntimeRoot(): string {
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  copyProgram(root, nodePath(24), "/nodejs/bin/node");
  mkdirSync(join(root, "tmp"), { mode: 0o1777 });
  return root;
}

export async function startDocker(): Promise<Docker> {
  requireCommand("dockerd", "docker.io");
  requireCommand("busybox", "busybox-static");
  if (process.getuid?.() !== 0) throw new Error("Only root may start an engine: run these tests as root");
  const folder = temporaryFolder();
  const host = `unix://${folder}/docker.sock`;
  const folders = ["--data-root", join(folder, "data"), "--exec-root", join(folder, "exec"), "-p", join(folder, "pid")];
  const engine = start("dockerd", [...folders, "-H", host, ...ENGINE_OPTIONS]);
  const env = { PATH: `/usr/bin:${PATH}`, HOME: folder, DOCKER_HOST: host, DOCKER_BUILDKIT: "1" };
  const run = (...words: string[]): Outcome => {
    const options = { cwd: PROJECT, encoding: "utf8", env, timeout: 300_000 } as const;
    const { status, stdout, stderr } = spawnSync("/usr/bin/docker", words, options);
    return { status, output: stdout + stderr };
  };
  const mustRun = (...words: string[]): string => {
    const { status, output } = run(...words);
    assert.equal(status, 0, `docker ${words.join(" ")}\n${output}`);
    return output;
  };
  await until("the engine responds", () => run("version").status === 0);
  const importImage = (root: string, name: string, ...changes: string[]): void => {
    const archive = join(folder, "root.tar");
    execFileSync("tar", ["-cf", archive, "-C", root, "."]);
    mustRun("import", ...changes.flatMap((change) => ["-c", change]), archive, name);
  };
  importImage(createBuildRoot(), BUILD_IMAGE, "ENV PATH=/usr/local/bin:/bin NODE_EXTRA_CA_CERTS=/certificates.crt");
  importImage(createRuntimeRoot(), RUNTIME_IMAGE);
  return {
    run,
    mustRun,
    stop: async () => {
      const containers = run("ps", "-aq").output.split("\n").filter(Boolean);
      if (containers.length > 0) run("rm", "-f", ...containers);
      await engine.stop();
      // The engine leaves the network namespace of its containers mounted.
      spawnSync("umount", [join(folder, "exec/netns/default")]);
    },
  };
}
