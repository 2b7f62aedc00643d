import { Notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { SecondFactorBox } from "./second-factor-box.tsx";

beforeEach(() => tokenStore.store("token"));

const AT = new Date(2026, 10, 25, 8, 30).getTime();
const state = (on: boolean) => ({
  body: { code: 0, on, since: on ? AT : 0, recovery_left: on ? 8 : 0, time: AT },
});
const CODES = Array.from({ length: 8 }, (_, i) => `AAAA-BBBB-CCCC-DDD${"ABCDEFGH"[i]}`);

function show() {
  render(
    <>
      <SecondFactorBox />
      <Notifications />
    </>,
  );
  return userEvent.setup();
}
const dialog = async () => within(await screen.findByRole("dialog"));

it("is switched on step by step, and shows the recovery codes until somebody says they are kept", async () => {
  const uri = "otpauth://totp/Hubwart:keller?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Hubwart";
  const asked = scriptFetch(
    state(false),
    { body: { code: 0, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", uri } },
    { body: { code: 1207, message: "Der Code stimmt nicht." } },
    { body: { code: 0, token: "fresh", recovery: CODES } },
    state(true),
  );
  const user = show();
  expect(await screen.findByText("Ausgeschaltet")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Einschalten" }));
  await user.type((await dialog()).getByLabelText(/^Passwort/), "richtig");
  await user.click((await dialog()).getByRole("button", { name: "Weiter" }));
  const picture = await screen.findByRole("figure", { name: "QR-Code mit dem Schlüssel für die App" });
  expect(picture.querySelector("path")?.getAttribute("d")?.length).toBeGreaterThan(1000);
  expect(screen.getByText("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")).toBeTruthy();
  await user.type((await dialog()).getByLabelText(/^Code/), "000000");
  await user.click((await dialog()).getByRole("button", { name: "Einschalten" }));
  expect(await screen.findByText(/Der Code stimmt nicht/)).toBeTruthy();
  expect(tokenStore.read()).toBe("token");
  await user.click((await dialog()).getByRole("button", { name: "Einschalten" }));
  expect(await screen.findByText(CODES[7] ?? "")).toBeTruthy();
  expect(tokenStore.read()).toBe("fresh");
  await user.keyboard("{Escape}");
  expect(screen.getByText(CODES[0] ?? "")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Ich habe die Codes aufbewahrt" }));
  await waitFor(() => expect(screen.queryByText(CODES[0] ?? "")).toBeNull());
  expect(screen.getByText("Eingeschaltet")).toBeTruthy();
  expect(asked.slice(1, 4).map(({ body }) => body)).toEqual([
    { pwd: "richtig" },
    { otp: "000000" },
    { otp: "000000" },
  ]);
});

it("is switched off with password and code, which goes on with a new session", async () => {
  const asked = scriptFetch(state(true), { body: { code: 0, token: "fresh" } }, state(false));
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Ausschalten" }));
  const inside = await dialog();
  await user.type(inside.getByLabelText(/^Passwort/), "richtig");
  await user.type(inside.getByLabelText(/^Code/), "123456");
  await user.click(inside.getByRole("button", { name: "Ausschalten" }));
  expect(await screen.findByText(/Die zweite Stufe ist ausgeschaltet/)).toBeTruthy();
  expect(asked[1]?.body).toEqual({ pwd: "richtig", otp: "123456" });
  expect(tokenStore.read()).toBe("fresh");
});

it("gives other recovery codes on request", async () => {
  scriptFetch(state(true), { body: { code: 0, recovery: CODES } }, state(true));
  const user = show();
  await user.click(await screen.findByRole("button", { name: "Neue Wiederherstellungscodes" }));
  const inside = await dialog();
  await user.type(inside.getByLabelText(/^Passwort/), "richtig");
  await user.type(inside.getByLabelText(/^Code/), "123456");
  await user.click(inside.getByRole("button", { name: "Speichern" }));
  expect(await screen.findByText(CODES[3] ?? "")).toBeTruthy();
});
