import { writeFileSync } from "node:fs";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { adoptDatabase, ForeignDatabaseError, NewerSchemaError } from "./adopt.ts";
import { newCredential } from "./credential.ts";
import { openStore, type Store } from "./open-store.ts";
import { defineSetting } from "./settings.ts";

const HASH = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA";
const site = defineSetting({ name: "adopt.site", schema: z.string(), fallback: "" });

const folder = useFolder();
let made = 0;
const at = (name: string) => path.join(folder(), name);

/** A copy as backups have it, changed by somebody. */
function theirs(sql = "", fill: (store: Store) => void = () => undefined): string {
  made += 1;
  const store = openStore({ file: at(`device-${made}.db`), credentialFile: at("none"), now: () => 1 });
  store.settings.write(site, "keller", 1);
  store.credential.put(newCredential(HASH, 1));
  fill(store);
  const file = at(`theirs-${made}.db`);
  store.copyTo(file);
  store.close();
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  db.close();
  return file;
}
const KNOWN = new Set([site.name, "adopt.other"]);
const adopt = (file: string) => adoptDatabase(file, at(`fresh-${made}.db`), KNOWN);
const fresh = () => openStore({ file: at(`fresh-${made}.db`), credentialFile: at("no"), now: () => 1 });

it("brings settings, password and change log", () => {
  const file = theirs("", (store) =>
    store.audit.insert({
      ts: 5,
      address: "::1",
      call: "x",
      code: 0,
      kind: "change",
      before: { a: 1 },
      after: 2,
    }),
  );
  expect(adopt(file)).toEqual({ password: true });
  const store = fresh();
  expect(store.settings.read(site)).toBe("keller");
  expect(store.credential.read()?.hash).toBe(HASH);
  expect(store.audit.latest(9)).toEqual([
    { id: 1, ts: 5, address: "::1", call: "x", code: 0, kind: "change", before: { a: 1 }, after: 2 },
  ]);
  store.close();
});

it.each([
  ["trigger", "CREATE TRIGGER evil AFTER UPDATE ON credential BEGIN SELECT 1; END", "„evil“ ist unbekannt"],
  ["view", "CREATE VIEW peep AS SELECT * FROM setting", "die Sicht „peep“"],
  ["view in a table's place", "DROP TABLE job; CREATE VIEW job AS SELECT 1 AS id", "„job“ ist unbekannt"],
  ["table of another make", "CREATE TABLE other (x)", "die Tabelle „other“ ist unbekannt"],
  ["virtual table", "CREATE VIRTUAL TABLE words USING fts5(x)", "„words"],
  ["further column", "ALTER TABLE setting ADD COLUMN x TEXT", "„setting“ ist anders aufgebaut"],
  ["check", "DROP TABLE room; CREATE TABLE room (filler BLOB CHECK (1))", "„room“ ist anders aufgebaut"],
  ["index", "CREATE INDEX slow ON setting (value)", "der Index „slow“"],
  ["missing table", "DROP TABLE job", "fehlen"],
  [
    "table of a later step than it says",
    "ALTER TABLE audit DROP COLUMN who; PRAGMA user_version = 1",
    "ist unbekannt",
  ],
])("refuses a %s, by its name", (_what, sql, said) => {
  const file = theirs(sql);
  expect(() => adopt(file)).toThrow(ForeignDatabaseError);
  expect(() => adoptDatabase(file, at("again.db"), KNOWN)).toThrow(said);
});

it("refuses one of a newer release", () => {
  expect(() => adopt(theirs("PRAGMA user_version = 99"))).toThrow(NewerSchemaError);
});

it("refuses what is damaged or no database", () => {
  const file = at("text.db");
  writeFileSync(file, "x".repeat(4096));
  expect(() => adoptDatabase(file, at("fresh.db"), KNOWN)).toThrow("not a database");
});

it("leaves out settings that nobody reads and values that are no JSON, and bounds what it takes", () => {
  adopt(theirs(`INSERT INTO setting VALUES ('of.nobody', '1', 1), ('adopt.other', 'no json', 1)`));
  const db = new DatabaseSync(at(`fresh-${made}.db`));
  expect(db.prepare("SELECT name FROM setting").all()).toEqual([{ name: "adopt.site" }]);
  db.close();
  const large = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO audit (ts, address, call, code, kind, after) SELECT i, '', 'x', 0, 'change', '"' || hex(zeroblob(1000000)) || '"' FROM n`;
  expect(() => adopt(theirs(large))).toThrow("zu groß");
});

it.each([
  [
    "a time",
    "INSERT INTO audit VALUES (1, 9007199254740991, '', 'x', 0, 'change', NULL, NULL, NULL)",
    "„ts“",
  ],
  [
    "a name",
    "INSERT INTO audit VALUES (1, 1, '', hex(zeroblob(400)), 0, 'change', NULL, NULL, NULL)",
    "„call“",
  ],
  ["a value", "INSERT INTO audit VALUES (1, 1, '', 'x', 0, 'change', '{', NULL, NULL)", "„before“"],
  // Nobody could be answered with it.
  [
    "levels without end",
    `INSERT INTO audit VALUES (1, 1, '', 'x', 0, 'change', NULL, replace(hex(zeroblob(5000)), '0', '[') || replace(hex(zeroblob(5000)), '0', ']'), NULL)`,
    "„after“",
  ],
  [
    "an entry larger than any call's",
    `INSERT INTO audit VALUES (1, 1, '', 'x', 0, 'change', NULL, '"' || hex(zeroblob(2000000)) || '"', NULL)`,
    "„after“",
  ],
])("refuses a change log with %s that is none", (_what, sql, said) => {
  expect(() => adopt(theirs(sql))).toThrow(said);
});

it("refuses settings with levels without end", () => {
  const deep = "replace(hex(zeroblob(5000)), '0', '[') || replace(hex(zeroblob(5000)), '0', ']')";
  expect(() => adopt(theirs(`INSERT INTO setting VALUES ('adopt.other', ${deep}, 1)`))).toThrow("„value“");
});

it("takes no password that nobody knows or that costs a sign-in too much", () => {
  const costly = ["m=4194304,t=1,p=1", "m=8,t=100,p=1", "m=8,t=1,p=64"].map(
    (cost) => `$argon2id$v=19$${cost}$c2FsdHNhbHQ$aGFzaA`,
  );
  for (const hash of ["!", "plain", ...costly])
    expect(adopt(theirs("", (store) => store.credential.put({ id: "x", hash, changed: 1 })))).toEqual({
      password: false,
    });
});
