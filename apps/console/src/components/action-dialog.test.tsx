import { TextInput } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

it("begins at the answer that does no harm", async () => {
  const run = vi.fn(async () => undefined);
  render(
    <ConfirmDialog
      opened
      onClose={() => undefined}
      title="Löschen"
      confirmLabel="Löschen"
      question="Wirklich?"
      danger
      onConfirm={run}
    />,
  );
  await focused(button("Abbrechen"));
  expect(run).not.toHaveBeenCalled();
});

it("begins at the field that asks for it", async () => {
  render(
    <ActionDialog opened onClose={() => undefined} title="Notiz" onConfirm={async () => undefined}>
      <TextInput data-autofocus label="Notiz" />
    </ActionDialog>,
  );
  await focused(screen.getByRole("textbox", { name: "Notiz" }));
});

it("stays open when the action failed, and says why", async () => {
  let fail: (reason: Error) => void = () => undefined;
  render(
    <ConfirmDialog
      opened
      onClose={() => undefined}
      title="Neustart"
      confirmLabel="Neu starten"
      question="Wirklich?"
      onConfirm={() => new Promise((_, reject) => (fail = reject))}
    />,
  );
  await focused(button("Abbrechen"));
  fireEvent.click(button("Neu starten"));
  await waitFor(() => expect(button("Neu starten").disabled).toBe(true));
  await act(async () => fail(new Error("kaputt")));
  expect((await screen.findByRole("alert")).textContent).toContain("Es ist ein Fehler aufgetreten");
  expect(button("Neu starten").disabled).toBe(false);
});
