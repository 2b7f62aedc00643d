import type { DraftDocument } from "@hubwart/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, useSyncExternalStore } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Mark } from "../../../../compiler/protocol.ts";
import type { CodeEditorProps } from "../../../../components/code-editor.tsx";
import { notice } from "../../../../lib/notice.tsx";
import { tokenStore } from "../../../../session/token-store.ts";
import { scriptFetch } from "../../../../testing/fetch.ts";
import { render } from "../../../../testing/render.tsx";
import { createDraftStore, type DraftStore } from "../model/draft-store.ts";
import { MarkStore } from "../model/mark-store.ts";
import { LuaPanel } from "./lua-panel.tsx";

vi.mock(import("../../../../components/unsaved-guard.tsx"), () => ({ UnsavedGuard: () => <span /> }));
vi.mock(import("../../../../components/code-editor.tsx"), () => ({
  CodeEditor: ({ label, onBlur, onChange, problems, source }: CodeEditorProps) => (
    <>
      <textarea
        aria-label={label}
        value={source}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={onBlur}
      />
      {problems.map(({ line, text }) => (
        <p key={text}>{`${line}: ${text}`}</p>
      ))}
    </>
  ),
}));

const START: DraftDocument = { tables: [], scripts: { "b.lua": "x = 1\ny = 2", "a.lua": "" } };
const mark = (level: Mark["level"], line: number): Mark => {
  return { level, code: 1, text: level, hint: "", about: "b.lua", script: "b.lua", line };
};
const MARKS = new MarkStore();
MARKS.settle([mark("error", 2), mark("warning", 1)]);
const HEAD = { id: "d1", name: "Entwurf", base: null, created: 1, changed: 1, by: "", seq: 0 };

const told = vi.spyOn(notice, "error");
let store: DraftStore;
function Shown() {
  const { state } = useSyncExternalStore(store.subscribe, () => store.view);
  const [chosen, choose] = useState("b.lua");
  return (
    <LuaPanel
      document={state.document}
      marks={MARKS}
      store={store}
      ask={async () => [] as never}
      chosen={chosen}
      goTo={undefined}
      onChoose={choose}
    />
  );
}
const source = () => screen.findByLabelText<HTMLTextAreaElement>(/^Quelltext von/);
const scripts = () => store.view.state.document.scripts;
const ops = () => store.view.state.pending.map(({ step }) => step.ops);

beforeEach(() => {
  told.mockClear();
  tokenStore.store("token");
  const file = { filename: "b.lua", size: 1, ts: 1, uploaded: true, in_project: true, changed: false };
  scriptFetch({ body: { code: 0, files: [file], pending: false } });
  store = createDraftStore(
    { draft: HEAD, document: START, entries: [] },
    { send: () => new Promise(() => undefined), news: async () => [], onChange: () => undefined },
  );
});

it("makes what is typed one step of the lines that changed, a moment later or when the editor is left", async () => {
  render(<Shown />);
  const field = await source();
  fireEvent.change(field, { target: { value: "x = 1\ny = 3" } });
  fireEvent.change(field, { target: { value: "x = 1\ny = 34" } });
  expect(ops()).toEqual([]);
  fireEvent.blur(field);
  const [before, after] = [
    ["x = 1", "y = 2"],
    ["x = 1", "y = 34"],
  ];
  expect(ops()).toEqual([[{ op: "scriptLines", name: "b.lua", at: 1, before, after }]]);
  fireEvent.change(field, { target: { value: "x = 1" } });
  await waitFor(() => expect(scripts()["b.lua"]).toBe("x = 1"), { timeout: 2_000 });
  act(() => store.undo());
  expect(field.value).toBe("x = 1\ny = 34");
});

it("says so where the lines are others by now", async () => {
  render(<Shown />);
  fireEvent.change(await source(), { target: { value: "x = 1\ny = 3" } });
  act(() => {
    store.act("dort", [{ op: "script", name: "b.lua", text: "ganz anders" }]);
  });
  fireEvent.blur(await source());
  expect(scripts()["b.lua"]).toBe("ganz anders");
  expect((await source()).value).toBe("ganz anders");
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("nicht enthalten"));
});

it("shows what is wrong, and that an uploaded script of the name counts instead", async () => {
  render(<Shown />);
  await source();
  expect(screen.getByText("2: error")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^b\.lua/ }).getAttribute("aria-current")).toBe("true");
  await screen.findByText(/Es gilt anstelle des Skripts aus dem Projekt/);
});

it("adds, renames and removes scripts as steps, no two of one name", async () => {
  render(<Shown />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Neues Skript" }));
  const name = await screen.findByLabelText(/Dateiname/);
  await user.type(name, "a");
  await user.click(screen.getByRole("button", { name: "Anlegen" }));
  await screen.findByText(/„a.lua“ gibt es schon/);
  await user.type(name, "ä");
  await user.click(screen.getByRole("button", { name: "Anlegen" }));
  await screen.findByText(/Erlaubt sind Buchstaben ohne Umlaute/);
  await user.type(name, "{backspace}c");
  await user.click(screen.getByRole("button", { name: "Anlegen" }));
  await screen.findByLabelText("Quelltext von ac.lua");
  await user.click(screen.getByRole("button", { name: /^b\.lua/ }));
  await user.click(screen.getByRole("button", { name: "Umbenennen" }));
  const next = await screen.findByDisplayValue("b.lua");
  await user.clear(next);
  await user.type(next, "heizung");
  await user.click(screen.getAllByRole("button", { name: "Umbenennen" }).at(-1) as HTMLElement);
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Quelltext von heizung.lua")).value).toBe(
    "x = 1\ny = 2",
  );
  await user.click(screen.getByRole("button", { name: "Löschen" }));
  expect(scripts()).toEqual({ "a.lua": "", "ac.lua": "" });
  act(() => store.undo());
  act(() => store.undo());
  expect(scripts()).toEqual({ "a.lua": "", "ac.lua": "", "b.lua": "x = 1\ny = 2" });
});

it("takes a file in under a name that is free and allowed, and only text", async () => {
  const { container } = render(<Shown />);
  const input = () =>
    container.ownerDocument.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await userEvent.upload(input(), new File(["log(1)"], "b.lua"));
  await waitFor(() => expect(scripts()["b-2.lua"]).toBe("log(1)"));
  await userEvent.upload(input(), new File([new Uint8Array([0xff, 0xfe])], "c.lua"));
  await waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith("Die Datei ist kein Text in UTF-8."));
  expect(Object.keys(scripts())).not.toContain("c.lua");
});
