/**
 * People who sign in beside the administrator of the one password: who they are, what for, and the links that invite them.
 * Addressees of alarms are others (`areas/alarms/people.ts`).
 *
 *     const people = new People(store, clock);
 *     const { token } = people.invite({ name: "anna", label: "Anna Muster", role: "operate", channels: null });
 *     people.accept(token, hash, false);
 *     const stop = people.onChange((id) => …);            // what the person has open ends now
 *
 * Invariants
 * - There is always an administrator who can sign in: what would leave none is refused.
 * - No two names are alike, whatever their case, nor is one that of the one password.
 * - Of a password the argon2id hash is kept, of a link's token its SHA-256. Fields are named so that a backup without a password
 *   leaves them out.
 * - `stamp` changes with whatever ends a person's sessions, which belong to one.
 * - Whom the central keeps may no more than the site allows that central now, and nothing without it; none of them counts as the
 *   administrator that there always is.
 */
import { createHash, randomBytes } from "node:crypto";
import { LEVELS, type Level, LIMITS, lowerLevel, type Who } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError } from "@hubwart/core";
import { factorTexts, plainName } from "@hubwart/core/sign-in";
import { LOST, type Store } from "@hubwart/core/store";
import { type Identity, type PeopleState, type StoredPerson, seenSetting, setting } from "./stored.ts";
import { texts } from "./texts.ts";

export interface Editable {
  name: string;
  label: string;
  role: Level;
  channels: readonly string[] | null;
}

/** What the site lets its central do now: which central, and up to which level. */
export interface CentralLeave {
  /** SHA-256 of its authority. */
  central: string;
  may: Level;
}

export interface Link {
  token: string;
  /** ms since the epoch. */
  until: number;
}

export class People {
  readonly #store: Pick<Store, "settings" | "credential" | "personFactors">;
  readonly #clock: Pick<Clock, "now">;
  readonly #listeners = new Set<(id: string) => void>();
  #leave: () => CentralLeave | undefined = () => undefined;

  constructor(store: Pick<Store, "settings" | "credential" | "personFactors">, clock: Pick<Clock, "now">) {
    this.#store = store;
    this.#clock = clock;
  }

  all(): PeopleState {
    return this.#store.settings.read(setting);
  }

  /** Somebody besides who has the one password can sign in. */
  get any(): boolean {
    return this.all().people.some(({ pwd }) => pwd !== "");
  }

