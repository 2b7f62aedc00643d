/**
 * Messages that wait to be sent, in order, over outages, restarts and power cuts.
 *
 *     const queue = await MessageQueue.open(folder, 1000, log);
 *     await queue.add({ ts, to, text, … });      // on the disk when it resolves, if that takes it
 *     queue.waiting("anna@example.org");
 *     await queue.remove(messages);
 *
 * Invariants: one file per message (0600), named by its number; never more than `most`, the oldest is given up
 * first. Without a folder, as an external pod has none, the queue is in memory only; so is a message that the disk does not take
 * (full, read-only), until it takes one again: people are to hear of a full disk, too.
 */
import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import {
  ensureFolder,
  errorText,
  type Logger,
  namesIn,
  readOwnText,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import { texts } from "./texts.ts";

export interface Message {
  /** Ascending. */
  id: number;
  /** When it was triggered, ms since the epoch. */
  ts: number;
  iface: string;
  /** One recipient, in the words of the service. */
  to: string;
  chan: string;
  subject: string;
  text: string;
}

const NAME = /^(\d{12})\.json$/;
const LARGEST = 64 * 1024;

export class MessageQueue {
  readonly #folder: string | undefined;
  readonly #most: number;
  readonly #log: Logger;
  readonly #messages: Message[] = [];
  /** Not on the disk yet. */
  readonly #unstored = new Set<Message>();
  /** Files of messages that are over, which the disk has kept: they would be sent again after a restart. */
  readonly #leftovers = new Set<string>();
  #failing = false;
  /** One after the other, so that no file is written after it was removed. */
  readonly #work = new SerialQueue();
  #next = 1;

  static async open(folder: string | undefined, most: number, log: Logger): Promise<MessageQueue> {
    const queue = new MessageQueue(folder, most, log);
    if (folder !== undefined) await queue.#load(folder);
    return queue;
  }

  private constructor(folder: string | undefined, most: number, log: Logger) {
    this.#folder = folder;
    this.#most = most;
    this.#log = log;
  }

  get size(): number {
    return this.#messages.length;
  }

  /** Messages in order; of one recipient, or all. */
  waiting(iface?: string, to?: string): Message[] {
    return this.#messages.filter(
      (m) => (iface === undefined || m.iface === iface) && (to === undefined || m.to === to),
    );
  }

  /** @returns the message, and one that had to be given up for it */
  async add(given: Omit<Message, "id">): Promise<{ added: Message; lost: Message | undefined }> {
    const added = { id: this.#next, ...given };
    this.#next += 1;
    this.#unstored.add(added);
    await this.#store();
    // Seen by others only now; two that are written at the same time keep their order.
    this.#messages.push(added);
    this.#messages.sort((a, b) => a.id - b.id);
    const lost = this.#messages.length > this.#most ? this.#messages[0] : undefined;
    if (lost) await this.remove([lost]);
    return { added, lost };
  }

  async remove(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      const at = this.#messages.indexOf(message);
      if (at < 0) continue;
      this.#messages.splice(at, 1);
      this.#unstored.delete(message);
      if (this.#folder !== undefined) this.#leftovers.add(this.#file(this.#folder, message));
    }
    await this.#tried(async () => {
      for (const file of this.#leftovers) {
        await rm(file, { force: true });
        this.#leftovers.delete(file);
      }
    });
  }

  async #store(): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return this.#unstored.clear();
    await this.#tried(async () => {
      if (this.#failing) await ensureFolder(folder);
      for (const message of this.#unstored) {
        await writeFileAtomic(this.#file(folder, message), JSON.stringify(message), { mode: 0o600 });
        this.#unstored.delete(message);
      }
      this.#failing = false;
    });
  }

  /** What the disk refuses is told once. */
  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await this.#work.run(work);
    } catch (error) {
      if (!this.#failing) this.#log.warn(texts.notStored(errorText(error)));
      this.#failing = true;
    }
  }

  #file(folder: string, { id }: Message): string {
    return path.join(folder, `${String(id).padStart(12, "0")}.json`);
  }

  async #load(folder: string): Promise<void> {
    await this.#tried(async () => {
      await ensureFolder(folder);
      await chmod(folder, 0o700);
    });
    for (const name of (await namesIn(folder)).sort()) {
      const id = Number(NAME.exec(name)?.[1] ?? 0);
      if (id === 0) continue;
      this.#next = Math.max(this.#next, id + 1);
      const file = path.join(folder, name);
      try {
        const message = parseMessage(id, await readOwnText(file));
        this.#messages.push(message);
      } catch (error) {
        this.#log.warn(texts.unreadable(name, errorText(error)));
        this.#leftovers.add(file);
      }
    }
    await this.remove(this.#messages.slice(0, Math.max(0, this.#messages.length - this.#most)));
  }
}

function parseMessage(id: number, json: string): Message {
  if (json.length > LARGEST) throw new RangeError(texts.tooLarge);
  const raw = JSON.parse(json) as Record<string, unknown>;
  const text = (name: string): string => {
    const value = raw[name];
    if (typeof value !== "string") throw new TypeError(texts.missing(name));
    return value;
  };
  const { ts } = raw;
  if (typeof ts !== "number") throw new TypeError(texts.missing("ts"));
  return {
    id,
    ts,
    iface: text("iface"),
    to: text("to"),
    chan: text("chan"),
    subject: text("subject"),
    text: text("text"),
  };
}
