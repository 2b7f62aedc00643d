/** The switch of an update to the new release, and the gate that the new release keeps: both with the launcher. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import {
  type Changeover,
  type DataLayout,
  ResultError,
  readChangeover,
  requestChangeover,
  UnavailableError,
} from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import type { CrashRule } from "../../platform/jobs/kind.ts";
import { keepFailedLog } from "./failed-log.ts";
import { heldAgainst } from "./gate.ts";
import type { UpdateJob, UpdateJobParts, UpdateStep } from "./job-data.ts";
import { plantNow } from "./plant.ts";
import { texts } from "./texts.ts";

/** ms for the event stream to tell every tab. */
const TELL_MS = 300;
/** ms within which this process is to end. */
const END_LIMIT = 60_000;
const GOOD_LIMIT = 30_000;
const LOOK_EVERY = 100;
/** Of the launcher's time, which began with this process; so that the reason comes from here, where it is known. */
const GATE_SHARE = 0.8;

/** What a new release migrates, and what is put back with the old one: settings, not recorded values or uploads. */
function settingsFiles(layout: DataLayout): string[] {
  const {
    credentialFile,
    currentProject,
    hostSettings,
    licenseFile,
    podHandover,
    podSettings,
    podTokens,
    stateDb,
  } = layout;
  return [
    ...["", "-wal", "-shm"].map((end) => `${stateDb}${end}`),
    credentialFile,
    hostSettings,
    path.dirname(licenseFile),
    podSettings,
    podTokens,
    podHandover,
    currentProject,
    layout.tls,
  ].map((file) => path.relative(layout.root, file));
}

interface Target {
  /** What is run from; null: that of the installation. */
  release: string | null;
  /** How long it stays on trial once it was called good, ms. */
  trialMs: number;
}

async function switchOver(
  { app }: UpdateJobParts,
  { data, id, keep, signal }: UpdateStep,
  to: Target,
): Promise<void> {
  const { clock, config, hub, launcher, layout } = app;
  const changeover = data.changeover ?? `update-${id}-${Math.floor(clock.now())}`;
  keep({ before: data.before ?? plantNow(hub), changeover, switched: clock.now() });
  // Every open console hears of it, and covers itself, before the stream ends.
  await new Promise<void>((resolve) => void clock.after(TELL_MS, resolve));
  signal.throwIfAborted();
  await requestChangeover(layout.root, {
    id: changeover,
    kind: "update",
    replace: [],
    keep: settingsFiles(layout),
    ...to,
    gateMs: config.updateGate,
  });
  launcher.changeover(changeover, "begin");
  await theEnd(signal);
}

async function afterSwitch({ layout }: AppContext, { changeover }: UpdateJob): Promise<CrashRule> {
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== changeover) return "undo";
  return record.state === "ready" ? "redo" : "done";
}

/** The launcher has not begun: nothing will happen any more. On trial: it puts back. */
async function withdraw({ launcher, layout }: AppContext, { changeover }: UpdateJob): Promise<void> {
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== changeover) return;
  if (record.state === "ready") await rm(layout.changeoverFile, { force: true });
  else if (record.state === "trial") launcher.changeover(record.id, "bad", texts.aborted);
}

/** Proves that the database can be read as a whole; the launcher copies the files themselves at the switch. */
export const keepStep = ({ app }: UpdateJobParts) => ({
  id: "snapshot",
  label: texts.keepSettings,
  cancellable: true,
  afterCrash: "redo" as const,
  run: () => void app.store.keepCopy(app.layout.stateCopies, app.clock.now()),
});

/** @param to where the job goes, of the step that runs */
export const switchStep = (
  parts: UpdateJobParts,
  label: string,
  to: (job: UpdateJob) => Target | Promise<Target>,
) => ({
  id: "switch",
  label,
  limit: END_LIMIT,
  afterCrash: ({ data }: { data: UpdateJob }) => afterSwitch(parts.app, data),
  undo: ({ data }: { data: UpdateJob }) => withdraw(parts.app, data),
  run: async (step: UpdateStep) => await switchOver(parts, step, await to(step.data)),
});

/** Judges what runs after the switch; the same for the way there and the way back. */
export const gateStep = (parts: UpdateJobParts) => ({
  id: "gate",
  label: texts.checkOperation,
  limit: parts.app.config.updateGate + END_LIMIT,
  afterCrash: "redo" as const,
  run: (step: UpdateStep) => keepGate(parts, step),
});

async function keepGate(parts: UpdateJobParts, { data, log, signal }: UpdateStep): Promise<void> {
  const { app, gate, mark, settings, version: running } = parts;
  const { clock, config, launcher, layout } = app;
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== data.changeover)
    throw new ResultError(CODES.updatePutBack, texts.fateUnknown);
  if ((record.state === "done" || isGood(record)) && running === data.version) return;
  if (record.state !== "trial") {
    await keepFailedLog(app, data, record.reason);
    throw new ResultError(CODES.updatePutBack, texts.runsAgain(sentence(record.reason), running));
  }
  const before = data.before ?? { hub: "", up: [] };
  const wrong =
    running === data.version
      ? await heldAgainst(before, config.updateGate * GATE_SHARE - process.uptime() * 1_000, gate, signal)
      : texts.runsInstead(running, data.version);
  if (wrong !== undefined) {
    log.error(`Update: ${wrong}`);
    launcher.changeover(record.id, "bad", wrong);
    return await theEnd(signal);
  }
  const { version, from } = data;
  if (record.trialMs > 0)
    settings.remember({ trial: { changeover: record.id, version, from, before, mark: await mark() } });
  launcher.changeover(record.id, "good");
  const until = clock.monotonic() + GOOD_LIMIT;
  for (;;) {
    const now = await readChangeover(layout.root);
    if (now?.state === "done" || isGood(now)) return;
    signal.throwIfAborted();
    if (clock.monotonic() > until) throw new UnavailableError(texts.launcherSilent);
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
  }
}

const isGood = (record: Changeover | undefined) => record?.state === "trial" && record.good;

const sentence = (text: string) => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`);

/** Lasts as long as this process; too long means that nothing happened. */
function theEnd(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    const late = () => reject(new UnavailableError(texts.launcherStayed));
    if (signal.aborted) late();
    else signal.addEventListener("abort", late, { once: true });
  });
}
