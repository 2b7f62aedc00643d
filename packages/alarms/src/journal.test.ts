import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { AlarmHistoryQuestion } from "@hubwart/ipc";
import { afterEach, beforeEach, expect, it } from "vitest";
import { emptyChange, Journal, type NewEvent } from "./journal.ts";
import type { AlarmRecord } from "./record.ts";

let folder: string;
let journal: Journal | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-alarms-"));
});
afterEach(async () => {
  journal?.close();
  journal = undefined;
  await rm(folder, { recursive: true, force: true });
});

function open(): Journal {
  journal?.close();
  journal = Journal.open(folder, 1);
  return journal;
}

const RECORD: AlarmRecord = {
  id: "a",
  nr: 7,
  state: "unacked",
  since: 5,
  value: 30,
  text: "zu warm",
  heard: true,
  counts: 5,
  steps: { 0: { count: 1, at: 6 } },
  toldTo: ["email.mail"],
};
const event = (given: Partial<NewEvent> = {}): NewEvent => ({
  at: 5,
  what: "raised",
  nr: 7,
  id: "a",
  source: "bus.x.temp",
  priority: 2,
  text: "Vorlauf zu warm",
  ...given,
});
const ALL: AlarmHistoryQuestion = { from: 0, to: 1_000, offset: 0, limit: 100 };

it("has what was written, also after it was opened anew, and nothing of what is gone", () => {
  const change = emptyChange();
  change.alarms.set("a", RECORD);
  change.shelves.set("a", { by: "Anna", why: "Umbau", until: 9 });
  change.maintenance.set(3, { nr: 3, scope: "bus.x", by: "Anna", why: "Umbau", since: 1, until: 9 });
  const line = {
    seq: 4,
    way: "email.mail",
    nr: 7,
    id: "a",
    what: "new" as const,
    since: 5,
    priority: 2 as const,
    text: "x",
  };
  change.untold.set(4, line);
  change.counters = { nr: 7, untold: 4, maintenance: 3 };
  open().commit(change);
  expect(open().kept()).toEqual({
    alarms: [RECORD],
    shelves: [["a", { by: "Anna", why: "Umbau", until: 9 }]],
    maintenance: [{ nr: 3, scope: "bus.x", by: "Anna", why: "Umbau", since: 1, until: 9 }],
    untold: [line],
    counters: { nr: 7, untold: 4, maintenance: 3 },
  });
  const over = emptyChange();
  over.alarms.set("a", undefined);
  over.shelves.set("a", undefined);
  over.maintenance.set(3, undefined);
  over.untold.set(4, undefined);
  // A number is never given twice.
  over.counters = { nr: 2 };
  open().commit(over);
  expect(open().kept()).toEqual({
    alarms: [],
    shelves: [],
    maintenance: [],
    untold: [],
    counters: { nr: 7, untold: 4, maintenance: 3 },
  });
});

it("writes all of a change or nothing", () => {
  const change = emptyChange();
  change.alarms.set("a", RECORD);
  change.events.push(event(), event({ text: undefined as unknown as string }));
  expect(() => open().commit(change)).toThrow();
  expect(journal?.kept().alarms).toEqual([]);
  expect(journal?.history(ALL).total).toBe(0);
});

it("tells its history newest first, by time, words, kind and priority, page by page", () => {
  const change = emptyChange();
  change.events.push(
    event({ at: 10 }),
    event({ at: 20, what: "acked", by: "Anna" }),
    event({ at: 30, id: "b", text: "ÜBERDRUCK im Kessel", priority: 1, value: { bar: 3 } }),
    event({ at: 40, what: "cleared", id: "b", text: "ÜBERDRUCK im Kessel", priority: 1 }),
  );
  open().commit(change);
  const at = (question: Partial<AlarmHistoryQuestion>) =>
    journal?.history({ ...ALL, ...question }).events.map((found) => found.at);
  expect(at({})).toEqual([40, 30, 20, 10]);
  expect(at({ from: 20, to: 30 })).toEqual([30, 20]);
  expect(at({ text: "überdruck" })).toEqual([40, 30]);
  expect(at({ text: "BUS.X" })).toEqual([40, 30, 20, 10]);
  expect(at({ text: "%" })).toEqual([]);
  expect(at({ what: ["acked"] })).toEqual([20]);
  expect(at({ priority: [1] })).toEqual([40, 30]);
  expect(at({ offset: 1, limit: 2 })).toEqual([30, 20]);
  expect(journal?.history({ ...ALL, limit: 1 }).total).toBe(4);
  const [, third, , first] = journal?.history(ALL).events ?? [];
  expect(third).toMatchObject({ value: { bar: 3 } });
  expect(first).not.toHaveProperty("by");
});

it("keeps a bounded number of lines, the newest", () => {
  open();
  for (let part = 0; part < 104; part += 1) {
    const change = emptyChange();
    for (let line = 0; line < 2_000; line += 1) change.events.push(event({ at: part }));
    journal?.commit(change);
  }
  const { events, total } = journal?.history(ALL) ?? { events: [], total: 0 };
  expect(total).toBe(200_000);
  expect(events[0]?.at).toBe(103);
}, 60_000);

it("begins anew where the file is damaged, and keeps that aside", async () => {
  await writeFile(path.join(folder, "alarms.db"), Buffer.alloc(8192, "kein sqlite"));
  expect(open().aside).toContain("damaged.db");
  expect(journal?.kept().alarms).toEqual([]);
  expect(await readdir(folder)).toContain("damaged.db");
  expect(open().aside).toBeUndefined();
});

it("refuses what cannot be written, and keeps what stood", () => {
  const change = emptyChange();
  change.alarms.set("a", RECORD);
  open().commit(change);
  const broken = emptyChange();
  broken.alarms.set("a", { toJSON: () => undefined } as unknown as AlarmRecord);
  expect(() => journal?.commit(broken)).toThrow();
  expect(open().kept().alarms).toEqual([RECORD]);
});
