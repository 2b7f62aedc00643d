/** A hub as a central sees it: the uplink of a real one, with what it reports and answers written down. */
import { createLogger, MemoryLogSink, type Scope, systemClock } from "@hubwart/core";
import { type HubState, readRouted, routedCall } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import { type FileSource, Uplink } from "@hubwart/fleet/uplink";
import type { TestCentral } from "@hubwart/testing";

const DAY = 86_400_000;

export interface FleetHub {
  name: string;
  tags: string[];
  /** What differs from a hub that is well, and lets the central look. */
  state?: Partial<HubState>;
  /** By call; of another, that there is none. */
  answers?: Readonly<Record<string, object>>;
  files?: FileSource[];
}

/** Joins, and reports until the scope ends. */
export async function joinHub(
  central: TestCentral,
  scope: Scope,
  { answers = {}, files = [], name, state = {}, tags }: FleetHub,
): Promise<void> {
  const code = await central.code({ name, tags });
  const identity = await joinCentral({ address: central.address, code, name, version: "1" });
  const uplink = new Uplink({
    identity,
    clock: systemClock,
    log: createLogger("hub", "uplink", new MemoryLogSink()),
    state: async () => ({ ...wellAt(Date.now()), ...state }),
    files,
    answer: async (data) => {
      const asked = readRouted(routedCall, data);
      const body = JSON.stringify(answers[asked?.call ?? ""] ?? { code: 404, message: "unbekannt" });
      return { v: 1, status: 200, body };
    },
  });
  uplink.start();
  scope.add(() => uplink.stop());
}

const wellAt = (now: number): HubState => ({
  v: 1,
  at: now,
  name: "hub",
  version: "0.5.0",
  started: now - DAY,
  may: "see",
  plant: "running",
  license: { valid: true, until: now + 200 * DAY },
  project: { name: "Haus", version: "12" },
  backup: now - DAY,
  counts: { findings: 0, worst: 0 },
  alarms: { standing: 0, unacked: 0 },
});
