/** A database of an earlier release is opened by this one: password and sessions go on. */
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeEach, expect, it } from "vitest";
import { openStore } from "./index.ts";
import { SCHEMA, schemaOf } from "./migrations.ts";

const folder = useFolder();
let file: string;
beforeEach(() => {
  file = path.join(folder(), "state.db");
});

const open = () => openStore({ file, credentialFile: path.join(folder(), "credential.json"), now: () => 9 });
const TOKEN = Buffer.alloc(32, 7);
/** As releases up to this one write them, to the letter. */
const SIGNED_IN = `
  INSERT INTO credential VALUES (1, 'c1', '$argon2id$of-then', 5);
  INSERT INTO session SELECT X'${TOKEN.toString("hex")}', 's1', id, 6, NULL, NULL FROM credential WHERE one = 1;`;

/** A database after so many steps, with a password and a session. */
function madeBy(steps: number): void {
  const db = new DatabaseSync(file);
  const schema = [...schemaOf(steps)].filter(([name, sql]) => sql !== null && !name.includes("sqlite_"));
  const inOrder = schema.toSorted(
    ([a], [b]) => Number(b.startsWith("table")) - Number(a.startsWith("table")),
  );
  for (const [, sql] of inOrder) db.exec(String(sql));
  db.exec(`PRAGMA user_version = ${steps}; ${SIGNED_IN}`);
  db.close();
}

it.each(Array.from({ length: SCHEMA }, (_, i) => i + 1))("after %i steps", (steps) => {
  madeBy(steps);
  const store = open();
  expect(store.damage).toBeUndefined();
  expect(store.credential.read()).toEqual({ id: "c1", hash: "$argon2id$of-then", changed: 5 });
  expect(store.sessions.find(TOKEN)).toMatchObject({ sessionId: "s1", lastUse: 6 });
  expect(store.sessions.origins().size).toBe(0);
  store.close();
});

it("goes on in the earlier release, which signs people in beside what it does not know", () => {
  open().close();
  const db = new DatabaseSync(file);
  db.exec(SIGNED_IN);
  db.close();
  const store = open();
  expect(store.sessions.find(TOKEN)).toMatchObject({ sessionId: "s1" });
  store.close();
});
