import type { DraftDocument, DraftEntry, DraftHead, DraftOperation, DraftStep } from "@hubwart/contract";
import { applyStep } from "@hubwart/draft";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, ConnectionError } from "../../../../lib/errors.ts";
import { createDraftStore, type DraftStore } from "./draft-store.ts";

const START: DraftDocument = {
  tables: [
    {
      id: "t",
      name: "mqtt",
      above: [],
      columns: [{ id: "c", name: "channel" }],
      rows: [
        { id: "r1", cells: { c: "eins" } },
        { id: "r2", cells: { c: "zwei" } },
      ],
    },
  ],
  scripts: {},
};
const HEAD: DraftHead = { id: "d1", name: "Entwurf", base: null, created: 1, changed: 1, by: "a", seq: 0 };

/** The device's side: a log of steps, each key once. */
function device() {
  let document = START;
  const log: DraftEntry[] = [];
  const keep = (step: DraftStep, by: string): DraftEntry => {
    const known = log.find(({ key }) => key === step.key);
    if (known) return known;
    const applied = applyStep(document, step.ops);
    document = applied.document;
    const entry = { ...step, seq: log.length + 1, at: 2, by, inverse: applied.inverse };
    log.push(entry);
    return entry;
  };
  let fails: "before" | "after" | undefined;
  const send = async ({ after, steps }: { after: number; steps: DraftStep[] }) => {
    if (fails === "before") throw new ConnectionError(false);
    const missing = log.filter(({ seq }) => seq > after);
    const answer =
      missing.length > 0 ? { done: [], missing } : { done: steps.map((s) => keep(s, "ich")), missing };
    if (fails === "after") throw new ConnectionError(true);
    return answer;
  };
  return {
    log,
    keep,
    send,
    news: async (since: number) => log.filter(({ seq }) => seq > since),
    get document() {
      return document;
    },
    fail(how: typeof fails) {
      fails = how;
    },
  };
}

const set = (row: string, value: string): DraftOperation => ({
  op: "set",
  table: "t",
  cells: [[row, "c", value]],
});
const theirs = (...ops: DraftOperation[]): DraftStep => ({ key: `x${ops.length}`, label: "anderer", ops });
const texts = (document: DraftDocument) => document.tables[0]?.rows.map(({ cells }) => cells["c"]);

let its = device();
let store: DraftStore;
const changes = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  its = device();
  changes.mockReset();
  store = createDraftStore(
    { draft: HEAD, document: START, entries: [] },
    { send: (batch) => its.send(batch), news: (since) => its.news(since), onChange: changes },
  );
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

it("shows a step at once, and has it kept within a second", async () => {
  store.act("Zelle", [set("r1", "neu")]);
  expect(texts(store.view.state.document)).toEqual(["neu", "zwei"]);
  expect(store.view.unsavedSince).toBeDefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(texts(its.document)).toEqual(["neu", "zwei"]);
  expect(store.view.unsavedSince).toBeUndefined();
});

it("is kept as well where one goes on without a pause", async () => {
  for (let n = 0; n < 30; n += 1) {
    store.act("Zelle", [set("r1", `${n}`)]);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(its.log.length).toBeGreaterThan(25);
});

it("sends again when the connection fails, also while it comes back, and the step counts once", async () => {
  its.fail("before");
  store.act("Zelle", [set("r1", "neu")]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.view.trouble).toBe("connection");
  await vi.advanceTimersByTimeAsync(2_000);
  its.fail("after");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(store.view.unsavedSince).toBeDefined();
  its.fail(undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([store.view.trouble, store.view.unsavedSince, its.log.length]).toEqual([undefined, undefined, 1]);
  // What was kept already is no step of somebody else, to be done once more.
  expect(changes).toHaveBeenCalledOnce();
});

it("fits its steps to those of somebody else, and says what was lost to them", async () => {
  store.act("Erste", [set("r1", "neu")]);
  store.act("Zweite", [set("r2", "weg")]);
  its.keep(theirs({ op: "delete", table: "t", rows: ["r2"] }), "10.0.0.5");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts(its.document)).toEqual(["neu"]);
  expect(store.view.state.document).toEqual(its.document);
  expect(store.view.notes.map(({ text }) => text)).toEqual([
    "„Zweite“ ist verloren gegangen: Die Zeile wurde von 10.0.0.5 gelöscht.",
  ]);
  expect(changes).toHaveBeenLastCalledWith(undefined, its.document);
});

it("says where it wrote over the other's cell", async () => {
  store.act("Meine", [set("r1", "meins")]);
  its.keep(theirs(set("r1", "seins")), "10.0.0.5");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts(its.document)).toEqual(["meins", "zwei"]);
  expect(store.view.notes[0]?.text).toContain("10.0.0.5");
});

