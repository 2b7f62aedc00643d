import { Notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { SessionsBox } from "./sessions-box.tsx";

beforeEach(() => tokenStore.store("token"));

const AT = new Date(2026, 10, 25, 8, 30).getTime();
const own = {
  id: "a",
  own: true,
  browser: "Firefox",
  system: "Windows",
  address: "10.0.0.1",
  since: AT,
  used: AT,
};
const other = { id: "b", own: false, browser: "", system: "", address: "10.0.0.2", since: 0, used: AT };
const list = (...sessions: object[]) => ({ body: { code: 0, sessions } });

function show() {
  render(
    <>
      <SessionsBox />
      <Notifications />
    </>,
  );
  return userEvent.setup();
}

describe("the sessions", () => {
  it("are shown with what is known of them; the own one cannot be ended here", async () => {
    scriptFetch(list(own, other));
    show();
    const [, mine, theirs] = await screen.findAllByRole("row");
    expect(mine?.textContent).toContain("Firefox (Windows)");
    expect(mine?.textContent).toContain("Diese Sitzung");
    expect(within(mine as HTMLElement).queryByRole("button")).toBeNull();
    expect(theirs?.textContent).toContain("Unbekannt");
    expect(theirs?.textContent).toContain("–");
  });

  it("are ended one by one, after a question that says which", async () => {
    const asked = scriptFetch(list(own, other), { body: { code: 0 } }, list(own));
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Sitzung beenden: 10.0.0.2" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("„Unbekannt“ von 10.0.0.2");
    await user.click(within(dialog).getByRole("button", { name: "Sitzung beenden" }));
    expect(await screen.findByText("Die Sitzung wurde beendet.")).toBeTruthy();
    expect(asked[1]).toMatchObject({ method: "POST", body: { id: "b" } });
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Alle anderen beenden" })).toBeNull();
  });

  it("are ended all but this one", async () => {
    const asked = scriptFetch(list(own, other), { body: { code: 0, ended: 1 } }, list(own));
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Alle anderen beenden" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Sitzungen beenden" }));
    expect(await screen.findByText("Eine Sitzung wurde beendet.")).toBeTruthy();
    expect(asked[1]?.url.pathname).toBe("/admin/api/system/sessions/end_others");
  });
});
