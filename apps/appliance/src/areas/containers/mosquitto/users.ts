/**
 * Users of the broker. A change is taken over by the running broker before it counts as saved; the password itself is kept nowhere.
 */
import { filterProblem } from "@hubwart/containers";
import type { BodyOf, mosquittoUserSet } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import { brokerHash } from "./hash.ts";
import { type RightsChange, rightsChanges } from "./rights.ts";

/** `hash` is empty for one that came back from a backup without a password. */
const user = z.object({ usr: z.string(), hash: z.string(), read: z.string(), write: z.string() });
export type BrokerUser = z.output<typeof user>;
const setting = defineSetting({
  name: "mosquitto.users",
  schema: z.array(user),
  fallback: [],
  tells: (users) =>
    users.map(({ usr, ...mark }) => ({ about: "accounts", name: texts.mosquittoUser(usr), mark })),
});

const MOST_USERS = 500;
/** Of all topics together, bytes: what is handed over to the device service has a limit too. */
const MOST_TOPICS = 1024 * 1024;

export interface UsersParts {
  store: Pick<Store, "settings">;
  clock: Clock;
  /** Hands those that may sign in to the broker, if it runs. */
  apply: (users: readonly BrokerUser[]) => Promise<void>;
}

export class BrokerUsers {
  readonly #parts: UsersParts;
  readonly #queue = new SerialQueue();
  /** Whether the broker has been told of those that are stored; not known of what was before this process. */
  #told = false;

  constructor(parts: UsersParts) {
    this.#parts = parts;
  }

  all(): BrokerUser[] {
    return this.#parts.store.settings.read(setting);
  }

  /** Those that may sign in at the broker. A stored filter that it does not take allows nothing, and stops nobody else. */
  admitted(): BrokerUser[] {
    return admitted(this.all());
  }

  find(usr: string): BrokerUser {
    const found = this.all().find((one) => one.usr === usr);
    if (!found) throw new NotFoundError(texts.noUser);
    return found;
  }

  async set({ usr, pwd, read, write }: BodyOf<typeof mosquittoUserSet>): Promise<RightsChange[]> {
    refuse(read, write);
    const hash = pwd ? await brokerHash(pwd) : undefined;
    return await this.#change((users) => {
      const known = users.find((one) => one.usr === usr);
      const kept = hash ?? known?.hash;
      if (kept === undefined) {
        throw new InvalidInputError([{ field: "pwd", message: texts.passwordNeeded }]);
      }
      if (!known && users.length >= MOST_USERS) throw new ConflictError(texts.mostUsers(MOST_USERS));
      const next = { usr, hash: kept, read, write };
      return known ? users.map((one) => (one.usr === usr ? next : one)) : [...users, next];
    });
  }

  async delete(usr: string): Promise<RightsChange[]> {
    return await this.#change((users) => {
      this.find(usr);
      return users.filter((one) => one.usr !== usr);
    });
  }

  /** The broker may have run on while nobody could tell it anything. */
  doubt(): void {
    this.#told = false;
  }

  /** Tells the broker again where it is not sure that it was told, so that nobody who was deleted stays. */
  async follow(): Promise<void> {
    if (!this.#told) await this.#queue.run(() => this.#apply(this.all()));
  }

  /** A change that fails may have come through all the same, its answer being late. */
  async #apply(users: readonly BrokerUser[]): Promise<void> {
    this.#told = false;
    await this.#parts.apply(admitted(users));
    this.#told = true;
  }

  /** @returns who gains and who loses topics */
  #change(change: (users: BrokerUser[]) => BrokerUser[]): Promise<RightsChange[]> {
    return this.#queue.run(async () => {
      const before = this.all();
      const after = change(before);
      refuseTooLong(after);
      this.#write(after);
      try {
        await this.#apply(after);
      } catch (error) {
        this.#write(before);
        throw error;
      }
      return rightsChanges(admitted(before), admitted(after));
    });
  }

  #write(users: BrokerUser[]): void {
    this.#parts.store.settings.write(setting, users, this.#parts.clock.now());
  }
}

function admitted(users: readonly BrokerUser[]): BrokerUser[] {
  const taken = (filter: string) => (filterProblem(filter) === undefined ? filter : "");
  return users
    .filter(({ hash }) => hash !== "")
    .map((one) => ({ ...one, read: taken(one.read), write: taken(one.write) }));
}

function refuseTooLong(users: readonly BrokerUser[]): void {
  const bytes = users.reduce(
    (sum, { read, write }) => sum + Buffer.byteLength(read) + Buffer.byteLength(write),
    0,
  );
  if (bytes <= MOST_TOPICS) return;
  throw new ConflictError(texts.topicsTooLong);
}

function refuse(read: string, write: string): void {
  const problems = [
    { field: "read", message: filterProblem(read) },
    { field: "write", message: filterProblem(write) },
  ].flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]));
  if (read === "" && write === "") {
    problems.push({ field: "read", message: texts.topicNeeded });
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
}
