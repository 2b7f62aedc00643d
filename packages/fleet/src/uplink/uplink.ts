/**
 * The hub's connection to its central: outbound, with the hub's own certificate and pass. Kept up with growing pauses, never given up
 * until it is stopped; what the plant does never waits for it.
 *
 *     const uplink = new Uplink({ identity, clock, log, state: () => report() });
 *     uplink.start();
 *     await uplink.ask(renewalOf(identity));
 *     await uplink.stop();          // nothing is sent or heard any more once this returns
 */
import { createPrivateKey } from "node:crypto";
import { Backoff, type Clock, errorText, type Logger, rested } from "@hubwart/core";
import type { MsgHdrs, NatsConnection } from "@nats-io/transport-node";
import { answerNonce } from "../identity/claims.ts";
import { FLEET_LIMITS } from "../limits.ts";
import type { HubState } from "../messages.ts";
import { subjectsOf } from "../subjects.ts";
import { texts } from "../texts.ts";
import { Answering, type AnsweringParts } from "./answering.ts";
import { Feed, type FeedParts } from "./feed/feed.ts";
import { feedWire } from "./feed/wire.ts";
import type { FileSource } from "./file/file-source.ts";
import type { Identity } from "./identity.ts";

export interface UplinkParts {
  identity: Identity;
  clock: Clock;
  log: Logger;
  /** What is reported; asked again and again while connected. */
  state: () => Promise<HubState>;
  /** What the central asks; without it nothing is heard. */
  answer?: AnsweringParts["answer"];
  /** Journals that are sent on while connected; which of them, their file says. */
  feeds?: readonly Pick<FeedParts, "name" | "source" | "file">[];
  /** Files that are sent on, each kind from its source. */
  files?: readonly FileSource[];
  backoff?: Backoff;
  /** ms after which a batch that the central did not confirm is looked after; default 30 s. */
  storedWithin?: number;
}

export interface UplinkStatus {
  connected: boolean;
  /** ms since the epoch of the last contact; 0: none since the start. */
  contact: number;
  /** Why it is not connected; the library's own words. */
  error: string;
  /** The central does not know this hub, or has locked it out. */
  refused: boolean;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A connection that stood this long has proven itself. */
const STABLE_MS = 30_000;
/** Who closes the door waits for an attempt that is under way; servers are tried in turn. */
const CONNECT_MS = 8_000;
const CONNECT_ONE_OF_SEVERAL_MS = 4_000;
const LOOK_EVERY_MS = 5_000;
const ANSWER_MS = 5_000;
/** A piece goes over a slow line, and onto a disk. */
const FILE_ANSWER_MS = 60_000;
const REFUSALS = /authoriz|authentication|revoked/i;

export class Uplink {
  readonly #parts: UplinkParts;
  readonly #backoff: Backoff;
  #running: Promise<void> | undefined;
  #stopping = new AbortController();
  #connection: NatsConnection | undefined;
  #answering: Answering | undefined;
  #status: UplinkStatus = { connected: false, contact: 0, error: "", refused: false };

