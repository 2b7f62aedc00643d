/**
 * The Debian of an image, without our package: made once and kept in .cache/image, so that the next image takes seconds.
 * What starts it (signed, for Secure Boot) is fetched beside it and not installed: the device never writes to it.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DEVICE_PACKAGES } from "./device-packages.mjs";

const PACKAGES = [
  ...DEVICE_PACKAGES,
  "linux-image-amd64",
  "initramfs-tools",
  "zstd",
  "e2fsprogs",
  "apparmor",
  "less",
  "tzdata",
  "docker.io",
];
const BOOT_PACKAGES = ["shim-signed", "grub-efi-amd64-signed"];
/** Of the packages above, without what nobody reads on a device. */
const LEFT_OUT = [
  "path-exclude=/usr/share/man/*",
  "path-exclude=/usr/share/locale/*",
  "path-exclude=/usr/share/doc/*",
  "path-include=/usr/share/doc/*/copyright",
  "path-include=/usr/share/doc/hubwart/*",
];
/** No swap to look for while the device starts. */
const BEFORE =
  'mkdir -p "$1/etc/initramfs-tools/conf.d" && echo RESUME=none > "$1/etc/initramfs-tools/conf.d/device"';
const AFTER =
  'mkdir "$1/boot-packages" && cd "$1/boot-packages" && ' +
  `APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get download -q ${BOOT_PACKAGES.join(" ")}`;

/**
 * @param options.mirror of Debian; without it what mmdebstrap takes by itself
 * @param options.fresh anew, with the packages of today
 * @returns a folder with `root/` and `boot/`
 */
export function debianBase(cache, { mirror, fresh, say }) {
  const key = createHash("sha256")
    .update(JSON.stringify([PACKAGES, BOOT_PACKAGES, LEFT_OUT, BEFORE, AFTER, mirror]))
    .digest("hex");
  const folder = path.join(cache, `base-${key.slice(0, 12)}`);
  if (existsSync(folder) && !fresh) {
    say(
      `Debian of ${statSync(folder).mtime.toISOString().slice(0, 10)} from ${cache} (--fresh makes it anew)`,
    );
    return folder;
  }
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) if (name.startsWith("base-")) removeTree(path.join(cache, name));
  const partial = `${folder}.partial`;
  const root = path.join(partial, "root");
  mkdirSync(partial);
  say("Debian is being fetched");
  execFileSync(
    "mmdebstrap",
    [
      "--variant=minbase",
      "--quiet",
      `--include=${PACKAGES.join(",")}`,
      ...["force-unsafe-io", ...LEFT_OUT].map((option) => `--dpkgopt=${option}`),
      `--essential-hook=${BEFORE}`,
      `--customize-hook=${AFTER}`,
      "bookworm",
      root,
      ...(mirror === undefined ? [] : [mirror]),
    ],
    { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, LC_ALL: "C.UTF-8" } },
  );
  const fetched = path.join(root, "boot-packages");
  for (const name of readdirSync(fetched)) {
    execFileSync("dpkg-deb", ["--extract", path.join(fetched, name), path.join(partial, "boot")]);
  }
  removeTree(fetched);
  // On the device packages are written as safely as they can be.
  const kept = path.join(root, "etc/dpkg/dpkg.cfg.d/99mmdebstrap");
  writeFileSync(kept, readFileSync(kept, "utf8").replace(/^force-unsafe-io\n/m, ""));
  renameSync(partial, folder);
  return folder;
}

/** Never beyond the file system it is on: a build that was killed may have left /proc mounted below. */
export function removeTree(folder) {
  execFileSync("rm", ["--recursive", "--force", "--one-file-system", "--", folder]);
}
