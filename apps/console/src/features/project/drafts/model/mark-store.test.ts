import { expect, it } from "vitest";
import type { Mark } from "../../../../compiler/protocol.ts";
import { MarkStore } from "./mark-store.ts";

const mark = (row: string, text = "Falsch."): Mark => ({
  level: "error",
  code: 1,
  text,
  hint: "",
  table: "t",
  row,
  about: "",
});
const said = (store: MarkStore) => [store.marks, store.settled].map((of) => of?.all.map(({ row }) => row));

it("tells what is so with what is typed, and what is so of the draft without it", () => {
  const store = new MarkStore();
  expect(said(store)).toEqual([undefined, undefined]);
  store.settle([mark("a")]);
  store.type([mark("a"), mark("b")]);
  expect(said(store)).toEqual([["a", "b"], ["a"]]);
  store.type(undefined);
  expect(said(store)).toEqual([["a"], ["a"]]);
});

it("hands out the very marks of before where they say the same", () => {
  const store = new MarkStore();
  store.settle([mark("a")]);
  const { marks: first } = store;
  store.type([mark("a")]);
  expect(store.marks).toBe(first);
  store.type([mark("a"), mark("b")]);
  const { marks: typed } = store;
  expect(typed?.inRow("a")[0]).toBe(first?.inRow("a")[0]);
  store.settle([mark("a"), mark("b")]);
  store.type(undefined);
  expect([store.marks, store.settled]).toEqual([typed, typed]);
  expect(store.settled).toBe(typed);
});

it("says nothing any more of a draft of which nothing is known", () => {
  const store = new MarkStore();
  store.settle([mark("a")]);
  store.settle(undefined);
  expect(said(store)).toEqual([undefined, undefined]);
  store.settle([mark("b")]);
  expect(said(store)).toEqual([["b"], ["b"]]);
});

it("adds what is said of scripts to both, and knows nothing of either while nothing is known of the tables", () => {
  const store = new MarkStore();
  const ofScript: Mark = {
    level: "warning",
    code: 2,
    text: "Unbekannt.",
    hint: "",
    script: "s.lua",
    about: "",
  };
  store.setOfScripts([ofScript]);
  expect(said(store)).toEqual([undefined, undefined]);
  store.settle([]);
  store.type([mark("a")]);
  expect(said(store)).toEqual([["a", undefined], [undefined]]);
  store.setOfScripts([]);
  expect(said(store)).toEqual([["a"], []]);
  store.settle(undefined);
  expect(said(store)).toEqual([undefined, undefined]);
});

it("tells who listens, and the draft of which it speaks", () => {
  const store = new MarkStore();
  const document = { tables: [], scripts: {} };
  let told = 0;
  const leave = store.subscribe(() => (told += 1));
  store.settle([], document);
  store.type([mark("a")]);
  expect([told, store.judged]).toEqual([2, document]);
  leave();
  store.type(undefined);
  expect(told).toBe(2);
});
