/**
 * The repository's side of the manufacturer: what is offered in which channel.
 *
 *     const publisher = new Publisher({ folder, clock });
 *     await publisher.create();
 *     await publisher.publish("hubwart-1.2.0-x64.tar.br", "test");
 *     await publisher.promote("1.2.0", "test", "stable");
 *
 * Every change is seen by devices as a whole or not at all (generations.ts), and is made by one writer at a time.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  type Clock,
  ConflictError,
  errorText,
  hashFile,
  InvalidInputError,
  isMissing,
  NotFoundError,
} from "@hubwart/core";
import type { Targets } from "@tufjs/models";
import { type Manifest, unpackedSize } from "../archive/manifest.ts";
import { unpackRelease } from "../archive/unpack.ts";
import { ReleaseError } from "../errors.ts";
import { type Channel, compareVersions, type ReleaseInfo, targetName } from "../release.ts";
import { texts } from "../texts.ts";
import { currentFolder } from "./generations.ts";
import {
  folderWith,
  makeNext,
  ROLES,
  type Role,
  type RoleKey,
  readKey,
  settleNext,
  takeNext,
} from "./keys.ts";
import { alone } from "./lock.ts";
import { emptyState, publishState, RENEWED, readState, type State } from "./state.ts";
import { addOffer, archiveFile, offersOf, removeUnused, storeArchive } from "./targets.ts";

export interface PublisherOptions {
  /** The repository's folder (0700): `current/` and `targets/` are what is served. */
  folder: string;
  /** Folder of keys to sign with, besides `keys/` in the repository's folder: those that are put in for publishing only. */
  keys?: string | undefined;
  clock: Clock;
  /** Tries an unpacked release before it is offered. Rejects (German) with what no device could do with it. */
  prove?: ((folder: string, about: Manifest) => Promise<void>) | undefined;
}

/** Bytes. Devices read no more than 1 MiB. */
const LARGEST_TARGETS = 1_000_000;

export class Publisher {
  readonly #folder: string;
  /** A key is looked for in each, in this order; without any it is made in the first. */
  readonly #keys: readonly [string, ...string[]];
  readonly #clock: Clock;
  readonly #prove: PublisherOptions["prove"];

  constructor(options: PublisherOptions) {
    this.#folder = options.folder;
    const own = path.join(options.folder, "keys");
    this.#keys = options.keys === undefined ? [own] : [options.keys, own];
    this.#clock = options.clock;
    this.#prove = options.prove;
  }

