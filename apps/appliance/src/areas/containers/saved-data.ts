/**
 * Data of add-ons in backups. On the way out it is a part of its own; on the way back the restored archive waits in
 * `add-ons/` until the restored state has proved itself and the add-on is to run, then a job empties the add-on and loads it.
 *
 * Invariants: nothing is loaded while a changeover may still be put back. An archive goes once it is loaded; one that cannot be
 * loaded stays, is told of, and is tried again at the next start.
 */
import { createWriteStream, existsSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type AddOnId, CATALOGUE } from "@hubwart/containers";
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  type DataLayout,
  diskRoom,
  errorText,
  isOver,
  type Logger,
  ResultError,
  readChangeover,
  type Scope,
} from "@hubwart/core";
import type { AddOnSource, BackupPart } from "../../backup-part.ts";
import { complaining } from "../../complaining.ts";
import type { Finding } from "../../status.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import type { LoadJob } from "./load-job.ts";
import { texts } from "./texts.ts";
import type { Wanted } from "./wanted.ts";

const SAVED = ["influxdb", "grafana", "mosquitto"] as const satisfies readonly AddOnId[];
const LOOK_EVERY = 5_000;
const KEEP_FREE = 64 * 1024 * 1024;

export interface SavedDataParts {
  layout: DataLayout;
  link: EngineLink;
  wanted: Wanted;
  lanes: Lanes;
  load: LoadJob;
  /** What an add-on's own commands to save and load need. */
  args: (id: AddOnId, token: string) => unknown;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

export const archiveOf = ({ addOnData }: DataLayout, id: AddOnId) => path.join(addOnData, `${id}.tar`);

export class SavedData {
  readonly #parts: SavedDataParts;
  readonly #failed = new Map<AddOnId, string>();
  #looking = false;

  constructor(parts: SavedDataParts) {
    this.#parts = parts;
  }

  /** Once open jobs are taken up. */
  start(): void {
    const { clock, log, scope } = this.#parts;
    const load = complaining(log, texts.savedData, () => this.#loadWaiting());
    scope.add(clock.every(LOOK_EVERY, () => void this.#look(load)));
  }

  backupParts(): BackupPart[] {
    return SAVED.map((id) => {
      const { backup, title } = CATALOGUE[id];
      return {
        name: `data-${id}`,
        label: texts.dataOf(title),
        paths: [archiveOf(this.#parts.layout, id)],
        ...(backup?.secret ? { secret: true } : {}),
        // Its accounts fit the access that the settings hold.
        ...(id === "influxdb" ? { needs: "settings" } : {}),
        addOn: { id, save: (target, options) => this.#save(id, target, options) } satisfies AddOnSource,
      };
    });
  }

  findings(): Finding[] {
    return SAVED.flatMap((id): Finding[] => {
      const { title } = CATALOGUE[id];
      const route = `/container/${id}`;
      const reason = this.#failed.get(id);
      if (reason !== undefined) {
        const text = texts.notLoaded(title, reason);
        return [{ level: 2, code: "addon_data_failed", text, route }];
      }
      if (this.#parts.wanted.active(id) || !existsSync(archiveOf(this.#parts.layout, id))) return [];
      const text = texts.dataWaits(title);
      return [{ level: 1, code: "addon_data_waits", text, route }];
    });
  }

  async #save(
    id: AddOnId,
    target: string,
    { signal, token }: Parameters<AddOnSource["save"]>[1],
  ): Promise<string | undefined> {
    const { args, lanes, link, wanted } = this.#parts;
    if (!wanted.active(id)) return texts.notActive;
    await lanes.run(id, async () => {
      let room = (await diskRoom(path.dirname(target))).free - KEEP_FREE;
      await pipeline(
        link.get().save(id, args(id, token), signal),
        async function* bounded(source: AsyncIterable<Uint8Array>) {
          for await (const bytes of source) {
            room -= bytes.length;
            if (room < 0) throw new ResultError(CODES.storageFull, texts.noRoom(CATALOGUE[id].title));
            yield bytes;
          }
        },
        createWriteStream(target, { mode: 0o600 }),
        { signal },
      );
    });
    return undefined;
  }

  async #look(load: () => Promise<void>): Promise<void> {
    if (this.#looking || !this.#parts.link.available) return;
    this.#looking = true;
    await load();
    this.#looking = false;
  }

  async #loadWaiting(): Promise<void> {
    const { layout, load, wanted } = this.#parts;
    const waiting = SAVED.filter(
      (id) => wanted.active(id) && !this.#failed.has(id) && existsSync(archiveOf(layout, id)),
    );
    if (waiting.length === 0) return;
    const changeover = await readChangeover(layout.root);
    if (changeover && !isOver(changeover)) return;
    for (const id of waiting) {
      try {
        await load.run({ id });
      } catch (error) {
        // Something else changes the device, or the add-on.
        if (!(error instanceof ConflictError)) this.#failed.set(id, errorText(error));
      }
    }
  }
}
