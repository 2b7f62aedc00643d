import type { DraftDocument } from "@hubwart/contract";
import { expect, it } from "vitest";
import type { FromCompiler } from "./protocol.ts";
import { createSession } from "./session.ts";

const DRAFT: DraftDocument = {
  tables: [
    {
      id: "p",
      name: "project",
      above: [],
      columns: [
        { id: "k", name: "key" },
        { id: "v", name: "value" },
      ],
      rows: [{ id: "i", cells: { k: "id", v: "haus" } }],
    },
    {
      id: "o",
      name: "pods",
      above: [],
      columns: [{ id: "oi", name: "id" }],
      rows: [{ id: "o1", cells: { oi: "ping.a" } }],
    },
    {
      id: "g",
      name: "ping",
      above: [["Titel"]],
      columns: [
        { id: "gp", name: "pod" },
        { id: "gc", name: "channel" },
        { id: "gh", name: "host" },
      ],
      rows: [{ id: "g1", cells: { gp: "a", gc: "da", gh: "127.0.0.1" } }],
    },
  ],
  scripts: {},
};

it("names the cell of an error by its ids, and compiles only the newest of what came meanwhile", async () => {
  const said: FromCompiler[] = [];
  const take = createSession(
    (message) => said.push(message),
    async () => undefined,
  );
  await take({ type: "open", document: DRAFT });
  const set = (value: string) =>
    take({ type: "steps", ops: [{ op: "set", table: "g", cells: [["g1", "gc", value]] }] });
  const under = [set("nicht erlaubt!"), set("gut")];
  // It compiles by now.
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  await Promise.all([...under, set("auch nicht!")]);
  const compiled = said.filter((message) => message.type === "compiled");
  expect(compiled).toHaveLength(2);
  expect(compiled[0]).toMatchObject({ marks: [] });
  expect(compiled[0]?.hash).toHaveLength(64);
  expect(compiled[1]?.marks).toMatchObject([{ level: "error", table: "g", row: "g1", column: "gc" }]);
});

it("asks for the whole draft where a step does not fit", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message));
  await take({ type: "open", document: DRAFT });
  await take({ type: "steps", ops: [{ op: "delete", table: "g", rows: ["fehlt"] }] });
  expect(said.at(-1)).toEqual({ type: "astray" });
});

it("tells the columns of each table, and what they are to each type of pod", () => {
  const said: FromCompiler[] = [];
  createSession((message) => said.push(message));
  const tables = said[0]?.type === "tables" ? said[0].tables : [];
  const port = tables.find(({ name }) => name === "pods")?.columns.find(({ name }) => name === "port");
  expect(Object.keys(port?.byKind ?? {})).toContain("mqtt");
  expect(Object.keys(port?.byKind ?? {})).not.toContain("chat");
});
