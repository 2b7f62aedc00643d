/** Alarms as a hub tells them, for unit tests. */
import type { AlarmCounts, AlarmEvent, AlarmLook, StandingAlarm } from "@hubwart/ipc";

export const COUNTS: AlarmCounts = {
  priorities: [1, 0, 1, 0],
  unacked: 2,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
};

export const alarm = (nr: number, over: Partial<StandingAlarm> = {}): StandingAlarm => ({
  nr,
  id: `temp/mqtt.a.t${nr}`,
  source: `mqtt.a.t${nr}`,
  kind: "above",
  priority: 3,
  text: `Raum ${nr} ist zu warm`,
  state: "unacked",
  since: 1_000,
  value: 31.5,
  ...over,
});

export const lookOf = (standing: StandingAlarm[], over: Partial<AlarmLook> = {}): AlarmLook => ({
  alarms: 10,
  counts: COUNTS,
  standing,
  total: standing.length,
  maintenance: [],
  ofDevice: false,
  classes: [{ id: "technik", ways: ["email.mail"], rosters: [] }],
  ...over,
});

export const event = (seq: number, over: Partial<AlarmEvent> = {}): AlarmEvent => ({
  seq,
  at: 0,
  what: "raised",
  nr: seq,
  id: "temp",
  source: "mqtt.a.t",
  priority: 1,
  text: "Raum ist zu warm",
  ...over,
});
