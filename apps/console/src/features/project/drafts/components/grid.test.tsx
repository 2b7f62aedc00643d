import type { DraftDocument } from "@hubwart/contract";
import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "../../../../testing/render.tsx";
import { createDraftStore, type DraftStore } from "../model/draft-store.ts";
import { marksOf } from "../model/marks.ts";
import { at } from "../model/selection.ts";
import { viewOf } from "../model/table-view.ts";
import { Grid } from "./grid.tsx";

const START: DraftDocument = {
  tables: [
    {
      id: "t",
      name: "ping",
      above: [],
      columns: [
        { id: "p", name: "pod" },
        { id: "c", name: "channel" },
      ],
      rows: ["c1", "c2", "c3", "c4"].map((name, n) => ({ id: `r${n}`, cells: { p: "a", c: name } })),
    },
  ],
  scripts: {},
};
const MARKS = marksOf([
  { level: "error", code: 1, text: "Falsch.", hint: "", table: "t", row: "r1", column: "c", about: "" },
]);

let store: DraftStore;
function Shown() {
  const { state } = useSyncExternalStore(store.subscribe, () => store.view);
  const [selection, select] = useState(at({ row: 0, column: 0 }));
  const focusRef = useRef<HTMLTableElement>(null);
  const [table] = state.document.tables;
  const view = useMemo(() => table && viewOf(table, []), [table]);
  return view ? (
    <Grid
      label="Ping"
      view={view}
      marks={MARKS}
      selection={selection}
      onSelect={select}
      act={store.act}
      undo={store.undo}
      redo={store.redo}
      onFind={() => undefined}
      suggest={async () => []}
      focusRef={focusRef}
    />
  ) : null;
}
const column = (id: string) => store.view.state.document.tables[0]?.rows.map(({ cells }) => cells[id] ?? "");
const user = userEvent.setup();

beforeEach(() => {
  // jsdom lays nothing out.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  HTMLElement.prototype.scrollTo = () => undefined;
  store = createDraftStore(
    {
      draft: { id: "d1", name: "E", base: null, created: 1, changed: 1, by: "", seq: 0 },
      document: START,
      entries: [],
    },
    { send: () => new Promise(() => undefined), news: async () => [], onChange: () => undefined },
  );
  render(<Shown />);
  screen.getByRole("grid").focus();
  return () => {
    store.close();
    vi.restoreAllMocks();
  };
});

it("goes by arrows, replaces by typing, and leaves by Escape what was there", async () => {
  await user.keyboard("{ArrowRight}{ArrowDown}neu{Enter}");
  expect(column("c")).toEqual(["c1", "neu", "c3", "c4"]);
  await user.keyboard("x{Escape}{F2}5{Tab}");
  expect(column("c")).toEqual(["c1", "neu", "c35", "c4"]);
  await user.keyboard("{Control>}z{/Control}");
  expect(column("c")).toEqual(["c1", "neu", "c3", "c4"]);
});

it("fills a block down, counts on, empties it, and begins a row at the end", async () => {
  await user.keyboard("{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}");
  expect(column("c")).toEqual(["c1", "c1", "c1", "c4"]);
  fireEvent.keyDown(screen.getByRole("grid"), { key: "D", ctrlKey: true, shiftKey: true });
  expect(column("c")).toEqual(["c1", "c2", "c3", "c4"]);
  await user.keyboard("{Delete}");
  expect(column("c")).toEqual(["", "", "", "c4"]);
  await user.keyboard("{Control>}{End}{/Control}c9{Enter}");
  expect(column("c")).toEqual(["", "", "", "c4", "c9"]);
});

it("takes a block of a spreadsheet, past the last row too", () => {
  const clipboardData = { getData: () => '1,5\tx\n"zwei\nZeilen"\ty\n'.repeat(3) };
  fireEvent.paste(screen.getByRole("grid"), { clipboardData });
  expect(column("p")).toEqual(["1,5", "zwei\nZeilen", "1,5", "zwei\nZeilen", "1,5", "zwei\nZeilen"]);
});

it("says in the cell what is wrong with it", () => {
  const cell = screen.getByText("c2").closest("td");
  expect([cell?.getAttribute("aria-invalid"), cell?.title.trim()]).toEqual(["true", "Falsch."]);
});
