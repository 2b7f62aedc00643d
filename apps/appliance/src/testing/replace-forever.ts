/**
 * Process for a crash test: replaces the public files, by uploads of archives, until it is killed. Every file holds the number of
 * its upload. Prints that number when it has been acknowledged.
 *
 *     node replace-forever.mjs DATA_FOLDER
 */
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { dataLayout, diskRoom, Scope, systemClock } from "@hubwart/core";
import { zipOf } from "@hubwart/project/testing/zip";
import { defineHtdocsJobs } from "../areas/htdocs/jobs.ts";
import { PublicTree } from "../areas/htdocs/tree.ts";
import { testJobs } from "./test-jobs.ts";

const NAMES = Array.from({ length: 12 }, (_, i) => `ordner-${i % 3}/datei-${i}.txt`);
const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: replace-forever DATA_FOLDER");
const layout = dataLayout(folder);
const tree = await PublicTree.open(layout, systemClock);
const jobs = testJobs(folder, systemClock, new Scope());
const { upload } = defineHtdocsJobs({ jobs, tree, room: () => diskRoom(folder) });
jobs.takeUp();
// An upload that the last kill interrupted is undone or finished first.
while (jobs.busy !== undefined) await new Promise((resolve) => setTimeout(resolve, 1));

const first = path.join(await realpath(layout.htdocs), NAMES[0] ?? "");
let number = Number(await readFile(first, "utf8").catch(() => "0"));
process.stdout.write(`${number}\n`);
for (;;) {
  number += 1;
  const archive = await zipOf(NAMES.map((name) => ({ name, content: String(number) })));
  const { signal } = new AbortController();
  await upload.run({}, { live: { stream: Readable.from([archive]), signal, files: 0 } });
  process.stdout.write(`${number}\n`);
}
