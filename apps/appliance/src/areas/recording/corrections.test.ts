import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { expect, it } from "vitest";
import type { HubLink } from "../../hub-link.ts";
import { Corrections, type Wanted } from "./corrections.ts";

const asked: unknown[] = [];
const corrections = new Corrections({
  hub: {
    request: (name: string, given: unknown) => {
      asked.push([name, given]);
      return Promise.resolve({ number: 1, values: 1 });
    },
  } as unknown as HubLink,
  typeOf: async (chan) => ({ "a.a.x": "float", "a.a.text": "string" })[chan],
  zone: async () => "Europe/Berlin",
});
const WANTED: Wanted = {
  chan: "a.a.x",
  from: 1,
  to: 5,
  does: "replace",
  rows: [[2, 3]],
  reason: " Zähler getauscht ",
};

it("asks the hub, with who and why", async () => {
  await corrections.enter(WANTED, "Erika");
  expect(asked.splice(0)).toEqual([
    ["correct", { chan: "a.a.x", from: 1, to: 5, rows: [[2, 3]], by: "Erika", why: "Zähler getauscht" }],
  ]);
});

it("refuses an empty file where values were meant, values where none were, and channels that are none or hold text", async () => {
  const refused = (change: Partial<Wanted>) =>
    expect(corrections.enter({ ...WANTED, ...change }, "Erika")).rejects;
  await refused({ rows: [] }).toThrow(InvalidInputError);
  await refused({ does: "remove" }).toThrow(InvalidInputError);
  await refused({ chan: "a.a.text" }).toThrow(InvalidInputError);
  await refused({ chan: "a.a.none" }).toThrow(NotFoundError);
  expect(asked).toEqual([]);
  await corrections.enter({ ...WANTED, does: "remove", rows: [] }, "Erika");
  expect(asked).toHaveLength(1);
});

it("reads the span by the clock of the device, and names the field that is none", async () => {
  const given = {
    chan: "a.a.x",
    does: "remove",
    reason: "xxx",
    from: "2026-11-25 13:00",
    to: "2026-10-25 02:30",
  } as const;
  await expect(corrections.read(given, "")).rejects.toMatchObject({ fields: [{ field: "to" }] });
  const read = await corrections.read({ ...given, to: "2026-11-25 14:00" }, "2026-11-25 13:30;1");
  expect([read.from, read.to, read.rows]).toEqual([
    Date.UTC(2026, 10, 25, 12),
    Date.UTC(2026, 10, 25, 13),
    [[Date.UTC(2026, 10, 25, 12, 30), 1]],
  ]);
});
