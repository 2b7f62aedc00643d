import { expect, it } from "vitest";
import { type ComposeFacts, compose } from "./message.ts";
import type { AlarmRecord, Untold } from "./record.ts";

const line = (seq: number, over: Partial<Untold> = {}): Untold => ({
  seq,
  way: "email.mail",
  nr: seq,
  id: `a${seq}`,
  what: "new",
  since: 0,
  priority: 3,
  text: `Text ${seq}`,
  ...over,
});
const facts = (states: Record<string, AlarmRecord["state"]>, ackBy: ComposeFacts["ackBy"]): ComposeFacts => ({
  plant: "Haus",
  action: () => undefined,
  record: (id) => {
    const state = states[id];
    return state && ({ nr: Number(id.slice(1)), state } as AlarmRecord);
  },
  ackBy,
});
const end = (lines: Untold[], states: Record<string, AlarmRecord["state"]>, ackBy: ComposeFacts["ackBy"]) =>
  compose(lines, facts(states, ackBy))?.text.split("\n\n").at(-1);

it("says how to acknowledge what waits for somebody, and nothing where nothing does", () => {
  const asked: unknown[] = [];
  const link = (key: string, nrs: number[]) => {
    asked.push([key, nrs]);
    return "https://haus/m/x";
  };
  const states = { a1: "unacked", a2: "acked", a3: "returned" } as const;
  const lines = [line(1), line(2), line(3), line(4), line(5, { what: "over" })];
  expect(end(lines, states, link)).toBe(
    "Diese 2 Meldungen ohne Anmeldung quittieren (einmal, eine Woche lang):\nhttps://haus/m/x\n",
  );
  expect(asked).toEqual([["1-5", [1, 3]]]);
  expect(end([line(1)], states, link)).toBe(
    "Ohne Anmeldung quittieren (einmal, eine Woche lang):\nhttps://haus/m/x\n",
  );
  expect(end([line(1)], states, "answer")).toBe("Zum Quittieren „ok 1“ antworten.\n");
  expect(end(lines, states, "answer")).toBe(
    "Zum Quittieren „ok“ und die Nummern antworten, zum Beispiel „ok 1“.\n",
  );
  expect(end([line(2)], states, link)).toContain("Text 2");
  expect(end([line(1)], states, undefined)).toContain("Text 1");
  expect(asked).toHaveLength(2);
});

it("tells what came and went in one, and what others heard of apart", () => {
  const lines = [line(1), line(2, { nr: 1, id: "a1", what: "over" }), line(3, { what: "over" })];
  const { subject, text } = compose(lines, facts({}, undefined)) ?? { subject: "", text: "" };
  expect(text.match(/Nr\. \d/g)).toEqual(["Nr. 1", "Nr. 3"]);
  expect(text).toMatch(/^Neu:\n.*Nr\. 1\)\n {2}Inzwischen vorbei\.\n\nVorbei:\n.*Nr\. 3\)\n$/);
  expect(subject).toContain("Text 1");
});
