import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineSetting, LOST, openStore, resetPassword, type Store, verifyPassword } from "./index.ts";

const folder = useFolder();
let file: string;
let credentialFile: string;
let store: Store;
const open = () => (store = openStore({ file, credentialFile, now: () => 1_700_000_000_000 }));

beforeEach(() => {
  file = path.join(folder(), "state.db");
  credentialFile = path.join(folder(), "credential.json");
  open();
});
afterEach(() => {
  store.close();
});

const ntp = defineSetting({
  name: "ntp",
  schema: z.object({ use: z.boolean(), server: z.string() }),
  fallback: { use: false, server: "" },
});

async function withPassword(): Promise<void> {
  store.credential.insertFirst("$argon2id$abc", 1);
  await store.copyCredential();
}
function damage(how: "garbage" | "middle"): void {
  store.close();
  if (how === "garbage") writeFileSync(file, Buffer.alloc(20_000, "no database "));
  else {
    const content = readFileSync(file);
    content.fill(0xff, 4096);
    writeFileSync(file, content);
  }
}

describe("settings", () => {
  it("come back after a restart, and as the fallback when they no longer fit", () => {
    expect(store.settings.read(ntp)).toEqual({ use: false, server: "" });
    store.settings.write(ntp, { use: true, server: "ntp.example" }, 1);
    store.close();
    open();
    expect(store.settings.read(ntp)).toEqual({ use: true, server: "ntp.example" });
    store.settings.writeRaw("ntp", '{"use":"ja"}', 2);
    expect(store.settings.read(ntp)).toEqual({ use: false, server: "" });
    store.settings.writeRaw("ntp", "{broken", 3);
    expect(store.settings.read(ntp)).toEqual({ use: false, server: "" });
  });
  it("that cannot be read are told, stay, and take nothing in their place until somebody does without them", () => {
    store.settings.writeRaw("ntp", '{"use":"ja"}', 2);
    store.settings.look();
    expect(store.settings.unread()).toEqual([{ name: "ntp", newer: false }]);
    expect(() => store.settings.write(ntp, { use: true, server: "x" }, 3)).toThrow("überschrieben");
    expect(store.settings.all()).toEqual([{ name: "ntp", value: '{"use":"ja"}', changed: 2 }]);
    expect(store.keepCopy(path.join(path.dirname(file), "copies"), 3)).toBeUndefined();
    store.settings.discard("ntp", 4);
    expect(store.settings.unread()).toEqual([]);
    store.settings.write(ntp, { use: true, server: "x" }, 5);
    const aside = new DatabaseSync(file).prepare("SELECT name, value, at FROM setting_aside").all();
    expect(aside).toEqual([{ name: "ntp", value: '{"use":"ja"}', at: 4 }]);
  });
  it("that are the device's own notes make room, and are kept aside, three of each", () => {
    const note = defineSetting({
      name: "note",
      memory: true,
      schema: z.number(),
      fallback: 0,
    });
    for (let at = 1; at <= 5; at += 1) {
      store.settings.writeRaw("note", `"${at}"`, at);
      store.settings.look();
      // Nobody has anything to decide, and good copies are made as ever.
      expect(store.settings.unread()).toEqual([]);
      store.settings.write(note, at, at);
      expect(store.settings.read(note)).toBe(at);
    }
    const aside = new DatabaseSync(file).prepare("SELECT value FROM setting_aside ORDER BY id").all();
    expect(aside).toEqual([{ value: '"3"' }, { value: '"4"' }, { value: '"5"' }]);
  });
  it("of an earlier format are brought to the present one, and those of a later one are not touched", () => {
    const first = defineSetting({ name: "hosts", schema: z.string(), fallback: "" });
    store.settings.write(first, "a", 1);
    const second = defineSetting({
      name: "hosts",
      schema: z.array(z.string()),
      fallback: [],
      migrations: [(stored) => [stored]],
    });
    expect(store.settings.read(second)).toEqual(["a"]);
    store.settings.write(second, ["a", "b"], 2);
    expect(store.settings.read(second)).toEqual(["a", "b"]);
    expect(store.settings.read(first)).toBe("");
    expect(store.settings.unread()).toEqual([{ name: "hosts", newer: true }]);
    expect(() => store.settings.write(first, "c", 3)).toThrow("überschrieben");
    expect(store.settings.read(second)).toEqual(["a", "b"]);
  });
  it("are changed all together or not at all", () => {
    expect(() =>
      store.transaction(() => {
        store.settings.write(ntp, { use: true, server: "x" }, 1);
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(store.settings.read(ntp).use).toBe(false);
  });
});

describe("the file", () => {
  it("is for its owner alone", () => {
    expect(statSync(file).mode & 0o077).toBe(0);
  });
  it("has a copy of the password, for its owner alone too", async () => {
    await withPassword();
    expect(statSync(credentialFile).mode & 0o777).toBe(0o600);
  });
  it("survives a write ahead log that ends in the middle", async () => {
    await withPassword();
    store.settings.write(ntp, { use: true, server: "a" }, 1);
    const torn = mkdtempSync(path.join(os.tmpdir(), "hubwart-torn-"));
    for (const name of readdirSync(folder()))
      writeFileSync(path.join(torn, name), readFileSync(path.join(folder(), name)));
    const wal = path.join(torn, "state.db-wal");
    truncateSync(wal, statSync(wal).size - 100);
    const again = openStore({
      file: path.join(torn, "state.db"),
      credentialFile: path.join(torn, "credential.json"),
      now: () => 1,
    });
    expect(again.damage).toBeUndefined();
    expect(again.credential.read()?.hash).toBe("$argon2id$abc");
    again.close();
    rmSync(torn, { recursive: true });
  });
});

describe("a damaged database", () => {
  it.each(["garbage", "middle"] as const)("(%s) is kept aside and the password stays", async (how) => {
    await withPassword();
    store.settings.write(ntp, { use: true, server: "a" }, 1);
    damage(how);
    open();
    expect(store.damage?.passwordLost).toBe(false);
    expect(store.credential.read()?.hash).toBe("$argon2id$abc");
    expect(readdirSync(path.join(folder(), "damaged")).some((name) => name.endsWith(".db"))).toBe(true);
    store.settings.write(ntp, { use: true, server: "b" }, 2);
    store.close();
    open();
    expect(store.damage).toBeUndefined();
    expect(store.settings.read(ntp).server).toBe("b");
  });
  it("whose copy of the password is gone too lets nobody in and is no new device", async () => {
    await withPassword();
    damage("garbage");
    rmSync(credentialFile);
    open();
    expect(store.damage?.passwordLost).toBe(true);
    expect(store.credential.read()?.hash).toBe(LOST);
    expect(store.credential.insertFirst("$argon2id$attacker", 1)).toBe(false);
    expect(await verifyPassword(LOST, "")).toBe(false);
  });
  it.each(["", "{", '{"id":"x","hash":"","changed":1}'])(
    "with the copy %j lets nobody in either",
    async (copy) => {
      await withPassword();
      damage("garbage");
      writeFileSync(credentialFile, copy);
      open();
      expect(store.credential.read()?.hash).toBe(LOST);
    },
  );
  it("that is missing altogether takes the password from the copy", async () => {
    await withPassword();
    store.close();
    for (const name of readdirSync(folder()))
      if (name.startsWith("state.db")) rmSync(path.join(folder(), name));
    open();
    expect(store.credential.read()?.hash).toBe("$argon2id$abc");
  });
  it("keeps at most three of its kind", async () => {
    for (let i = 0; i < 6; i += 1) {
      damage("garbage");
      store = openStore({ file, credentialFile, now: () => 1_700_000_000_000 + i });
    }
    const kept = readdirSync(path.join(folder(), "damaged")).filter((name) => name.endsWith(".db"));
    expect(kept).toHaveLength(3);
  });
});

describe("a lost database", () => {
  const copies = () => path.join(folder(), "copies");
  const entry = { address: "", code: 0, kind: "change" as const, before: undefined, after: undefined };
  const lose = (how: "missing" | "emptied") => {
    store.close();
    for (const name of readdirSync(folder()))
      if (name.startsWith("state.db")) rmSync(path.join(folder(), name));
    if (how === "emptied") writeFileSync(file, "");
    open();
  };

  it.each(["missing", "emptied"] as const)(
    "(%s) is known until it is decided, and a good copy is taken back",
    async (how) => {
      await withPassword();
      store.settings.write(ntp, { use: true, server: "a" }, 1);
      store.audit.insert({ ...entry, ts: 1, call: "before" });
      const copy = store.keepCopy(copies(), 1_000);
      store.settings.write(ntp, { use: true, server: "later" }, 2);
      lose(how);
      expect([store.damage?.kind, store.loss?.kind, store.settings.read(ntp).use]).toEqual([how, how, false]);
      store.close();
      open();
      expect([store.damage, store.loss?.kind]).toEqual([undefined, how]);
      // Nothing pushes out the good copy meanwhile.
      expect(store.keepCopy(copies(), 2_000)).toBeUndefined();
      store.audit.insert({ ...entry, ts: 5, call: "since" });
      expect(store.copies(copies())).toEqual([copy]);
      expect(store.takeBack(copies(), copy?.name ?? "", 3)).toBeGreaterThan(0);
      expect([store.loss, store.settings.read(ntp).server]).toEqual([null, "a"]);
      expect(store.audit.latest(9).map(({ call }) => call)).toEqual(["since", "before"]);
      expect(store.credential.read()?.hash).toBe("$argon2id$abc");
      expect(store.keepCopy(copies(), 4_000)).toBeDefined();
    },
  );

  it("that nobody misses is accepted", async () => {
    await withPassword();
    lose("missing");
    store.acceptLoss(1);
    store.close();
    open();
    expect(store.loss).toBeNull();
  });

  it("is none on a new device, and one of a damaged file is remembered too", async () => {
    expect(store.loss).toBeNull();
    await withPassword();
    damage("garbage");
    open();
    expect(store.loss?.kind).toBe("damaged");
  });

  it("keeps no copy from before the clock was put right in the place of newer ones", () => {
    for (const at of [90_000, 91_000, 92_000, 5_000, 6_000, 7_000]) store.keepCopy(copies(), at);
    expect(store.copies(copies()).map(({ at }) => at)).toEqual([7_000, 6_000, 5_000]);
  });

  it("keeps three copies, each for its owner alone, the newest made even with a clock set back", () => {
    for (const at of [5_000, 6_000, 7_000, 8_000, 1_000]) store.keepCopy(copies(), at);
    expect(store.copies(copies()).map(({ at }) => at)).toEqual([7_000, 6_000, 1_000]);
    expect(statSync(copies()).mode & 0o077).toBe(0);
    for (const name of readdirSync(copies()))
      expect(statSync(path.join(copies(), name)).mode & 0o077).toBe(0);
    expect(readdirSync(copies()).filter((name) => name === "making")).toEqual([]);
  });

  it("takes nothing of a copy that is not whole, nor of a file that is no copy", () => {
    const copy = store.keepCopy(copies(), 1_000);
    store.settings.write(ntp, { use: true, server: "now" }, 2);
    truncateSync(path.join(copies(), copy?.name ?? ""), 5_000);
    expect(() => store.takeBack(copies(), copy?.name ?? "", 3)).toThrow();
    for (const name of ["../state.db", "state-1.db", "making"]) {
      expect(() => store.takeBack(copies(), name, 3)).toThrow("Kopie gibt es nicht");
    }
    expect(store.settings.read(ntp).server).toBe("now");
    expect(() => store.transaction(() => undefined)).not.toThrow();
  });

  it("gives way to a copy with all that was noted since, also where the clock was ahead before it was made", () => {
    store.audit.insert({ ...entry, ts: 9_000_000, call: "ahead" });
    const copy = store.keepCopy(copies(), 9_000_001);
    store.audit.insert({ ...entry, ts: 2_000, call: "right again" });
    store.takeBack(copies(), copy?.name ?? "", 3_000);
    expect(store.audit.latest(9).map(({ call }) => call)).toEqual(["right again", "ahead"]);
  });

  it("is not made of what cannot be opened: the error names the file", () => {
    store.close();
    for (const name of readdirSync(folder())) rmSync(path.join(folder(), name), { recursive: true });
    mkdirSync(file);
    expect(open).toThrow(`${file} ist keine Datei`);
    rmSync(file, { recursive: true });
    open();
  });
});

describe("a database that this account may not use", () => {
  const NOBODY = 65_534;
  /** Root may open anything, so its tests act as somebody else meanwhile. */
  function asOwnerOnly(work: () => void): void {
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(NOBODY);
    try {
      work();
    } finally {
      if (root) process.seteuid?.(0);
    }
  }

  it.each([
    ["that belongs to somebody else", 0o000, 0o755],
    ["that may only be read", 0o444, 0o555],
    ["in a folder that is closed", 0o600, 0o000],
  ])("%s: the error names the file, and nothing is replaced", (_, mode, folderMode) => {
    store.settings.write(ntp, { use: true, server: "kept" }, 1);
    store.close();
    chmodSync(file, mode);
    chmodSync(folder(), folderMode);
    try {
      asOwnerOnly(() => expect(open).toThrow(file));
    } finally {
      chmodSync(folder(), 0o700);
      chmodSync(file, 0o600);
    }
    open();
    expect([store.damage, store.settings.read(ntp).server]).toEqual([undefined, "kept"]);
  });
});

describe("failed attempts", () => {
  it("are kept of so many names and no more, and the longest untouched goes", () => {
    const put = (at: number) =>
      store.throttle.put(`login:${at}`, { failures: 1, first: at, last: at, locks: 0, lockedUntil: 0 });
    store.transaction(() => {
      for (let at = 0; at <= 10_200; at += 1) put(at);
    });
    expect(store.throttle.count()).toBe(10_000);
    expect(store.throttle.find("login:0")).toBeUndefined();
    expect(store.throttle.find("login:10200")).toBeDefined();
  });
});

describe("password reset", () => {
  it("works beside a running appliance, ends sessions and lifts locks", async () => {
    await withPassword();
    const hash = new Uint8Array(32);
    store.sessions.insert(hash, { sessionId: "s", lastUse: 1, deadline: null, parent: null });
    store.throttle.put("login:x", { failures: 9, first: 1, last: 1, locks: 5, lockedUntil: 9e15 });
    const other = openStore({ file, credentialFile, now: () => 2 });
    await resetPassword(other, "ein neues Passwort", 2);
    other.close();
    expect(store.sessions.find(hash)).toBeUndefined();
    expect(store.throttle.find("login:x")).toBeUndefined();
    const current = store.credential.read()?.hash ?? "";
    expect(await verifyPassword(current, "ein neues Passwort")).toBe(true);
    expect(await verifyPassword(current, "ein altes Passwort")).toBe(false);
    expect(readFileSync(credentialFile, "utf8")).toContain(current);
  });
  it("takes equal texts as equal, however they are typed", async () => {
    await resetPassword(store, "Schlüssel\u00e9", 2);
    expect(await verifyPassword(store.credential.read()?.hash ?? "", "Schlu\u0308ssele\u0301")).toBe(true);
  });
});

it("keeps a copy of the password aside that cannot be read, and makes another", async () => {
  store.credential.insertFirst("$argon2id$x", 1);
  mkdirSync(credentialFile);
  store.close();
  open();
  expect(await store.copyCredential()).toBe(true);
  expect(readFileSync(credentialFile, "utf8")).toContain("$argon2id$x");
  expect(statSync(`${credentialFile}.damaged`).isDirectory()).toBe(true);
});
