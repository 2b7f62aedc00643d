import { expect, it } from "vitest";
import { figuresOf, ownSource } from "./figures.ts";

const MINUTE = 60_000;
const raised = (at: number, id = "a", nr = at, why?: string) => ({
  at,
  id,
  nr,
  source: `pod.${id}`,
  priority: id === "a" ? (1 as const) : (3 as const),
  text: `Text ${id}`,
  what: "raised" as const,
  ...(why === undefined ? {} : { why }),
});
const acked = (at: number, nr: number) => ({ ...raised(at), nr, what: "acked" as const });
const RANGE = { from: 0, to: 60 * MINUTE, stale: 2, isOwn: ownSource(undefined) };

it("counts what was raised, and not what was suppressed", () => {
  const found = figuresOf([raised(1), raised(2, "b"), raised(3, "b", 3, "Erklärt durch bus")], RANGE);
  expect(found).toMatchObject({ raised: 2, priorities: [1, 0, 1, 0], stale: 2, rate: 2 / 6 });
  expect(found.worst).toEqual([
    { id: "a", text: "Text a", count: 1, share: 0.5 },
    { id: "b", text: "Text b", count: 1, share: 0.5 },
  ]);
});

it("a flood is more than ten within ten minutes; the peak says when", () => {
  const spread = (from: number, count: number) =>
    Array.from({ length: count }, (_none, at) => raised(from + at * 30_000, `x${at}`));
  expect(figuresOf(spread(20 * MINUTE, 11), RANGE)).toMatchObject({
    floods: 1,
    peak: { at: 20 * MINUTE, count: 11 },
  });
  expect(figuresOf(spread(20 * MINUTE, 10), RANGE).floods).toBe(0);
});

it("one that comes three times within a minute chatters", () => {
  const found = figuresOf(
    [raised(0), raised(20_000), raised(60_000), raised(0, "b"), raised(61_000, "b")],
    RANGE,
  );
  expect(found.chattering).toEqual([{ id: "a", text: "Text a", count: 1 }]);
});

it("the time to acknowledge is that of those that were; a clock set back makes none negative", () => {
  const found = figuresOf(
    [raised(10, "a", 1), raised(20, "a", 2), acked(70, 1), acked(5, 2), acked(99, 77)],
    RANGE,
  );
  expect(found.ackTime).toEqual({ median: 60, p90: 60 });
  expect(figuresOf([raised(1)], RANGE)).not.toHaveProperty("ackTime");
});

it("says nothing of a time without alarms", () => {
  expect(figuresOf([], RANGE)).toMatchObject({ raised: 0, rate: 0, floods: 0, worst: [], chattering: [] });
});

it("is kept to alarms of some channels", () => {
  const events = [
    raised(1),
    raised(2, "b"),
    acked(3, 1),
    raised(4, "b"),
    { ...acked(9, 2), source: "pod.b" },
  ];
  const own = figuresOf(events, { ...RANGE, isOwn: ownSource(["pod.a"]) });
  expect(own).toMatchObject({ raised: 1, priorities: [1, 0, 0, 0], ackTime: { median: 2, p90: 2 } });
  expect(own.worst).toEqual([{ id: "a", text: "Text a", count: 1, share: 1 }]);
  expect(figuresOf(events, { ...RANGE, isOwn: ownSource([]) })).toMatchObject({ raised: 0, worst: [] });
});
