/**
 * Whoever can sign in, in one shape: the administrator of the one password, and people. What differs between them is here alone.
 */
import type { Caller, Level, Who } from "@hubwart/contract";
import { type Clock, ConflictError, DeniedError, isDiskFull, isUnwritable, type Logger } from "@hubwart/core";
import { brakeOfName, plainName } from "@hubwart/core/sign-in";
import { newCredential, type Store } from "@hubwart/core/store";
import type { Doer } from "../../http/ports.ts";
import { ForbiddenError } from "../../http/rights.ts";
import { common } from "../../texts.ts";
import { People, shownName } from "../people/people.ts";
import type { StoredPerson } from "../people/stored.ts";
import { texts as peopleTexts } from "../people/texts.ts";
import { texts } from "../texts.ts";
import { SecondFactor } from "./second-factor.ts";

export interface Account extends Caller {
  /** PHC string of the password. */
  hash: string;
  /** Tells it from others in names of brakes; empty of the one password. */
  key: string;
  /** Id; empty of the one password. */
  id: string;
  /** What its sessions belong to; undefined of the one password. */
  person: string | undefined;
  factor: SecondFactor;
  /** A code is asked for, and there is none stored that it could be. */
  factorMissing: boolean;
}

/** What is changed of how an account signs in. */
export interface Renewal {
  hash?: string;
  factor?: boolean;
  /** What goes with it, or not at all. */
  also?: () => void;
}

export class Accounts {
  readonly people: People;
  readonly ownFactor: SecondFactor;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #factors = new Map<string, SecondFactor>();

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.people = new People(store, clock);
    this.ownFactor = new SecondFactor(store, clock, log);
  }

  /** Who may sign in by this name; without one, who has the one password. undefined for nobody, or nobody today. */
  named(name: string | undefined): Account | undefined {
    const { locked, name: own } = this.people.owner;
    if (name === undefined || plainName(name) === plainName(own)) return locked ? undefined : this.owner();
    const found = this.people.named(name);
    const role = found && this.people.roleNow(found);
    return found && role && found.pwd !== "" ? this.#person(found, role) : undefined;
  }

  /** For the change log: whose name it is, or of nobody, whose name is not written down: people type passwords there. */
  doer(name: string | undefined): Doer {
    const { name: own } = this.people.owner;
    if (name === undefined || plainName(name) === plainName(own)) return { kind: "administrator", name: own };
    const found = this.people.named(name);
    return found ? { kind: "person", id: found.id, name: shownName(found) } : { kind: "unknown", name: "" };
  }

  /** Part of a brake's name: another for each name that is given, whether there is one or not. */
  brake(name: string | undefined): string {
    return name === undefined ? "" : brakeOfName(name);
  }

  owner(): Account {
    return {
      ...this.#asOwner(),
      hash: this.#store.credential.read()?.hash ?? "",
      key: "",
      id: "",
      person: undefined,
      factor: this.ownFactor,
      factorMissing: false,
    };
  }

  /** Of who is signed in. @throws ForbiddenError for a token or wall panel, DeniedError for who is gone */
  of(who: Who | undefined): Account {
    if (who === undefined || who.kind === "administrator") return this.owner();
    if (who.kind !== "person") throw new ForbiddenError(peopleTexts.notForTokens);
    const found = this.people.find(who.id);
    const role = found && this.people.roleNow(found);
    if (!found || !role) throw new DeniedError(common.pleaseSignIn);
    return this.#person(found, role);
  }

  /** Who a session belongs to, and what he may today; undefined where it is over. */
  caller(person: string | undefined): Caller | undefined {
    if (person === undefined) return this.people.owner.locked ? undefined : this.#asOwner();
    const [id = "", stamp] = person.split(".");
    const found = this.people.find(id);
    const role = found && this.people.roleNow(found);
    return found && role && found.stamp === stamp ? asPerson(found, role) : undefined;
  }

  /** What a person may today, whatever his sessions; without an id, who has the one password. */
  callerNow(id: string | undefined): Caller | undefined {
    const found = id === undefined ? undefined : this.people.find(id);
    if (id !== undefined && !found) return undefined;
    return this.caller(found && `${found.id}.${found.stamp}`);
  }

  sawNow({ id }: Account): void {
    try {
      this.people.sawNow(id);
    } catch (error) {
      // Nobody is shut out because there is no room to note that he was here.
      if (!isDiskFull(error) && !isUnwritable(error)) throw error;
    }
  }

  /** Ends the account's sessions, without which no change of how it signs in. To be run within a transaction. @returns what new ones belong to */
  renew({ id }: Account, change: Renewal): string | undefined {
    return id === "" ? this.#renewOwner(change) : this.#renewPerson(id, change);
  }

  #renewOwner({ also, hash }: Renewal): undefined {
    const present = this.#store.credential.read();
    if (!present) throw new ConflictError(texts.noPassword);
    const factor = this.#store.secondFactor.read();
    if (hash === undefined) this.#store.credential.put(newCredential(present.hash, present.changed));
    else this.#store.credential.replace(hash, this.#clock.now());
    if (hash !== undefined && factor) this.#store.secondFactor.put(factor);
    also?.();
    this.#store.sessions.deleteOwners();
  }

  #renewPerson(id: string, change: Renewal): string {
    if (change.factor !== undefined) this.people.setFactor(id, change.factor);
    if (change.hash !== undefined) this.people.setPassword(id, change.hash);
    change.also?.();
    this.#store.sessions.deletePerson(id);
    return sessionsOf(this.people.find(id));
  }

  #asOwner(): Caller {
    return {
      who: { kind: "administrator", name: this.people.owner.name },
      level: "admin",
      bounds: undefined,
    };
  }

  #person(person: StoredPerson, role: Level): Account {
    const factor = this.factorOf(person.id);
    const needed = person.factor || this.people.demands(role);
    return {
      ...asPerson(person, role),
      hash: person.pwd,
      key: `/${person.id}`,
      id: person.id,
      person: sessionsOf(person),
      factor,
      factorMissing: needed && !(person.factor && factor.state().on),
    };
  }

  factorOf(id: string): SecondFactor {
    const known = this.#factors.get(id);
    if (known) return known;
    const made = new SecondFactor(this.#store, this.#clock, this.#log, id);
    this.#factors.set(id, made);
    return made;
  }
}

const sessionsOf = (person: StoredPerson | undefined): string => `${person?.id ?? ""}.${person?.stamp ?? ""}`;

/** @param role what the person may now */
const asPerson = (person: StoredPerson, role: Level): Caller => ({
  who: { kind: "person", id: person.id, name: shownName(person) },
  level: role,
  bounds: person.channels ? { channels: person.channels } : undefined,
  ...(person.central !== undefined && { keptByCentral: true }),
});

export const sameWho = (a: Who, b: Who): boolean =>
  a.kind === "administrator" ? b.kind === "administrator" : a.kind === b.kind && a.id === b.id;