it("takes back what is not kept yet, after others came first", async () => {
  store.act("Meine", [set("r1", "meins")]);
  store.undo();
  its.keep(theirs(set("r2", "seins")), "10.0.0.5");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts(its.document)).toEqual(["eins", "seins"]);
  expect(its.log.map(({ undoes }) => undoes)).toEqual([undefined, undefined, 2]);
  store.redo();
  expect(texts(store.view.state.document)).toEqual(["meins", "seins"]);
});

it("hears of what others do", async () => {
  its.keep(theirs(set("r2", "seins")), "10.0.0.5");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(texts(store.view.state.document)).toEqual(["eins", "seins"]);
});

it("stops where the device refuses, and goes on when it is told to", async () => {
  const { send } = its;
  its.send = async () => {
    throw new ApiError(400);
  };
  store.act("Zelle", [set("r1", "neu")]);
  const flushed = store.flush().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await flushed).toBeInstanceOf(ApiError);
  its.send = send;
  store.retry();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(texts(its.document)).toEqual(["neu", "zwei"]);
});

it("has what waits kept by the browser, and the next tab send it once", async () => {
  let kept: readonly DraftStep[] = [];
  const waiting = {
    found: () => [...kept],
    keep: (steps: readonly DraftStep[]) => {
      kept = steps;
    },
  };
  const open = () => {
    const entries = [...its.log];
    return createDraftStore(
      { draft: { ...HEAD, seq: entries.length }, document: its.document, entries },
      { send: (batch) => its.send(batch), news: (since) => its.news(since), onChange: changes, waiting },
    );
  };
  its.fail("before");
  const first = open();
  first.act("Zelle", [set("r1", "neu")]);
  await vi.advanceTimersByTimeAsync(1_000);
  first.act("Zelle", [set("r2", "auch")]);
  await vi.advanceTimersByTimeAsync(900);
  expect(kept).toHaveLength(2);
  // Of the first one the answer alone was lost.
  its.keep(kept[0] as DraftStep, "ich");
  its.keep(theirs(set("r1", "seins")), "10.0.0.5");
  its.fail(undefined);
  const second = open();
  expect(texts(second.view.state.document)).toEqual(["seins", "auch"]);
  expect(second.view.notes[0]?.text).toContain("1 Änderung");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([its.log.length, kept.length, second.view.unsavedSince]).toEqual([3, 0, undefined]);
  first.close();
  second.close();
});

it("says where somebody else wrote over what was written here", async () => {
  store.act("Meine", [set("r1", "meins")]);
  await vi.advanceTimersByTimeAsync(1_000);
  its.keep(theirs(set("r2", "seins")), "10.0.0.5");
  await vi.advanceTimersByTimeAsync(6_000);
  expect([store.view.notes, store.view.others]).toEqual([[], 1]);
  its.keep({ ...theirs(set("r1", "seins")), key: "y" }, "10.0.0.5");
  await vi.advanceTimersByTimeAsync(6_000);
  expect(texts(store.view.state.document)).toEqual(["seins", "seins"]);
  expect(store.view.notes.map(({ text }) => text)).toEqual([
    "Was Sie zuletzt an dieser Stelle getan haben, „Meine“, hat 10.0.0.5 seitdem geändert.",
  ]);
});