  get owner(): { name: string; locked: boolean } {
    const { locked_for, name } = this.all().owner;
    return { name, locked: locked_for !== "" && locked_for === this.#store.credential.read()?.id };
  }

  ofDirectory({ issuer, sub }: Identity): StoredPerson | undefined {
    return this.all().people.find(({ directory }) => directory?.issuer === issuer && directory.sub === sub);
  }

  /** @param leave undefined: the site lets no central keep people here */
  followCentral(leave: () => CentralLeave | undefined): void {
    this.#leave = leave;
  }

  get centralLeave(): CentralLeave | undefined {
    return this.#leave();
  }

  /** What the person may now; undefined: nothing, not even sign in. */
  roleNow({ central, locked, role }: StoredPerson): Level | undefined {
    if (locked) return undefined;
    if (central === undefined) return role;
    const leave = this.#leave();
    return leave?.central === central ? lowerLevel(role, leave.may) : undefined;
  }

  find(id: string): StoredPerson | undefined {
    return this.all().people.find((one) => one.id === id);
  }

  named(name: string): StoredPerson | undefined {
    return this.all().people.find((one) => sameName(one.name, name));
  }

  demands(role: Level): boolean {
    return this.all().demand.includes(role);
  }

  /** Called with the person's id when what the person has open has to end; the returned function ends it. */
  onChange(handler: (id: string) => void): () => void {
    this.#listeners.add(handler);
    return () => void this.#listeners.delete(handler);
  }

  /** @throws InvalidInputError, ConflictError where there are too many */
  invite(given: Editable): Link & { id: string } {
    const state = this.all();
    if (state.people.length >= LIMITS.people) throw new ConflictError(texts.mostPeople(LIMITS.people));
    const { link, stored } = this.#newLink();
    const id = randomBytes(8).toString("hex");
    const added = { id, ...fields(given, state), pwd: "", stamp: "", locked: false, factor: false };
    this.#write({ ...state, people: [...state.people, { ...added, ...stored }] });
    return { id, ...link };
  }

  /** @throws NotFoundError */
  renewLink(id: string): Link {
    this.#local(id);
    const { link, stored } = this.#newLink();
    this.#change(id, (before) => ({ ...before, ...stored }));
    return link;
  }

  /**
   * A person as the directory service says today, for the first time or again. What it says opens no account that has a
   * password here: a name that there is gets a number.
   * @throws InvalidInputError, ConflictError where there are too many
   */
  fromDirectory(directory: Identity, given: Editable, factor: boolean): StoredPerson {
    const known = this.ofDirectory(directory);
    if (known) {
      const { label, role } = given;
      const channels = given.channels && [...given.channels];
      const ends = reachOf(given) !== reachOf(known);
      const stamp = ends ? newStamp() : known.stamp;
      return this.#change(known.id, (before) => ({ ...before, channels, label, role, factor, stamp }), ends);
    }
    const state = this.all();
    if (state.people.length >= LIMITS.people) throw new ConflictError(texts.mostPeople(LIMITS.people));
    const id = randomBytes(8).toString("hex");
    const rest = { pwd: "", stamp: newStamp(), locked: false, invite_hash: "", invite_until: 0 };
    const added = { id, ...fields({ ...given, name: freeName(given.name, state) }, state), ...rest };
    this.#write({ ...state, people: [...state.people, { ...added, factor, directory }] });
    return { ...added, factor, directory };
  }

  /**
   * A person as the central wants it, new or changed, without a link. One that is locked stays so.
   * @returns the person as before  @throws InvalidInputError, ConflictError for a person of the site, or where there are too many
   */
  fromCentral(central: string, given: Editable): StoredPerson | undefined {
    const known = this.named(given.name);
    const state = this.all();
    if (known) {
      if (known.central !== central) throw new ConflictError(texts.ofSite(known.name));
      const next = fields(given, state, known.id);
      const ends = reachOf(next) !== reachOf(known);
      const stamp = ends ? newStamp() : known.stamp;
      this.#change(known.id, (before) => ({ ...before, ...next, stamp }), ends);
      return known;
    }
    if (state.people.length >= LIMITS.people) throw new ConflictError(texts.mostPeople(LIMITS.people));
    const rest = { pwd: "", stamp: "", locked: false, factor: false, invite_hash: "", invite_until: 0 };
    const id = randomBytes(8).toString("hex");
    this.#write({ ...state, people: [...state.people, { id, ...fields(given, state), ...rest, central }] });
    return undefined;
  }

  /** Ends the sessions of whom the central keeps: it may less now. */
  endCentral(): void {
    for (const { central, id } of this.all().people)
      if (central !== undefined) this.#change(id, (before) => ({ ...before, stamp: newStamp() }), true);
  }

  /** Ends the sessions of whoever came by the directory service, or of this one. */
  endDirectory(only?: string): void {
    for (const { directory, id } of this.all().people)
      if (directory && (only === undefined || only === id))
        this.#change(id, (before) => ({ ...before, stamp: newStamp() }), true);
  }

  /** @returns the person as before  @throws NotFoundError, InvalidInputError, ConflictError */
  save(id: string, given: Editable, by: Who): StoredPerson {
    const before = this.#local(id);
    if (before.central !== undefined) throw new ConflictError(texts.ofCentral);
    const next = fields(given, this.all(), id);
    if (isSelf(by, id) && next.role !== before.role) throw new ConflictError(texts.ownAccount);
    const ends = reachOf(next) !== reachOf(before);
    this.#change(id, (person) => ({ ...person, ...next, stamp: ends ? newStamp() : person.stamp }), ends);
    return before;
  }

  /** @throws NotFoundError, ConflictError */
  lock(id: string, locked: boolean, by: Who): StoredPerson {
    const before = this.#known(id);
    if (isSelf(by, id)) throw new ConflictError(texts.ownAccount);
    this.#change(id, (person) => ({ ...person, locked, stamp: newStamp() }), true);
    return before;
  }

  /** @throws NotFoundError, ConflictError */
  remove(id: string, by: Who): StoredPerson {
    const before = this.#known(id);
    if (isSelf(by, id)) throw new ConflictError(texts.ownAccount);
    const state = this.all();
    this.#write({ ...state, people: state.people.filter((one) => one.id !== id) });
    this.#store.personFactors.of(id).delete();
    this.#tell(id);
    return before;
  }

  /** @throws InvalidInputError, ConflictError */
  saveOwner({ locked, name }: { name: string; locked: boolean }, by: Who): { name: string; locked: boolean } {
    const before = this.owner;
    const state = this.all();
    if (state.people.some((one) => sameName(one.name, name))) throw wrong("name", texts.nameTaken);
    if (locked && by.kind === "administrator") throw new ConflictError(texts.ownAccount);
    const locked_for = locked ? (this.#store.credential.read()?.id ?? "") : "";
    this.#write({ ...state, owner: { name, locked_for } });
    if (locked && !before.locked) this.#tell("");
    return before;
  }

  /** @throws ConflictError where who asks would be shut out */
  saveDemand(roles: readonly Level[], by: Who): readonly Level[] {
    const state = this.all();
    const asks = by.kind === "person" ? this.#known(by.id) : undefined;
    if (asks && roles.includes(asks.role) && !asks.factor) throw new ConflictError(texts.factorFirst);
    this.#write({ ...state, demand: LEVELS.filter((each) => roles.includes(each)) });
    return state.demand;
  }

  /** Whom an open link invites; undefined for one that is used, over or none. */
  invited(token: string): StoredPerson | undefined {
    const hash = hashOf(token);
    const now = this.#clock.now();
    return this.all().people.find(
      (one) => one.invite_hash === hash && one.invite_until > now && this.roleNow(one) !== undefined,
    );
  }

  /** Uses the link up. @throws NotFoundError */
  accept(token: string, pwd: string, factor: boolean): StoredPerson {
    const found = this.invited(token);
    if (!found) throw new NotFoundError(texts.noInvitation);
    const set = { pwd, factor, stamp: newStamp(), invite_hash: "", invite_until: 0 };
    return this.#change(found.id, (before) => ({ ...before, ...set }), true);
  }

  /** Ends the person's sessions. */
  setPassword(id: string, pwd: string): StoredPerson {
    return this.#change(id, (before) => ({ ...before, pwd, stamp: newStamp() }), true);
  }

  /** Ends the person's sessions. @throws ConflictError where the role needs one */
  setFactor(id: string, factor: boolean): StoredPerson {
    return this.#change(
      id,
      (before) => {
        if (!factor && this.demands(this.roleNow(before) ?? before.role))
          throw new ConflictError(factorTexts.factorDemanded);
        return { ...before, factor, stamp: newStamp() };
      },
      true,
    );
  }

  /** ms since the epoch, by id; "" who has the one password. */
  seen(): Readonly<Record<string, number>> {
    return this.#store.settings.read(seenSetting);
  }

  sawNow(id: string): void {
    // With the one password alone nobody asks, and signing in costs one write less.
    if (!this.all().people.some(({ directory, pwd }) => directory || pwd !== "")) return;
    const known = new Set(["", ...this.all().people.map((one) => one.id)]);
    const kept = Object.entries(this.seen()).filter(([name]) => known.has(name));
    const now = this.#clock.now();
    this.#store.settings.write(seenSetting, { ...Object.fromEntries(kept), [id]: now }, now);
  }

  #newLink(): { link: Link; stored: Pick<StoredPerson, "invite_hash" | "invite_until"> } {
    const token = randomBytes(32).toString("base64url");
    const until = this.#clock.now() + LIMITS.invitationLife;
    return { link: { token, until }, stored: { invite_hash: hashOf(token), invite_until: until } };
  }

