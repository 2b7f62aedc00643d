import type { DraftDocument } from "@hubwart/contract";
import { loadPodSchema } from "@hubwart/pods/schema-loaders";
import { beforeEach, describe, expect, it, vi } from "vitest";
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
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
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
  expect(compiled[1]?.marks).toMatchObject([{ level: "error", table: "g", row: "g1", column: "gc" }]);
});

it("knows what is wrong before somebody is done with what he types", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
  const ops = (value: string) => [
    { op: "set" as const, table: "g", cells: [["g1", "gc", value]] as [string, string, string][] },
  ];
  const last = () => said.at(-1) as { marks: readonly unknown[]; turn: number };
  await take({ type: "open", document: DRAFT });
  await take({ type: "typed", ops: ops("falsch!") });
  const foreseen = last();
  expect(foreseen).toMatchObject({ type: "foreseen", turn: 1, ops: JSON.stringify(ops("falsch!")[0]) });
  expect(foreseen.marks).toMatchObject([{ table: "g", row: "g1", column: "gc" }]);
  await take({ type: "steps", ops: ops("falsch!") });
  expect(last()).toMatchObject({ type: "compiled", turn: 2 });
  // Not another list of the same: nothing was compiled.
  expect(last().marks).toBe(foreseen.marks);
  await take({ type: "typed", ops: ops("gut") });
  // Somebody else, meanwhile, elsewhere.
  await take({ type: "steps", ops: [{ op: "set", table: "g", cells: [["g1", "gh", "kein Rechner"]] }] });
  expect(last()).toMatchObject({ type: "foreseen", turn: 3, marks: [{ column: "gh" }] });
  await take({ type: "steps", ops: ops("gut") });
  expect(last()).toMatchObject({ type: "compiled", turn: 4, marks: [{ column: "gh" }] });
  // A row that is gone by now.
  await take({ type: "typed", ops: [{ op: "set", table: "g", cells: [["fehlt", "gc", "x"]] }] });
  expect(last()).toMatchObject({ type: "compiled", turn: 4 });
});

describe("a draft that takes long", () => {
  const typed = (value: string) => ({
    type: "typed" as const,
    ops: [{ op: "set" as const, table: "g", cells: [["g1", "gc", value]] as [string, string, string][] }],
  });
  let now: number;
  let took: number;
  beforeEach(() => {
    [now, took] = [0, 61];
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      now += took;
      return now;
    });
    return () => {
      clock.mockRestore();
      vi.useRealTimers();
    };
  });

  it("is compiled ahead when nothing was typed for as long, since whoever presses Enter waits for it", async () => {
    const said: FromCompiler[] = [];
    const rests: { ms: number; over: () => void }[] = [];
    const rest = (ms: number, wakes: (now: () => void) => void) =>
      new Promise<void>((resolve) => {
        rests.push({ ms, over: resolve });
        wakes(resolve);
      });
    const take = createSession((message) => said.push(message), { breath: async () => undefined, rest });
    const kinds = () => said.map(({ type }) => type);
    await take({ type: "open", document: DRAFT });
    const running = take(typed("fal"));
    await vi.waitFor(() => expect(rests).toHaveLength(1));
    void take(typed("falsch!"));
    await vi.waitFor(() => expect(rests).toHaveLength(2));
    expect([kinds(), rests[1]?.ms]).toEqual([["tables", "compiled"], 61]);
    rests[1]?.over();
    await running;
    expect(said.at(-1)).toMatchObject({ type: "foreseen", ops: JSON.stringify(typed("falsch!").ops[0]) });
    // Enter does not wait for the end of a rest.
    const next = take(typed("gut"));
    await vi.waitFor(() => expect(rests).toHaveLength(3));
    void take({ type: "steps", ops: typed("gut").ops });
    await next;
    expect(kinds()).toEqual(["tables", "compiled", "foreseen", "compiled"]);
  });

  it("is no draft that takes 60 ms", async () => {
    const rest = vi.fn(async () => undefined);
    const take = createSession(() => undefined, { breath: async () => undefined, rest });
    took = 60;
    await take({ type: "open", document: DRAFT });
    await take(typed("falsch!"));
    expect(rest).not.toHaveBeenCalled();
  });

  it("waits by a clock of its own", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const said: FromCompiler[] = [];
    const take = createSession((message) => said.push(message), { breath: async () => undefined });
    await take({ type: "open", document: DRAFT });
    const running = take(typed("falsch!"));
    await vi.advanceTimersByTimeAsync(60);
    expect(said.at(-1)).toMatchObject({ type: "compiled" });
    await vi.advanceTimersByTimeAsync(1);
    await running;
    expect(said.at(-1)).toMatchObject({ type: "foreseen" });
  });
});

