/** `/backup/restore/…`. Without a session only on a device without a password (the edge sees to that). */
import { createReadStream } from "node:fs";
import type { Manifest } from "@hubwart/archive";
import {
  ConflictError,
  InvalidInputError,
  refuseDuringChangeover,
  SerialQueue,
  UnavailableError,
  VERSION,
} from "@hubwart/core";
import type { BackupPart } from "../../../backup-part.ts";
import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/handlers.ts";
import type { JobOrigin } from "../../../http/ports.ts";
import { CostlyFileError } from "../../../platform/cipher/cipher.ts";
import type { JobHandle } from "../../../platform/jobs/kind.ts";
import { common } from "../../../texts.ts";
import { texts } from "../texts.ts";
import { previewOf } from "./changes/preview.ts";
import { RESTORE_KIND, type RestoreData, type RestoreLive } from "./job.ts";
import { originOf, readFirst, refused, refuseNewer, refuseOther } from "./manifest.ts";
import type { OpenedBackup, OpenedBackups } from "./opened.ts";
import { offeredParts, type PartOffer } from "./parts.ts";

/** Deriving a key takes a core and memory: one at a time, and few wait. */
const MOST_LOOKS = 4;
/** The console's password in a backup; only encrypted ones have it. */
const CREDENTIAL = "settings/credential.json";
/** Work factor that a stranger may ask for on a device without a password, as a power of two: our files have 15. */
const COSTLIEST_AT_FIRST = 16;

export interface RestoreParts {
  opened: OpenedBackups;
  restore: JobHandle<RestoreData, RestoreLive>;
  /** Lists and fetches from the FTP target of the settings. */
  target: {
    list(): Promise<{ name: string; size: number }[]>;
    fetch(file: string, origin: JobOrigin): Promise<OpenedBackup>;
  };
  /** Path of a backup that is kept on the device. @throws NotFoundError */
  kept(file: string): Promise<string>;
  /** Absolute path of the built `inspect-child`. */
  entry: string;
  /** A folder for what is being compared. */
  work: string;
}

