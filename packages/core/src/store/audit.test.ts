import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "./index.ts";

const folder = useFolder();
let store: Store;

beforeEach(() => {
  const credentialFile = path.join(folder(), "credential.json");
  store = openStore({ file: path.join(folder(), "state.db"), credentialFile, now: () => 1 });
});
afterEach(() => {
  store.close();
});

describe("the change log", () => {
  it.each(["attempt", "refused"] as const)("is bounded by kind: of %s none pushes out changes", (kind) => {
    const entry = { ts: 1, address: "", call: "x", code: 0, before: undefined, after: { a: 1 } };
    store.transaction(() => {
      store.audit.insert({ ...entry, kind: "change" });
      for (let i = 0; i < 1_500; i += 1) store.audit.insert({ ...entry, ts: i, kind });
    });
    const all = store.audit.latest(20_000);
    expect(all.filter((e) => e.kind === kind)).toHaveLength(1_000);
    expect(all.at(-1)).toMatchObject({ ...entry, kind: "change" });
  });

  it("tells changes behind an entry, oldest first, and no attempts", () => {
    const entry = { ts: 1, address: "", call: "x", code: 0, before: undefined, after: undefined };
    expect(store.audit.changesAfter(0, 9)).toEqual({ entries: [], last: 0 });
    for (const kind of ["change", "attempt", "change", "change"] as const)
      store.audit.insert({ ...entry, kind });
    const { entries, last } = store.audit.changesAfter(1, 9);
    expect([entries.map(({ id }) => id), last]).toEqual([[3, 4], 4]);
    expect(store.audit.changesAfter(0, 1)).toMatchObject({ entries: [{ id: 1 }], last: 4 });
  });

  it("is searched, counted, paged and read whole, newest first", () => {
    const entry = { address: "10.0.0.1", code: 0, kind: "change" as const, before: undefined };
    store.transaction(() => {
      for (let i = 0; i < 450; i += 1) {
        const call = i % 2 === 0 ? "podConfigSave" : "login";
        store.audit.insert({ ...entry, ts: i, call, after: { note: i === 7 ? "100%_Müller" : `n${i}` } });
      }
    });
    const times = (entries: Iterable<{ ts: number }>) => [...entries].map(({ ts }) => ts);
    expect(store.audit.count({})).toBe(450);
    expect(times(store.audit.page({}, 2, 3))).toEqual([447, 446, 445]);
    expect(times(store.audit.all({}))).toEqual(Array.from({ length: 450 }, (_, i) => 449 - i));
    expect(times(store.audit.all({ text: "0%_m" }))).toEqual([7]);
    expect(store.audit.count({ text: "PODCONFIG" })).toBe(225);
    expect(store.audit.count({ text: "no such text", calls: ["login"] })).toBe(225);
    expect(store.audit.count({ text: "%" })).toBe(1);
    expect(store.audit.count({ only: ["login"] })).toBe(225);
    expect(times(store.audit.page({ text: "100", only: ["login"] }, 0, 9))).toEqual([7]);
    expect(store.audit.count({ text: "100", only: ["podConfigSave"] })).toBe(1);
    expect(store.audit.count({ text: "none", calls: ["login"], only: ["podConfigSave"] })).toBe(0);
    expect(times(store.audit.all({ only: ["login', 'podConfigSave"] }))).toEqual([]);
    expect(store.audit.count({ text: "' OR 1=1 --" })).toBe(0);
  });
});
