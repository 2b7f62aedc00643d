/** The image as `npm run image` makes it, for a device that trusts the test's own manufacturer and lets it in by SSH. */
import { copyFile, mkdir, readdir, symlink } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import type { DeviceVendor } from "./device-releases.ts";
import { makePackage } from "./prepare.ts";
import { must } from "./run.ts";

/** The first one also fetches a Debian. */
const LONGEST_MS = 1_500_000;

/**
 * @param gate s that a release has to prove itself
 * @param more lays further files into the device's root
 * @returns files: the image, and the private key for root
 */
export async function makeImage(
  folder: string,
  vendor: DeviceVendor,
  gate: number,
  more?: (root: string) => Promise<void>,
): Promise<{ image: string; key: string }> {
  const deb = await makePackage(["--fast", "--out", folder]);
  const added = path.join(folder, "added");
  await must("dpkg-deb", ["--extract", deb, added]);
  await vendor.prepare(added, gate);
  const key = path.join(folder, "key");
  await must("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  await mkdir(path.join(added, "root/.ssh"), { recursive: true, mode: 0o700 });
  await copyFile(`${key}.pub`, path.join(added, "root/.ssh/authorized_keys"));
  const wants = path.join(added, "etc/systemd/system/multi-user.target.wants");
  await mkdir(wants, { recursive: true });
  await symlink("/lib/systemd/system/ssh.service", path.join(wants, "ssh.service"));

  await more?.(added);

  const out = path.join(folder, "image");
  const script = path.join(repoRoot(), "scripts/image.mjs");
  const options = ["--raw", "--deb", deb, "--add", added, "--out", out];
  await must(process.execPath, [script, ...options], { timeout: LONGEST_MS });
  const [name = ""] = await readdir(out);
  return { image: path.join(out, name), key };
}
