import { expect, it } from "vitest";
import type { NewEvent } from "./journal.ts";
import type { AlarmRecord } from "./record.ts";
import { Tally } from "./tally.ts";
import { alarm, stage } from "./testing/stage.ts";

const event = (over: Partial<NewEvent>): NewEvent => ({
  at: 1_000,
  what: "raised",
  nr: 1,
  id: "a",
  source: "bus.x.temp",
  priority: 2,
  text: "zu warm",
  ...over,
});
const record = (over: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id: "a",
  nr: 1,
  state: "unacked",
  since: 1_000,
  value: 1,
  text: "zu warm",
  heard: true,
  counts: 1_000,
  steps: {},
  toldTo: [],
  ...over,
});
const nobody = { records: [], alarm: () => undefined, audible: () => true };

it("counts what came, what was acknowledged and how long that took, by priority", () => {
  const tally = new Tally([record({ id: "old", nr: 7, since: 500 })]);
  const state = (over: Partial<AlarmRecord>) => new Map([["a", record(over)]]);
  tally.committed({ events: [event({})], alarms: state({}) });
  tally.committed({ events: [event({ id: "b", why: "Erklärt durch a" })], alarms: new Map() });
  tally.committed({ events: [event({ what: "acked", at: 4_000 })], alarms: state({ state: "acked" }) });
  // Acknowledged a second time after it came back: another occurrence, another time.
  tally.committed({ events: [event({ nr: 2, at: 5_000 })], alarms: state({ nr: 2, since: 5_000 }) });
  tally.committed({
    events: [event({ what: "cleared", nr: 2, at: 5_500 })],
    alarms: state({ nr: 2, since: 5_000, state: "returned" }),
  });
  tally.committed({
    events: [event({ what: "acked", nr: 2, at: 4_500 })],
    alarms: new Map([["a", undefined]]),
  });
  // Nobody knows when this one came.
  tally.committed({ events: [event({ what: "acked", nr: 9, id: "c" })], alarms: new Map() });
  tally.committed({
    events: [event({ what: "acked", nr: 7, id: "old", at: 2_500, priority: 1 })],
    alarms: new Map([["old", undefined]]),
  });
  expect(tally.read(nobody)).toMatchObject({
    raised: [0, 2, 0, 0],
    acked: [1, 2, 0, 0],
    ackTime: [2_000, 3_000, 0, 0],
  });
});

it("counts messages by way, and what stands and counts by state", () => {
  const tally = new Tally([]);
  tally.message("email.mail", true);
  tally.message("email.mail", false);
  tally.message("email.mail", false);
  tally.committed({ events: [event({ what: "untold", by: "chat.x (Anna Berger)" })], alarms: new Map() });
  const { engine, value } = stage({
    alarms: [
      alarm(),
      alarm({ id: "b", source: "bus.x.flow", priority: 1, ack: "none" }),
      alarm({ id: "c", source: "bus.x.flow", parent: "b" }),
    ],
  });
  value("bus.x.temp", 30);
  value("bus.x.flow", 30);
  expect(tally.read(engine)).toMatchObject({
    standing: [
      { state: "unacked", priority: 3, count: 1 },
      { state: "acked", priority: 1, count: 1 },
    ],
    messages: [
      { way: "email.mail", told: 1, failed: 2, givenUp: 0 },
      { way: "chat.x", told: 0, failed: 0, givenUp: 1 },
    ],
  });
});
