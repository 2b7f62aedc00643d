/** Links that invite: what is behind one, and using it. */
import type { Who } from "@hubwart/contract";
import { callerOf, type FairQueue, NotFoundError } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import type { Account, Accounts } from "../session/accounts.ts";
import type { StoredPerson } from "./stored.ts";
import { texts } from "./texts.ts";

export interface InvitationParts {
  accounts: Accounts;
  store: Store;
  hasher: { hash(password: string): Promise<string> };
  /** Computes one hash at a time. */
  queue: FairQueue;
  /** @returns to be called for a wrong code of this address  @throws ResultError while it is locked */
  braked: (address: string, account: Pick<Account, "key">) => () => void;
  /** A session. @returns its token */
  begin: (account: Account, address: string, agent: string | undefined) => string;
}

export interface Accepted {
  pwd: string;
  /** Code of the second factor, where the role needs one. */
  otp: string | undefined;
  address: string;
  agent: string | undefined;
}

export class Invitations {
  readonly #parts: InvitationParts;

  constructor(parts: InvitationParts) {
    this.#parts = parts;
  }

  /** Uses nothing up. `secret`: for an app, where the role needs a second factor. @throws NotFoundError */
  look(link: string): { person: StoredPerson; secret: string | undefined } {
    const { accounts } = this.#parts;
    const person = this.#invited(link);
    const needed = accounts.people.demands(accounts.people.roleNow(person) ?? person.role);
    return {
      person,
      secret: needed ? accounts.factorOf(person.id).begin(purpose(person), true) : undefined,
    };
  }

  /**
   * Sets the password and signs in; what the person signed in with before is over.
   * @throws NotFoundError, ConflictError where nobody looked before, ResultError `wrongCode`
   */
  accept(
    link: string,
    { address, agent, otp, pwd }: Accepted,
  ): Promise<{ token: string; recovery: string[] | undefined; who: Who }> {
    const { accounts, begin, braked, hasher, queue, store } = this.#parts;
    const task = async () => {
      const person = this.#invited(link);
      const factor = accounts.factorOf(person.id);
      const begun = accounts.people.demands(accounts.people.roleNow(person) ?? person.role)
        ? factor.confirmed(purpose(person), otp ?? "", braked(address, { key: `/${person.id}` }), true)
        : undefined;
      const hash = await hasher.hash(pwd);
      const factors = store.personFactors.of(person.id);
      const accepted = store.transaction(() => {
        accounts.people.accept(link, hash, begun !== undefined);
        if (begun) factors.put(begun.stored);
        else factors.delete();
        const account = accounts.of({ kind: "person", id: person.id, name: "" });
        return { token: begin(account, address, agent), who: account.who };
      });
      factor.settled();
      return { ...accepted, recovery: begun?.recovery };
    };
    return queue.run(callerOf(address), task);
  }

  #invited(link: string): StoredPerson {
    const person = this.#parts.accounts.people.invited(link);
    if (!person) throw new NotFoundError(texts.noInvitation);
    return person;
  }
}

const purpose = ({ id, invite_hash }: StoredPerson): string => `invitation ${id} ${invite_hash}`;
