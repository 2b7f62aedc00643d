/** People of a central, as one who manages it sees them: the first password, another person, and what each may. */
import type { TestCentral } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { byButton } from "./console.ts";
import { openCentral } from "./fleet-page.ts";
import { lookAt } from "./look.ts";

export const ADMIN = { name: "Verwaltung", pwd: "ein langes Passwort" };

/** With the token of the first start, of which the page keeps nothing. */
export async function comesFirst(page: Page, central: Pick<TestCentral, "token">): Promise<void> {
  const token = page.getByLabel("Token", { exact: true });
  await page.getByText("first-token.txt").waitFor();
  await token.fill("hwz_falsch");
  await byButton(page, "Anmelden").click();
  await page.getByText("Dieses Token gilt nicht.").waitFor();
  await lookAt(page, "fleet-first");
  await token.fill(central.token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Standorte" }).waitFor();
  await page.getByText("Sie haben noch kein Passwort").waitFor();
  await byButton(page, "Passwort festlegen").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Neues Passwort", { exact: true }).fill(ADMIN.pwd);
  await dialog.getByLabel("Neues Passwort wiederholen", { exact: true }).fill(ADMIN.pwd);
  await lookAt(page, "fleet-first-password");
  await byButton(dialog, "Passwort festlegen").click();
  await page.getByText("Ihre anderen Sitzungen sind beendet").waitFor();
  await page.getByText("Sie haben noch kein Passwort").waitFor({ state: "detached" });
  expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
    "",
    expect.any(Number),
    0,
  ]);
}

export async function signsIn(page: Page, { name, pwd } = ADMIN): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Passwort", { exact: true }).fill(pwd);
  await page.keyboard.press("Enter");
}

/** Somebody is invited, comes in, counts for less, and is removed. */
export async function managesPeople(page: Page, browser: Browser, central: TestCentral): Promise<void> {
  await page.getByRole("link", { name: "Personen", exact: true }).click();
  await page.getByRole("rowheader", { name: "Verwaltung" }).waitFor();
  await byButton(page, "Person hinzufügen").click();
  const dialog = page.getByRole("dialog");
  await byButton(dialog, "Person hinzufügen").click();
  await dialog.getByText("Bitte geben Sie einen Namen ein.").waitFor();
  await dialog.getByLabel("Name zum Anmelden").fill("verwaltung");
  await byButton(dialog, "Person hinzufügen").click();
  await dialog.getByText("gibt es schon").waitFor();
  await dialog.getByLabel("Name zum Anmelden").fill("Anna");
  await lookAt(page, "fleet-person-add");
  await byButton(dialog, "Person hinzufügen").click();
  await dialog.getByText("Damit legt die Person ihr Passwort fest").waitFor();
  await lookAt(page, "fleet-person-link");
  const link = (await dialog.locator("code").textContent()) ?? "";
  await byButton(dialog, "Schließen").last().click();
  await page.getByText(/Link gilt bis/).waitFor();
  await lookAt(page, "fleet-people");

  const anna = await openCentral(browser, central);
  const other = anna.page;
  await other.getByRole("heading", { name: "Anmelden" }).waitFor();
  await other.goto(link);
  await other.getByText("Willkommen, Anna.").waitFor();
  await lookAt(other, "fleet-invitation");
  await other.getByLabel("Passwort", { exact: true }).fill("Annas Passwort");
  await other.getByLabel("Passwort wiederholen", { exact: true }).fill("Annas Passwort");
  await byButton(other, "Passwort festlegen").click();
  await other.getByRole("heading", { name: "Standorte" }).waitFor();
  expect(await other.getByRole("link", { name: "Personen", exact: true }).count()).toBe(0);
  await other.goto(`${central.address}/#/people`);
  await other.getByText("Dafür reichen Ihre Rechte nicht").waitFor();
  await changesOwn(other);

  // Another role ends what is open.
  await page.getByRole("row", { name: /Anna/ }).getByRole("button", { name: "Rolle ändern: Anna" }).click();
  await dialog.getByLabel("Rolle").click();
  await page.getByRole("option", { name: "Bediener" }).click();
  await lookAt(page, "fleet-person-level");
  await byButton(dialog, "Speichern").click();
  await page.getByText("Rolle geändert").waitFor();
  await other.getByText("Die Sitzung ist beendet.").waitFor({ timeout: 40_000 });
  await lookAt(other, "fleet-sign-in-again");
  await signsIn(other, { name: "anna", pwd: "falsch" });
  await other.getByText("Name oder Passwort ist falsch.").waitFor();
  await signsIn(other, { name: "anna", pwd: "Noch ein Passwort" });
  await other.getByRole("link", { name: "Standorte" }).first().waitFor();

  // The last one who manages the central stays.
  const own = page.getByRole("row", { name: /Verwaltung/ });
  expect(await own.getByRole("button", { name: /Entfernen|Rolle ändern/ }).count()).toBe(0);
  await page.getByRole("row", { name: /Anna/ }).getByRole("button", { name: "Neues Token: Anna" }).click();
  await byButton(dialog, "Neues Token").click();
  await dialog.getByText(/hwz_/).waitFor();
  await byButton(dialog, "Schließen").last().click();
  await page
    .getByRole("row", { name: /Anna/ })
    .getByRole("button", { name: "Entfernen: Anna", exact: true })
    .click();
  await byButton(dialog, "Entfernen").click();
  await page.getByText("Person entfernt").waitFor();
  await other.getByText("Die Sitzung ist beendet.").waitFor({ timeout: 40_000 });
  // A wrong present password.
  expect(anna.problems()).toEqual(["400: /api/session/password"]);
  await anna.context.close();
}

async function changesOwn(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Angemeldet: Anna" }).click();
  await byButton(page, "Eigenes Passwort ändern").click();
  await dialog.getByLabel("Bisheriges Passwort", { exact: true }).fill("falsch");
  await dialog.getByLabel("Neues Passwort", { exact: true }).fill("Noch ein Passwort");
  await dialog.getByLabel("Neues Passwort wiederholen", { exact: true }).fill("Noch ein Passwort");
  await byButton(dialog, "Eigenes Passwort ändern").click();
  await dialog.getByText("Das bisherige Passwort ist falsch.").waitFor();
  await lookAt(page, "fleet-password");
  await dialog.getByLabel("Bisheriges Passwort", { exact: true }).fill("Annas Passwort");
  await byButton(dialog, "Eigenes Passwort ändern").click();
  await page.getByText("Das Passwort wurde geändert.").waitFor();
}
