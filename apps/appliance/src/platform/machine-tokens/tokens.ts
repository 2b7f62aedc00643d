/**
 * Tokens of programs: who has one may do what it is for, for as long as its owner may.
 *
 * Invariants
 * - Only the SHA-256 of a token is kept; it is told once.
 * - A token never does more than its owner may now: his level and what he is kept to count at each call.
 * - What ends a token (revoked, expired, its owner gone) ends what it opened: handlers of `onEnd` run once.
 * - Use is written at most once an hour.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  type Caller,
  includes,
  type Level,
  LIMITS,
  lowerLevel,
  MACHINE_TOKEN_PREFIX,
  type MachineToken,
} from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { Session } from "../../http/ports.ts";
import { Endings } from "./endings.ts";
import { LastUses } from "./last-uses.ts";
import { networksOf } from "./networks.ts";
import { type Owner, type StoredToken, tokensSetting, usesSetting } from "./settings.ts";
import { texts } from "./texts.ts";

const DAY = 86_400_000;
const SHAPE = new RegExp(`^${MACHINE_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
/** Before the id of a token, where a session's stands. */
const SESSION_PREFIX = "token:";

export interface NewToken {
  name: string;
  level: Level;
  networks?: readonly string[] | undefined;
  channels?: readonly string[] | undefined;
  /** null: for good. */
  days: number | null;
}

export interface TokenParts {
  store: Pick<Store, "settings">;
  clock: Clock;
  /** What an owner may now; undefined: he is gone or locked. */
  ownerNow: (owner: Owner) => Pick<Caller, "level" | "bounds"> | undefined;
  /** A valid token came from an address where it is not allowed. */
  elsewhere: (name: string, address: string) => void;
}

interface Known extends StoredToken {
  allows: (address: string) => boolean;
}

export class MachineTokens {
  readonly #parts: TokenParts;
  #byHash = new Map<string, Known>();
  readonly #uses: LastUses;
  readonly #endings = new Endings();

  constructor(parts: TokenParts) {
    this.#parts = parts;
    this.#learn(parts.store.settings.read(tokensSetting));
    this.#uses = new LastUses(parts.store, parts.clock, usesSetting);
  }

  /** Whether the text is a token of this kind, valid or not. */
  static is(text: string): boolean {
    return text.startsWith(MACHINE_TOKEN_PREFIX);
  }