  constructor(parts: UplinkParts) {
    this.#parts = parts;
    this.#backoff = parts.backoff ?? new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  }

  get status(): UplinkStatus {
    return { ...this.#status };
  }

  start(): void {
    if (this.#running) return;
    this.#stopping = new AbortController();
    this.#running = this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connection?.close();
    await this.#running;
    this.#running = undefined;
  }

  /** The site allows less now: calls under way are broken off. */
  breakOff(): void {
    this.#answering?.breakOff();
  }

  /** A question to the central, and what it answers. @throws Error while there is no connection, or no answer */
  async ask(question: string): Promise<string> {
    const connection = this.#connection;
    if (!connection) throw new Error(texts.notConnected);
    const { ask } = subjectsOf(this.#parts.identity.hub);
    return (await connection.request(ask, question, { timeout: ANSWER_MS })).string();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    while (!signal.aborted) {
      const began = clock.monotonic();
      try {
        await this.#connected(signal);
        this.#lost("");
      } catch (error) {
        const text = errorText(error);
        if (text !== this.#status.error && !signal.aborted) log.warn(text);
        this.#lost(text);
      }
      if (clock.monotonic() - began > STABLE_MS) this.#backoff.reset();
      await rested(clock, this.#backoff.next(), signal);
    }
  }

  #lost(error: string): void {
    this.#connection = undefined;
    this.#status = { ...this.#status, connected: false, error, refused: REFUSALS.test(error) };
  }

  /** From the attempt to its end. */
  async #connected(signal: AbortSignal): Promise<void> {
    const { clock, identity } = this.#parts;
    // Only a hub that has a central pays for this.
    const { connect, headers } = await import("./nats.ts");
    if (signal.aborted) return;
    const connection = await connect({
      servers: identity.servers,
      name: identity.hub,
      tls: { ca: identity.authority, cert: identity.certificate, key: identity.key },
      authenticator: answerNonce(identity.pass, createPrivateKey(identity.key)),
      inboxPrefix: subjectsOf(identity.hub).inbox,
      ignoreClusterUpdates: true,
      reconnect: false,
      timeout: identity.servers.length > 1 ? CONNECT_ONE_OF_SEVERAL_MS : CONNECT_MS,
      pingInterval: FLEET_LIMITS.stateEvery,
      maxPingOut: 2,
    });
    this.#connection = connection;
    if (signal.aborted) return await connection.close();
    this.#status = { connected: true, contact: clock.now(), error: "", refused: false };
    const reports = this.#report(connection);
    const questions = this.#listen(connection);
    const over = new AbortController();
    const feeds = this.#feed(connection, headers, over.signal);
    try {
      const error = await Promise.race([connection.closed(), questions.flooded]);
      if (error) throw error;
    } finally {
      reports();
      questions.end();
      over.abort();
      await connection.close();
      await feeds;
    }
  }

  /** Hears what the central asks, until `end`. `flooded`: it asks far too much. */
  #listen(connection: NatsConnection): { flooded: Promise<Error>; end: () => void } {
    const { answer, clock, identity, log } = this.#parts;
    if (!answer) return { flooded: new Promise(() => undefined), end: () => undefined };
    let tell: (error: Error) => void = () => undefined;
    const flood = new Promise<Error>((resolve) => {
      tell = resolve;
    });
    const answering = new Answering({ clock, log, answer, flooded: () => tell(new Error(texts.flooded)) });
    this.#answering = answering;
    connection.subscribe(subjectsOf(identity.hub).call, {
      callback: (error, message) => {
        if (!error) answering.take(message);
      },
    });
    return { flooded: flood, end: () => answering.end() };
  }

  /** Until the signal. */
  async #feed(connection: NatsConnection, headers: () => MsgHdrs, signal: AbortSignal): Promise<void> {
    const { clock, feeds = [], files = [], identity, log, storedWithin } = this.#parts;
    const wire = feedWire(
      {
        publish: (subject, text, id) => {
          const named = headers();
          named.set("Nats-Msg-Id", id);
          connection.publish(subject, text, { headers: named });
        },
        ask: async (subject, text) =>
          (await connection.request(subject, text, { timeout: ANSWER_MS })).string(),
        hear: (subject, heard) => {
          connection.subscribe(subject, {
            callback: (error, said) => {
              if (!error) heard(said.string());
            },
          });
        },
      },
      identity.hub,
      clock,
      signal,
      storedWithin,
    );
    await Promise.all([
      ...feeds.map((feed) => new Feed({ ...feed, clock, log }).run(wire, signal)),
      ...(files.length > 0 ? [this.#sendFiles(connection, signal)] : []),
    ]);
  }

  /** Loaded where files are shared. */
  async #sendFiles(connection: NatsConnection, signal: AbortSignal): Promise<void> {
    const { clock, files = [], identity, log } = this.#parts;
    const { FileFeed, fileWire } = await import("./file/sending.ts");
    const { ask } = subjectsOf(identity.hub);
    const wire = fileWire(async (question) =>
      (await connection.request(ask, question, { timeout: FILE_ANSWER_MS })).string(),
    );
    await new FileFeed({ sources: files, clock, log }).run(wire, signal);
  }

  /** Tells the state whenever it is another one, and now and then. The returned function ends it. */
  #report(connection: NatsConnection): () => void {
    const { clock, identity, log, state } = this.#parts;
    const { state: subject } = subjectsOf(identity.hub);
    let told = "";
    let due = 0;
    let under = false;
    const look = async () => {
      if (under || connection.isClosed()) return;
      under = true;
      try {
        const now = await state();
        const { at: _at, ...same } = now;
        const text = JSON.stringify(same);
        if ((text !== told || clock.monotonic() >= due) && !connection.isClosed()) {
          connection.publish(subject, JSON.stringify(now));
          await connection.flush();
          told = text;
          due = clock.monotonic() + FLEET_LIMITS.stateEvery;
          this.#status.contact = clock.now();
        }
      } catch (error) {
        if (!connection.isClosed()) log.warn(errorText(error));
      } finally {
        under = false;
      }
    };
    void look();
    return clock.every(LOOK_EVERY_MS, () => void look());
  }
}
