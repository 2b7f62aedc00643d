import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore, Store } from "./index.ts";
import { LastRoom } from "./last-room.ts";

const KNOWN = Buffer.from("known");
const FRESH = Buffer.from("fresh");
const token = (sessionId: string, deadline: number | null = null) => ({
  sessionId,
  lastUse: 5,
  deadline,
  parent: null,
});
const row = { failures: 3, first: 1, last: 2, locks: 0, lockedUntil: 0 };
const folder = useFolder();
let file: string;
let store: Store;

/** A store whose disk has become read-only. */
beforeEach(() => {
  file = path.join(folder(), "state.db");
  const before = openStore({ file, credentialFile: path.join(folder(), "credential.json"), now: () => 1 });
  before.credential.insertFirst("$argon2id$abc", 1);
  before.sessions.insert(KNOWN, token("one"));
  before.throttle.put("a", row);
  before.close();
  store = new Store(
    new DatabaseSync(file, { readOnly: true }),
    path.join(folder(), "credential.json"),
    undefined,
  );
});

describe("on a disk that takes nothing", () => {
  it("sessions begin, go on and end", () => {
    store.sessions.insert(FRESH, token("two"));
    store.sessions.began("two", { began: 1, address: "10.0.0.1", browser: "Firefox", system: "Linux" });
    expect(store.sessions.origins().get("two")).toMatchObject({ browser: "Firefox" });
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

it("is where sign-ins go on a full disk as well, and settings and change log leave the last room to them", () => {
  store.close();
  const db = new DatabaseSync(file);
  const { page_count } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  // No page can be added, as on a disk that is full.
  db.exec(`PRAGMA max_page_count = ${page_count}`);
  store = new Store(db, path.join(folder(), "credential.json"), undefined);
  // More than fits in the pages kept free.
  for (let round = 0; round < 10_000; round += 1)
    store.sessions.insert(Buffer.from(`t${round}`), token("full"));
  expect(store.sessions.find(Buffer.from("t9999"))).toMatchObject({ sessionId: "full" });
  store.close();
  const room = new LastRoom(file);
  expect(() => room.keep(0)).not.toThrow();
  expect(() => room.keep(2 ** 60)).toThrow("ENOSPC");
});
