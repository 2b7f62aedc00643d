import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AlarmHistoryQuestion } from "@hubwart/ipc";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { emptyChange, Journal, type NewEvent } from "./journal.ts";
import type { AlarmRecord } from "./record.ts";

const folder = useFolder();
let journal: Journal | undefined;
afterEach(async () => {
  journal?.close();
  journal = undefined;
});

function open(): Journal {
  journal?.close();
  journal = Journal.open(folder(), 1);
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

it("tells of a long value that was written whole its beginning", () => {
  const value = { list: "x".repeat(50_000) };
  open().commit({ ...emptyChange(), events: [event({ value }), event({ value: { a: 1 } })] });
  const told = open()
    .history(ALL)
    .events.map((one) => one.value);
  expect(told).toEqual([{ a: 1 }, `${JSON.stringify(value).slice(0, 2_000)}…`]);
});

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
  const link = { key: "4-4", way: "email.mail", nrs: [7], at: 5 };
  change.links.set("4-4", link);
  change.counters = { nr: 7, untold: 4, maintenance: 3 };
  open().commit(change);
  expect(open().kept()).toEqual({
    alarms: [RECORD],
    shelves: [["a", { by: "Anna", why: "Umbau", until: 9 }]],
    maintenance: [{ nr: 3, scope: "bus.x", by: "Anna", why: "Umbau", since: 1, until: 9 }],
    untold: [line],
    links: [link],
    counters: { nr: 7, untold: 4, maintenance: 3 },
  });
  const over = emptyChange();
  over.alarms.set("a", undefined);
  over.shelves.set("a", undefined);
  over.maintenance.set(3, undefined);
  over.untold.set(4, undefined);
  over.links.set("4-4", undefined);
  // A number is never given twice.
  over.counters = { nr: 2 };
  open().commit(over);
  expect(open().kept()).toEqual({
    alarms: [],
    shelves: [],
    maintenance: [],
    untold: [],
    links: [],
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
  await writeFile(path.join(folder(), "alarms.db"), Buffer.alloc(8192, "kein sqlite"));
  expect(open().aside).toContain("damaged.db");
  expect(journal?.kept().alarms).toEqual([]);
  expect(await readdir(folder())).toContain("damaged.db");
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

it("has a secret of its own that stays", () => {
  const first = open();
  const secret = first.secret();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(first.secret()).toBe(secret);
  first.commit(emptyChange());
  const again = open();
  expect(again.secret()).toBe(secret);
  // Also where the file turned out to be damaged.
  again.renew(Date.now());
  expect(again.secret()).toBe(secret);
});

describe("a damaged file", () => {
  const DAMAGE: Record<string, (file: string) => void> = {
    "half a page is missing": (file) => truncateSync(file, 4096 * 3 + 2048),
    "nothing is left of it": (file) => truncateSync(file, 0),
    "garbage at its head": (file) => writeOver(file, 0),
    "garbage in its midst": (file) => writeOver(file, 4096 * 2),
  };

  it.each(Object.entries(DAMAGE))("%s: begins anew, says so, and gives no number again", (_what, damage) => {
    const change = emptyChange();
    for (let at = 0; at < 300; at += 1) change.events.push(event({ text: `Vorlauf zu warm ${at}` }));
    change.alarms.set("a", RECORD);
    change.counters = { nr: 1_234, untold: 77, maintenance: 3 };
    open().commit(change);
    journal?.close();
    journal = undefined;
    // The log beside it would heal it.
    const db = new DatabaseSync(path.join(folder(), "alarms.db"));
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    damage(path.join(folder(), "alarms.db"));
    const anew = open();
    const { alarms, counters } = anew.kept();
    expect(anew.aside).toContain("damaged.db");
    expect(anew.damagedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(alarms).toEqual([]);
    expect([counters.nr > 1_234, counters.untold > 77, counters.maintenance > 3]).toEqual([true, true, true]);
    const next = emptyChange();
    next.alarms.set("a", RECORD);
    anew.commit(next);
    const again = open();
    expect(again.aside).toBeUndefined();
    expect(again.kept().alarms).toEqual([RECORD]);
  });

  it("has numbers beside it that may be missing or damaged too", () => {
    writeFileSync(path.join(folder(), "numbers.json"), "{");
    expect(open().kept().counters).toEqual({ nr: 0, untold: 0, maintenance: 0 });
  });
});

function writeOver(file: string, at: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(4096, "kein sqlite"), 0, 4096, at);
  closeSync(handle);
}
