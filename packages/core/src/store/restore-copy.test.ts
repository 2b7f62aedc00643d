import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { adoptDatabase } from "./adopt.ts";
import { newCredential } from "./credential.ts";
import { openStore, type Store } from "./open-store.ts";
import { prepareRestored } from "./restore-copy.ts";
import { defineSetting } from "./settings.ts";

const HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA";
const site = defineSetting({ name: "site", schema: z.string(), fallback: "" });
const mark = defineSetting({ name: "mark", schema: z.string(), fallback: "" });
const own = defineSetting({ name: "own", schema: z.string(), fallback: "" });

const folder = useFolder();
let present: Store;
const at = (name: string) => path.join(folder(), name);
const open = (name: string) =>
  openStore({ file: at(name), credentialFile: at(`${name}.json`), now: () => 1_000 });
const entry = (store: Store, ts: number, call: string) =>
  store.audit.insert({ ts, address: "", call, code: 0, kind: "change", before: undefined, after: undefined });
const JOB = { id: 7, body: "{}" };

beforeEach(() => {
  present = open("state.db");
  present.settings.write(site, "as it is now", 1);
  present.settings.write(own, "of this device", 1);
  entry(present, 1, "long ago");
  entry(present, 300, "since the backup");
});
afterEach(() => {
  present.close();
});

let made = 0;
function backup(change: (store: Store) => void = () => undefined): string {
  made += 1;
  const store = open(`device-${made}.db`);
  store.settings.write(site, "from the backup", 1);
  store.settings.write(mark, "of the other device", 1);
  store.settings.write(own, "of the other device", 1);
  entry(store, 200, "in the backup");
  change(store);
  const file = at(`backup-${made}.db`);
  store.copyTo(`${file}.theirs`);
  store.close();
  adoptDatabase(`${file}.theirs`, file, new Set(["site", "mark", "own"]));
  return file;
}
const prepare = (file: string, credential = newCredential(`${HASH}2`, 5)) =>
  prepareRestored(file, { credential, job: JOB, ofDevice: ["mark", "own"], present: at("state.db") });

it("keeps the backup's settings, what this device knows of itself, today's change log, and the job that goes on", () => {
  const file = backup();
  prepare(file);
  const store = open(path.basename(file));
  expect(store.settings.read(site)).toBe("from the backup");
  expect(store.settings.read(mark)).toBe("");
  expect(store.settings.read(own)).toBe("of this device");
  expect(store.jobs.open()).toEqual([JOB]);
  const log = new DatabaseSync(file).prepare("SELECT call FROM audit ORDER BY id").all() as {
    call: string;
  }[];
  expect(log.map(({ call }) => call)).toEqual(["in the backup", "long ago", "since the backup"]);
  store.close();
});

it("has no session and no lock", () => {
  const file = backup((store) => {
    store.credential.put(newCredential(HASH, 1));
    store.sessions.insert(new Uint8Array(32), { sessionId: "s", lastUse: 1, deadline: null, parent: null });
    store.throttle.put("login:1", { failures: 9, first: 1, last: 1, locks: 1, lockedUntil: 9 });
  });
  prepare(file);
  const store = open(path.basename(file));
  expect(store.sessions.all()).toEqual([]);
  expect(store.throttle.find("login:1")).toBeUndefined();
  store.close();
});

it("has the backup's password, or else the one it is given, and takes nothing else for one", () => {
  const own = backup((store) => store.credential.put(newCredential(HASH, 1)));
  expect(prepare(own)?.hash).toBe(HASH);
  expect(prepare(backup())?.hash).toBe(`${HASH}2`);
  const odd = backup((store) => store.credential.put({ id: "x", hash: "plain", changed: 1 }));
  expect(prepare(odd)?.hash).toBe(`${HASH}2`);
});

it("asks for the second factor of this device, and for none that the backup may have had", () => {
  const factor = (letter: string) => ({
    secret: letter.repeat(32),
    since: 5,
    recovery: ["0".repeat(64)],
    step: 9,
  });
  const theirs = (store: Store) => {
    store.credential.put(newCredential(HASH, 1));
    store.secondFactor.put(factor("T"));
  };
  const [before, after] = [backup(theirs), backup(theirs)];
  prepare(before);
  const plain = open(path.basename(before));
  expect(plain.secondFactor.read()).toBeUndefined();
  plain.close();
  present.credential.put(newCredential(`${HASH}3`, 1));
  present.secondFactor.put(factor("M"));
  prepare(after);
  const store = open(path.basename(after));
  expect(store.credential.read()?.hash).toBe(HASH);
  expect(store.secondFactor.read()).toEqual(factor("M"));
  store.close();
});

it("keeps what this device noted, whatever times somebody else's log has, and notes it once", () => {
  const file = backup((store) => entry(store, 8_000_000_000_000_000, "of the future"));
  prepare(file);
  prepare(file);
  const log = new DatabaseSync(file).prepare("SELECT call FROM audit ORDER BY id").all();
  expect(log.map((row) => (row as { call: string }).call)).toEqual([
    "in the backup",
    "of the future",
    "long ago",
    "since the backup",
  ]);
});

it("says why it failed, and not what followed from that", () => {
  const other = new DatabaseSync(at("other.db"));
  other.exec("CREATE TABLE setting (name TEXT)");
  other.close();
  expect(() =>
    prepareRestored(backup(), { credential: undefined, job: JOB, ofDevice: [], present: at("other.db") }),
  ).toThrow("no such table: present.audit");
});
