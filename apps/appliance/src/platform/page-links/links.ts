/**
 * Links that show one page on a wall panel.
 *
 * Invariants
 * - Only the SHA-256 of a token is kept; it is told once.
 * - What a link reaches follows from the page as the running project has it, at each call. A project without the page leaves nothing.
 * - It never does more than whoever made it may now.
 * - What ends it (revoked, its owner gone), or changes what it reaches (another project), ends what it opened.
 */
import { randomBytes } from "node:crypto";
import {
  type Caller,
  includes,
  LIMITS,
  PANEL_TOKEN_PREFIX,
  type PageLink,
  type Writable,
} from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { Session } from "../../http/ports.ts";
import { Endings } from "../machine-tokens/endings.ts";
import { LastUses } from "../machine-tokens/last-uses.ts";
import type { Owner } from "../machine-tokens/settings.ts";
import { hashOf } from "../machine-tokens/tokens.ts";
import { linksSetting, linkUsesSetting, type StoredLink } from "./settings.ts";
import { texts } from "./texts.ts";

const SHAPE = new RegExp(`^${PANEL_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
/** Before the id of a link, where a session's stands. */
const SESSION_PREFIX = "panel:";

/** What the running project has of pages. */
export interface PagesNow {
  /** Another one is another project; undefined without. */
  version(): string | undefined;
  /** undefined: there is no such page. @throws UnavailableError while they are being read */
  reach(
    page: string,
  ): { channels: readonly string[]; alarms: readonly string[]; writes: readonly Writable[] } | undefined;
}

export interface LinkParts {
  store: Pick<Store, "settings">;
  clock: Clock;
  /** What an owner may now; undefined: he is gone or locked. */
  ownerNow: (owner: Owner) => Pick<Caller, "level" | "bounds"> | undefined;
}

export class PageLinks {
  readonly #parts: LinkParts;
  readonly #uses: LastUses;
  readonly #endings = new Endings();
  #byHash = new Map<string, StoredLink>();
  #pages: PagesNow = { version: () => undefined, reach: () => undefined };
  #version: string | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#learn(parts.store.settings.read(linksSetting));
    this.#uses = new LastUses(parts.store, parts.clock, linkUsesSetting);
  }

  /** Whoever knows the pages; none without. */
  use(pages: PagesNow): void {
    this.#pages = pages;
  }

  /** Whether the text is a token of this kind, valid or not. */
  static is(text: string): boolean {
    return text.startsWith(PANEL_TOKEN_PREFIX);
  }

  /** Whether the session is one of a link. */
  static owns(session: string): boolean {
    return session.startsWith(SESSION_PREFIX);
  }

  /** @throws UnavailableError while the pages are being read */
  list(): PageLink[] {
    return this.#all().map((link) => {
      const { created, id, may_set, name, ownerName, page } = link;
      const there = this.#pages.reach(page) !== undefined;
      const state = !this.#stands(link) ? "stopped" : there ? "valid" : "missing";
      return { id, name, page, may_set, owner: ownerName, created, used: this.#uses.of(id), state };
    });
  }

  /** @throws InvalidInputError, ConflictError where there are too many, UnavailableError */
  create(
    by: Caller,
    { may_set, name, page }: { name: string; page: string; may_set: boolean },
  ): { id: string; token: string } {
    const all = this.#all();
    if (all.some((other) => other.name === name))
      throw new InvalidInputError([{ field: "name", message: texts.taken(name) }]);
    if (this.#pages.reach(page) === undefined)
      throw new InvalidInputError([{ field: "page", message: texts.noPage(page) }]);
    if (all.length >= LIMITS.pageLinks) throw new ConflictError(texts.many(LIMITS.pageLinks));
    const id = randomBytes(9).toString("base64url");
    const token = `${PANEL_TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
    const made: StoredLink = {
      id,
      name,
      hash: hashOf(token),
      page,
      may_set,
      owner: by.who.kind === "person" ? { kind: "person", id: by.who.id } : { kind: "administrator" },
      ownerName: by.who.name,
      created: this.#parts.clock.now(),
    };
    this.#write([...all, made]);
    return { id, token };
  }

  /** What it was. @throws NotFoundError */
  revoke(id: string): StoredLink {
    const found = this.#all().find((link) => link.id === id);
    if (!found) throw new NotFoundError(texts.unknown);
    this.#write(this.#all().filter((link) => link !== found));
    this.#endings.end(SESSION_PREFIX + id);
    return found;
  }

  /** There is another first administrator: what his predecessor gave out is over. */
  revokeAll(): void {
    const ids = this.#all().map(({ id }) => id);
    if (ids.length === 0) return;
    this.#write([]);
    for (const id of ids) this.#endings.end(SESSION_PREFIX + id);
  }

  /** Who asks with it; undefined where it is not valid. @throws UnavailableError while the pages are being read */
  authenticate(text: string): Session | undefined {
    const link = SHAPE.test(text) ? this.#byHash.get(hashOf(text)) : undefined;
    if (!link || !this.#stands(link)) return undefined;
    const { id, name, page } = link;
    const reach = this.#reachOf(link);
    this.#uses.note(id);
    return { id: SESSION_PREFIX + id, who: { kind: "panel", id, name, page }, ...reach };
  }

  /** What it reaches now, undefined where it is over. `session`: id that `authenticate` gave. @throws UnavailableError as that */
  now(session: string): Pick<Caller, "level" | "bounds"> | undefined {
    const link = this.#of(session);
    return link && this.#reachOf(link);
  }

  /** Whether what was opened with it may go on. */
  alive(session: string): boolean {
    return this.#of(session) !== undefined;
  }

  /** Calls `handler` once when the link ends or reaches another thing, at once if it is over. The returned function forgets it. */
  onEnd(session: string, handler: () => void): () => void {
    if (this.alive(session)) return this.#endings.add(session, handler);
    handler();
    return () => undefined;
  }

  /** What an owner may is another thing now. @param person id; "" who has the one password */
  ownerChanged(person: string): void {
    for (const { id, owner } of this.#all())
      if ((owner.kind === "person" ? owner.id : "") === person) this.#endings.end(SESSION_PREFIX + id);
  }

  /** Ends what links opened whose owner is gone, and all that was opened over another project. */
  sweep(): void {
    const version = this.#pages.version();
    const changed = version !== this.#version;
    this.#version = version;
    for (const session of this.#endings.sessions())
      if (changed || !this.alive(session)) this.#endings.end(session);
  }

  #of(session: string): StoredLink | undefined {
    return this.#all().find((link) => SESSION_PREFIX + link.id === session && this.#stands(link));
  }

  #reachOf({ may_set, page }: StoredLink): Pick<Caller, "level" | "bounds"> {
    const { alarms, channels, writes } = this.#pages.reach(page) ?? NOTHING;
    return {
      level: may_set ? "operate" : "see",
      bounds: { channels, alarms, writes: may_set ? writes : [] },
    };
  }

  #all(): StoredLink[] {
    return [...this.#byHash.values()];
  }

  /** Whoever made it may still make one. */
  #stands({ owner }: StoredLink): boolean {
    const now = this.#parts.ownerNow(owner);
    return now !== undefined && now.bounds === undefined && includes(now.level, "admin");
  }

  #write(links: readonly StoredLink[]): void {
    const { clock, store } = this.#parts;
    store.settings.write(linksSetting, [...links], clock.now());
    this.#learn(links);
    this.#uses.keep(new Set(links.map(({ id }) => id)));
  }

  #learn(links: readonly StoredLink[]): void {
    this.#byHash = new Map(links.map((link) => [link.hash, link]));
  }
}

const NOTHING = { channels: [], alarms: [], writes: [] };
