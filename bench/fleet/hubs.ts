/**
 * Hubs as light as they can be, many in one process: the uplink as a device has it, over a journal that is a number. Told by its parent what to do.
 *
 *     { identities, folder }   connect all of them      → { up }
 *     { alarms }               each writes so many      → nothing
 */
import path from "node:path";
import { createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import type { AlarmEntry, HubState } from "@hubwart/fleet";
import { type Identity, ProgressFile, Uplink } from "@hubwart/fleet/uplink";

export interface HubsOrder {
  identities?: Identity[];
  folder?: string;
  alarms?: number;
}

const TEXT = "Vorlauftemperatur über 78 °C im Heizkreis Nord";
const uplinks: Uplink[] = [];
/** Entries follow from their number: what a journal of this kind takes does not grow, and what the process takes is the uplink's. */
const journals: Journal[] = [];

interface Journal {
  /** ms since the epoch; entries are a millisecond apart. */
  began: number;
  count: number;
}

export function serveHubs(): void {
  process.on("message", (order: HubsOrder) => {
    if (order.identities) void connectAll(order.identities, order.folder ?? "");
    if (order.alarms !== undefined) for (const journal of journals) journal.count += order.alarms;
  });
  process.once("disconnect", () => process.exit(0));
}

async function connectAll(identities: readonly Identity[], folder: string): Promise<void> {
  for (const identity of identities) {
    const file = await ProgressFile.open(path.join(folder, `${identity.hub}.json`), systemClock);
    await file.share(["alarms"]);
    // What was before it was shared would be passed over.
    const journal: Journal = { began: Date.now(), count: 0 };
    const source = {
      after: async (seq: number, limit: number) => ({
        entries: entriesOf(journal, seq, limit),
        last: journal.count,
      }),
    };
    const uplink = new Uplink({
      identity,
      clock: systemClock,
      log: createLogger("hub", "uplink", new MemoryLogSink()),
      state: async () => stateOf(identity.hub),
      feeds: [{ name: "alarms", source, file }],
    });
    journals.push(journal);
    uplinks.push(uplink);
    uplink.start();
  }
  const timer = setInterval(() => {
    process.send?.({ up: uplinks.filter(({ status }) => status.connected).length });
  }, 500);
  process.once("disconnect", () => clearInterval(timer));
}

/** Those behind `seq`. */
function entriesOf({ began, count }: Journal, seq: number, limit: number): AlarmEntry[] {
  return Array.from({ length: Math.min(limit, Math.max(0, count - seq)) }, (_, more) => {
    const nr = seq + more + 1;
    return {
      seq: nr,
      at: began + nr,
      what: "raised",
      nr,
      id: `a${nr % 100}`,
      source: "bus.hk1.vorlauf",
      priority: 2,
      text: TEXT,
    };
  });
}

function stateOf(name: string): HubState {
  const findings = [
    { code: "backup-old", level: 1, text: "Die letzte Sicherung ist älter als sieben Tage." },
  ];
  return {
    v: 1,
    at: Date.now(),
    name,
    version: "0.4.2",
    started: 1,
    may: "see",
    plant: "running",
    license: { valid: true, until: 2e12 },
    project: { version: "2026-11-20", name: "Hotel Nord" },
    backup: 1.7e12,
    counts: { findings: 1, worst: 1 },
    findings,
    alarms: { standing: 3, unacked: 1 },
  };
}
