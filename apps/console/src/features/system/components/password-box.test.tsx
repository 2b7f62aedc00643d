import { Notifications } from "@mantine/notifications";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { overlay } from "../../../overlay/overlay-store.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { PasswordBox } from "./password-box.tsx";

beforeEach(() => tokenStore.store("token"));

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const FIELDS = ["Aktuelles Passwort", "Neues Passwort", "Neues Passwort wiederholen"];

async function change(answer: object) {
  const asked = scriptFetch({ body: answer });
  const user = userEvent.setup();
  render(
    <>
      <PasswordBox />
      <Notifications />
    </>,
  );
  const save = screen.getByRole("button", { name: "Speichern" });
  for (const label of FIELDS) {
    expect(save.getAttribute("aria-disabled")).toBe("true");
    await user.type(field(label), label === FIELDS[0] ? "alt" : "neues-Passwort");
  }
  await user.click(save);
  return asked;
}

describe("change of the password", () => {
  it.each([
    [{ code: 1200 }, "Das aktuelle Passwort ist falsch.", "(Code: 1200)"],
    [{ code: 1201 }, "Das Passwort muss mindestens 8 Zeichen lang sein.", "(Code: 1201)"],
    [{ code: 1202 }, "Das Passwort darf höchstens 1024 Zeichen lang sein.", "(Code: 1202)"],
    [
      { code: 1204, message: "Bitte warten Sie 30 Sekunden." },
      "Bitte warten Sie 30 Sekunden.",
      "(Code: 1204)",
    ],
  ])("clears the fields and says why it failed: %j", async (answer, text, code) => {
    await change(answer);
    expect(
      await screen.findByText(text, { exact: true, selector: ".mantine-Notification-title" }),
    ).toBeTruthy();
    expect(screen.getByText(code, { exact: false })).toBeTruthy();
    await waitFor(() => expect(FIELDS.map((label) => field(label).value)).toEqual(["", "", ""]));
    expect(overlay.current.kind).toBe("none");
  });

  it("sends both passwords in the body and says that other sessions ended", async () => {
    const asked = await change({ code: 0 });
    expect(await screen.findByText(/Alle anderen Sitzungen wurden beendet/)).toBeTruthy();
    expect(asked[0]?.body).toEqual({ old: "alt", new: "neues-Passwort" });
    expect(asked[0]?.url.search).not.toContain("Passwort");
  });
});
