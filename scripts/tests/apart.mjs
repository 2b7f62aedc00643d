/**
 * Unit tests run many files in one worker, which loads each module once; a file of tests that replaces modules, or that counts on what a
 * module remembers, gets a worker of its own. Which do is seen in their text: `vi.mock`, `vi.doMock`, `vi.resetModules`, or the line
 * `// Runs apart: <why>`.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const SKIPPED = new Set(["node_modules", "dist"]);
const APART = /\bvi\.(?:mock|doMock|resetModules)\(|^\/\/ Runs apart: /m;

/** Paths below `root` of the unit tests below `folders` that run apart. @param {string} root @param {string[]} folders */
export function apart(root, folders) {
  return folders
    .flatMap((folder) => tests(root, folder))
    .filter((file) => APART.test(readFileSync(path.join(root, file), "utf8")));
}

/** @param {string} root @param {string} folder @returns {string[]} */
function tests(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : tests(root, file);
    return /\.test\.tsx?$/.test(entry.name) ? [file] : [];
  });
}
