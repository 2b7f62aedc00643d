/**
 * `npm run image`: dist/image/hubwart_<version>_amd64.img.zst, a disk that UEFI starts: Debian 12 with the package and a
 * container engine. How it gets onto a device: docs/how-to/install-a-device.md.
 *
 *     node scripts/image.mjs [--deb FILE] [--add FOLDER] [--out FOLDER] [--mirror URL] [--fresh] [--raw]
 *
 * --deb: this package, instead of one made now. --add: a folder whose files come over everything else. --mirror: of Debian.
 * --fresh: Debian anew, with the packages of today. --raw: not compressed.
 * Root only: the files of the disk belong to accounts of its own. Debian comes from its mirrors, nothing from elsewhere.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { debianBase, removeTree } from "./image/base.mjs";
import { makeDisk } from "./image/disk.mjs";
import { stageRoot } from "./image/root.mjs";

/** Program → Debian's package with it. */
const TOOLS = {
  mmdebstrap: "mmdebstrap",
  sfdisk: "fdisk",
  "mkfs.vfat": "dosfstools",
  mcopy: "mtools",
  mke2fs: "e2fsprogs",
  zstd: "zstd",
};

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    deb: { type: "string" },
    add: { type: "string" },
    out: { type: "string" },
    mirror: { type: "string" },
    fresh: { type: "boolean" },
    raw: { type: "boolean" },
  },
});
const say = (line) => process.stdout.write(`${line}\n`);
const started = performance.now();
checkMachine();

const cache = path.join(root, ".cache/image");
const out = path.resolve(values.out ?? path.join(root, "dist/image"));
const deb = values.deb ?? madePackage();
const base = debianBase(cache, { mirror: values.mirror, fresh: values.fresh === true, say });
const image = path.join(out, path.basename(deb).replace(/\.deb$/, ".img"));
const stage = mkdtempSync(path.join(cache, "stage-"));
try {
  const folder = path.join(stage, "root");
  const files = path.join(root, "packaging/image/root");
  stageRoot(base, folder, { deb, files, add: values.add });
  mkdirSync(out, { recursive: true });
  makeDisk(folder, path.join(base, "boot"), path.join(root, "packaging/image/grub.cfg"), image);
} finally {
  removeTree(stage);
}
const size = statSync(image).size;
let file = image;
if (!values.raw) {
  file = `${image}.zst`;
  execFileSync("zstd", ["--quiet", "--force", "--rm", "--threads=0", "-9", image, "-o", file]);
}
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
const seconds = ((performance.now() - started) / 1000).toFixed(1);
say(
  `${path.relative(process.cwd(), file)}: ${megabytes(statSync(file).size)}, on a disk ${megabytes(size)}; ${seconds} s`,
);

function checkMachine() {
  const missing = Object.keys(TOOLS).filter((name) => spawnSync(name, ["--version"]).error !== undefined);
  const problems = [
    ...(process.platform === "linux" && process.arch === "x64"
      ? []
      : ["Images are made on Linux with x64 only."]),
    ...(process.getuid?.() === 0 ? [] : ["Images are made by root: sudo npm run image"]),
    ...(missing.length === 0
      ? []
      : [`Missing: sudo apt install ${missing.map((name) => TOOLS[name]).join(" ")}`]),
  ];
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exit(1);
}

function madePackage() {
  const said = execFileSync(process.execPath, [path.join(root, "scripts/package.mjs")], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  say(said.trim());
  return path.join(root, /^(\S+\.deb):/m.exec(said)?.[1] ?? "");
}
