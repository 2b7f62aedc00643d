import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, Store } from "./index.ts";

const KNOWN = Buffer.from("known");
const FRESH = Buffer.from("fresh");
const token = (sessionId: string, deadline: number | null = null) => ({
  sessionId,
  lastUse: 5,
  deadline,
  parent: null,
});
const row = { failures: 3, first: 1, last: 2, locks: 0, lockedUntil: 0 };
let folder: string;
let file: string;
let store: Store;

/** A store whose disk has become read-only. */
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-shelter-"));
  file = path.join(folder, "state.db");
  const before = openStore({ file, credentialFile: path.join(folder, "credential.json"), now: () => 1 });
  before.credential.insertFirst("$argon2id$abc", 1);
  before.sessions.insert(KNOWN, token("one"));
  before.throttle.put("a", row);
  before.close();
  store = new Store(
    new DatabaseSync(file, { readOnly: true }),
    path.join(folder, "credential.json"),
    undefined,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("on a disk that takes nothing", () => {
  it("sessions begin, go on and end", () => {
    store.sessions.insert(FRESH, token("two"));
    expect(store.sessions.find(FRESH)).toMatchObject({ sessionId: "two" });
    expect(store.sessions.find(KNOWN)).toMatchObject({ sessionId: "one", lastUse: 5 });
    store.sessions.used(KNOWN, 9);
    store.sessions.endAt(FRESH, 77);
    expect(store.sessions.all().map(({ token: { deadline, lastUse } }) => [lastUse, deadline])).toEqual([
      [9, null],
      [5, 77],
    ]);
    store.sessions.deleteSession("one");
    expect(store.sessions.find(KNOWN)).toBeUndefined();
  });

  it("failures are counted on from those before", () => {
    expect(store.throttle.find("a")).toEqual(row);
    store.throttle.put("a", { ...row, failures: 4 });
    store.throttle.put("a", { ...row, failures: 5 });
    store.throttle.put("b", row);
    expect([store.throttle.find("a")?.failures, store.throttle.count()]).toEqual([5, 2]);
    store.throttle.delete("a");
    expect(store.throttle.find("a")).toBeUndefined();
  });

  it.each([1, 2])("a transaction on sessions holds, or does nothing (%i)", (times) => {
    for (let at = 0; at < times; at += 1) {
      store.transaction(() => {
        store.sessions.endAt(KNOWN, 50 + at);
        store.sessions.insert(Buffer.from(`new ${at}`), token("one"));
      });
    }
    expect(store.sessions.tokensOf("one")).toHaveLength(1 + times);
    const broken = () =>
      store.transaction(() => {
        store.sessions.deleteAll();
        throw new Error("changed its mind");
      });
    expect(broken).toThrow("changed its mind");
    expect(store.sessions.tokensOf("one")).toHaveLength(1 + times);
  });

  it("what has to last is refused, and nothing of it happens", () => {
    const change = () =>
      store.transaction(() => {
        store.sessions.deleteAll();
        store.credential.replace("$argon2id$new", 2);
      });
    expect(change).toThrow(/readonly/);
    expect(store.sessions.find(KNOWN)).toMatchObject({ sessionId: "one" });
    expect(store.credential.read()?.hash).toBe("$argon2id$abc");
  });

  it("a new password by another process ends them all", () => {
    store.sessions.insert(FRESH, token("two"));
    const other = new DatabaseSync(file);
    other.exec("UPDATE credential SET id = 'another'");
    other.close();
    expect([store.sessions.find(FRESH), store.sessions.find(KNOWN)]).toEqual([undefined, undefined]);
  });
});
