/**
 * Messages that wait to be sent, in order, over outages, restarts and power cuts.
 *
 *     const queue = await MessageQueue.open(folder, 1000, log);
 *     await queue.add({ ts, to, text, … });      // on the disk when it resolves
 *     queue.waiting("anna@example.org");
 *     await queue.remove(messages);
 *
 * Invariants: one file per message (0600), named by its number; never more than `most`, the oldest is given up
 * first. Without a folder, as an external pod has none, the queue is in memory only.
 */
import { chmod, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, errorText, type Logger, readOwnText, writeFileAtomic } from "@hubwart/core";
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
  readonly #messages: Message[] = [];
  #next = 1;

  static async open(folder: string | undefined, most: number, log: Logger): Promise<MessageQueue> {
    const queue = new MessageQueue(folder, most);
    if (folder !== undefined) await queue.#load(folder, log);
    return queue;
  }

  private constructor(folder: string | undefined, most: number) {
    this.#folder = folder;
    this.#most = most;
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
    if (this.#folder !== undefined) {
      await writeFileAtomic(this.#file(this.#folder, added), JSON.stringify(added), { mode: 0o600 });
    }
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
      if (this.#folder !== undefined) await rm(this.#file(this.#folder, message), { force: true });
    }
  }

  #file(folder: string, { id }: Message): string {
    return path.join(folder, `${String(id).padStart(12, "0")}.json`);
  }

  async #load(folder: string, log: Logger): Promise<void> {
    await ensureFolder(folder);
    await chmod(folder, 0o700);
    for (const name of (await readdir(folder)).sort()) {
      const id = Number(NAME.exec(name)?.[1] ?? 0);
      if (id === 0) continue;
      this.#next = Math.max(this.#next, id + 1);
      const file = path.join(folder, name);
      try {
        const message = parseMessage(id, await readOwnText(file));
        this.#messages.push(message);
      } catch (error) {
        log.warn(texts.unreadable(name, errorText(error)));
        await rm(file, { force: true });
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
