/**
 * Process for a crash test: uploads a project once, then activates other constants one after the other until it is
 * killed, with the real store, the real compiler's part and a hub that always runs. Every constant gets the number of
 * the activation. Prints that number when it has been acknowledged.
 *
 *     node activate-forever.mjs DATA_FOLDER
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { createLogger, dataLayout, MemoryLogSink, Scope, systemClock, writeFileAtomic } from "@hubwart/core";
import {
  type CheckRequest,
  type CheckResult,
  type CompiledProject,
  canonicalJson,
  readEdits,
  recompile,
} from "@hubwart/project";
import { EditedValues } from "../areas/constants/edited-values.ts";
import { ConstantsService } from "../areas/constants/service.ts";
import { constantsReader } from "../areas/project/own-constants.ts";
import { ProjectService } from "../areas/project/service.ts";
import { ScriptedHub } from "./scripted-hub.ts";
import { testJobs } from "./test-jobs.ts";

const CONSTANTS = 300;
const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: activate-forever DATA_FOLDER");
const layout = dataLayout(folder);
const log = createLogger("system", "project", new MemoryLogSink());

/** As the child does it, in this process. */
async function check(request: Omit<CheckRequest, "entry">): Promise<CheckResult> {
  const own = JSON.parse(await readFile(request.file, "utf8")) as CompiledProject;
  const edits = request.edits === undefined ? new Map<string, unknown>() : await readEdits(request.edits);
  const { compiled = own, hash, errors } = recompile(own, edits);
  const compiledFile = path.join(request.folder, "compiled.json");
  const constantsFile = path.join(request.folder, "constants.json");
  await writeFileAtomic(compiledFile, canonicalJson(compiled));
  await writeFileAtomic(constantsFile, JSON.stringify(compiled.constants));
  const summary = { id: "haus", name: "Haus", pods: 0, channels: 0, files: [] };
  return { hash, errors, tooHeavy: false, compiledFile, constantsFile, summary };
}

const hub = new ScriptedHub();
let pid = 1;
const scope = new Scope();
const jobs = testJobs(folder, systemClock, scope);
const service = await ProjectService.start({
  layout,
  clock: systemClock,
  scope,
  jobs,
  log,
  hub,
  restartHub: () => {
    pid += 1;
    setImmediate(() => {
      hub.say({ pid, state: "running", projectVersion: service.versions.state.version });
    });
  },
  check,
  cipher: {
    encrypt: () => Promise.reject(new Error("not expected")),
    decrypt: () => Promise.reject(new Error("not expected")),
  },
});
const activate = service.defineRemake({ kind: "constants.activate", title: "Aktivieren", reason: 1003 });
hub.say({ pid });
jobs.takeUp();
service.ready();
// A trial that the last kill interrupted is brought to its end first.
while (service.busy !== undefined) await new Promise((resolve) => setTimeout(resolve, 1));

const names = Array.from({ length: CONSTANTS }, (_, i) => `const.main.c${i}`);
if (service.versions.state.version === null) {
  const constants = names.map((chan) => ({ chan, type: "int" as const, value: 0 }));
  const project: CompiledProject = {
    format: 1,
    id: "haus",
    name: "Haus",
    pods: [],
    links: [],
    constants,
    scripts: {},
  };
  await service.upload({
    stream: Readable.from([JSON.stringify(project)]),
    filename: "haus.xlsx",
    store: () => ({ keep: true, password: "" }),
    wait: 10,
    signal: new AbortController().signal,
  });
}
const project = constantsReader(service.versions);
const edited = await EditedValues.open(layout.constants, systemClock, log);
const constants = new ConstantsService({ edited, project });
let number = Math.max(0, ...[...constants.edits().values()].map(Number));
process.stdout.write(`${Number((await project())?.constants[0]?.value)}\n`);
for (;;) {
  number += 1;
  await constants.save(
    "main.json",
    names.map((channel) => ({ channel, value: number })),
  );
  const answer = await activate(constants.edits());
  if (answer.code !== 0 || !answer.restart) throw new Error(`not activated: ${JSON.stringify(answer)}`);
  process.stdout.write(`${number}\n`);
}
