/**
 * A project service for unit tests: real files below a temporary folder, a scripted hub, a compiler that takes
 * the text of the upload for its hash.
 *
 *     const bench = useProjectBench();                 // at the top of a test file
 *     const { service, restarts } = await bench.setup();
 */

import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { createLogger, dataLayout, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { CheckResult } from "@hubwart/project";
import { afterEach, beforeEach, expect } from "vitest";
import { type ProjectDeps, ProjectService } from "../areas/project/service.ts";
import type { Upload } from "../project-upload.ts";
import { ScriptedHub } from "./scripted-hub.ts";
import { testJobs } from "./test-jobs.ts";

/** "Compiles" a text: its hash is the text itself; `bad…` is invalid, `links…` differs in links only. */
export async function fakeCheck(request: {
  file: string;
  folder: string;
  previous?: string;
}): Promise<CheckResult> {
  const text = await readFile(request.file, "utf8");
  if (text.startsWith("bad")) {
    const error = {
      Ref: "a|b|1",
      Channel: "",
      ErrCode: 1000,
      Attribute: "",
      ErrText: "x",
      Hint: "",
      Level: "error" as const,
    };
    return { hash: "", errors: [error], tooHeavy: text === "bad heavy" };
  }
  const compiledFile = path.join(request.folder, "result.json");
  await writeFile(compiledFile, JSON.stringify({ text }));
  const diff = {
    changes: [{ kind: "channel" as const, chan: "mqtt.a.b", change: "added" as const }],
    links: [{ source: "mqtt.a.b", target: "mqtt.a.c", change: "added" as const }],
  };
  return {
    hash: text,
    errors: [],
    tooHeavy: false,
    compiledFile,
    summary: { id: "haus", name: "Haus", pods: 1, channels: 2, files: [] },
    ...(request.previous === undefined ? {} : { changes: { diff, linkOnly: text.startsWith("links") } }),
  };
}

export interface Setup {
  hub: ScriptedHub;
  clock: ManualClock;
  restarts: number[];
  service: ProjectService;
  /** What the launcher does: the hub comes up anew and runs what is current, unless a test says otherwise. */
  hubStarts: (() => void) | undefined;
}

async function start(
  bench: { folder: string; scope: Scope },

  over: Partial<ProjectDeps> = {},
  hub = new ScriptedHub(),
  hubStarts?: () => void,
): Promise<Setup> {
  const clock = new ManualClock();
  const layout = dataLayout(bench.folder);
  const restarts: number[] = [];
  let pid = 1000;
  const made: Partial<Setup> = { hub, clock, restarts };
  const runs = () => {
    pid += 1;
    hub.say({ pid, state: "running", projectVersion: made.service?.versions.state.version ?? null });
  };
  made.hubStarts = hubStarts ?? runs;
  const jobs = testJobs(bench.folder, clock, bench.scope);
  made.service = await ProjectService.start({
    layout,
    jobs,
    clock,
    scope: bench.scope,
    hub,
    log: createLogger("system", "project", new MemoryLogSink()),
    restartHub: (reason) => {
      restarts.push(reason);
      queueMicrotask(() => made.hubStarts?.());
    },
    check: fakeCheck,
    cipher: {
      encrypt: (input, output) => copyFile(input, output),
      decrypt: async (input, password) =>
        password === "richtig" ? Readable.from([await readFile(input)]) : undefined,
    },
    ...over,
  });
  jobs.takeUp();
  made.service.ready();
  return made as Setup;
}

export function file(text: string, over: Partial<Upload> = {}): Upload {
  return {
    stream: Readable.from([Buffer.from(text)]),
    filename: "haus.xlsx",
    store: () => ({ keep: false, password: "" }),
    wait: 60,
    signal: new AbortController().signal,
    ...over,
  };
}

/** Lets file work come to its end, moving the clock if asked. */
export async function settle(until: () => boolean, each: () => void = () => undefined): Promise<void> {
  for (let i = 0; i < 400 && !until(); i += 1) {
    each();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(until()).toBe(true);
}

export interface ProjectBench {
  folder: string;
  /** `hubStarts` instead of a hub that comes up and runs what is current. */
  setup(over?: Partial<ProjectDeps>, hub?: ScriptedHub, hubStarts?: () => void): Promise<Setup>;
  /** Names of the versions' folders. */
  onDisk(): Promise<string[]>;
  staged(): Promise<string[]>;
}

/** A fresh folder for each test. */
export function useProjectBench(): ProjectBench {
  const own = { folder: "", scope: new Scope() };
  beforeEach(async () => {
    own.folder = await mkdtemp(path.join(os.tmpdir(), "project-"));
    own.scope = new Scope();
  });
  afterEach(async () => {
    await own.scope.end();
    await rm(own.folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return own.folder;
    },
    setup: (over, hub, hubStarts) => start(own, over, hub, hubStarts),
    onDisk: () => readdir(dataLayout(own.folder).projectVersions),
    staged: () => readdir(dataLayout(own.folder).staging),
  };
}