it("asks for the whole draft where a step does not fit", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message));
  await take({ type: "open", document: DRAFT });
  await take({ type: "steps", ops: [{ op: "delete", table: "g", rows: ["fehlt"] }] });
  expect(said.at(-1)).toEqual({ type: "astray" });
});

const tablesIn = (said: readonly FromCompiler[]) =>
  said.flatMap((message) => (message.type === "tables" ? [message.tables] : []));

it("tells the columns of the tables that the draft has, and what they are to each type of pod", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message));
  await take({ type: "open", document: DRAFT });
  const [tables = []] = tablesIn(said);
  const host = tables.find(({ name }) => name === "pods")?.columns.find(({ name }) => name === "timeout");
  expect(Object.keys(host?.byKind ?? {})).toEqual(["ping"]);
  const loaded = tables.filter((table) => table.loaded).map(({ name }) => name);
  expect(loaded).toEqual(["project", "pods", "links", "constants", "ping"]);
  expect(tables.find(({ name }) => name === "mqtt")).toEqual({
    name: "mqtt",
    label: "MQTT",
    loaded: false,
    columns: [],
  });
});

it("tells the columns of a pod type as soon as a pod of it is typed, and of a table that is asked for", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
  await take({ type: "open", document: DRAFT });
  const set = (id: string) =>
    take({ type: "steps", ops: [{ op: "set", table: "o", cells: [["o1", "oi", id]] }] });
  await set("mqtt.a");
  const told = tablesIn(said);
  expect(told).toHaveLength(2);
  const loaded = (tables: (typeof told)[number] = []) =>
    tables.filter((table) => table.loaded).map(({ name }) => name);
  expect(loaded(told[1])).toEqual([...loaded(told[0]).slice(0, 4), "mqtt", "ping"]);
  // What is loaded stays.
  await set("ping.a");
  expect(tablesIn(said)).toHaveLength(2);
  await take({ type: "ask", id: 1, question: { kind: "table", about: { name: "classes" } } });
  expect(loaded(tablesIn(said)[2])).toContain("alarms");
  expect(said.at(-1)).toMatchObject({ type: "answer", id: 1 });
});

it("has the columns of a pod type while the name of the pod is typed", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
  await take({ type: "open", document: DRAFT });
  const about = { table: "o", column: "oi", text: "mqtt." };
  await take({ type: "ask", id: 1, question: { kind: "suggest", about } });
  await vi.waitFor(() => expect(tablesIn(said)).toHaveLength(2));
  expect(tablesIn(said)[1]?.find(({ name }) => name === "mqtt")?.loaded).toBe(true);
});

it("says that a part is missing instead of finding nothing wrong, and is whole again with the next step", async () => {
  const said: FromCompiler[] = [];
  let away = true;
  const take = createSession((message) => said.push(message), {
    breath: async () => undefined,
    load: (type) => (away ? Promise.reject(new Error("offline")) : loadPodSchema(type)),
  });
  await take({ type: "open", document: DRAFT });
  expect(said.map(({ type }) => type)).toEqual(["failed"]);
  await take({ type: "ask", id: 7, question: { kind: "table", about: { name: "ping" } } });
  expect(said.at(-1)).toEqual({ type: "failed", id: 7 });
  away = false;
  await take({ type: "steps", ops: [{ op: "set", table: "g", cells: [["g1", "gc", "nicht erlaubt!"]] }] });
  expect(said.at(-1)).toMatchObject({ type: "compiled", marks: [{ level: "error", row: "g1" }] });
});

