import type { DraftDocument } from "@hubwart/contract";
import { expect, it } from "vitest";
import type { FromCompiler, Question } from "./protocol.ts";
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

it("answers by the draft as it stands: names of rows, where they are used, another name, a copy", async () => {
  const said: FromCompiler[] = [];
  const take = createSession(
    (message) => said.push(message),
    async () => undefined,
  );
  await take({ type: "open", document: DRAFT });
  await take({ type: "steps", ops: [{ op: "set", table: "g", cells: [["g1", "gc", "neu"]] }] });
  const ask = async (question: Question) => {
    await take({ type: "ask", id: 7, question });
    const last = said.at(-1);
    return last?.type === "answer" && last.id === 7 ? last.answer : undefined;
  };
  expect(await ask({ kind: "channels", about: { table: "g", rows: ["g1"] } })).toEqual(
    new Map([["g1", "ping.a.neu"]]),
  );
  const subject = { kind: "channel", name: "ping.a.neu" } as const;
  expect(await ask({ kind: "usage", about: { table: "g", row: "g1" } })).toMatchObject({
    subject,
    cells: [{ table: "g", row: "g1", column: "gc" }],
  });
  expect(await ask({ kind: "usage", about: { table: "p", row: "i" } })).toBeUndefined();
  expect(await ask({ kind: "rename", about: { subject, name: "dauer" } })).toMatchObject({
    ops: [{ cells: [["g1", "gc", "dauer"]] }],
  });
  expect(await ask({ kind: "places", about: { pod: "ping.a" } })).toEqual([]);
  const copy = { pod: "ping.a", name: "b", places: [], prefix: "x" };
  expect(await ask({ kind: "copyPod", about: copy })).toMatchObject({
    ops: [{ table: "o" }, { table: "g" }],
  });
  expect(await ask({ kind: "suggest", about: { table: "g", column: "pod", text: "" } })).toEqual(["a"]);
});
