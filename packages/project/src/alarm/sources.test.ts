import { expect, it } from "vitest";
import { type Draft, emptyDraft } from "../check/draft.ts";
import { TableView } from "../check/table-view.ts";
import { Report } from "../report.ts";
import { ALARMS_MAX, Sources } from "./sources.ts";

/** A pod of so many channels, and a row to report with. */
function plant(count: number) {
  const report = new Report();
  const names = Array.from({ length: count }, (_, n) => `bus.a.c${n}`);
  const channel = (chan: string) => ({
    channel: { chan, iface: "main", type: "int" as const, dir: "in" as const, config: {} },
    place: { file: "" },
  });
  const draft: Draft = emptyDraft(report, { types: [], telling: [], schemas: [] });
  const rows = [["id"], ["x"]].map((cells, at) => ({ line: at + 1, cells }));
  const table = { file: "a", name: "alarms", hidden: false, rows, pointIsDecimal: false, mergedAcross: [] };
  const view = TableView.open(table, "alarms", { known: new Set(["id"]), required: ["id"] }, report);
  draft.channels.begin();
  for (const [place, chan] of names.entries()) draft.channels.put(0, place, "bus.a", channel(chan));
  const [row] = view.rows();
  if (!row) throw new Error("no row");
  return { draft, row, codes: () => report.entries().map(({ ErrCode }) => ErrCode) };
}

it("takes as many alarms as there may be, and says once that there are more", () => {
  const { codes, draft, row } = plant(ALARMS_MAX);
  const sources = new Sources(draft);
  expect(sources.of(row, "bus.a.*")).toHaveLength(ALARMS_MAX);
  expect(row.ok).toBe(true);
  expect(sources.of(row, "bus.a.c1")).toBeUndefined();
  expect(sources.of(row, "bus.a.c2")).toBeUndefined();
  expect(codes()).toEqual([1719]);
});

it("says once that the patterns cost too much", () => {
  const { codes, draft, row } = plant(10);
  const sources = new Sources(draft, 25);
  expect(sources.of(row, "*a*1")).toEqual(["bus.a.c1"]);
  expect(sources.of(row, "*a*2")).toEqual(["bus.a.c2"]);
  expect(sources.of(row, "*a*3")).toBeUndefined();
  expect(sources.of(row, "bus.a.c4")).toBeUndefined();
  expect(codes()).toEqual([1720]);
});
