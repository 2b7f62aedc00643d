/**
 * A root folder as a disk: GPT, a partition that UEFI starts from, the root. Without loop devices or mounts.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const MIB = 1024 * 1024;
/** MiB: where it begins, and its size; FAT32 needs 33. */
const BOOT = { at: 1, size: 64 };
/** MiB free for a first start on a disk that is no larger than the image. */
const SPARE = 512;
/** Of the Discoverable Partitions Specification; systemd-repart finds the root by it. */
const ROOT_TYPE = "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709";
/** Shim starts what lies beside it as grubx64.efi; Debian's signed GRUB reads its settings from EFI/debian. */
const BOOT_FILES = {
  "EFI/BOOT/BOOTX64.EFI": "usr/lib/shim/shimx64.efi.signed",
  "EFI/BOOT/grubx64.efi": "usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed",
};

/** @param boot folder with the packages that start it; settings file for GRUB; image the file to make */
export function makeDisk(root, boot, settings, image) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), "hubwart-disk-"));
  try {
    const used = Number(
      execFileSync("du", ["-s", "--block-size=1M", root], { encoding: "utf8" }).split("\t")[0],
    );
    const rootAt = BOOT.at + BOOT.size;
    const rootSize = Math.ceil(used * 1.05) + SPARE;
    rmSync(image, { force: true });
    writeFileSync(image, "");
    // One MiB more for the second copy of the table.
    truncateSync(image, (rootAt + rootSize + 1) * MIB);
    const table = [
      "label: gpt",
      `start=${BOOT.at}MiB, size=${BOOT.size}MiB, type=U, name=boot`,
      `start=${rootAt}MiB, size=${rootSize}MiB, type=${ROOT_TYPE}, name=hubwart`,
      "",
    ];
    execFileSync("sfdisk", ["--quiet", image], { input: table.join("\n") });

    const tree = path.join(scratch, "tree");
    for (const [target, from] of Object.entries(BOOT_FILES))
      put(path.join(boot, from), path.join(tree, target));
    put(settings, path.join(tree, "EFI/debian/grub.cfg"));
    const esp = path.join(scratch, "esp");
    execFileSync(
      "mkfs.vfat",
      ["-F", "32", "-s", "1", "-n", "HUBWARTBOOT", "-C", esp, String(BOOT.size * 1024)],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    execFileSync("mcopy", ["-s", "-i", esp, path.join(tree, "EFI"), "::/"]);
    const dd = [`if=${esp}`, `of=${image}`, "bs=1M", `seek=${BOOT.at}`, "conv=notrunc,sparse", "status=none"];
    execFileSync("dd", dd);

    // GRUB reads neither feature; newer tools would switch them on.
    const features = "^metadata_csum_seed,^orphan_file";
    const to = ["-E", `offset=${rootAt * MIB}`, "-d", root, image, `${rootSize}M`];
    execFileSync("mke2fs", ["-q", "-F", "-t", "ext4", "-L", "hubwart", "-m", "1", "-O", features, ...to]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function put(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}
