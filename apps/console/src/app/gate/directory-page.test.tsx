/** Signing in by a directory service, as who does it sees it. */
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { leavePage } from "../../lib/leave-page.ts";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import DirectoryPage from "./directory-page.tsx";

vi.mock(import("../../lib/leave-page.ts"), async (original) => ({
  ...(await original()),
  leavePage: vi.fn(),
}));

const AWAY = "Der Verzeichnisdienst ist zurzeit nicht erreichbar.";
const BINDING = "hubwart.directory";

beforeEach(() => {
  vi.mocked(leavePage).mockClear();
  sessionStorage.clear();
  globalThis.history.replaceState(null, "", "/sign-in/directory");
});
afterEach(() => tokenStore.clear("idle"));
const at = (query: string) => globalThis.history.replaceState(null, "", `/sign-in/directory?${query}`);

it("leads to the service, and keeps in this tab what ties both together", async () => {
  scriptFetch({ body: { code: 0, url: "https://login.example.com/auth", binding: "b1" } });
  render(<DirectoryPage />);
  expect(screen.getByText("Sie werden zum Verzeichnisdienst weitergeleitet …")).toBeTruthy();
  await waitFor(() => expect(leavePage).toHaveBeenCalledWith("https://login.example.com/auth"));
  expect(sessionStorage.getItem(BINDING)).toBe("b1");
});

it("takes up what comes back once, and leaves nothing of it in the address", async () => {
  sessionStorage.setItem(BINDING, "b1");
  at("state=s1&code=c1");
  const asked = scriptFetch({ body: { code: 0, token: "t1" } });
  render(<DirectoryPage />);
  await waitFor(() => expect(leavePage).toHaveBeenCalledWith("/"));
  expect(asked[0]?.body).toEqual({ binding: "b1", query: "state=s1&code=c1" });
  expect([tokenStore.read(), sessionStorage.getItem(BINDING), location.search]).toEqual(["t1", null, ""]);
});

it("says that the service is away, with the way back to the password and once more", async () => {
  scriptFetch({ status: 503, body: { code: 503, message: AWAY } });
  const user = userEvent.setup();
  render(<DirectoryPage />);
  expect((await screen.findByRole("alert")).textContent).toBe(AWAY);
  await user.click(screen.getByRole("button", { name: "Zur Anmeldung mit Passwort" }));
  await user.click(screen.getByRole("button", { name: "Noch einmal versuchen" }));
  expect(vi.mocked(leavePage).mock.calls.map(([to]) => to)).toEqual(["/", "/sign-in/directory"]);
  expect(sessionStorage.getItem(BINDING)).toBeNull();
});

it("says why the service's answer signs in nobody", async () => {
  at("state=s1&code=c1");
  const message = "Ihr Konto hat für dieses Gerät keine Rolle.";
  const asked = scriptFetch({ status: 403, body: { code: 403, message } });
  render(<DirectoryPage />);
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  // Begun in another tab: the device is told so, and decides.
  expect(asked[0]?.body).toMatchObject({ binding: "-" });
  expect(tokenStore.read()).toBeUndefined();
});
