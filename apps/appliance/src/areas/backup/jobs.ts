/** Making a backup: collect, pack, prove, keep, send. */
import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { diskRoom, errorText, ResultError, syncFolder } from "@hubwart/core";
import { checkCopy } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { VERSION } from "../../version.ts";
import { BackupFileError, describeFiles, openArchive, writeArchive } from "./archive.ts";
import { collectParts } from "./collect.ts";
import { FtpTargetError, sendByFtp } from "./ftp.ts";
import { backupName, trimBackups, WORK, workFolder } from "./kept.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import type { BackupSettings } from "./settings.ts";

const data = z.object({
  /** ms since the epoch. */
  started: z.number(),
  file: z.optional(z.string()),
  left: z.optional(z.array(z.string())),
});
export type BackupJob = z.output<typeof data>;

export const BACKUP_KIND = "backup.create";
/** Between tries to send, ms. */
const RETRIES = [5_000, 20_000, 60_000];
const SEND_LIMIT = 6 * 3_600_000;
const MIB = 1024 * 1024;

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
        run: async ({ keep, signal }) => {
          await workFolder(folder);
          const content = path.join(work, "content");
          const chosen = settings.config().backup;
          const parts = app.backupParts().filter(({ addOn }) => chosen[addOn?.id ?? "config"].use);
          const secrets = password() !== "";
          const { token } = chosen.influxdb;
          const collected = await collectParts(parts, layout.root, content, { secrets, signal, token });
          if (collected.parts.length === 0)
            throw new ResultError(CODES.backupEmpty, "Es ist nichts ausgewählt, das gesichert werden kann.");
          const hostname = await host.facts.hostname();
          const about: Manifest = {
            format: FORMAT,
            product: app.config.product,
            version: VERSION,
            host: hostname,
            created: new Date(clock.now()).toISOString(),
            encrypted: secrets,
            parts: collected.parts,
            left: collected.left,
            files: await describeFiles(content),
          };
          const bytes = about.files.reduce((sum, { size }) => sum + size, 0);
          await needRoom(folder, 2 * bytes);
          const lock = secrets ? (plain: Readable) => cipher.encryptStream(plain, password()) : undefined;
          await writeArchive(content, about, archive, lock, signal);
          await rm(content, { recursive: true });
          keep({ file: backupName(hostname, clock.now(), secrets), left: collected.left });
        },
      },
      {
        id: "prove",
        label: "Sicherung prüfen",
        cancellable: true,
        afterCrash: "undo",
        undo: clear,
        run: async ({ data: { file = "" }, signal }) => {
          const plain = file.endsWith(".age")
            ? await cipher.decrypt(archive, password())
            : createReadStream(archive);
          if (!plain) throw new BackupFileError("Die Sicherung lässt sich mit ihrem Passwort nicht öffnen.");
          const proof = path.join(work, "proof");
          const { files } = await openArchive(plain, proof, { mostBytes: Number.MAX_SAFE_INTEGER, signal });
          const database = files.find(({ name }) => name.endsWith("/state.db"));
          if (database) checkCopy(path.join(proof, database.name));
          await rm(proof, { recursive: true });
        },
      },
      {
        id: "keep",
        label: "Ablegen",
        afterCrash: "redo",
        run: async ({ data: { file = "" } }) => {
          // Done already if an earlier start came that far.
          await rename(archive, path.join(folder, file)).catch((error: unknown) => {
            if (!isGone(error)) throw error;
          });
          await syncFolder(folder);
          await clear();
          await trimBackups(folder);
          settings.remember({ good: clock.now() });
        },
      },
      {
        id: "send",
        label: "Zum FTP-Server übertragen",
        cancellable: true,
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
              log.warn(`Übertragung der Sicherung: ${text}`);
              if (wait === undefined) {
                done(false, `Die Sicherung liegt auf dem Gerät, kam aber nicht beim FTP-Server an: ${text}`);
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

async function needRoom(folder: string, bytes: number): Promise<void> {
  const { free } = await diskRoom(folder);
  if (free > bytes + 16 * MIB) return;
  throw new ResultError(
    CODES.storageFull,
    `Für die Sicherung sind ${Math.ceil(bytes / MIB) + 16}\u00a0MB frei nötig, es sind ${Math.floor(free / MIB)}\u00a0MB.`,
  );
}

const isGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
