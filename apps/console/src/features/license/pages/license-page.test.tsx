import { Notifications } from "@mantine/notifications";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { LicensePage } from "./license-page.tsx";

const license = {
  code: 0,
  valid: true,
  name: "Muster GmbH",
  key: "*****-*****",
  expiry: null,
  meta: { Art: "Standard" },
  fingerprint: "abc",
};
const press = (name: string, inside: { getByRole: typeof screen.getByRole } = screen) =>
  act(async () => fireEvent.click(inside.getByRole("button", { name })));
const dialog = () => within(screen.getByRole("dialog"));
const save = () => dialog().getByRole("button", { name: "Speichern" });
const off = () => save().getAttribute("aria-disabled") === "true";

async function open(...answers: Parameters<typeof scriptFetch>) {
  const asked = scriptFetch(...answers);
  render(
    <>
      <LicensePage />
      <Notifications />
    </>,
  );
  await screen.findByRole("button", { name: "Schlüssel ändern" });
  return asked;
}
async function typeKey(key: string): Promise<void> {
  fireEvent.change(dialog().getByLabelText("Neuer Lizenzschlüssel"), { target: { value: key } });
}

beforeEach(() => tokenStore.store("token"));

it("shows the licence with its key masked", async () => {
  await open({ body: license });
  for (const text of ["Muster GmbH", "*****-*****", "Standard", "abc", "gültig", "unbegrenzt"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});

it("says why there is none, and has nothing to renew", async () => {
  await open({ body: { ...license, valid: false, key: "", reason: "Die Lizenz ist abgelaufen." } });
  expect(screen.getByText("Die Lizenz ist abgelaufen.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Lizenz erneuern" }).disabled).toBe(true);
});

it("saves only a key that is not empty and another one", async () => {
  const asked = await open(
    { body: license },
    { body: { code: 0, same: true } },
    { body: { code: 0, same: false } },
  );
  await press("Schlüssel ändern");
  expect(off()).toBe(true);
  await typeKey(" ");
  expect(dialog().getByText("Es wurde kein Lizenzschlüssel eingegeben.")).toBeTruthy();
  await typeKey("*****-*****");
  expect(dialog().getByText("Der Lizenzschlüssel wurde nicht geändert.")).toBeTruthy();
  expect(off()).toBe(true);
  await typeKey("ABCDE-1234");
  expect(off()).toBe(false);
  await typeKey("ABCDE-12345");
  await dialog().findByText("Der Lizenzschlüssel wurde nicht geändert.");
  expect(off()).toBe(true);
  expect(asked.slice(1).map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/admin/api/license/compare", { key: "ABCDE-12345" }],
  ]);
  await typeKey("ABCDE-54321");
  await vi.waitFor(() => expect(off()).toBe(false));
  expect(dialog().queryByText("Der Lizenzschlüssel wurde nicht geändert.")).toBeNull();
});

it("saves none of the same length before it is known to be another one, and one that could not be compared", async () => {
  await open({ body: license }, { status: 500, body: {} });
  await press("Schlüssel ändern");
  fireEvent.change(dialog().getByLabelText("Neuer Lizenzschlüssel"), { target: { value: "ABCDE-12345" } });
  expect(off()).toBe(true);
  await vi.waitFor(() => expect(off()).toBe(false));
});

it("changes the key and reads the licence anew", async () => {
  const changed = { ...license, name: "Neu AG" };
  const asked = await open({ body: license }, { body: { code: 0, changed: true } }, { body: changed });
  await press("Schlüssel ändern");
  await typeKey(" ABCDE-123456 ");
  await press("Speichern", dialog());
  expect(asked[1]?.body).toEqual({ key: "ABCDE-123456" });
  expect(await screen.findByText("Neu AG")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Der Lizenzschlüssel wurde geändert. Der Hub startet neu.")).toBeTruthy();
});

it("says when it was the same key", async () => {
  await open({ body: license }, { body: { code: 0, changed: false } });
  await press("Schlüssel ändern");
  await typeKey("ABCDE-123456");
  await press("Speichern", dialog());
  expect(screen.getByText("Lizenz wurde nicht geändert")).toBeTruthy();
});

it("keeps the dialog open on a refusal, and says beside the key why", async () => {
  await open(
    { body: license },
    { body: { code: 1301, message: "Dieser Lizenzschlüssel ist nicht bekannt." } },
  );
  await press("Schlüssel ändern");
  await typeKey("ABCDE-123456");
  await press("Speichern", dialog());
  const field = dialog().getByRole<HTMLInputElement>("textbox", { name: "Neuer Lizenzschlüssel" });
  expect(field.value).toBe("ABCDE-123456");
  const described = field.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described.split(" ").at(-1) ?? "")?.textContent).toBe(
    "Dieser Lizenzschlüssel ist nicht bekannt.",
  );
});

it("warns before it renews", async () => {
  const asked = await open({ body: license }, { body: { code: 0 } }, { body: license });
  await press("Lizenz erneuern");
  expect(dialog().getByText(/Der Hub wird dabei neu gestartet.*Internetverbindung/)).toBeTruthy();
  expect(asked).toHaveLength(1);
  await press("Lizenz erneuern", dialog());
  expect(asked[1]?.url.pathname).toBe("/admin/api/license/renew");
});

it("calls the channels of the licence as the other pages do", async () => {
  await open({ body: { ...license, meta: { "Update-Kanäle": "stable, rc,neu" } } });
  expect(screen.getByText("Stabil, Release Preview, neu")).toBeTruthy();
});
