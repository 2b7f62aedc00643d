/** Live values beside rows: only of what is in sight, under its very name. */
import type { DraftDocument, DraftRow } from "@hubwart/contract";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Ask } from "../../../../compiler/protocol.ts";
import { tokenStore } from "../../../../session/token-store.ts";
import { render } from "../../../../testing/render.tsx";
import { MarkStore } from "../model/mark-store.ts";
import { at } from "../model/selection.ts";
import { viewOf } from "../model/table-view.ts";
import { LiveGrid } from "./live-grid.tsx";

const TABLE: DraftDocument["tables"][number] = {
  id: "t",
  name: "ping",
  above: [],
  columns: [
    { id: "p", name: "pod" },
    { id: "c", name: "channel" },
  ],
  rows: Array.from({ length: 500 }, (_, n): DraftRow => ({ id: `r${n}`, cells: { p: "a", c: `c${n}` } })),
};
const entry = (chan: string, more: object) => ({
  chan,
  value: 21.5,
  quality: 0,
  last: Date.now(),
  count: 3,
  ...more,
});
const ENTRIES = [
  entry("ping.a.c0", { details: { type: "float", writable: false, tags: [], unit: "°C" } }),
  entry("ping.a.c1", {
    quality: 2,
    refusal: { text: "Register 7 gibt es nicht", since: 1, last: 1, count: 4 },
  }),
  entry("ping.a.c2", { last: 0, count: 0, value: null }),
];

const asked: unknown[] = [];
function Shown({ ask, on }: { ask: Ask; on: boolean }) {
  return (
    <LiveGrid
      ask={ask}
      on={on}
      label="Ping"
      view={viewOf(TABLE, [])}
      marks={new MarkStore()}
      selection={at({ row: 0, column: 0 })}
      onSelect={() => undefined}
      act={() => true}
      foresee={() => undefined}
      undo={() => undefined}
      redo={() => undefined}
      onFind={() => undefined}
      suggest={async () => []}
      focusRef={{ current: null }}
    />
  );
}
const named = (name: (row: string) => string) =>
  vi.fn(
    async (_kind: string, about: { rows: readonly string[] }) =>
      new Map(about.rows.map((row) => [row, name(row)])),
  );

beforeEach(() => {
  asked.length = 0;
  tokenStore.store("token");
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
  HTMLElement.prototype.scrollTo = () => undefined;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (!address.includes("/trace/data")) return new Response("{}", { status: 500 });
    asked.push(JSON.parse(typeof init.body === "string" ? init.body : ""));
    return new Response(JSON.stringify({ code: 0, entries: ENTRIES, truncated: false, total: 3 }));
  });
  return () => void vi.restoreAllMocks();
});

it("are asked for the rows in sight, and say value, quality, age and what was refused last", async () => {
  const ask = named((row) => `ping.a.c${row.slice(1)}`);
  render(<Shown ask={ask as unknown as Ask} on />);
  await screen.findByText("21,5 °C", {}, { timeout: 5_000 });
  const [{ filter }] = asked as [{ filter: string[] }];
  expect(filter).toContain("ping.a.c0");
  expect(filter.length).toBeLessThan(60);
  const cell = (text: string) => screen.getByText(text).closest("tr")?.lastElementChild?.textContent;
  expect(cell("c0")).toMatch(/^21,5 °C ?gutvor \d+\s+s$/);
  expect(cell("c1")).toMatch(/schlecht.*Register 7 gibt es nicht/);
  expect(cell("c2")).toBe("noch kein Wert");
  expect(cell("c3")).toBe("nicht im laufenden Projekt");
  expect(screen.getByText("a", { selector: "[data-active]" }).getAttribute("aria-describedby")).toMatch(
    /-0-live$/,
  );
});

it("never ask by a pattern, whatever a row calls itself", async () => {
  const ask = named((row) => (row === "r1" ? "ping.a.c1" : row === "r2" ? "ping.a.*" : "ping.a.b c"));
  render(<Shown ask={ask as unknown as Ask} on />);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked).toMatchObject([{ filter: ["ping.a.c1"] }]);
});

it("are not asked for while nobody wants them", async () => {
  const ask = named(() => "ping.a.c0");
  render(<Shown ask={ask as unknown as Ask} on={false} />);
  await screen.findByText("c0");
  expect([ask.mock.calls, asked]).toEqual([[], []]);
  expect(screen.queryByRole("columnheader", { name: "Live-Wert" })).toBeNull();
});
