import type { DraftDocument, DraftEntry, DraftOperation } from "@hubwart/contract";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Mark } from "../../../../compiler/protocol.ts";
import { notice } from "../../../../lib/notice.tsx";
import { render } from "../../../../testing/render.tsx";
import { createDraftStore, type DraftStore } from "../model/draft-store.ts";
import { MarkStore } from "../model/mark-store.ts";
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
const WRONG: Mark[] = [
  { level: "error", code: 1, text: "Falsch.", hint: "", table: "t", row: "r1", column: "c", about: "" },
];

/** What the compiler says of it. */
let marks: MarkStore;
/** What others did. */
let news: DraftEntry[] = [];
let store: DraftStore;
/** What the compiler is told of what is typed. */
const foreseen = vi.fn<(ops: readonly DraftOperation[]) => void>();
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
      marks={marks}
      selection={selection}
      onSelect={select}
      act={store.act}
      foresee={foreseen}
      undo={store.undo}
      redo={store.redo}
      onFind={() => undefined}
      suggest={async () => []}
      focusRef={focusRef}
    />
  ) : null;
}
function show(document: DraftDocument) {
  store = createDraftStore(
    {
      draft: { id: "d1", name: "E", base: null, created: 1, changed: 1, by: "", seq: 0 },
      document,
      entries: [],
    },
    { send: () => new Promise(() => undefined), news: async () => news, onChange: () => undefined },
  );
  const shown = render(<Shown />);
  screen.getByRole("grid").focus();
  return shown;
}
const column = (id: string) => store.view.state.document.tables[0]?.rows.map(({ cells }) => cells[id] ?? "");
const user = userEvent.setup();

