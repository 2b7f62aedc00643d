/**
 * What the runs are copied from, kept in .cache/appliance: a Debian 12 with systemd, and the same with our package
 * installed. Also the NTP server, unpacked only: installing it would remove this machine's own time service.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { DEVICE_PACKAGES } from "../../scripts/image/device-packages.mjs";
import { must } from "./run.ts";

const cache = path.join(repoRoot(), ".cache/appliance");

/** Counts up when the files written below change. */
const EDITION = 1;

/** What this Debian was set up with before Hubwart came, and what lets systemd-timesyncd run in a container at all. */
const FILES: Record<string, string> = {
  "etc/hostname": "debian\n",
  "etc/hosts": "127.0.0.1\tlocalhost\n127.0.1.1\tdebian\n",
  "etc/systemd/network/80-lan0.network": "[Match]\nName=lan0\n\n[Network]\nDHCP=yes\n",
  // It is refused every change of the clock here, and says so; whom it asks is real.
  "etc/systemd/system/systemd-timesyncd.service.d/container.conf":
    "[Unit]\nConditionVirtualization=\nConditionCapability=\n[Service]\nAmbientCapabilities=\nCapabilityBoundingSet=\n",
  // Kept over a reboot, for the message of a failure.
  "etc/systemd/journald.conf.d/keep.conf": "[Journal]\nStorage=persistent\n",
};

/** Debian 12 without our package; made once, about a minute. */
export async function debianRoot(): Promise<string> {
  const key = createHash("sha256")
    .update(JSON.stringify([EDITION, DEVICE_PACKAGES, FILES]))
    .digest("hex");
  return made(`debian-${key.slice(0, 12)}`, "debian-", async (folder) => {
    await must(
      "mmdebstrap",
      [
        "--variant=minbase",
        "--quiet",
        "--skip=cleanup/apt",
        `--include=${DEVICE_PACKAGES.join(",")}`,
        "--dpkgopt=force-unsafe-io",
        "bookworm",
        folder,
      ],
      { timeout: 300_000 },
    );
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    await must("chroot", [folder, "systemctl", "enable", "--quiet", "systemd-networkd.service"]);
    await forgetIdentity(folder);
  });
}

/** The same with `deb` installed, as a manufacturer would make the image: nothing has started in it yet. */
export async function installedRoot(deb: string): Promise<string> {
  const key = createHash("sha256")
    .update(await readFile(deb))
    .digest("hex");
  const debian = await debianRoot();
  const from = path.basename(debian).replace("debian-", "");
  return made(`installed-${from}-${key.slice(0, 12)}`, "installed-", async (folder) => {
    await copyTree(debian, folder);
    await cp(deb, path.join(folder, "root/hubwart.deb"));
    const nspawn = ["--quiet", "--register=no", "--keep-unit", "--private-network", "--pipe"];
    await must(path.join(import.meta.dirname, "in-folder.sh"), [
      ...nspawn,
      "--directory",
      folder,
      "dpkg",
      "--force-unsafe-io",
      "--install",
      "/root/hubwart.deb",
    ]);
    await rm(path.join(folder, "root/hubwart.deb"));
    await forgetIdentity(folder);
  });
}

/** Folder with `usr/sbin/chronyd`. */
export async function chronyRoot(): Promise<string> {
  return made("chrony", "chrony", async (folder) => {
    await mkdir(folder);
    await must("apt-get", ["download", "-q", "chrony"], { cwd: folder, timeout: 120_000 });
    const [deb = ""] = await readdir(folder);
    await must("dpkg-deb", ["--extract", path.join(folder, deb), folder]);
  });
}

/** What the package brings; tests write into it, as a manufacturer would. */
export const OWN = "usr/lib/hubwart";

/**
 * With owners, modes and times. Debian's own files below `usr` are the same ones (240 of 540 MB): what replaces them, as dpkg does, writes
 * another beside and renames it.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== "usr").map((name) => path.join(from, name));
  await mkdir(to, { mode: 0o755 });
  await must("cp", ["--archive", "--reflink=auto", ...names, to], { timeout: 120_000 });
  await must("cp", ["--archive", "--link", path.join(from, "usr"), to], { timeout: 120_000 });
  if (!existsSync(path.join(from, OWN))) return;
  await rm(path.join(to, OWN), { recursive: true });
  await must("cp", ["--archive", "--reflink=auto", path.join(from, OWN), path.join(to, OWN)], {
    timeout: 120_000,
  });
}

/** Makes `name` by `make` unless it is there; others that begin alike are of former times. */
async function made(name: string, alike: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  for (const other of await readdir(cache)) {
    if (other.startsWith(alike)) await rm(path.join(cache, other), { recursive: true, force: true });
  }
  const partial = `${folder}.partial`;
  await make(partial);
  await rename(partial, folder);
  return folder;
}

/** Each copy becomes a machine of its own at its first boot. */
async function forgetIdentity(folder: string): Promise<void> {
  await writeFile(path.join(folder, "etc/machine-id"), "");
}
