import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import { LoginForm } from "./login-form.tsx";

const message = (n: number) =>
  `Die Anmeldung ist fehlgeschlagen. In ${n} Sekunden ist ein erneuter Versuch möglich.`;
const field = () => screen.getByLabelText<HTMLInputElement>("Passwort");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Anmelden" });
const alert = () =>
  screen.getByRole("alert").querySelector("[aria-hidden]")?.textContent ??
  screen.getByRole("alert").textContent;
/** What a screen reader says. */
const spoken = () => screen.getByRole("alert").querySelector("span:not([aria-hidden])")?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function submit(pwd: string): Promise<void> {
  fireEvent.change(field(), { target: { value: pwd } });
  fireEvent.click(button());
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("takes the focus and waits for a password", () => {
  render(<LoginForm />);
  expect(document.activeElement).toBe(field());
  expect(button().disabled).toBe(true);
});

it("stores the token", async () => {
  const asked = scriptFetch({ body: { code: 0, token: "new" } });
  render(<LoginForm />);
  await submit("geheim");
  expect(asked[0]).toMatchObject({ method: "POST", body: { pwd: "geheim" } });
  expect(tokenStore.read()).toBe("new");
});

it("is locked for 5 s after a wrong password and counts down", async () => {
  scriptFetch({ status: 401, body: { code: 401 } });
  render(<LoginForm />);
  await submit("falsch");
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  expect(alert()).toBe(message(5));
  fireEvent.change(field(), { target: { value: "noch einer" } });
  expect(button().disabled).toBe(true);
  await pass(1_000);
  expect(alert()).toBe(message(4));
  expect(spoken()).toBe("Anmeldung fehlgeschlagen. Erneuter Versuch in 5 Sekunden.");
  await pass(3_750);
  expect(alert()).toBe(message(1));
  await pass(250);
  expect(alert()).toBe("");
  expect(button().disabled).toBe(false);
});

it("sends nothing while it is locked, not even by the Enter key", async () => {
  const asked = scriptFetch({ status: 401, body: { code: 401 } });
  render(<LoginForm />);
  await submit("falsch");
  fireEvent.change(field(), { target: { value: "wieder" } });
  const form = field().form;
  if (form) fireEvent.submit(form);
  await pass(0);
  expect(asked).toHaveLength(1);
});

it("is locked as long as the appliance says", async () => {
  scriptFetch({ status: 403, body: { code: 403, retry_after: 42 } });
  render(<LoginForm />);
  await submit("falsch");
  expect(alert()).toBe(message(42));
  await pass(41_750);
  expect(alert()).toBe(message(1));
});

it("is not locked when the device did not answer", async () => {
  scriptFetch(new TypeError("Failed to fetch"));
  render(<LoginForm />);
  await submit("richtig");
  expect(alert()).toMatch(/antwortet nicht/);
  expect(button().disabled).toBe(false);
  expect(field().value).toBe("richtig");
});
