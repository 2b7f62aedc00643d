import type { DraftDocument, DraftOperation } from "@hubwart/contract";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMemo, useState, useSyncExternalStore } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Ask, TableInfo } from "../../../../compiler/protocol.ts";
import { render } from "../../../../testing/render.tsx";
import { createDraftStore, type DraftStore } from "../model/draft-store.ts";
import { MarkStore } from "../model/mark-store.ts";
import { viewOf } from "../model/table-view.ts";
import { RowForm } from "./row-form.tsx";

const column = (name: string, more: object = {}) =>
  ({
    name,
    kind: "text",
    help: `Hilfe zu ${name}`,
    required: false,
    secret: false,
    long: false,
    ...more,
  }) as const;
const INFOS: TableInfo[] = [
  {
    name: "pods",
    loaded: true,
    kindFrom: { column: "id", part: "type" },
    columns: [
      column("id", { required: true }),
      column("host"),
      column("password", { secret: true, byKind: { mqtt: column("password", { secret: true }) } }),
    ],
  },
];
const START: DraftDocument = {
  tables: [
    {
      id: "t",
      name: "pods",
      above: [],
      columns: [
        { id: "i", name: "id" },
        { id: "h", name: "host" },
        { id: "p", name: "password" },
      ],
      rows: [
        { id: "r0", cells: { i: "mqtt.a", h: "10.0.0.1", p: { secret: "s1" } } },
        { id: "r1", cells: { i: "ping.b" } },
      ],
    },
  ],
  scripts: {},
};
const MARKS = new MarkStore();
MARKS.settle([
  {
    level: "error",
    code: 1,
    text: "Falsch.",
    hint: "So geht es.",
    table: "t",
    row: "r1",
    column: "h",
    about: "",
  },
  { level: "warning", code: 2, text: "Ganze Zeile.", hint: "", table: "t", row: "r1", about: "" },
]);

const noNames: Ask = () => Promise.resolve(new Map() as never);

let store: DraftStore;
let closed = false;
/** What the compiler is told of what is typed. */
const foreseen = vi.fn<(ops: readonly DraftOperation[]) => void>();
function Shown() {
  const { state } = useSyncExternalStore(store.subscribe, () => store.view);
  const [row, setRow] = useState(0);
  const [table] = state.document.tables;
  const view = useMemo(() => table && viewOf(table, INFOS), [table]);
  return view ? (
    <RowForm
      label="Pods"
      view={view}
      marks={MARKS}
      row={row}
      line={row + 2}
      ask={noNames}
      act={store.act}
      foresee={foreseen}
      suggest={async () => ["127.0.0.1"]}
      onRow={setRow}
      onClose={() => {
        closed = true;
      }}
    />
  ) : null;
}
const rows = () => store.view.state.document.tables[0]?.rows.map(({ cells }) => cells);
const user = userEvent.setup();

beforeEach(async () => {
  closed = false;
  store = createDraftStore(
    {
      draft: { id: "d1", name: "E", base: null, created: 1, changed: 1, by: "", seq: 0 },
      document: START,
      entries: [],
    },
    { send: () => new Promise(() => undefined), news: async () => [], onChange: () => undefined },
  );
  render(<Shown />);
  // The dialog takes the focus.
  await vi.waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
  return () => store.close();
});

it("keeps a cell when its field is left or by Enter, and gives up by Escape before it closes", async () => {
  const host = screen.getByLabelText("host");
  await user.clear(host);
  await user.type(host, "10.0.0.7");
  expect(rows()?.[0]?.["h"]).toBe("10.0.0.1");
  await user.keyboard("{Enter}");
  expect(rows()?.[0]?.["h"]).toBe("10.0.0.7");
  await user.type(host, "8");
  await user.tab();
  expect(rows()?.[0]?.["h"]).toBe("10.0.0.78");
  await user.type(host, "9{Escape}");
  expect([host, closed]).toMatchObject([{ value: "10.0.0.78" }, false]);
  await user.keyboard("{Escape}");
  expect([rows()?.[0]?.["h"], closed]).toEqual(["10.0.0.78", true]);
});

it("shows no password, keeps it while nothing is typed, and takes another", async () => {
  const field = screen.getByLabelText<HTMLInputElement>("password");
  expect([field.value, field.type]).toEqual(["", "password"]);
  await user.click(field);
  await user.tab();
  expect(rows()?.[0]?.["p"]).toEqual({ secret: "s1" });
  await user.type(field, "neu");
  await user.tab();
  expect(rows()?.[0]?.["p"]).toBe("neu");
});

it("goes from row to row, with help, what is wrong, and without what the row does not use", async () => {
  await user.click(screen.getByRole("button", { name: "Nächste Zeile" }));
  const form = within(screen.getByRole("dialog", { name: "Pods, Zeile 3" }));
  const host = form.getByLabelText("host");
  expect(host.getAttribute("aria-invalid")).toBe("true");
  const described = (host.getAttribute("aria-describedby") ?? "").split(" ");
  const said = described.map((id) => document.getElementById(id)?.textContent).join(" ");
  expect(said).toContain("Hilfe zu host");
  expect(said).toContain("Falsch. So geht es.");
  expect(form.getByText(/Ganze Zeile\./)).toBeTruthy();
  expect(form.queryByLabelText("password")).toBeNull();
  await user.click(form.getByRole("button", { name: "Nächste Zeile" }));
  expect(screen.getByRole("dialog", { name: "Pods, neue Zeile" })).toBeTruthy();
  await user.type(screen.getByLabelText(/^id/), "ping.neu");
  await user.tab();
  expect(rows()?.[2]).toEqual({ i: "ping.neu" });
});

it("tells the compiler what is typed, and when nothing is any more", async () => {
  foreseen.mockClear();
  await user.type(screen.getByRole("combobox", { name: "host" }), "2");
  expect(foreseen.mock.lastCall?.[0]).toMatchObject([{ op: "set", cells: [["r0", "h", "10.0.0.12"]] }]);
  await user.keyboard("{Escape}");
  expect(foreseen.mock.lastCall).toEqual([[]]);
  await user.keyboard("3{Enter}");
  expect(rows()?.[0]?.["h"]).toBe("10.0.0.13");
  expect(foreseen.mock.lastCall).toEqual([[]]);
  // Its row is another one, with nobody leaving the field.
  await user.keyboard("4");
  expect(foreseen.mock.lastCall).not.toEqual([[]]);
  cleanup();
  expect(foreseen.mock.lastCall).toEqual([[]]);
});