export function restoreHandlers(app: AppContext, parts: RestoreParts): Handlers {
  const { cipher, hasher, jobs, launcher, sessions, store } = app;
  const { opened, restore } = parts;
  const oneByOne = fewAtOnce();
  const compareOne = fewAtOnce();

  /** Whoever guesses passwords is held up like at the sign-in. */
  const aboutOf = (
    { encrypted, file }: OpenedBackup,
    password: string,
    address: string,
    setup: boolean,
  ): Promise<Manifest> =>
    oneByOne(async () => {
      if (!encrypted) return await readFirst(createReadStream(file));
      let about: Manifest | undefined;
      await sessions.guarded("restore", address, async () => {
        const plain = await cipher
          .decrypt(file, password, setup ? COSTLIEST_AT_FIRST : undefined)
          .catch((error: unknown) => {
            throw refused(error instanceof CostlyFileError ? texts.tooCostly(setup) : texts.noBackup, error);
          });
        if (plain) about = await readFirst(plain);
        return plain !== undefined;
      });
      if (!about) throw new Error("nothing was read");
      return about;
    });

  return {
    restoreFiles: async () => ({ files: await parts.target.list() }),
    restoreOpen: async ({ body, origin }) => {
      const { encrypted, id } =
        body.source === "ftp"
          ? await parts.target.fetch(body.file, origin)
          : await opened.use(await parts.kept(body.file));
      return { id, encrypted };
    },
    restoreUpload: async (request) => {
      const { file, signal } = request;
      if (!file) throw new InvalidInputError([{ field: "backup", message: common.noFile }]);
      request.audit({ after: { file: file.filename } });
      const { encrypted, id } = await opened.take(file.stream, signal);
      return { id, encrypted };
    },
    restoreLook: async ({ address, body, session }) => {
      const found = opened.find(body.id);
      const about = await aboutOf(found, body.pwd ?? "", address, session === undefined);
      refuseOther(about, app.config.product);
      refuseNewer(about, VERSION);
      const { created, encrypted, files, host, left, product, version } = about;
      return {
        host,
        product,
        version,
        created: Math.floor(Date.parse(created) / 1000),
        encrypted,
        origin: originOf(about, app.deviceKey.publicKey),
        password: files.some(({ name }) => name === CREDENTIAL),
        parts: offeredParts(about, app.backupParts()),
        left,
      };
    },
    restoreChanges: async ({ address, body, session, signal }) => {
      const found = opened.find(body.id);
      const about = await aboutOf(found, body.pwd ?? "", address, session === undefined);
      refuseOther(about, app.config.product);
      refuseNewer(about, VERSION);
      return await compareOne(async () => {
        signal.throwIfAborted();
        const plain = found.encrypted
          ? await cipher.decrypt(found.file, body.pwd ?? "")
          : createReadStream(found.file);
        if (!plain) throw new ConflictError(texts.notOpenNow);
        const { layout } = app;
        return await previewOf(
          { entry: parts.entry, known: app.backupParts(), layout, store, work: parts.work },
          about,
          plain,
          signal,
        );
      });
    },
    restoreStart: async (request) => {
      const { address, body, origin, session } = request;
      request.audit({ after: { parts: body.parts } });
      if (!launcher.present) throw new UnavailableError(common.noLauncher);
      await refuseDuringChangeover(app.layout.root);
      const found = opened.find(body.id);
      const about = await aboutOf(found, body.pwd ?? "", address, session === undefined);
      refuseOther(about, app.config.product);
      refuseNewer(about, VERSION);
      const offered = offeredParts(about, app.backupParts());
      refuseParts(body.parts, offered, app.backupParts());
      const setup = session === undefined;
      const bringsOne =
        body.parts.includes("settings") && about.files.some(({ name }) => name === CREDENTIAL);
      if (setup && !bringsOne && body.first === undefined)
        throw new InvalidInputError([{ field: "first", message: texts.choosePassword }]);
      const firstHash = body.first === undefined ? undefined : await hasher.hash(body.first);
      if (setup && store.credential.read()) throw new ConflictError(common.passwordExists);
      const { id } = restore.start(
        { opened: found.id, file: found.file, encrypted: found.encrypted, parts: body.parts, setup },
        { live: { password: body.pwd ?? "", firstHash }, origin },
      );
      return { job: id };
    },
    restoreResult: async ({ query }) => resultOf(jobs, query.id),
  };
}

function fewAtOnce(): <T>(task: () => Promise<T>) => Promise<T> {
  const queue = new SerialQueue();
  let waiting = 0;
  return async (task) => {
    if (waiting >= MOST_LOOKS) throw new ConflictError(texts.othersOpen);
    waiting += 1;
    try {
      return await queue.run(task);
    } finally {
      waiting -= 1;
    }
  };
}

function refuseParts(
  wanted: readonly string[],
  offered: readonly PartOffer[],
  known: readonly BackupPart[],
): void {
  const refuse = (message: string) => new InvalidInputError([{ field: "parts", message }]);
  const wrong = wanted.find((name) => !offered.some((part) => part.name === name && part.moves));
  if (wrong !== undefined) throw refuse(texts.notRestorable(wrong));
  const lonely = known.find(
    ({ name, needs }) => wanted.includes(name) && needs !== undefined && !wanted.includes(needs),
  );
  if (lonely) throw refuse(texts.onlyWithSettings(lonely.label));
}

function resultOf(jobs: AppContext["jobs"], opened: string) {
  const found = jobs.find(RESTORE_KIND, (data) => (data as Partial<RestoreData>).opened === opened);
  if (!found) return { state: "none" as const, step: "", message: "" };
  const step = found.steps.find(({ state }) => state === "running" || state === "undoing")?.label ?? "";
  if (found.state === "running" || found.state === "undoing")
    return { state: "running" as const, step, message: "" };
  return {
    state: found.state === "done" ? ("done" as const) : ("failed" as const),
    step,
    message: found.message,
  };
}
