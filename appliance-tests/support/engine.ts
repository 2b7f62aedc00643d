/**
 * A Docker engine of the device's own, started by its systemd as where `docker.io` is installed: the programs are this machine's,
 * copied in before it boots. It makes no bridges and no packet rules, which containers on the host's network do not need.
 *
 *     const device = await bootAppliance({ change: (root) => addEngine(root) });
 *     await loadImage(device, "dist/images/caddyproxy.tar");
 */
import { existsSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { programFiles } from "@hubwart/containers/image-files";
import type { Appliance } from "./appliance.ts";

const PROGRAMS = [
  "/usr/sbin/dockerd",
  "/usr/bin/docker-init",
  "/usr/bin/containerd",
  "/usr/bin/containerd-shim-runc-v2",
  "/usr/sbin/runc",
];
const NODE = "/usr/lib/hubwart/node/bin/node";
const IMAGE = "/opt/image.tar";

/** Within nspawn the groups of processes are there to be read alone. */
const GROUPS = `[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c "cd /sys/fs/cgroup; for one in . memory cpu cpuacct cpuset devices freezer blkio pids; do [ ! -d $$one ] || mount -o remount,bind,rw $$one; done"
`;
const DOCKER = `[Unit]
Requires=groups.service
After=groups.service
[Service]
Type=notify
ExecStart=/usr/sbin/dockerd --host=unix:///run/docker.sock --storage-driver=vfs --bridge=none --iptables=false --ip6tables=false --ip-forward=false
Delegate=yes
KillMode=process
[Install]
WantedBy=multi-user.target
`;

export async function addEngine(root: string): Promise<void> {
  for (const file of await programFiles(PROGRAMS)) {
    if (!("content" in file) || existsSync(path.join(root, file.path))) continue;
    await mkdir(path.dirname(path.join(root, file.path)), { recursive: true });
    await writeFile(path.join(root, file.path), file.content, { mode: file.mode });
  }
  await addUnit(root, "groups", GROUPS);
  await addUnit(root, "docker", DOCKER, { enable: true });
}

export async function addUnit(
  root: string,
  name: string,
  text: string,
  { enable = false }: { enable?: boolean } = {},
): Promise<void> {
  const units = path.join(root, "etc/systemd/system");
  await writeFile(path.join(units, `${name}.service`), text);
  if (!enable) return;
  const wants = path.join(units, "multi-user.target.wants");
  await mkdir(wants, { recursive: true });
  await symlink(`../${name}.service`, path.join(wants, `${name}.service`));
}

/** As `docker load`, which the device does not have. */
export async function loadImage(device: Appliance, file: string): Promise<void> {
  await cp(file, path.join(device.root, IMAGE));
  const program = `
    const request = require("node:http").request(
      { socketPath: "/run/docker.sock", method: "POST", path: "/images/load?quiet=1", headers: { "content-type": "application/x-tar" } },
      (answer) => answer.on("data", (part) => process.stdout.write(part)).on("end", () => process.exit(answer.statusCode === 200 ? 0 : 1)),
    );
    require("node:fs").createReadStream("${IMAGE}").pipe(request);`;
  await device.must(NODE, ["-e", program]);
}
