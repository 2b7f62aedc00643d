/**
 * Users of field devices (`assets`) and of the live channel API (`websocket`). Of a password the argon2id hash is kept,
 * of a token, which is 256 random bits, its SHA-256: a hash that is slow on purpose would only make connecting slow.
 *
 *     const users = new Users({ store, clock, hasher });
 *     const stop = users.onChange((kind, username) => …);   // its connections end now
 *     const token = await users.makeToken("websocket", "visu");
 *
 * Invariants: changes run one after the other. A change is stored before anybody is told of it.
 */
import { randomBytes } from "node:crypto";
import type { UserKind } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import type { Hasher } from "@hubwart/core/sign-in";
import { defineSetting, type Store, type Told } from "@hubwart/core/store";
import { type LiveUser, tokenHash } from "@hubwart/live";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

/** `pwd` and `token` are hashes, empty without. Named so that a backup without a password leaves them out. */
const user = z.object({ username: z.string(), role: z.string(), pwd: z.string(), token: z.string() });
export type StoredUser = LiveUser;
export type UserLists = Readonly<Record<UserKind, readonly StoredUser[]>>;

const told = (what: string, name: string, role: string, mark: object): Told => ({
  about: "accounts",
  name: texts.called(what, name),
  shows: role === "" ? "" : texts.role(role),
  mark,
});

const setting = defineSetting({
  name: "users",
  schema: z.object({ assets: z.array(user), websocket: z.array(user) }),
  fallback: { assets: [], websocket: [] },
  tells: ({ assets, websocket }) => [
    ...assets.map(({ role, username, ...mark }) => told(texts.fieldDevice, username, role, mark)),
    ...websocket.map(({ role, username, ...mark }) => told(texts.liveUser, username, role, mark)),
  ],
});

/** Of each kind. */
export const MOST_USERS = 1_000;

type Change = (kind: UserKind, username: string) => void;

export interface UsersParts {
  store: Pick<Store, "settings">;
  clock: Pick<Clock, "now">;
  hasher: Pick<Hasher, "hash">;
}

export class Users {
  readonly #parts: UsersParts;
  readonly #queue = new SerialQueue();
  readonly #changed = new Set<Change>();

  constructor(parts: UsersParts) {
    this.#parts = parts;
  }

  all(): UserLists {
    return this.#parts.store.settings.read(setting);
  }

  /** Called after each change of a user; the returned function ends it. */
  onChange(handler: Change): () => void {
    this.#changed.add(handler);
    return () => void this.#changed.delete(handler);
  }

  /** Without a password the present one is kept; a new user needs one. */
  async set(
    kind: UserKind,
    username: string,
    { role, pwd = "" }: { role: string; pwd?: string | undefined },
  ) {
    const hash = pwd === "" ? "" : await this.#parts.hasher.hash(pwd);
    return await this.#change(kind, username, (before) => {
      if (before) return { ...before, role, pwd: hash === "" ? before.pwd : hash };
      if (hash === "") {
        throw new InvalidInputError([{ field: "pwd", message: texts.passwordNeeded }]);
      }
      return { username, role, pwd: hash, token: "" };
    });
  }

  delete(kind: UserKind, username: string): Promise<StoredUser | undefined> {
    return this.#change(kind, username, (before) => {
      known(before);
      return undefined;
    });
  }

  /** @returns the token, which nobody can tell later */
  async makeToken(kind: UserKind, username: string): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    await this.#change(kind, username, (before) => ({ ...known(before), token: tokenHash(token) }));
    return token;
  }

  async deleteToken(kind: UserKind, username: string): Promise<void> {
    await this.#change(kind, username, (before) => ({ ...known(before), token: "" }));
  }

  /** @returns the user as before */
  #change(
    kind: UserKind,
    username: string,
    change: (before: StoredUser | undefined) => StoredUser | undefined,
  ): Promise<StoredUser | undefined> {
    return this.#queue.run(async () => {
      const lists = this.all();
      const before = lists[kind].find((one) => one.username === username);
      const after = change(before);
      if (!before && lists[kind].length >= MOST_USERS) {
        throw new ConflictError(texts.mostUsers(MOST_USERS));
      }
      const others = lists[kind].filter((one) => one.username !== username);
      const next = after ? [...others, after].toSorted(byName) : others;
      this.#parts.store.settings.write(
        setting,
        { assets: [...lists.assets], websocket: [...lists.websocket], [kind]: next },
        this.#parts.clock.now(),
      );
      for (const handler of this.#changed) handler(kind, username);
      return before;
    });
  }
}

function known(user: StoredUser | undefined): StoredUser {
  if (!user) throw new NotFoundError(texts.noUser);
  return user;
}

const byName = (a: StoredUser, b: StoredUser): number =>
  a.username < b.username ? -1 : a.username > b.username ? 1 : 0;