beforeEach(() => {
  [news, marks] = [[], new MarkStore()];
  marks.settle(WRONG);
  // jsdom lays nothing out.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  HTMLElement.prototype.scrollTo = () => undefined;
  const shown = show(START);
  return () => {
    shown.unmount();
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

it("tells the compiler at each key what would be done", async () => {
  const done = vi.spyOn(store, "act");
  foreseen.mockClear();
  await user.keyboard("{ArrowRight}{ArrowDown}ne");
  expect(foreseen.mock.calls.map(([[op]]) => op)).toMatchObject([
    { cells: [["r1", "c", "n"]] },
    { cells: [["r1", "c", "ne"]] },
  ]);
  const last = foreseen.mock.lastCall?.[0];
  await user.keyboard("{Enter}");
  expect(done.mock.lastCall?.[1]).toEqual(last);
  expect(foreseen.mock.lastCall).toEqual([[]]);
  await user.keyboard("x{Escape}");
  expect(foreseen.mock.lastCall).toEqual([[]]);
});

it("says in the cell that is typed into what is wrong, and does not read it aloud at each key", async () => {
  const field = () => screen.getByRole("combobox");
  const note = () => {
    const said = screen.getByText("Fehler: Falsch.").parentElement;
    if (!said) throw new Error("nothing is said");
    return said;
  };
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(note().getAttribute("aria-live")).toBe("polite");
  await user.keyboard("{F2}");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(field().getAttribute("aria-describedby")).toBe(note().id);
  expect(note().getAttribute("aria-live")).toBe("off");
  await user.keyboard("{Escape}{ArrowDown}{F2}");
  expect(field().hasAttribute("aria-invalid")).toBe(false);
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

it("takes a cell, a row by its number, and nothing of the head from the mouse", () => {
  const active = () => {
    const id = screen.getByRole("grid").getAttribute("aria-activedescendant") ?? "";
    return document.getElementById(id)?.textContent;
  };
  const chosen = () => [...document.querySelectorAll("[aria-selected=true]")].map((cell) => cell.textContent);
  fireEvent.mouseDown(screen.getByText("c3"));
  expect([active(), chosen()]).toEqual(["c3", ["c3"]]);
  fireEvent.mouseDown(screen.getByRole("columnheader", { name: "pod" }));
  expect(active()).toBe("c3");
  fireEvent.mouseDown(screen.getByRole("rowheader", { name: "3" }));
  expect(chosen()).toEqual(["a", "c2"]);
});

it("says in the cell what is wrong with it", () => {
  const cell = screen.getByText("c2").closest("td");
  expect([cell?.getAttribute("aria-invalid"), cell?.title.trim()]).toEqual(["true", "Falsch."]);
});

it("cuts off a text that is too long, and tells the whole of it", () => {
  const long = "Vorlauftemperatur der Heizung im Keller des Hauses";
  act(() => {
    store.act("Anderswo", [{ op: "set", table: "t", cells: [["r3", "c", long.repeat(3)]] }]);
  });
  const cell = screen.getByLabelText(long.repeat(3));
  expect(cell.textContent).toMatch(/^Vorlauf.*…$/);
  expect(cell.title).toBe(long.repeat(3));
  expect(screen.getByText("c2").closest("td")?.getAttribute("aria-label")).toBeNull();
});

it("says what is wrong as long as it is, in a row that nobody touches", () => {
  const said = () => screen.getByText("c2").closest("td")?.getAttribute("aria-invalid");
  const elsewhere = (text: string, now: readonly Mark[]) =>
    act(() => {
      marks.settle(now);
      store.act("Anderswo", [{ op: "set", table: "t", cells: [["r3", "c", text]] }]);
    });
  elsewhere("x", []);
  expect(said()).toBeNull();
  elsewhere("y", WRONG);
  expect(said()).toBe("true");
});

describe("while it scrolls", () => {
  const rows = () => [...screen.getByRole("grid").querySelectorAll("tbody tr")];
  const order = () => rows().map((row) => Number(row.getAttribute("aria-rowindex")));
  const sorted = () => order().toSorted((a, b) => a - b);
  const scrollTo = (top: number) => {
    const box = screen.getByRole("grid").parentElement as HTMLElement;
    box.scrollTop = top;
    fireEvent.scroll(box);
  };
  const rest = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 250)));
  beforeEach(() => {
    cleanup();
    store.close();
    const [table] = START.tables;
    const many = Array.from({ length: 200 }, (_, n) => ({ id: `r${n}`, cells: { p: "a", c: `c${n}` } }));
    const shown = show({ tables: table ? [{ ...table, rows: many }] : [], scripts: {} });
    return () => shown.unmount();
  });

  it("writes into the rows that are drawn, and has them in their order when it rests", async () => {
    scrollTo(330);
    await rest();
    const drawn = new Set(rows());
    scrollTo(0);
    expect(rows().every((row) => drawn.has(row))).toBe(true);
    expect(order()).toContain(2);
    expect(order()).not.toEqual(sorted());
    await rest();
    expect(order()).toEqual(sorted());
  });

  it("takes nobody away from where he looks, until he types", async () => {
    const box = screen.getByRole("grid").parentElement as HTMLElement;
    scrollTo(1_650);
    act(() => {
      store.act("Anderswo", [{ op: "set", table: "t", cells: [["r150", "c", "x"]] }]);
    });
    expect(box.scrollTop).toBe(1_650);
    await user.keyboard("n");
    expect(box.scrollTop).toBe(0);
    fireEvent.scroll(box);
    await user.keyboard("eu{Enter}");
    expect(column("p")?.[0]).toBe("neu");
  });

  it("goes as far as the cell that is reached needs, and back", async () => {
    const box = screen.getByRole("grid").parentElement as HTMLElement;
    await user.keyboard("{ArrowDown>17/}");
    // Of 600 px the head has 33: rows 0 to 16 fit.
    expect(box.scrollTop).toBe(19 * 33 - 600);
    fireEvent.scroll(box);
    await user.keyboard("{ArrowUp>17/}");
    expect(box.scrollTop).toBe(0);
  });

  it("sticks cells only while it moves sideways", async () => {
    const grid = screen.getByRole("grid");
    const box = grid.parentElement as HTMLElement;
    const state = () => [grid.dataset["sideways"], grid.style.getPropertyValue("--x")];
    const aside = (left: number) => {
      box.scrollLeft = left;
      fireEvent.scroll(box);
    };
    scrollTo(330);
    expect(state()).toEqual([undefined, ""]);
    aside(50);
    expect(state()).toEqual(["moves", ""]);
    await rest();
    expect(state()).toEqual(["rests", "50px"]);
    aside(0);
    await rest();
    expect(state()).toEqual([undefined, "0px"]);
  });

  it("keeps the field of a cell, and what is typed into it, out of sight", async () => {
    await user.keyboard("{ArrowRight}ne");
    scrollTo(2_000);
    await user.keyboard("u{Enter}");
    expect(column("c")?.[0]).toBe("neu");
  });

  it("types into a row that was reached and is not drawn yet", async () => {
    await user.keyboard("{ArrowRight}{PageDown}{PageDown}{PageDown}neu{Enter}");
    expect(column("c")?.filter((name) => name === "neu")).toHaveLength(1);
  });

  it("moves nothing while somebody types, and has the order afterwards", async () => {
    await user.keyboard("{ArrowRight}{ArrowDown>12/}");
    scrollTo(330);
    await rest();
    scrollTo(0);
    await user.keyboard("n");
    await rest();
    expect(order()).not.toEqual(sorted());
    await user.keyboard("eu{Enter}");
    expect(column("c")?.[12]).toBe("neu");
    await rest();
    expect(order()).toEqual(sorted());
  });
});

it("lets Tab out once Escape was pressed, and keeps it otherwise", () => {
  const grid = screen.getByRole("grid");
  const goesOn = (key: string) => fireEvent.keyDown(grid, { key });
  expect(goesOn("Tab")).toBe(false);
  goesOn("Escape");
  expect([goesOn("Tab"), goesOn("Tab")]).toEqual([true, false]);
  goesOn("Escape");
  goesOn("ArrowDown");
  expect(goesOn("Tab")).toBe(false);
});

describe("while somebody else changes the table", () => {
  let told: MockInstance<typeof notice.info>;
  beforeEach(() => {
    told = vi.spyOn(notice, "info").mockImplementation(() => undefined);
  });
  const said = () => told.mock.calls.map(([text]) => text).join(" ");
  const others = async (...ops: DraftOperation[]) => {
    news = [{ key: "dort", label: "dort", ops, inverse: [], seq: 1, at: 1, by: "10.0.0.5" }];
    await act(() => store.catchUp());
  };

  it("what is typed goes into its row, wherever that is by now", async () => {
    await user.keyboard("{ArrowRight}{ArrowDown}ne");
    await others({ op: "insert", table: "t", after: null, rows: [{ id: "r9", cells: { c: "davor" } }] });
    await user.keyboard("u{Enter}");
    expect(column("c")).toEqual(["davor", "c1", "neu", "c3", "c4"]);
  });

  it("a cell that was opened and not changed keeps what the other wrote", async () => {
    await user.keyboard("{ArrowRight}{ArrowDown}{F2}");
    await others({ op: "set", table: "t", cells: [["r1", "c", "seins"]] });
    await user.keyboard("{Enter}");
    expect(column("c")).toEqual(["c1", "seins", "c3", "c4"]);
    expect(said()).toContain("hat jemand anderes den Wert geändert");
  });

  it("a cell that was changed has it, and says what it replaced", async () => {
    await user.keyboard("{ArrowRight}{ArrowDown}meins");
    await others({ op: "set", table: "t", cells: [["r1", "c", "seins"]] });
    await user.keyboard("{Enter}");
    expect(column("c")).toEqual(["c1", "meins", "c3", "c4"]);
    expect(said()).toContain("hier „seins“ eingetragen");
  });

  it("nothing is written into another row where this one was deleted", async () => {
    await user.keyboard("{ArrowRight}{ArrowDown}ne");
    await others({ op: "delete", table: "t", rows: ["r1"] });
    expect(said()).toContain("hat jemand anderes gelöscht");
    expect(column("c")).toEqual(["c1", "c3", "c4"]);
  });
});
