import { TextInput } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ApiError } from "../lib/errors.ts";
import { render } from "../testing/render.tsx";
import { renderAt } from "../testing/render-at.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

it("begins at the answer that does no harm", async () => {
  const run = vi.fn(async () => undefined);
  render(
    <ConfirmDialog
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
    <ActionDialog onClose={() => undefined} title="Notiz" onConfirm={async () => undefined}>
      <TextInput data-autofocus label="Notiz" />
    </ActionDialog>,
  );
  await focused(screen.getByRole("textbox", { name: "Notiz" }));
});

it("stays open when the action failed, and says why", async () => {
  let fail: (reason: Error) => void = () => undefined;
  render(
    <ConfirmDialog
      onClose={() => undefined}
      title="Neustart"
      confirmLabel="Neu starten"
      question="Wirklich?"
      onConfirm={() => new Promise((_, reject) => (fail = reject))}
    />,
  );
  await focused(button("Abbrechen"));
  fireEvent.click(button("Neu starten"));
  await waitFor(() => expect(button("Neu starten").getAttribute("aria-disabled")).toBe("true"));
  await act(async () => fail(new Error("kaputt")));
  expect((await screen.findByRole("alert")).textContent).toContain("Es ist ein Fehler aufgetreten");
  expect(button("Neu starten").getAttribute("aria-disabled")).toBe("false");
});

it("says nothing of an ended session, whose new sign-in the console asks for, and keeps the focus", async () => {
  const send = vi.fn(() => Promise.reject(new ApiError(401)));
  render(
    <ConfirmDialog
      onClose={() => undefined}
      title="Neustart"
      confirmLabel="Neu starten"
      question="Wirklich?"
      onConfirm={send}
    />,
  );
  // The dialog gives the focus to its own first choice a moment after it opens.
  await focused(button("Abbrechen"));
  button("Neu starten").focus();
  await act(async () => void fireEvent.click(button("Neu starten")));
  expect(send).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(button("Neu starten"));
});

it("asks before Escape gives up what was typed, and not when nothing was", async () => {
  const close = vi.fn();
  render(
    <ActionDialog onClose={close} title="Notiz" onConfirm={async () => undefined}>
      <TextInput data-autofocus label="Notiz" />
    </ActionDialog>,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Notiz" });
  const escape = () => fireEvent.keyDown(document.activeElement ?? field, { key: "Escape" });
  await focused(field);
  fireEvent.change(field, { target: { value: "halb" } });
  escape();
  await focused(button("Weiter bearbeiten"));
  // Once more is no yes.
  escape();
  await waitFor(() => expect(screen.queryByText("Ungespeicherte Änderungen")).toBeNull());
  expect(close).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  escape();
  await focused(button("Weiter bearbeiten"));
  fireEvent.click(button("Weiter bearbeiten"));
  await focused(field);
  escape();
  fireEvent.click(button("Verwerfen"));
  expect(close).toHaveBeenCalledOnce();
  escape();
  await waitFor(() => expect(close).toHaveBeenCalledTimes(2));
});

it("says what the appliance refused beside its field, keeps what was typed, and forgets it with the next letter", async () => {
  const refuse = vi.fn(() =>
    Promise.reject(new ApiError(400, { fields: [{ field: "name", message: "Der Name ist vergeben." }] })),
  );
  render(
    <ActionDialog onClose={() => undefined} title="Regel" fields={["name"]} onConfirm={refuse}>
      {(refused) => <TextInput label="Name" error={refused["name"]} defaultValue="" />}
    </ActionDialog>,
  );
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(field, { target: { value: "eins" } });
  fireEvent.click(button("Bestätigen"));
  await screen.findByText("Der Name ist vergeben.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.value).toBe("eins");
  expect(screen.queryByRole("alert")).toBeNull();
  await focused(field);
  fireEvent.change(field, { target: { value: "zwei" } });
  expect(screen.queryByText("Der Name ist vergeben.")).toBeNull();
});

it("says below the fields what none of them shows", async () => {
  const fields = [
    { field: "name", message: "Der Name ist vergeben." },
    { field: "certificate", message: "Das Zertifikat fehlt." },
  ];
  render(
    <ActionDialog
      onClose={() => undefined}
      title="Regel"
      fields={["name"]}
      onConfirm={() => Promise.reject(new ApiError(400, { fields }))}
    >
      {(refused) => <TextInput label="Name" error={refused["name"]} />}
    </ActionDialog>,
  );
  fireEvent.click(button("Bestätigen"));
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toContain("Der Name ist vergeben. Das Zertifikat fehlt.");
});

it("sends nothing while its own check finds something, and puts a message beside the field it is about", async () => {
  let wrong: Record<string, string> = { pwd: "Geben Sie ein Passwort ein." };
  const send = vi.fn(() => Promise.reject(new ApiError(1234)));
  render(
    <ActionDialog
      onClose={() => undefined}
      title="Datei"
      check={() => wrong}
      messages={{ 1234: { field: "pwd", text: "Das Passwort ist falsch." } }}
      onConfirm={send}
    >
      {(refused) => <TextInput label="Passwort" error={refused["pwd"]} />}
    </ActionDialog>,
  );
  fireEvent.click(button("Bestätigen"));
  await screen.findByText("Geben Sie ein Passwort ein.");
  expect(send).not.toHaveBeenCalled();
  wrong = {};
  fireEvent.click(button("Bestätigen"));
  await screen.findByText("Das Passwort ist falsch.");
  expect(send).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("asks before another page gives up what was typed, and lets it come otherwise", async () => {
  const close = vi.fn();
  const { history } = renderAt(
    "/zweite",
    () => (
      <ActionDialog onClose={close} title="Notiz" onConfirm={async () => undefined}>
        <TextInput label="Notiz" />
      </ActionDialog>
    ),
    { "/erste": () => <p>die erste Seite</p> },
  );
  const note = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Notiz" });
  await note();
  act(() => history.push("/erste"));
  await screen.findByText("die erste Seite");
  act(() => history.push("/zweite"));
  fireEvent.change(await note(), { target: { value: "lang" } });
  act(() => history.push("/erste"));
  await waitFor(() => expect(button("Weiter bearbeiten")).toBeTruthy());
  expect((await note()).value).toBe("lang");
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  // What the page shows of itself in its address loses nothing.
  act(() => history.push("/zweite?seite=2"));
  await waitFor(() => expect(history.location.search).toBe("?seite=2"));
  fireEvent.click(button("Verwerfen"));
  expect(close).toHaveBeenCalledOnce();
  act(() => history.push("/erste"));
  await screen.findByText("die erste Seite");
});
