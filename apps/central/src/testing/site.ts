/**
 * A hub as light as it can be: the real uplink over a journal in memory.
 *
 *     const site = new TestSite(identity, folder);
 *     await site.start();
 *     site.alarm("Vorlauf zu warm");
 *     await site.stop();                 // restart with start(): what it wrote is there
 */
import { createPrivateKey } from "node:crypto";
import path from "node:path";
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import {
  type AlarmEntry,
  answerNonce,
  type ChangeEntry,
  type FeedName,
  type HubState,
  subjectsOf,
} from "@hubwart/fleet";
import { type FileSource, type Identity, ProgressFile, Uplink } from "@hubwart/fleet/uplink";
import { type ConnectionOptions, connect, type NatsConnection } from "@nats-io/transport-node";

export const STATE: HubState = {
  v: 1,
  at: 1,
  name: "hub",
  version: "1.2.3",
  started: 1,
  may: "none",
  plant: "running",
  license: { valid: true },
};

export class TestSite {
  readonly identity: Identity;
  readonly alarms: AlarmEntry[] = [];
  readonly changes: ChangeEntry[] = [];
  readonly sink = new MemoryLogSink();
  readonly #folder: string;
  /** ms that the hub's clock is ahead. */
  ahead = 0;
  /** As the uplink has it; less where a test waits for batches that went down with a server. */
  storedWithin: number | undefined;
  /** Files that it sends on. */
  files: readonly FileSource[] = [];
  #uplink: Uplink | undefined;
  #file: ProgressFile | undefined;

  constructor(identity: Identity, folder: string) {
    this.identity = identity;
    this.#folder = folder;
  }

  async start(shares: readonly FeedName[] = ["alarms", "changes"]): Promise<void> {
    this.#file = await ProgressFile.open(path.join(this.#folder, `${this.identity.hub}.json`), systemClock);
    await this.#file.share(shares);
    const file = this.#file;
    this.#uplink = new Uplink({
      identity: this.identity,
      clock: systemClock,
      log: createLogger("hub", "uplink", this.sink),
      state: async () => STATE,
      files: this.files,
      feeds: shares.map((name) => ({ name, file, source: sourceOf<AlarmEntry | ChangeEntry>(this[name]) })),
      backoff: new Backoff(50, 400),
      ...(this.storedWithin !== undefined && { storedWithin: this.storedWithin }),
    });
    this.#uplink.start();
  }

  get connected(): boolean {
    return this.#uplink?.status.connected ?? false;
  }

  /** @param crash without what an orderly end writes */
  async stop(crash = false): Promise<void> {
    await this.#uplink?.stop();
    if (!crash) await this.#file?.close();
  }

  alarm(text: string, count = 1): void {
    for (let more = 0; more < count; more += 1) {
      const seq = this.alarms.length + 1;
      const at = Date.now() + this.ahead;
      this.alarms.push({ seq, at, what: "raised", nr: seq, id: "a", source: "s", priority: 2, text });
    }
  }

  change(call: string, after = '{"a":1}'): void {
    const seq = this.changes.length + 1;
    const at = Date.now() + this.ahead;
    this.changes.push({ seq, at, call, result: 0, address: "10.0.0.1", who: "Anna", after });
  }
}

function sourceOf<E extends { seq: number }>(entries: readonly E[]) {
  return {
    after: async (seq: number, limit: number) => {
      // Numbers have no gaps here, unless a test takes entries away.
      const begin = entries.findIndex((one) => one.seq > seq);
      return {
        entries: begin < 0 ? [] : entries.slice(begin, begin + limit),
        last: entries.at(-1)?.seq ?? 0,
      };
    },
  };
}

/** A client that a hub could write itself. */
export const rawHub = (identity: Identity, more: Partial<ConnectionOptions> = {}): Promise<NatsConnection> =>
  connect({
    servers: identity.servers,
    tls: { ca: identity.authority, cert: identity.certificate, key: identity.key },
    authenticator: answerNonce(identity.pass, createPrivateKey(identity.key)),
    inboxPrefix: subjectsOf(identity.hub).inbox,
    reconnect: false,
    timeout: 10_000,
    ...more,
  });
