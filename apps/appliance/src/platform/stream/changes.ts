/**
 * What was changed on the device since it started, by the part of the address space its calls stand under
 * (`resources/lua`): whoever shows a list of it loads it anew, though somebody else changed it.
 *
 * It hears of each call where its audit entry is written: of one that takes longer than a request when its job has ended.
 */
import { type CallName, calls, changedPlace } from "@hubwart/contract";
import type { AuditRecord, AuditTrail } from "../../http/ports.ts";
import type { Topic } from "./topics.ts";

/** A change is told when it happens; this is for nothing but the look of a topic, ms. */
const EVERY_MS = 60_000;

export class Changes {
  readonly #counts = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  /** The same trail, heard. */
  heard(trail: AuditTrail): AuditTrail {
    return {
      record: (entry: AuditRecord) => {
        trail.record(entry);
        // What failed may have changed a part of it, a save of several files for one.
        if (Object.hasOwn(calls, entry.call)) this.note(changedPlace(calls[entry.call as CallName].path));
      },
    };
  }

  topic(): Topic {
    return {
      read: async () => ({ places: Object.fromEntries(this.#counts) }),
      every: EVERY_MS,
      changes: (changed) => {
        this.#listeners.add(changed);
        return () => this.#listeners.delete(changed);
      },
    };
  }

  /** Of what is no entry of the change log. */
  note(place: string): void {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
    for (const listener of this.#listeners) listener();
  }
}
