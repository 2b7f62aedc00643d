/**
 * Takes what the hubs of one customer send on of their journals: into the database, and only then out of the stream. Batches of one
 * hub are stored in the order in which they came; one that came twice is stored once.
 *
 * What is no batch of a hub of ours is dropped. While the database is away nothing is dropped: it waits in the stream, and once that is
 * full, at the sites.
 */
import { Backoff, type Clock, errorText, type Logger, type Scope, UnavailableError } from "@hubwart/core";
import { feedBatch, feedOf, subjectsOf } from "@hubwart/fleet";
import { createInbox, type Msg, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import * as z from "zod/mini";
import { AT_ONCE, ensureStream, makeReader, placeOf, SILENT_MS, unacknowledged } from "./stream.ts";

export type Taken = {
  [F in keyof typeof feedBatch]: { hub: string; feed: F; batch: z.output<(typeof feedBatch)[F]> };
}[keyof typeof feedBatch];

export interface IntakeParts {
  connection: NatsConnection;
  /** Servers that keep each batch. */
  replicas: number;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** Whether it is a hub of this customer. */
  known: (hub: string) => boolean;
  /** All of them or none. @throws UnavailableError: try again */
  store: (taken: readonly Taken[]) => Promise<void>;
  /** A hub sent what is no batch. */
  garbage: (hub: string) => void;
  backoff?: Backoff;
}

const LONGEST_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 250;

export class Intake {
  readonly #parts: IntakeParts;
  readonly #backoff: Backoff;
  #subscription: Subscription | undefined;
  #waiting: Msg[] = [];
  #heard = 0;
  /** Counts up whenever the reader is made anew; what belongs to one before is left alone. */
  #turn = 0;
  /** Of the reader's last message. */
  #place = 0;
  /** Times in a row that the server waited for what is not here. */
  #missed = 0;
  #busy = false;
  #said = "";
  #cancel: (() => void) | undefined;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.#backoff = parts.backoff ?? new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    const { clock, scope } = parts;
    scope.add(() => this.#cancel?.());
    scope.add(
      clock.every(SILENT_MS / 3, () => {
        if (clock.monotonic() - this.#heard > SILENT_MS) this.again();
      }),
    );
  }

  /** From the oldest that is not stored. Also after each return of the connection. */
  again(): void {
    const { clock, connection, log, replicas, scope } = this.#parts;
    this.#turn += 1;
    const turn = this.#turn;
    this.#waiting = [];
    this.#place = 0;
    this.#missed = 0;
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#heard = clock.monotonic();
    const begin = async () => {
      await ensureStream(connection, replicas);
      if (turn !== this.#turn || connection.isClosed()) return;
      const inbox = createInbox();
      this.#subscription = connection.subscribe(inbox, {
        callback: (error, message) => {
          if (!error && turn === this.#turn) this.#arrived(message);
        },
      });
      await makeReader(connection, inbox);
      this.#backoff.reset();
    };
    begin().catch((error: unknown) => {
      if (turn !== this.#turn || scope.ended) return;
      log.warn(`feeds: ${errorText(error)}`);
      this.#cancel = clock.after(this.#backoff.next(), () => this.again());
    });
  }

  #arrived(message: Msg): void {
    this.#heard = this.#parts.clock.monotonic();
    const place = placeOf(message);
    // One before it went down with the server that was sending it.
    if (place !== undefined && place > this.#place + (message.reply ? 1 : 0)) return this.again();
    // Without a reply: a heartbeat.
    if (!message.reply) return void this.#look();
    this.#place = place ?? this.#place;
    this.#waiting.push(message);
    void this.#work();
  }

  /** Whether the server waits for acknowledgements that were given: those went down with another server. */
  async #look(): Promise<void> {
    const turn = this.#turn;
    const idle = () => turn === this.#turn && !this.#busy && this.#waiting.length === 0;
    if (!idle()) return;
    const waits = await unacknowledged(this.#parts.connection).catch(() => 0);
    if (!idle()) return;
    this.#missed = waits > 0 ? this.#missed + 1 : 0;
    if (this.#missed > 1) this.again();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#waiting.length > 0) {
        const turn = this.#turn;
        const messages = this.#waiting.splice(0, AT_ONCE);
        const kept = await this.#kept(messages);
        // Otherwise the reader was made anew meanwhile, and they come again.
        if (turn !== this.#turn) continue;
        if (!kept) return this.again();
        for (const message of messages) message.respond("+ACK");
        this.#confirm(kept);
      }
    } finally {
      this.#busy = false;
    }
  }

  #confirm(taken: readonly Taken[]): void {
    for (const { batch, feed, hub } of taken) {
      const { at = 0, seq = 0 } = batch.entries.at(-1) ?? {};
      const said = JSON.stringify({ v: 1, mark: { seq, at } });
      this.#parts.connection.publish(subjectsOf(hub).stored(feed), said);
    }
  }

  /** What of them is stored now, when the rest is known to be of no use; undefined: they come again. */
  async #kept(messages: readonly Msg[]): Promise<readonly Taken[] | undefined> {
    const { clock, log, scope, store } = this.#parts;
    const taken = messages.flatMap((message) => this.#read(message) ?? []);
    const turn = this.#turn;
    while (taken.length > 0) {
      try {
        await store(taken);
        this.#backoff.reset();
        this.#said = "";
        return taken;
      } catch (error) {
        if (scope.ended || turn !== this.#turn) return undefined;
        const text = errorText(error);
        if (text !== this.#said) log.warn(`feeds are not stored: ${text}`);
        this.#said = text;
        if (!(error instanceof UnavailableError)) return await this.#oneByOne(taken);
        await new Promise<void>((resolve) => clock.after(this.#backoff.next(), resolve));
      }
    }
    return taken;
  }

  /** So that one that the database does not take keeps no other out. */
  async #oneByOne(taken: readonly Taken[]): Promise<Taken[] | undefined> {
    const { garbage, store } = this.#parts;
    const stored: Taken[] = [];
    for (const one of taken) {
      try {
        await store([one]);
        stored.push(one);
      } catch (error) {
        if (error instanceof UnavailableError) return undefined;
        garbage(one.hub);
      }
    }
    return stored;
  }

  #read(message: Msg): Taken | undefined {
    const { garbage, known } = this.#parts;
    const of = feedOf(message.subject);
    if (!of || !known(of.hub)) return undefined;
    const { feed, hub } = of;
    const batch = parsed(feedBatch[feed], message);
    if (!batch) garbage(hub);
    return batch && ({ hub, feed, batch } as Taken);
  }
}

function parsed<S extends z.ZodMiniType>(schema: S, message: Msg): z.output<S> | undefined {
  try {
    return z.safeParse(schema, message.json()).data;
  } catch {
    return undefined;
  }
}
