/**
 * Process for a crash test: uploads one project after the other into a data folder until it is killed, with
 * the real store and a hub that always runs. Prints the version when an upload has been acknowledged.
 *
 *     node upload-forever.mjs DATA_FOLDER
 */

import { createHash, randomBytes } from "node:crypto";
import { copyFile, open, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { createLogger, dataLayout, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import type { CheckResult } from "@hubwart/project";
import { ProjectService } from "../areas/project/service.ts";
import { ScriptedHub } from "./scripted-hub.ts";
import { testJobs } from "./test-jobs.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: upload-forever DATA_FOLDER");

/** As the compiler does it: a durable file, and its hash. */
async function check(request: { file: string; folder: string }): Promise<CheckResult> {
  const text = await readFile(request.file);
  const compiledFile = path.join(request.folder, "compiled.json");
  const handle = await open(compiledFile, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  const hash = createHash("sha256").update(text).digest("hex");
  const summary = { id: "haus", name: "Haus", pods: 1, channels: 1, files: [] };
  return { hash, errors: [], tooHeavy: false, compiledFile, summary };
}

const hub = new ScriptedHub();
let pid = 1;
const scope = new Scope();
const jobs = testJobs(folder, systemClock, scope);
const service = await ProjectService.start({
  layout: dataLayout(folder),
  clock: systemClock,
  scope,
  jobs,
  log: createLogger("system", "project", new MemoryLogSink()),
  hub,
  restartHub: () => {
    pid += 1;
    setImmediate(() => {
      hub.say({ pid, state: "running", projectVersion: service.versions.state.version });
    });
  },
  check,
  cipher: {
    encrypt: (input, output) => copyFile(input, output),
    decrypt: () => Promise.reject(new Error("not expected")),
  },
});

hub.say({ pid });
jobs.takeUp();
service.ready();
// A trial that the last kill interrupted is brought to its end first.
while (service.busy !== undefined) await new Promise((resolve) => setTimeout(resolve, 1));
for (;;) {
  const text = Array.from({ length: 40 }, () => randomBytes(16_384));
  const answer = await service.upload({
    stream: Readable.from(text),
    filename: "haus.xlsx",
    store: () => ({ keep: true, password: "geheim" }),
    wait: 10,
    signal: new AbortController().signal,
  });
  if (answer.code !== 0) throw new Error(`upload failed with code ${answer.code}`);
  process.stdout.write(`${service.versions.state.version ?? ""}\n`);
}
