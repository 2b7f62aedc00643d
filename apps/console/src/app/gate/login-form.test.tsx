import { Notifications } from "@mantine/notifications";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import { LoginForm } from "./login-form.tsx";

afterEach(() => {
  tokenStore.clear("idle");
});
const at = new Date(2026, 10, 24, 18, 3).getTime();
const answered = (failed: number) => ({
  body: { code: 0, token: "t", last: { at, address: "10.0.0.5", failed } },
});

async function signIn(): Promise<void> {
  const user = userEvent.setup();
  render(
    <>
      <LoginForm />
      <Notifications />
    </>,
  );
  await user.type(screen.getByLabelText("Passwort"), "richtig");
  await user.click(screen.getByRole("button", { name: "Anmelden" }));
  await waitFor(() => expect(tokenStore.read()).toBe("t"));
}

it("says after signing in that others may have tried, and when somebody was in last", async () => {
  const asked = scriptFetch(answered(3));
  await signIn();
  expect(asked[0]?.body).toEqual({ pwd: "richtig" });
  const text = "Seit der letzten Anmeldung gab es 3 Fehlversuche.";
  expect(await screen.findByText(text, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText(/24\.11\.2026.*18:03.* von 10\.0\.0\.5/)).toBeTruthy();
});

it("takes the one password without a name, where people have names", async () => {
  const asked = scriptFetch(answered(0));
  const user = userEvent.setup();
  render(<LoginForm names />);
  const name = await screen.findByLabelText<HTMLInputElement>("Name", {}, { timeout: 10_000 });
  expect(screen.getByText("Mit dem Passwort des Geräts bleibt er leer.")).toBeTruthy();
  await user.type(screen.getByLabelText("Passwort"), "richtig");
  await user.click(screen.getByRole("button", { name: "Anmelden" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect([name.value, asked[0]?.body]).toEqual(["", { pwd: "richtig" }]);
});

it("hides what is typed, and takes what is pasted or filled in", async () => {
  const asked = scriptFetch(answered(0));
  const user = userEvent.setup();
  render(<LoginForm />);
  const field = screen.getByLabelText<HTMLInputElement>("Passwort");
  expect([field.type, field.autocomplete]).toEqual(["password", "current-password"]);
  await user.click(field);
  await user.paste("eingefügt und lang");
  await user.click(screen.getByRole("button", { name: "Anmelden" }));
  await waitFor(() => expect(asked[0]?.body).toEqual({ pwd: "eingefügt und lang" }));
});

it("says nothing where there is nothing to say", async () => {
  scriptFetch(answered(0));
  await signIn();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelector(".mantine-Notification-root")).toBeNull();
});

it("asks for a code only when the appliance does, and keeps the password meanwhile", async () => {
  const needed = { code: 1206, message: "Das Passwort stimmt." };
  const asked = scriptFetch(
    { body: needed },
    { status: 401, body: { code: 401, message: "Der Code stimmt nicht." } },
  );
  const user = userEvent.setup();
  render(<LoginForm />);
  expect(screen.queryByLabelText("Code der zweiten Stufe")).toBeNull();
  await user.type(screen.getByLabelText("Passwort"), "richtig");
  await user.click(screen.getByRole("button", { name: "Anmelden" }));
  const code = await screen.findByLabelText<HTMLInputElement>(
    "Code der zweiten Stufe",
    {},
    { timeout: 10_000 },
  );
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.getByRole("button", { name: "Anmelden" }).hasAttribute("disabled")).toBe(true);
  await user.type(code, "123 456{Enter}");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ body }) => body)).toEqual([{ pwd: "richtig" }, { pwd: "richtig", otp: "123 456" }]);
  await waitFor(() => expect(code.value).toBe(""));
  expect(screen.getByLabelText<HTMLInputElement>("Passwort").value).toBe("richtig");
  expect(screen.getByRole("alert").textContent).toContain("erneuter Versuch");
});

it("says how many recovery codes are left after one was used", async () => {
  scriptFetch({ body: { code: 0, token: "t", recovery_left: 1 } });
  await signIn();
  expect(
    await screen.findByText("Es ist noch ein Wiederherstellungscode übrig.", {}, { timeout: 10_000 }),
  ).toBeTruthy();
});
