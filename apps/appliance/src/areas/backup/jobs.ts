/** Making a backup: collect, pack, prove, keep, send. */
import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import {
  BackupFileError,
  describeFiles,
  FORMAT,
  type Manifest,
  proveArchive,
  signManifest,
  writeArchive,
} from "@hubwart/archive";
import { backupName } from "@hubwart/archive/names";
import { CODES } from "@hubwart/contract";
import { diskRoom, errorText, ResultError, syncFolder, VERSION } from "@hubwart/core";
import { checkCopy } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { BackupPart } from "../../backup-part.ts";
import type { AppContext } from "../../context.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { collectParts } from "./collect.ts";
import { FtpTargetError, sendByFtp } from "./ftp.ts";
import { makeRoom, trimBackups, WORK, workFolder } from "./kept.ts";
import type { BackupSettings } from "./settings.ts";
import { texts } from "./texts.ts";

const data = z.object({
  /** ms since the epoch. */
  started: z.number(),
  file: z.optional(z.string()),
  left: z.optional(z.array(z.string())),
  /** It has a part that may be large. */
  large: z.optional(z.boolean()),
});
export type BackupJob = z.output<typeof data>;

export const BACKUP_KIND = "backup.create";
/** Between tries to send, ms. */
const RETRIES = [5_000, 20_000, 60_000];
const SEND_LIMIT = 6 * 3_600_000;
/** Some ten gigabytes of recorded values, encrypted on a small device. */
const LARGE_LIMIT = 6 * 3_600_000;
const MIB = 1024 * 1024;
/** What the plant goes on with. */
const KEEP_FREE = 64 * MIB;

