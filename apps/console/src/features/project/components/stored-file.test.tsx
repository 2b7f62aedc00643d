import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import type { Version } from "../api/versions.ts";
import { StoredFile } from "./stored-file.tsx";

const version = (more: Partial<Version> = {}): Version => ({
  version: "3",
  id: "haus",
  name: "Haus",
  hash: "ab",
  filename: "haus.xlsx",
  uploaded: 1_700_000_000,
  current: true,
  channels: 5,
  pods: 2,
  stored: true,
  encrypted: true,
  size: 2048,
  note: "",
  keep: false,
  ...more,
});
const opened: string[] = [];
const press = (name: string, within_: { getByRole: typeof screen.getByRole } = screen) =>
  act(async () => fireEvent.click(within_.getByRole("button", { name })));

beforeEach(() => {
  tokenStore.store("token");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href);
  });
});
afterEach(() => {
  opened.length = 0;
  vi.restoreAllMocks();
});

it("asks for the password until it is right, and keeps the session", async () => {
  const path = "/admin/api/project/download?ticket=t";
  const asked = scriptFetch(
    { body: { code: 1203, message: "Das Passwort der Datei ist falsch." } },
    { body: { code: 0, ticket: "t", path } },
  );
  render(<StoredFile version={version()} />);
  await press("Projektdatei herunterladen");
  const dialog = within(screen.getByRole("dialog"));
  const field = dialog.getByLabelText("Passwort");
  fireEvent.change(field, { target: { value: "falsch" } });
  await press("Projektdatei herunterladen", dialog);
  expect(dialog.getByText("Das Passwort ist falsch.")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(opened).toEqual([]);
  expect(tokenStore.read()).toBe("token");

  fireEvent.change(field, { target: { value: "richtig" } });
  await press("Projektdatei herunterladen", dialog);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(opened).toEqual([expect.stringMatching(/\/admin\/api\/project\/download\?ticket=t$/)]);
  expect(asked.map(({ body }) => body)).toEqual(
    ["falsch", "richtig"].map((password) => ({
      path: "/project/download",
      parameters: { src: "project" },
      password,
    })),
  );
  expect(asked.map(({ url }) => url.href).join()).not.toContain("falsch");
});

it("gives a file that is not encrypted at once", async () => {
  const asked = scriptFetch({ body: { code: 0, ticket: "t", path: "/x" } });
  render(<StoredFile version={version({ encrypted: false })} />);
  await press("Projektdatei herunterladen");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(asked[0]?.body).toEqual({ path: "/project/download", parameters: { src: "backup" } });
});

it("says when the file was not kept", () => {
  render(<StoredFile version={version({ stored: false, encrypted: false })} />);
  expect(screen.getByText("Die hochgeladene Datei wurde nicht gespeichert")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
