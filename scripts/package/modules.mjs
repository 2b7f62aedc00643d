/**
 * npm packages that the bundles leave outside because of their native parts, with only the parts for Debian on one architecture;
 * and the licences of everything that is inside.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fetchPackage } from "./fetch-package.mjs";

/** Package → what of it the product needs at run time; those that bundles require (`bundle.mjs`) as CommonJS. */
const native = (arch) => ({
  "@photostructure/sqlite": [
    "package.json",
    "dist/index.cjs",
    `prebuilds/linux-${arch}/@photostructure+sqlite.glibc.node`,
  ],
  "node-gyp-build": ["package.json", "index.js", "node-gyp-build.js"],
  wasmoon: ["package.json", "dist/index.js", "dist/glue.wasm"],
  "@node-rs/argon2": ["package.json", "index.js"],
  [`@node-rs/argon2-linux-${arch}-gnu`]: ["package.json", `argon2.linux-${arch}-gnu.node`],
});

export function copyModules(root, to, arch) {
  for (const [name, parts] of Object.entries(native(arch))) {
    const from = installed(root, name);
    for (const part of parts) {
      const target = path.join(to, name, part);
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(path.join(from, part), target);
    }
  }
}

/** What npm installs on other machines only is fetched, as the lock file has it. */
function installed(root, name) {
  const folder = path.join(root, "node_modules", name);
  if (existsSync(folder)) return folder;
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = packages[`node_modules/${name}`];
  return fetchPackage(path.join(root, ".cache"), { name, version, integrity });
}

/** Text of /usr/share/doc/hubwart/copyright. */
export function licences(root, nodeLicence) {
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const parts = [];
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (!folder.startsWith("node_modules/") || entry.link || entry.dev) continue;
    const full = path.join(root, folder);
    // Packages for other systems are in the lock file, but not installed.
    if (!existsSync(full)) continue;
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = readdirSync(full).find((entryName) => /^(licen[cs]e|copying)/i.test(entryName));
    const text = file ? readFileSync(path.join(full, file), "utf8").trim() : "";
    parts.push(`${name} ${entry.version} (${entry.license ?? "licence in its text"})\n\n${text}`);
  }
  const rule = `\n\n${"-".repeat(72)}\n\n`;
  return [
    "Hubwart itself is not licensed to the public. It contains these works of others:",
    ...parts.toSorted(),
    `Node.js\n\n${nodeLicence.trim()}`,
  ]
    .join(rule)
    .concat("\n");
}
