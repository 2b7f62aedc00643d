/**
 * Backups of sites over a database in memory that may fail at any write, and files of hubs for them.
 *
 *     const shelf = new Shelf(folder());
 *     await shelf.open();
 *     await shelf.send(HUB, name, bytes, { password });
 */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import type { FileOffer, SiteBackup } from "@hubwart/fleet";
import { vi } from "vitest";
import type { Row } from "../../register/database.ts";
import { Backups } from "../backups.ts";
import type { Prove } from "../prove.ts";
import { readThrough } from "../read-through.ts";

export const HUB = "aaaaaaaaaaaa";
export const KEY = Buffer.alloc(32, 7);
const COLUMNS = "hub name size sha256 made received state reason checked version device password".split(" ");

/** A kill of the whole process. */
export class Killed extends Error {}

export class MemoryTable {
  readonly rows = new Map<string, Row>();
  /** Writes until it is killed; before that write is done, or after. */
  kill: { in: number; done: boolean } | undefined;
  writes = 0;

  async query(text: string, values: unknown[] = []): Promise<Row[]> {
    if (text.startsWith("SELECT")) return [...this.rows.values()];
    this.writes += 1;
    const dies = this.kill !== undefined && (this.kill.in -= 1) < 0;
    if (dies && !this.kill?.done) throw new Killed();
    const [hub, name] = values;
    const key = `${String(hub)}/${String(name)}`;
    if (text.startsWith("DELETE")) this.rows.delete(key);
    else this.rows.set(key, Object.fromEntries(COLUMNS.map((column, at) => [column, values[at]])) as Row);
    if (dies) throw new Killed();
    return [];
  }
}

export class Shelf {
  readonly folder: string;
  readonly table = new MemoryTable();
  readonly events: [hub: string, event: string][] = [];
  readonly sink = new MemoryLogSink();
  prove: Prove = (task) => readThrough(task);
  /** Bytes. */
  bound = 1e9;
  room = { total: 1e12, free: 9e11 };
  /** ms that the wall clock is ahead of the machine's. */
  ahead = 0;
  #scope = new Scope();
  #backups: Backups | undefined;
  #files = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  get backups(): Backups {
    if (!this.#backups) throw new Error("not open");
    return this.#backups;
  }

  async open(): Promise<void> {
    await this.close();
    this.#scope = new Scope();
    this.#backups = await Backups.open({
      database: this.table,
      folder: path.join(this.folder, "sites"),
      bound: this.bound,
      key: KEY,
      prove: this.prove,
      told: async (hub, event) => void this.events.push([hub, event]),
      clock: { ...systemClock, now: () => Date.now() + this.ahead },
      log: createLogger("central", "backups", this.sink),
      scope: this.#scope,
      room: async () => this.room,
    });
  }

  async close(): Promise<void> {
    await this.#scope.end();
  }

  /** As the machinery does it: offered, and kept unless it is there. @returns whether it was there */
  async send(hub: string, name: string, bytes: Buffer, more: object = {}): Promise<boolean> {
    const { receiver } = this.backups;
    const offer = offerOf(name, bytes, more);
    if (await receiver.has(hub, offer)) return true;
    this.#files += 1;
    const file = path.join(this.folder, `incoming-${this.#files}`);
    await writeFile(file, bytes);
    await receiver.keep(hub, offer, file);
    return false;
  }

  file(name: string, hub = HUB): string {
    return path.join(this.folder, "sites", hub, "backups", name);
  }

  find(name: string, hub = HUB): SiteBackup | undefined {
    return this.backups.list(hub).find((one) => one.name === name);
  }

  /** Once it has been read through. */
  async judged(name: string, hub = HUB): Promise<SiteBackup | undefined> {
    return await vi.waitFor(
      () => {
        const found = this.find(name, hub);
        if (found?.state === "proving") throw new Error("not yet");
        return found;
      },
      { timeout: 10_000, interval: 10 },
    );
  }
}

export function offerOf(name: string, bytes: Buffer, more: object = {}): FileOffer {
  const about = { at: 1, encrypted: name.endsWith(".age"), ...more };
  return {
    v: 1,
    ask: "file",
    kind: "backups",
    name,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    about: JSON.stringify(about),
  };
}