it("takes back what it said while a part is still on its way, and only then", async () => {
  vi.useFakeTimers();
  try {
    const said: FromCompiler[] = [];
    const arrivals: (() => void)[] = [];
    const take = createSession((message) => said.push(message), {
      breath: async () => undefined,
      load: async (type) => {
        if (type === "mqtt") await new Promise<void>((resolve) => arrivals.push(resolve));
        return await loadPodSchema(type);
      },
    });
    await take({ type: "open", document: DRAFT });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said.map(({ type }) => type)).toEqual(["tables", "compiled"]);
    const under = take({ type: "steps", ops: [{ op: "set", table: "o", cells: [["o1", "oi", "mqtt.a"]] }] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(said.slice(2)).toEqual([{ type: "loading" }]);
    arrivals[0]?.();
    await under;
    expect(said.slice(3).map(({ type }) => type)).toEqual(["tables", "compiled"]);
  } finally {
    vi.useRealTimers();
  }
});

it("places what is wrong with a script at its line, and warns of channels that the draft does not have", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
  const scripts = { "regel.lua": 'read("ping.a.da")\n\nwrite("ping.a.de", 1)', "ä.lua": "" };
  await take({ type: "open", document: { ...DRAFT, scripts } });
  const compiled = said.find((message) => message.type === "compiled");
  expect(compiled?.marks).toMatchObject([{ level: "error", script: "ä.lua" }]);
  const warnings = () => said.findLast((message) => message.type === "scripts")?.marks;
  const text = "Das Projekt hat keinen Channel „ping.a.de“; meinten Sie „ping.a.da“?";
  expect(warnings()).toMatchObject([{ level: "warning", script: "regel.lua", line: 3, text }]);
  await take({ type: "steps", ops: [{ op: "set", table: "g", cells: [["g1", "gc", "de"]] }] });
  expect(warnings()).toMatchObject([{ script: "regel.lua", line: 1 }]);
  await take({ type: "steps", ops: [{ op: "script", name: "regel.lua", text: null }] });
  expect(warnings()).toEqual([]);
});

it("warns of alarms that the draft does not have, and of such as no script raises", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
  const columns = ["id", "kind"].map((name) => ({ id: name, name }));
  const rows = [
    { id: "a1", cells: { id: "filter", kind: " Script" } },
    { id: "a2", cells: { id: "stumm", kind: "age" } },
  ];
  const alarms = { id: "a", name: "Alarms", above: [], columns, rows };
  const source = 'alarm.raise("filter")\nalarm.raise("stumm")\nalarm.active("filtr")';
  await take({ type: "open", document: { tables: [...DRAFT.tables, alarms], scripts: { "a.lua": source } } });
  const marks = said.findLast((message) => message.type === "scripts")?.marks ?? [];
  expect(marks.map(({ line, text }) => [line, text])).toEqual([
    [3, "Das Projekt hat keine Meldung „filtr“; meinten Sie „filter“?"],
    [2, "Die Meldung „stumm“ ist nicht von der Art „script“; sie kommt und geht von selbst"],
  ]);
});

it("compiles what came meanwhile before it looks through scripts", async () => {
  const said: FromCompiler[] = [];
  let breaths = 0;
  const later: Promise<void>[] = [];
  const take = createSession((message) => said.push(message), {
    breath: async () => {
      breaths += 1;
      // After the first result.
      if (breaths === 2)
        later.push(take({ type: "steps", ops: [{ op: "script", name: "a.lua", text: 'read("weg")' }] }));
    },
  });
  await take({ type: "open", document: { ...DRAFT, scripts: { "a.lua": "" } } });
  await Promise.all(later);
  expect(said.map(({ type }) => type)).toEqual(["tables", "compiled", "compiled", "scripts"]);
});

it("answers by the draft as it stands: names of rows, where they are used, another name, a copy", async () => {
  const said: FromCompiler[] = [];
  const take = createSession((message) => said.push(message), { breath: async () => undefined });
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
  expect(await ask({ kind: "names", about: { text: "NEU" } })).toEqual(["ping.a.neu"]);
  expect(await ask({ kind: "usage", about: { table: "g", row: "g1" } })).toMatchObject({
    subject,
    cells: [{ table: "g", row: "g1", column: "gc" }],
  });
  expect(await ask({ kind: "usage", about: { table: "p", row: "i" } })).toBeUndefined();
  expect(await ask({ kind: "rename", about: { subject, name: "dauer" } })).toMatchObject({
    ops: [{ cells: [["g1", "gc", "dauer"]] }],
  });
  expect(await ask({ kind: "places", about: { pod: "ping.a" } })).toEqual({ places: [], links: 0 });
  const copy = { pod: "ping.a", name: "b", places: [], links: true, prefix: "x" };
  expect(await ask({ kind: "copyPod", about: copy })).toMatchObject({
    ops: [{ table: "o" }, { table: "g" }],
  });
  expect(await ask({ kind: "suggest", about: { table: "g", column: "pod", text: "" } })).toEqual(["a"]);
});
