/** What the device keeps of itself anyway, as its central gets it: what became of alarms, and the change log. */
import type { Store, StoredAuditEntry } from "@hubwart/core/store";
import type { AlarmEntry, ChangeEntry, FeedName } from "@hubwart/fleet";
import { FEED_LIMITS } from "@hubwart/fleet/feeds";
import type { JournalSource } from "@hubwart/fleet/uplink";
import type { AlarmEvent } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";

export interface JournalParts {
  hub: Pick<HubLink, "connected" | "status" | "request">;
  store: { audit: Pick<Store["audit"], "changesAfter"> };
}

export function journalsOf({ hub, store }: JournalParts): Record<FeedName, JournalSource> {
  return {
    alarms: {
      after: async (seq, limit) => {
        // Their journal is kept by the plant's own process.
        if (!hub.connected || hub.status()?.state !== "running") return undefined;
        const { events, last } = await hub.request("alarmNews", { after: seq, limit });
        return { entries: events.map(alarmEntry), last };
      },
    },
    changes: {
      after: async (seq, limit) => {
        const { entries, last } = store.audit.changesAfter(seq, limit);
        return { entries: entries.map(changeEntry), last };
      },
    },
  };
}

const { name: NAME, text: TEXT, value: VALUE } = FEED_LIMITS;

function alarmEntry(event: AlarmEvent): AlarmEntry {
  const { at, by, id, nr, priority, seq, source, text, value, what, why } = event;
  return {
    seq,
    at: Math.round(at),
    what,
    nr,
    id: id.slice(0, NAME),
    source: source.slice(0, NAME),
    priority,
    text: text.slice(0, TEXT),
    ...(value === undefined ? {} : { value: asText(value) }),
    ...(by === undefined ? {} : { by: by.slice(0, NAME) }),
    ...(why === undefined ? {} : { why: why.slice(0, TEXT) }),
  };
}

function changeEntry({ address, after, before, call, code, id, ts, who }: StoredAuditEntry): ChangeEntry {
  return {
    seq: id,
    at: Math.round(ts),
    call: call.slice(0, 100),
    result: code,
    address: address.slice(0, NAME),
    ...(who && { who: who.name.slice(0, NAME) }),
    ...(before === undefined || before === null ? {} : { before: asText(before) }),
    ...(after === undefined || after === null ? {} : { after: asText(after) }),
  };
}

/** JSON; of what is too long its beginning, which is none. */
const asText = (value: unknown): string => (JSON.stringify(value) ?? "null").slice(0, VALUE);
