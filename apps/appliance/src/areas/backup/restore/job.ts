/**
 * Restoring: check, stage, change over, judge. The files are swapped by the launcher (`docs/states/changeover.md`); the
 * job goes on in whichever database is there afterwards, and reads in the record how it went.
 */
import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { BackupFileError, type Manifest, openArchive, parseManifest } from "@hubwart/archive";
import { CODES } from "@hubwart/contract";
import {
  type Changeover,
  ConflictError,
  changeoverFolder,
  diskRoom,
  ensureFolder,
  ResultError,
  readChangeover,
  requestChangeover,
  syncTree,
  UnavailableError,
  VERSION,
  writeFileAtomic,
} from "@hubwart/core";
import { type Credential, newCredential } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { AppContext } from "../../../context.ts";
import type { CrashRule, JobContext, JobHandle, StepContext } from "../../../platform/jobs/kind.ts";
import { readRecord } from "../../../platform/jobs/record.ts";
import { PEOPLE_SETTING, peopleAfterRestore } from "../../../platform/people/after-restore.ts";
import { common } from "../../../texts.ts";
import { texts } from "../texts.ts";
import { judge } from "./judge.ts";
import { refused, refuseNewer, refuseOther } from "./manifest.ts";
import type { OpenedBackups } from "./opened.ts";
import { OF_DEVICE } from "./parts.ts";
import { finishStaging, type Staging, stageParts, unstage } from "./stage.ts";

const data = z.object({
  /** Of the opened backup; whoever has it may ask for the result. */
  opened: z.string(),
  file: z.string(),
  encrypted: z.boolean(),
  parts: z.array(z.string()),
  /** Begun on the first page of a device without a password. */
  setup: z.boolean(),
});
export type RestoreData = z.output<typeof data>;
export interface RestoreLive {
  password: string;
  /** PHC string of the first password, if the backup brings none. */
  firstHash: string | undefined;
}

export const RESTORE_KIND = "backup.restore";
const GATE_MS = 120_000;
const STOP_LIMIT = 90_000;
/** Some ten gigabytes of recorded values. */
const CHECK_LIMIT = 6 * 3_600_000;
const LOOK_EVERY = 100;
const KEEP_FREE = 16 * 1024 * 1024;
const ABOUT = "manifest.json";

const idOf = (job: number) => `restore-${job}`;