  list(): MachineToken[] {
    return this.#all().map((token) => {
      const { channels, created, expires, id, level, name, networks, ownerName } = token;
      return {
        id,
        name,
        level,
        ...(channels && { channels }),
        ...(networks && { networks }),
        owner: ownerName,
        created,
        expires,
        used: this.#uses.of(id),
        state: this.#expired(token) ? "expired" : this.#standing(token) ? "valid" : "stopped",
      };
    });
  }

  /** @throws InvalidInputError, ConflictError where there are too many */
  create(by: Caller, { channels, days, level, name, networks }: NewToken): { id: string; token: string } {
    const { clock } = this.#parts;
    const all = this.#all();
    if (by.who.kind === "token" || !includes(by.level, level))
      throw new InvalidInputError([{ field: "level", message: texts.tooHigh }]);
    if (all.some((other) => other.name === name))
      throw new InvalidInputError([{ field: "name", message: texts.taken(name) }]);
    if (all.length >= LIMITS.machineTokens) throw new ConflictError(texts.many(LIMITS.machineTokens));
    const id = randomBytes(9).toString("base64url");
    const token = `${MACHINE_TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
    const now = clock.now();
    const made: StoredToken = {
      id,
      name,
      hash: hashOf(token),
      level,
      ...(channels && { channels: [...channels] }),
      ...(networks && { networks: [...networks] }),
      owner: by.who.kind === "person" ? { kind: "person", id: by.who.id } : { kind: "administrator" },
      ownerName: by.who.name,
      created: now,
      expires: days === null ? 0 : now + days * DAY,
    };
    this.#write([...all.map(({ allows: _allows, ...other }) => other), made]);
    return { id, token };
  }

  /** What it was. @throws NotFoundError */
  revoke(id: string): StoredToken {
    const found = this.#all().find((token) => token.id === id);
    if (!found) throw new NotFoundError(texts.unknown);
    this.#write(this.#all().filter((token) => token !== found));
    this.#ended(id);
    return found;
  }

  /** There is another first administrator: what his predecessor gave out is over. */
  revokeAll(): void {
    const ids = this.#all().map(({ id }) => id);
    if (ids.length === 0) return;
    this.#write([]);
    for (const id of ids) this.#ended(id);
  }

  /** Who asks with it from this address; undefined where it is not valid, or not from there. */
  authenticate(text: string, address: string): Session | undefined {
    const token = SHAPE.test(text) ? this.#byHash.get(hashOf(text)) : undefined;
    const standing = token && this.#standing(token);
    if (!token || !standing || this.#expired(token)) return undefined;
    if (!token.allows(address)) {
      this.#parts.elsewhere(token.name, address);
      return undefined;
    }
    this.#uses.note(token.id);
    const { id, name, ownerName } = token;
    return { id: SESSION_PREFIX + id, who: { kind: "token", id, name, owner: ownerName }, ...standing };
  }

  /** What it is for now, undefined where it is over. `session`: id that `authenticate` gave. */
  now(session: string): Pick<Caller, "level" | "bounds"> | undefined {
    const token = this.#all().find(({ id }) => SESSION_PREFIX + id === session);
    return token && !this.#expired(token) ? this.#standing(token) : undefined;
  }

  /** Whether what was opened with it may go on. */
  alive(session: string): boolean {
    return this.now(session) !== undefined;
  }

  /** Whether the session is one of a token. */
  static owns(session: string): boolean {
    return session.startsWith(SESSION_PREFIX);
  }

  /** Calls `handler` once when the token ends, at once if it has. The returned function forgets it. */
  onEnd(session: string, handler: () => void): () => void {
    if (!this.alive(session)) {
      handler();
      return () => undefined;
    }
    return this.#endings.add(session, handler);
  }

  /** What an owner may is another thing now: whatever his tokens opened ends, and asks again. @param person id; "" who has the one password */
  ownerChanged(person: string): void {
    for (const { id, owner } of this.#all())
      if ((owner.kind === "person" ? owner.id : "") === person) this.#ended(id);
  }

  /** Ends what expired tokens opened, and those whose owner is gone. */
  sweep(): void {
    for (const session of this.#endings.sessions()) if (!this.alive(session)) this.#endings.end(session);
  }

  #all(): Known[] {
    return [...this.#byHash.values()];
  }

  #expired({ expires }: StoredToken): boolean {
    return expires !== 0 && this.#parts.clock.now() >= expires;
  }

  /** What it may now; undefined: nothing. */
  #standing({ channels, level, owner }: StoredToken): Pick<Caller, "level" | "bounds"> | undefined {
    const now = this.#parts.ownerNow(owner);
    if (!now) return undefined;
    const { areas, channels: his } = now.bounds ?? {};
    // Two lists of patterns have no list of what both let through; whoever keeps an owner to channels makes his tokens anew.
    if (channels && his) return undefined;
    const kept = channels ?? his;
    const bounds = areas || kept ? { ...(areas && { areas }), ...(kept && { channels: kept }) } : undefined;
    return { level: lowerLevel(level, now.level), bounds };
  }

  #write(tokens: readonly StoredToken[]): void {
    const { clock, store } = this.#parts;
    const plain = tokens.map((token) => {
      const { allows: _allows, ...stored } = token as Known;
      return stored;
    });
    store.settings.write(tokensSetting, plain, clock.now());
    this.#learn(plain);
    this.#uses.keep(new Set(plain.map(({ id }) => id)));
  }

  #learn(tokens: readonly StoredToken[]): void {
    this.#byHash = new Map(
      tokens.map((token) => [
        token.hash,
        { ...token, allows: token.networks ? networksOf(token.networks) : () => true },
      ]),
    );
  }

  #ended(id: string): void {
    this.#endings.end(SESSION_PREFIX + id);
  }
}

/** As it is stored. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
