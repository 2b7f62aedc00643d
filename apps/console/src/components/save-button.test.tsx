import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { SaveButton } from "./save-button.tsx";

it.each([
  [true, false],
  [false, true],
])("keeps the focus and does nothing (nothing to do: %s, at it: %s)", (off, busy) => {
  const run = vi.fn();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <SaveButton off={off} busy={busy} onClick={run}>
        Speichern
      </SaveButton>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>("button");
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(run).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});
