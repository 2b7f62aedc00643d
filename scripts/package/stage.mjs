/** The package's tree as it will lie on the device, and its control files; and what it shares with releases. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { copyModules, licences } from "./modules.mjs";

/** Where it lands → file in packaging/files. */
const FILES = {
  "usr/bin/hubwart": { from: "hubwart", mode: 0o755 },
  "usr/lib/hubwart/release-folder": { from: "release-folder", mode: 0o755 },
  "usr/lib/hubwart/own-data": { from: "own-data", mode: 0o755 },
  "usr/lib/systemd/system-generators/hubwart": { from: "unit-generator", mode: 0o755 },
  "usr/lib/sysusers.d/hubwart.conf": { from: "sysusers.conf" },
  "usr/lib/tmpfiles.d/hubwart.conf": { from: "tmpfiles.conf" },
  "usr/lib/sysctl.d/60-hubwart.conf": { from: "sysctl.conf" },
  "etc/default/hubwart": { from: "default" },
};
const SCRIPTS = ["postinst", "prerm", "postrm"];
const UNITS = "usr/lib/systemd/system";

/** Root of trust for releases, once whoever builds devices has made one (docs/how-to/publish-a-release.md). */
const TRUSTED_ROOT = "packaging/trust/root.json";

/**
 * What a device runs: `server/`, `console/`, `node/`, `node_modules/` and `trust/`.
 *
 * @param parts.server, parts.console folders of the build; parts.node the runtime's; all copied below `own`
 */
export function stageProgram(root, own, arch, parts) {
  mkdirSync(path.join(own, "node/bin"), { recursive: true });
  cpSync(parts.server, path.join(own, "server"), { recursive: true });
  cpSync(parts.console, path.join(own, "console"), { recursive: true });
  copyFileSync(path.join(parts.node, "bin/node"), path.join(own, "node/bin/node"));
  copyModules(root, path.join(own, "node_modules"), arch);
  if (existsSync(path.join(root, TRUSTED_ROOT))) {
    mkdirSync(path.join(own, "trust"));
    copyFileSync(path.join(root, TRUSTED_ROOT), path.join(own, "trust/root.json"));
  }
}

/** What is said of a device's software beside it: changes, and the licences of what is inside. */
export function stageDocuments(root, docs, node) {
  mkdirSync(docs, { recursive: true });
  copyFileSync(path.join(root, "CHANGELOG.md"), path.join(docs, "CHANGELOG.md"));
  const nodeLicence = readFileSync(path.join(node, "LICENSE"), "utf8");
  writeFileSync(path.join(docs, "copyright"), licences(root, nodeLicence));
}

/** @param parts as `stageProgram` takes them */
export function stagePackage(root, stage, version, parts) {
  const at = (...names) => path.join(stage, ...names);
  const own = at("usr/lib/hubwart");
  stageProgram(root, own, "x64", parts);
  // By this file a start sees that it is on a device of ours, and not on somebody's workstation.
  writeFileSync(path.join(own, "appliance"), `${version}\n`);

  for (const [target, { from }] of Object.entries(FILES)) {
    mkdirSync(path.dirname(at(target)), { recursive: true });
    copyFileSync(path.join(root, "packaging/files", from), at(target));
  }
  stageDocuments(root, at("usr/share/doc/hubwart"), parts.node);

  const units = path.join(root, "packaging/systemd");
  cpSync(units, at(UNITS), { recursive: true });
  setModes(stage);
  for (const [target, { mode }] of Object.entries(FILES)) if (mode) chmodSync(at(target), mode);
  chmodSync(path.join(own, "node/bin/node"), 0o755);
  writeControl(path.join(root, "packaging/deb"), at("DEBIAN"), {
    VERSION: version,
    SIZE: String(Math.ceil(sizeOf(stage) / 1024)),
    ...unitNames(units),
  });
}

/** Names for the maintainer scripts; which units are enabled stands in the units themselves. */
function unitNames(folder) {
  const names = readdirSync(folder).toSorted();
  const enabled = names.filter((name) =>
    /^\[Install\]$/m.test(readFileSync(path.join(folder, name), "utf8")),
  );
  const sockets = names.filter((name) => name.endsWith(".socket"));
  const behind = sockets.map((name) => name.replace(/\.socket$/, ".service"));
  return {
    ALL: [...sockets, ...names.filter((name) => !sockets.includes(name))].join(" "),
    UNITS: enabled.join(" "),
    STARTED: [...sockets, "hubwart.service"].join(" "),
    SOCKET_SERVICES: behind.join(" "),
  };
}

function writeControl(from, to, values) {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const name of ["control", ...SCRIPTS]) {
    const text = readFileSync(path.join(from, name), "utf8").replace(
      /@([A-Z_]+)@/g,
      (_all, key) => values[key],
    );
    writeFileSync(path.join(to, name), text);
    chmodSync(path.join(to, name), name === "control" ? 0o644 : 0o755);
  }
  writeFileSync(path.join(to, "conffiles"), "/etc/default/hubwart\n");
}

/** The same on every machine, whatever the checkout and the umask are. */
export function setModes(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) setModes(full);
    else chmodSync(full, 0o644);
  }
}

function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    bytes += entry.isDirectory() ? sizeOf(full) : statSync(full).size;
  }
  return bytes;
}
