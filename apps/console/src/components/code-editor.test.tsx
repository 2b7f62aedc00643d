import { EditorView } from "@codemirror/view";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { CodeEditor } from "./code-editor.tsx";

const shown = (): EditorView => {
  const view = EditorView.findFromDOM(screen.getByRole("textbox", { name: "Quelltext" }));
  if (!view) throw new Error("no editor");
  return view;
};
const type = (text: string, at: number) => shown().dispatch({ changes: { from: at, insert: text } });

it("leaves line ends as the source has them", () => {
  const onChange = vi.fn<(source: string) => void>();
  render(<CodeEditor label="Quelltext" source={"a\r\nb"} problems={[]} onChange={onChange} />);
  expect(shown().state.doc.lines).toBe(2);
  type("x", 3);
  expect(onChange).toHaveBeenCalledExactlyOnceWith("a\r\nbx");
});

it("hands undo to whoever keeps the steps, and goes to a line", () => {
  const steps = { undo: vi.fn<() => void>(), redo: vi.fn<() => void>() };
  const props = { label: "Quelltext", source: "a\nb\nc", problems: [], onChange: () => undefined, steps };
  render(<CodeEditor {...props} goTo={{ line: 3 }} />);
  const { state } = shown();
  expect(state.doc.lineAt(state.selection.main.head).number).toBe(3);
  for (const key of ["z", "y"])
    shown().contentDOM.dispatchEvent(
      new KeyboardEvent("keydown", { key, ctrlKey: true, bubbles: true, cancelable: true }),
    );
  expect([steps.undo, steps.redo].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
