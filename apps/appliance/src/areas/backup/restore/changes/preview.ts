/**
 * What would change if a backup were restored, before anything of it is: its small files are taken out, looked at in a process of
 * their own, and compared with this device's. Whatever is too much for that is named, and nothing of the device is touched.
 */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Manifest } from "@hubwart/archive";
import { type DataLayout, diskRoom } from "@hubwart/core";
import { type Credential, definedSettings, type Store, type Told } from "@hubwart/core/store";
import type { BackupPart } from "../../../../backup-part.ts";
import { common } from "../../../../texts.ts";
import { texts } from "../../texts.ts";
import { type TellAnswer, tell } from "../inspect.ts";
import { OF_DEVICE } from "../parts.ts";
import { type Change, compare } from "./compare.ts";
import { pickFiles } from "./pick.ts";
import { toldBySettings } from "./settings.ts";
import { TOLD_FILES } from "./told-files.ts";

export interface Preview {
  changes: Change[];
  /** Parts that were compared. */
  compared: string[];
  /** What could not be compared. German reasons. */
  unread: { part: string; reason: string }[];
}

const SETTINGS = "settings";
/** ms */
const WITHIN = 60_000;
const MOST_PICKED = 1024 * 1024 * 1024;
const MOST_FILES = 10_000;
const KEEP_FREE = 64 * 1024 * 1024;

export interface PreviewParts {
  layout: DataLayout;
  store: Pick<Store, "credential" | "settings">;
  /** Absolute path of the built `inspect-child`. */
  entry: string;
  /** A folder of its own; gone afterwards. */
  work: string;
  known: readonly BackupPart[];
}

/**
 * @param plain the opened archive; let go at the end
 * @param patience ends the reading of the archive; what has not come out of it by then is named as not compared
 */
export async function previewOf(
  { entry, known, layout, store, work }: PreviewParts,
  about: Manifest,
  plain: Readable,
  given: AbortSignal,
  patience = AbortSignal.timeout(WITHIN),
): Promise<Preview> {
  const signal = AbortSignal.any([given, patience]);
  const moving = new Set(known.filter(({ stays }) => stays === undefined).map(({ name }) => name));
  const parts = [...TOLD_FILES.keys()].filter(
    (name) => moving.has(name) && about.parts.some((part) => part.name === name),
  );
  const chosen = about.files.filter(({ name }) => wanted(name, parts));
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
    const { free } = await diskRoom(work);
    const fits = bytes <= Math.min(MOST_PICKED, free - KEEP_FREE) && chosen.length <= MOST_FILES;
    if (!fits) plain.destroy();
    const picked = fits ? await pickFiles(plain, work, chosen, signal) : new Set<string>();
    given.throwIfAborted();
    const whole = (part: string) =>
      chosen.every(({ name }) => !name.startsWith(`${part}/`) || picked.has(name));
    const ready = parts.filter(whole);
    const unread = parts.filter((part) => !whole(part)).map((part) => ({ part, reason: texts.tooMuch }));
    const said = await tell(entry, taskOf(ready, work, layout.root), given);
    const fromSettings = settingsChanges(said, store);
    const failed = new Set(said.unread.map(({ part }) => part));
    return {
      changes: [...fromSettings, ...said.changes],
      compared: ready.filter((part) => !failed.has(part)),
      unread: [...unread, ...said.unread],
    };
  } finally {
    plain.destroy();
    await rm(work, { recursive: true, force: true });
  }
}

const wanted = (name: string, parts: readonly string[]): boolean =>
  parts.some(
    (part) => name.startsWith(`${part}/`) && TOLD_FILES.get(part)?.test(name.slice(part.length + 1)),
  );

function taskOf(ready: readonly string[], work: string, ours: string) {
  return {
    theirs: work,
    ours,
    parts: ready.filter((part) => part !== SETTINGS),
    ...(ready.includes(SETTINGS)
      ? {
          database: {
            theirs: path.join(work, SETTINGS, "state.db"),
            fresh: path.join(work, "fresh.db"),
            settings: [...definedSettings().keys()],
          },
        }
      : {}),
  };
}

function settingsChanges(
  { credential, settings }: TellAnswer,
  store: Pick<Store, "credential" | "settings">,
): Change[] {
  if (!settings) return [];
  const ours = new Map(store.settings.all().map(({ name, value }) => [name, value]));
  const told = toldBySettings(new Map(settings), ours, new Set(OF_DEVICE));
  const password = (mark: string | undefined): Told[] =>
    mark === undefined ? [] : [{ about: "accounts", name: common.consolePassword, mark }];
  const present = markOf(store.credential.read());
  // Without one in the backup the present one stays.
  return compare(
    SETTINGS,
    [...password(credential ?? present), ...told.theirs],
    [...password(present), ...told.ours],
  );
}

/** Of a password: whether two are the same, and nothing else. */
export function markOf(credential: Pick<Credential, "hash"> | undefined): string | undefined {
  return credential && createHash("sha256").update(credential.hash).digest("hex");
}