  #known(id: string): StoredPerson {
    const found = this.find(id);
    if (!found) throw new NotFoundError(texts.noPerson);
    return found;
  }

  /** One whose account is kept here. */
  #local(id: string): StoredPerson {
    const found = this.#known(id);
    if (found.directory) throw new ConflictError(texts.ofDirectory);
    return found;
  }

  #change(id: string, change: (before: StoredPerson) => StoredPerson, ends = false): StoredPerson {
    const after = change(this.#known(id));
    const state = this.all();
    this.#write({ ...state, people: state.people.map((one) => (one.id === id ? after : one)) });
    if (ends) this.#tell(id);
    return after;
  }

  /** @throws ConflictError where no administrator would be left who was there before */
  #write(next: PeopleState): void {
    if (!this.#hasAdministrator(next) && this.#hasAdministrator(this.all()))
      throw new ConflictError(texts.lastAdministrator);
    this.#store.settings.write(setting, next, this.#clock.now());
  }

  #hasAdministrator({ demand, owner, people }: PeopleState): boolean {
    const credential = this.#store.credential.read();
    if (credential && credential.hash !== LOST && credential.id !== owner.locked_for) return true;
    const demanded = demand.includes("admin");
    return people.some(
      ({ central, factor, locked, pwd, role }) =>
        central === undefined && role === "admin" && !locked && pwd !== "" && (factor || !demanded),
    );
  }

  #tell(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }
}

/** What people read: the name they gave, or the one they sign in with. */
export const shownName = ({ label, name }: Pick<StoredPerson, "label" | "name">): string => label || name;

/** What of a change ends sessions. */
const reachOf = ({ channels, role }: Editable): string => JSON.stringify([role, channels]);
const sameName = (a: string, b: string): boolean => plainName(a) === plainName(b);
const isSelf = (by: Who, id: string): boolean => by.kind === "person" && by.id === id;
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
const newStamp = (): string => randomBytes(12).toString("base64url");
const wrong = (field: string, message: string) => new InvalidInputError([{ field, message }]);

function fields({ channels, label, name, role }: Editable, { owner, people }: PeopleState, id?: string) {
  const others = people.filter((one) => one.id !== id).map((one) => one.name);
  if ([owner.name, ...others].some((other) => sameName(other, name))) throw wrong("name", texts.nameTaken);
  if (channels && role !== "see" && role !== "operate") throw wrong("channels", texts.unboundedRole);
  return { name, label, role, channels: channels && [...new Set(channels)] };
}

/** `name`, or the first of `name 2`, `name 3`, … that nobody has. */
function freeName(name: string, { owner, people }: PeopleState): string {
  const taken = new Set([owner.name, ...people.map((one) => one.name)].map(plainName));
  let free = name;
  for (let number = 2; taken.has(plainName(free)); number += 1) free = `${name} ${number}`;
  return free;
}