/** @param entry absolute path of the built `inspect-child` */
export function defineRestore(
  app: AppContext,
  opened: OpenedBackups,
  entry: string,
): JobHandle<RestoreData, RestoreLive> {
  const { cipher, clock, hub, launcher, layout, store } = app;
  const { root } = layout;
  const isLarge = (part: string) => app.backupParts().some(({ large, name }) => name === part && large);
  const folderOf = (job: number) => changeoverFolder(root, idOf(job));
  const stagingOf = ({ data: { parts }, id }: JobContext<RestoreData>): Staging => ({
    layout,
    id: idOf(id),
    chosen: app.backupParts().filter(({ name, stays }) => parts.includes(name) && stays === undefined),
  });
  const recordOf = async (job: number): Promise<Changeover | undefined> => {
    const record = await readChangeover(root);
    return record?.id === idOf(job) ? record : undefined;
  };
  /** Throws with the reason once it was put back. */
  const notBack = (record: Changeover | undefined) => {
    if (record?.state !== "back") return;
    throw new ResultError(CODES.restorePutBack, texts.putBack(record.reason));
  };
  const clear = ({ id }: JobContext<RestoreData>) => unstage({ id: idOf(id), layout });
  const aboutIn = async (job: number): Promise<Manifest> =>
    parseManifest(await readFile(path.join(folderOf(job), ABOUT), "utf8"));

  async function check(context: StepContext<RestoreData, RestoreLive>): Promise<void> {
    const { data: given, id, live, signal } = context;
    if (!live) throw new UnavailableError(texts.passwordForgotten);
    await opened.hold(async () => {
      const folder = folderOf(id);
      // What an unpacking that was refused still had under way may come to lie there a moment later.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await ensureFolder(folder);
      const { free } = await diskRoom(root);
      const plain = given.encrypted
        ? await cipher.decrypt(given.file, live.password)
        : createReadStream(given.file);
      if (!plain) throw new ResultError(CODES.wrongFilePassword, common.wrongFilePassword);
      const unpacked = path.join(folder, "unpacked");
      const without = (part: string) => isLarge(part) && !given.parts.includes(part);
      const opening = { mostBytes: free - KEEP_FREE, signal, without };
      const about = await openArchive(plain, unpacked, opening).catch((error: unknown) => {
        throw error instanceof BackupFileError ? refused(error.message, error) : error;
      });
      refuseOther(about, app.config.product);
      refuseNewer(about, VERSION);
      await writeFileAtomic(path.join(folder, ABOUT), JSON.stringify({ ...about, device: undefined }));
      const { password } = await stageParts(stagingOf(context), about, unpacked, { entry, signal });
      // Now, for the next step has little time.
      await syncTree(folder);
      // The manifest may have promised one.
      if (given.setup && !password && live.firstHash === undefined) throw refused(texts.passwordUseless);
    });
  }

  async function change(context: StepContext<RestoreData, RestoreLive>): Promise<void> {
    const { data: given, id, live, log, signal } = context;
    const record = await recordOf(id);
    notBack(record);
    if (!record) {
      const credential = firstOr(store.credential.read(), given, live);
      const body = store.jobs.open().find((job) => job.id === id)?.body;
      if (body === undefined) throw new Error("the job is not stored");
      const replace = await finishStaging(stagingOf(context), await aboutIn(id), {
        credential,
        job: { id, body },
        ofDevice: OF_DEVICE,
        merge: {
          [PEOPLE_SETTING]: (theirs, mine) => peopleAfterRestore(theirs, mine, readRecord({ id, body })?.who),
        },
      });
      signal.throwIfAborted();
      await requestChangeover(root, { id: idOf(id), kind: "restore", replace, gateMs: GATE_MS });
    }
    log.info(texts.switching);
    launcher.changeover(idOf(id), "begin");
    // This process ends now.
    await new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new UnavailableError(texts.notEnded)), {
        once: true,
      });
    });
  }

  /** On a device without a password the one chosen on its first page applies, unless somebody was quicker. */
  function firstOr(
    present: Credential | undefined,
    { setup }: RestoreData,
    live: RestoreLive | undefined,
  ): Credential | undefined {
    if (!setup) return present;
    if (present) throw new ConflictError(texts.passwordMeanwhile);
    return live?.firstHash === undefined ? undefined : newCredential(live.firstHash, clock.now());
  }

  async function result({ id, log, signal }: StepContext<RestoreData, RestoreLive>): Promise<void> {
    let said = false;
    for (;;) {
      signal.throwIfAborted();
      const record = await recordOf(id);
      notBack(record);
      if (!record || record.state === "done") return;
      if (!said && record.state === "trial") {
        const licensed = () => app.use("license").verdict().valid;
        const reason = await judge({ clock, hub, licensed, serves: () => launcher.serving }, signal);
        if (reason !== undefined) log.error(reason);
        launcher.changeover(idOf(id), reason === undefined ? "good" : "bad", reason);
        said = true;
      }
      await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
    }
  }

  async function afterSwap({ id }: JobContext<RestoreData>): Promise<CrashRule> {
    const record = await recordOf(id);
    if (!record) return "undo";
    return record.state === "trial" || record.state === "done" ? "done" : "redo";
  }

  return app.jobs.define<RestoreData, RestoreLive>({
    kind: RESTORE_KIND,
    title: () => "Sicherung wiederherstellen",
    lane: "device",
    excludesAddons: true,
    covers: "restoring",
    data,
    steps: [
      {
        id: "check",
        label: texts.check,
        cancellable: true,
        afterCrash: "undo",
        undo: clear,
        limit: CHECK_LIMIT,
        run: check,
      },
      {
        id: "change",
        label: "Daten einsetzen",
        afterCrash: afterSwap,
        undo: clear,
        limit: STOP_LIMIT,
        run: change,
      },
      { id: "judge", label: texts.checkResult, afterCrash: "redo", limit: 2 * GATE_MS, run: result },
    ],
  });
}