export function defineBackup(app: AppContext, settings: BackupSettings): JobHandle<BackupJob, undefined> {
  const { cipher, clock, host, layout } = app;
  const folder = layout.backups;
  const work = path.join(folder, WORK);
  const archive = path.join(work, "archive");
  const password = () => settings.config().pwd;
  const clear = () => rm(work, { recursive: true, force: true });
  return app.jobs.define<BackupJob>({
    kind: BACKUP_KIND,
    title: () => "Datensicherung erstellen",
    lane: "device",
    excludesAddons: true,
    data,
    steps: [
      {
        id: "collect",
        label: "Daten sammeln",
        cancellable: true,
        afterCrash: "undo",
        undo: clear,
        limit: LARGE_LIMIT,
        run: async ({ keep, signal }) => {
          await workFolder(folder);
          const content = path.join(work, "content");
          const chosen = settings.config().backup;
          const known = app.backupParts();
          const parts = known.filter(({ addOn, large }) => chosen[addOn?.id ?? large?.id ?? "config"].use);
          const secrets = password() !== "";
          const { token } = chosen.influxdb;
          const collected = await collectParts(parts, layout.root, content, { secrets, signal, token });
          if (collected.parts.length === 0) throw new ResultError(CODES.backupEmpty, texts.nothingChosen);
          collected.left.push(...(await notChosen(known, parts)));
          const hostname = await host.facts.hostname();
          const unsigned: Manifest = {
            format: FORMAT,
            product: app.config.product,
            version: VERSION,
            host: hostname,
            created: new Date(clock.now()).toISOString(),
            encrypted: secrets,
            parts: collected.parts,
            left: collected.left,
            files: smallFirst(await describeFiles(content), parts),
          };
          const about = signManifest(unsigned, app.deviceKey);
          const bytes = about.files.reduce((sum, { size }) => sum + size, 0);
          const large = about.parts.some(({ name }) =>
            parts.some((part) => part.large && part.name === name),
          );
          needRoom((await diskRoom(folder)).free, bytes, large);
          const lock = secrets ? (plain: Readable) => cipher.encryptStream(plain, password()) : undefined;
          await writeArchive(content, about, archive, lock, signal);
          await rm(content, { recursive: true });
          keep({ file: backupName(hostname, clock.now(), secrets), left: collected.left, large });
        },
      },
      {
        id: "prove",
        label: texts.check,
        cancellable: true,
        afterCrash: "undo",
        undo: clear,
        limit: LARGE_LIMIT,
        run: async ({ data: { file = "" }, signal }) => {
          const plain = file.endsWith(".age")
            ? await cipher.decrypt(archive, password())
            : createReadStream(archive);
          if (!plain) throw new BackupFileError(texts.wrongPassword);
          const target = path.join(work, "state.db");
          const pick = (name: string) => name === "settings/state.db";
          if ((await proveArchive(plain, { pick, target, signal })).picked) checkCopy(target);
          await rm(target, { force: true });
        },
      },
      {
        id: "keep",
        label: "Ablegen",
        afterCrash: "redo",
        run: async ({ data: { file = "", large = false }, log }) => {
          // Done already if an earlier start came that far.
          await rename(archive, path.join(folder, file)).catch((error: unknown) => {
            if (!isGone(error)) throw error;
          });
          await syncFolder(folder);
          await clear();
          await trimBackups(folder, file);
          if (large)
            for (const name of await makeRoom(folder, file, KEEP_FREE)) log.warn(texts.removed(name));
          settings.remember({ good: clock.now() });
        },
      },
      {
        id: "send",
        label: texts.transfer,
        cancellable: true,
        apart: true,
        afterCrash: "redo",
        limit: SEND_LIMIT,
        run: async ({ conclude, data: { file = "", left = [], started }, log, progress, signal }) => {
          const { ftp } = settings.config().target;
          const done = (success: boolean, error?: string) =>
            settings.remember({
              last: {
                start: started,
                end: clock.now(),
                success: error === undefined,
                ...(error === undefined ? {} : { error }),
                left,
                ftp: { active: ftp.use, success },
              },
            });
          if (!ftp.use) {
            done(false);
            return;
          }
          for (const wait of [...RETRIES, undefined]) {
            try {
              await sendByFtp(ftp, path.join(folder, file), {
                signal,
                progress: (sent, total) => progress(sent, total, "bytes"),
              });
              done(true);
              return;
            } catch (error) {
              if (signal.aborted) throw error;
              const text = error instanceof FtpTargetError ? error.message : errorText(error);
              log.warn(texts.transferOf(text));
              if (wait === undefined) {
                done(false, texts.notTransferred(text));
                conclude(CODES.backupNotSent, text);
                return;
              }
              await pause(app, wait, signal);
            }
          }
        },
      },
    ],
  });
}

function pause({ clock }: AppContext, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, resolve);
    signal.addEventListener(
      "abort",
      () => {
        cancel();
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      },
      { once: true },
    );
  });
}

/** Data of add-ons and recorded values may fill a disk: whoever looks into a backup need not read through them. */
export function smallFirst(files: Manifest["files"], parts: readonly BackupPart[]): Manifest["files"] {
  const large = parts.filter(({ addOn, large: own }) => addOn ?? own).map(({ name }) => `${name}/`);
  const isLarge = ({ name }: { name: string }) => large.some((folder) => name.startsWith(folder));
  return [...files.filter((file) => !isLarge(file)), ...files.filter(isLarge)];
}

/** German, of what could be large and was not chosen. */
async function notChosen(known: readonly BackupPart[], parts: readonly BackupPart[]): Promise<string[]> {
  const left: string[] = [];
  for (const part of known) {
    const size = parts.includes(part) ? 0 : ((await part.large?.size()) ?? 0);
    if (size > 0) left.push(texts.notChosen(part.label, Math.ceil(size / MIB)));
  }
  return left;
}

/** For the archive; what goes into it is there already. @throws ResultError 1601 */
export function needRoom(free: number, bytes: number, large: boolean): void {
  const needed = bytes + KEEP_FREE;
  if (free > needed) return;
  throw new ResultError(
    CODES.storageFull,
    texts.noRoom(Math.ceil(needed / MIB), Math.floor(free / MIB), large),
  );
}

const isGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
