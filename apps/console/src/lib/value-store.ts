/**
 * Present values of channels. They change many times a second, so they live beside React: a cell of the
 * table subscribes to its own channel, and what is out of view costs nothing.
 *
 * Invariants: `names` changes only with `load`. A late answer of `load` never puts an older value over one that
 * the stream brought meanwhile, except after a restart of the hub, whose fresh channels have no time yet.
 */
import type { StreamEvents } from "@hubwart/contract";

/** The same in answers and in the stream. */
type Entry = StreamEvents["trace"]["entries"][number];
export type DataRecord = Extract<Entry, { value: unknown }>;

const isData = (entry: Entry): entry is DataRecord => "count" in entry;

/** A channel and what the project says of it. */
export interface Channel {
  chan: string;
  details?: DataRecord["details"];
}

const named = ({ chan, details }: DataRecord): Channel => (details ? { chan, details } : { chan });

export function createValueStore(prefix: string) {
  const records = new Map<string, DataRecord>();
  const listeners = new Set<() => void>();
  let names: readonly Channel[] = [];

  function tell(): void {
    for (const listener of listeners) listener();
  }
  return {
    get names(): readonly Channel[] {
      return names;
    },
    record: (chan: string): DataRecord | undefined => records.get(chan),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** What the appliance knows of all channels. */
    load(entries: readonly Entry[]): void {
      const data = entries.filter(isData).filter(({ chan }) => chan.startsWith(prefix));
      const known = new Set(data.map(({ chan }) => chan));
      for (const chan of records.keys()) if (!known.has(chan)) records.delete(chan);
      for (const record of data) {
        const before = records.get(record.chan);
        if (before === undefined || record.last === 0 || record.last >= before.last) {
          records.set(record.chan, record);
        }
      }
      const next = data.map(named);
      if (JSON.stringify(next) !== JSON.stringify(names)) names = next;
      tell();
    },
    /** What changed. Channels that `load` did not name are none of ours. */
    change(entries: readonly Entry[]): void {
      for (const entry of entries) {
        const before = isData(entry) ? records.get(entry.chan) : undefined;
        if (!before || !isData(entry)) continue;
        records.set(entry.chan, before.details ? { ...entry, details: before.details } : entry);
      }
      tell();
    },
  };
}
export type ValueStore = ReturnType<typeof createValueStore>;
