/**
 * Keeps the appliance usable on a full disk: a reserve file takes up room that is given free when there is
 * none left, so that signing in and saving go on while somebody tidies up.
 *
 *     const disk = await DiskGuard.start({ layout, clock, scope, log });   // before anything is written
 *     disk.findings()                                                      // "Speicher voll" for the health banner
 *
 * A disk that takes nothing any more, because the system made it read-only or it is broken, is told of as well, and one that has
 * room but for no further file.
 *
 * Invariants: the log gives way first (every segment but the newest of each writer), the reserve after that. The
 * reserve is made again only when there is room for it and some to spare, so that it does not come and go.
 */
import { open, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type Clock,
  type DataLayout,
  type DiskRoom,
  diskRoom,
  errorText,
  isDiskFull,
  isMissing,
  isUnwritable,
  type Logger,
  type Scope,
  trimLogs,
} from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { texts } from "../texts.ts";

export interface DiskGuardParts {
  layout: Pick<DataLayout, "root" | "logs" | "reserve">;
  clock: Clock;
  scope: Scope;
  log: Logger;
  /** Room on the disk of the data; for tests. */
  room?: () => Promise<DiskRoom>;
  /** Rejects if the disk of the data cannot be written; for tests. */
  writable?: () => Promise<void>;
}

const LOOK_EVERY = 2_000;
/** How often something is written to see whether it can be; seldom, for the sake of flash memory. */
const TRY_EVERY = 60_000;
const PROBE = ".writable.tmp";
const MIB = 1024 * 1024;
const LARGEST_RESERVE = 8 * MIB;
/** On a small disk the reserve is a share of it. */
const RESERVE_SHARE = 0.04;
const BLOCK = 64 * 1024;

const DEAD: Finding = {
  code: "storage-dead",
  level: 3,
  text: texts.diskDead,
};

/** A file system has so many inodes, however small the files are. */
const NO_FILES: Finding = {
  code: "storage-files",
  level: 3,
  text: texts.noMoreFiles,
  route: "/resources/htdocs",
};

export class DiskGuard {
  readonly #parts: DiskGuardParts;
  readonly #room: () => Promise<DiskRoom>;
  readonly #writable: () => Promise<void>;
  #dead = false;
  #noFiles = false;
  /** Monotonic ms. */
  #tryFrom = Number.NEGATIVE_INFINITY;
  #held = false;
  #full = false;
  #looking: Promise<void> | undefined;

  private constructor(parts: DiskGuardParts) {
    this.#parts = parts;
    this.#room = parts.room ?? (() => diskRoom(parts.layout.root));
    this.#writable = parts.writable ?? (() => tried(path.join(parts.layout.root, PROBE)));
  }

  static async start(parts: DiskGuardParts): Promise<DiskGuard> {
    const guard = new DiskGuard(parts);
    guard.#held = await exists(parts.layout.reserve);
    await guard.look();
    parts.scope.add(() => guard.#looking);
    parts.scope.add(parts.clock.every(LOOK_EVERY, () => void guard.look()));
    return guard;
  }

  findings(): Finding[] {
    if (this.#dead) return [DEAD];
    if (!this.#full) return this.#noFiles ? [NO_FILES] : [];
    const text = texts.diskFull;
    return [{ code: "storage-full", level: 3, text, route: "/resources/htdocs" }];
  }

  /** Looks at the disk now. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) => this.#parts.log.warn(`Speicherplatz: ${errorText(error)}`))
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { layout, log } = this.#parts;
    await this.#lookWhetherDead();
    if (this.#dead) return;
    if ((await this.#room()).full) {
      await trimLogs(layout.logs, async () => (await this.#room()).full);
      if ((await this.#room()).full && this.#held) {
        await rm(layout.reserve, { force: true });
        this.#held = false;
      }
    } else if (!this.#held) this.#held = await this.#reserve();
    if (this.#full === !this.#held) return;
    this.#full = !this.#held;
    if (this.#full) log.error(texts.reserveReleased);
    else log.info(texts.roomAgain);
  }

  async #lookWhetherDead(): Promise<void> {
    const now = this.#parts.clock.monotonic();
    if (now < this.#tryFrom) return;
    this.#tryFrom = now + TRY_EVERY;
    const error = await this.#writable().then(
      () => undefined,
      (why: unknown) => why,
    );
    const dead = isUnwritable(error);
    if (dead && !this.#dead) this.#parts.log.error(DEAD.text);
    this.#dead = dead;
    const noFiles = isDiskFull(error);
    if (noFiles && !this.#noFiles) this.#parts.log.error(NO_FILES.text);
    this.#noFiles = noFiles;
  }

  /** @returns false while there is no room for it and some to spare */
  async #reserve(): Promise<boolean> {
    const { total, free } = await this.#room();
    const size = Math.floor(Math.min(LARGEST_RESERVE, total * RESERVE_SHARE));
    if (free < 3 * size) return false;
    await fill(this.#parts.layout.reserve, size);
    return true;
  }
}

/** The system tells of a file system that it gave up on only where something is written. */
async function tried(file: string): Promise<void> {
  await writeFile(file, "");
  await rm(file, { force: true });
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await stat(file)).size > 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Really takes up the room: a file with holes would not. */
async function fill(file: string, size: number): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    const block = Buffer.alloc(BLOCK);
    for (let at = 0; at < size; at += BLOCK) await handle.write(block, 0, Math.min(BLOCK, size - at), at);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
