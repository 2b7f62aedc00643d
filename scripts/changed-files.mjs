/**
 * What a change touches: the commits that the upstream branch does not have (without an upstream, the last commit), and what
 * is not committed yet.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");

/** @param {string[]} args @returns {string | undefined} what git prints; undefined where it refuses */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return status === 0 ? stdout : undefined;
}

/** The commit the change begins at; the commit itself where it is the first one. */
export function changeBase() {
  const base =
    git("merge-base", "HEAD", "@{upstream}") ?? git("rev-parse", "HEAD~1") ?? git("rev-parse", "HEAD");
  return base?.trim() ?? "HEAD";
}

/** Paths below the root, with forward slashes. @returns {Set<string>} */
export function changedFiles(base = changeBase()) {
  const told = [
    git("diff", "--name-only", "-z", base),
    git("ls-files", "--others", "--exclude-standard", "-z"),
  ];
  return new Set(told.flatMap((names) => names?.split("\0") ?? []).filter((name) => name !== ""));
}

/** The file as it was at `base`; empty where it was not there. */
export const fileAt = (/** @type {string} */ base, /** @type {string} */ file) =>
  git("show", `${base}:${file}`) ?? "";