  /** File with the root that devices are to trust. */
  get rootFile(): string {
    return path.join(currentFolder(this.#folder), "root.json");
  }

  async exists(): Promise<boolean> {
    try {
      await stat(this.rootFile);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** Makes the keys and an empty repository. @throws ConflictError if there is one */
  create(): Promise<void> {
    return alone(this.#folder, async () => {
      if (await this.exists()) throw new ConflictError(texts.exists);
      const state = emptyState();
      for (const role of ROLES) {
        // What a creation that was cut off has made is taken.
        if ((await folderWith(this.#keys, role)) === undefined) {
          await makeNext(this.#keys[0], role);
          await takeNext(this.#keys[0], role);
        }
        state.root.addKey((await readKey(this.#keys, role)).half, role);
      }
      await this.#sign(state, ROLES);
    });
  }

  /** What is offered, the newest version first. */
  async list(): Promise<ReleaseInfo[]> {
    return offersOf((await this.#read()).targets)
      .map(({ release }) => release)
      .sort((a, b) => compareVersions(b.version, a.version));
  }

  /** Takes an archive into a channel, after it was unpacked, and proved, once as a device does it. */
  publish(archive: string, channel: Channel): Promise<ReleaseInfo> {
    return this.#change(async (targets) => {
      const about = await this.#examine(archive);
      const { version, arch, notes } = about;
      const { size } = await stat(archive);
      const published = this.#clock.now();
      const release = { version, arch, channel, notes, size, unpacked: unpackedSize(about), published };
      await this.#offer(targets, release, await hashFile(archive), archive);
      return release;
    });
  }

  /** Offers the same archives in another channel too, for all architectures. */
  promote(version: string, from: Channel, to: Channel): Promise<ReleaseInfo[]> {
    return this.#change(async (targets) => {
      const promoted: ReleaseInfo[] = [];
      for (const offer of this.#found(targets, version, from)) {
        const release = { ...offer.release, channel: to, published: this.#clock.now() };
        await this.#offer(targets, release, offer.sha256, archiveFile(this.#folder, offer));
        promoted.push(release);
      }
      return promoted;
    });
  }

  /** Offers a version no longer; without a channel in none. Devices that have it keep it. */
  withdraw(version: string, channel?: Channel): Promise<ReleaseInfo[]> {
    return this.#change((targets) => {
      const found = this.#found(targets, version, channel);
      for (const { name } of found) delete targets.targets[name];
      return Promise.resolve(found.map(({ release }) => release));
    });
  }

  /** Signs again what is due, with the keys that are here. @returns the roles */
  renew(): Promise<Role[]> {
    return alone(this.#folder, async () => {
      const state = await this.#settled();
      const now = this.#clock.now();
      const due: Role[] = [];
      for (const role of ROLES) {
        const soon = Date.parse(state[role].expires) - now < RENEWED[role];
        if (soon && (await folderWith(this.#keys, role)) !== undefined) due.push(role);
      }
      if (due.length > 0) await this.#sign(state, due);
      return due;
    });
  }

  /** ms since the epoch: when each role expires. */
  async expiries(): Promise<[Role, number][]> {
    const state = await this.#read();
    return ROLES.map((role) => [role, Date.parse(state[role].expires)]);
  }

  /** Gives a role a new key, where the old one was. That counts no longer, and its file is gone. */
  rotate(role: Role): Promise<void> {
    return alone(this.#folder, async () => {
      const state = await this.#settled();
      const { root } = state;
      const oldRoot = await readKey(this.#keys, "root");
      const folder = (await folderWith(this.#keys, role)) ?? this.#keys[0];
      const next = await makeNext(folder, role);
      for (const id of root.roles[role]?.keyIDs.splice(0) ?? []) {
        if (ROLES.every((other) => !root.roles[other]?.keyIDs.includes(id))) delete root.keys[id];
      }
      root.addKey(next.half, role);
      await this.#sign(state, ["root", role], { role, next, oldRoot });
      await takeNext(folder, role);
    });
  }

  async #offer(targets: Targets, release: ReleaseInfo, sha256: string, archive: string): Promise<void> {
    const name = targetName(release);
    const before = targets.targets[name];
    if (before && before.hashes["sha256"] !== sha256)
      throw new ConflictError(texts.otherContent(release.version, release.arch, release.channel));
    if (before) return;
    await storeArchive(archive, archiveFile(this.#folder, { name, sha256 }));
    addOffer(targets, release, sha256);
  }

  #found(targets: Targets, version: string, channel: Channel | undefined) {
    const found = offersOf(targets).filter(
      ({ release }) => release.version === version && (channel === undefined || release.channel === channel),
    );
    if (found.length === 0)
      throw new NotFoundError(
        channel === undefined ? texts.notOffered(version) : texts.notOfferedIn(version, channel),
      );
    return found;
  }

  async #examine(archive: string): Promise<Manifest> {
    const scratch = await mkdtemp(path.join(this.#folder, "examined-"));
    const refuse = (why: string, cause: unknown) => {
      const message = texts.notARelease(path.basename(archive), why);
      throw new InvalidInputError([{ field: "archive", message }], { cause });
    };
    try {
      const folder = path.join(scratch, "release");
      const about = await unpackRelease(archive, folder, new AbortController().signal);
      await this.#prove?.(folder, about).catch((error: unknown) => refuse(errorText(error), error));
      return about;
    } catch (error) {
      if (error instanceof ReleaseError) refuse(error.message, error);
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async #change<T>(change: (targets: Targets) => Promise<T>): Promise<T> {
    return await alone(this.#folder, async () => {
      const state = await this.#settled();
      // Said before a large file is copied for nothing.
      await readKey(this.#keys, "targets");
      const result = await change(state.targets);
      if (Buffer.byteLength(JSON.stringify(state.targets.toJSON())) > LARGEST_TARGETS)
        throw new ConflictError(texts.tooMany);
      await this.#sign(state, ["targets"]);
      await removeUnused(this.#folder, state.targets);
      return result;
    });
  }

  async #sign(
    state: State,
    roles: readonly Role[],
    rotation?: { role: Role; next: RoleKey; oldRoot: RoleKey },
  ): Promise<void> {
    await publishState(this.#folder, state, {
      roles,
      now: this.#clock.now(),
      keyOf: async (role) => (role === rotation?.role ? rotation.next : await readKey(this.#keys, role)),
      ...(rotation?.role === "root" ? { oldRoot: rotation.oldRoot } : {}),
    });
  }

  /** Under the lock: after a rotation that was cut off, the keys are those of the published root. */
  async #settled(): Promise<State> {
    const state = await this.#read();
    for (const folder of this.#keys)
      for (const role of ROLES) await settleNext(folder, role, state.root.roles[role]?.keyIDs ?? []);
    return state;
  }

  async #read(): Promise<State> {
    if (!(await this.exists())) throw new NotFoundError(texts.noRepository);
    return await readState(this.#folder);
  }
}
