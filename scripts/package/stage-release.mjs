/**
 * The tree of a release: what `/usr/lib/hubwart` holds in the Debian package, and beside it what a device needs around
 * it, `systemd/` (the units) and `files/` (account, folders, kernel settings), for hostd to compare and install.
 */
import { chmodSync, cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setModes, stageDocuments, stageProgram } from "./stage.mjs";

/** @param parts as `stageProgram` takes them */
export function stageRelease(root, stage, arch, parts) {
  mkdirSync(stage, { recursive: true });
  stageProgram(root, stage, arch, parts);
  cpSync(path.join(root, "packaging/systemd"), path.join(stage, "systemd"), { recursive: true });
  cpSync(path.join(root, "packaging/files"), path.join(stage, "files"), { recursive: true });
  stageDocuments(root, path.join(stage, "doc"), parts.node);
  setModes(stage);
  for (const program of ["node/bin/node", "files/hubwart"]) chmodSync(path.join(stage, program), 0o755);
}
