/** The code besides the password of people of a central, and two people in one browser. */
import type { TestCentral } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { byButton } from "./console.ts";
import { openCentral } from "./fleet-page.ts";
import { ADMIN, signsIn } from "./fleet-people.ts";
import { lookAt } from "./look.ts";
import { code } from "./totp.ts";

const BEA = { name: "Bea", pwd: "Beas Passwort" };
const codeField = (page: Page) => page.getByLabel("Code der zweiten Stufe");

export interface Own {
  secret: string;
  recovery: string[];
}

/** By the menu with one's name. */
export async function switchesOn(page: Page): Promise<Own> {
  await byButton(page, `Angemeldet: ${ADMIN.name}`).click();
  await page.getByRole("link", { name: "Eigene Anmeldung" }).click();
  const box = page.getByRole("region", { name: "Zweite Stufe der Anmeldung" });
  await box.getByText("Ausgeschaltet").waitFor();
  await lookAt(page, "fleet-own");
  await byButton(box, "Einschalten").click();
  const dialog = page.getByRole("dialog", { name: "Zweite Stufe der Anmeldung" });
  await dialog.getByLabel("Passwort", { exact: true }).fill("falsch");
  await byButton(dialog, "Weiter").click();
  await dialog.getByText("Das aktuelle Passwort ist falsch.").waitFor();
  await dialog.getByLabel("Passwort", { exact: true }).fill(ADMIN.pwd);
  await byButton(dialog, "Weiter").click();
  await dialog.getByRole("figure", { name: "QR-Code mit dem Schlüssel für die App" }).waitFor();
  await lookAt(page, "fleet-factor-confirm");
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("textbox", { name: /^Code/ }).fill(code(secret, -1));
  await byButton(dialog, "Einschalten").click();
  const codes = page.getByRole("dialog", { name: "Wiederherstellungscodes" });
  await codes.getByRole("listitem").first().waitFor();
  await lookAt(page, "fleet-factor-codes");
  const recovery = await codes.getByRole("listitem").allTextContents();
  expect(recovery).toHaveLength(8);
  await byButton(codes, "Ich habe die Codes aufbewahrt").click();
  await box.getByText("Eingeschaltet", { exact: true }).waitFor();
  await lookAt(page, "fleet-own-on");
  return { secret, recovery };
}

/** The code is asked for after the password, by keys alone. */
export async function signsInWithCode(page: Page, { recovery, secret }: Own): Promise<void> {
  const out = byButton(page, "Abmelden");
  await out.click();
  await page.getByLabel("Name", { exact: true }).waitFor();
  expect(await codeField(page).count()).toBe(0);
  await signsIn(page);
  await codeField(page).waitFor();
  await lookAt(page, "fleet-sign-in-code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByText("Der Code stimmt nicht oder wurde schon verwendet.").waitFor();
  await codeField(page).fill(code(secret));
  await page.keyboard.press("Enter");
  await out.click();
  await signsIn(page);
  await codeField(page).fill((recovery[0] ?? "").toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByText("Es sind noch 7 Wiederherstellungscodes übrig.").waitFor();
  await out.waitFor();
}

/** One is invited where the role needs a second factor, loses the phone, and comes in again. */
export async function demandsIt(page: Page, browser: Browser, central: TestCentral): Promise<void> {
  await page.goto(`${central.address}/#/people`);
  await page.getByLabel("Administrator", { exact: true }).click();
  await page.getByText("Gespeichert").waitFor();
  await page.getByText("Passwort mit zweiter Stufe").waitFor();
  const link = await invites(page);
  const { context, page: hers } = await openCentral(browser, central);
  await hers.goto(link);
  const { recovery } = await accepts(hers);
  expect(recovery).toHaveLength(8);
  await byButton(hers, "Weiter").click();
  await hers.getByRole("heading", { name: "Standorte" }).waitFor();
  await page.getByRole("row", { name: /Bea/ }).getByText("Passwort mit zweiter Stufe").waitFor();
  await lookAt(page, "fleet-people-factor");
  const row = page.getByRole("row", { name: /Bea/ });
  await row.getByRole("button", { name: "Zweite Stufe entfernen: Bea" }).click();
  const dialog = page.getByRole("dialog");
  await lookAt(page, "fleet-factor-remove");
  await byButton(dialog, "Zweite Stufe entfernen").click();
  await page.getByText("Zweite Stufe entfernt").waitFor();
  await page.getByText("Ohne zweite Stufe sind zurzeit: Bea.").waitFor();
  await hers.getByText("Die Sitzung ist beendet.").waitFor({ timeout: 40_000 });
  await signsIn(hers, BEA);
  await hers
    .getByText("Ihre Rolle verlangt die zweite Stufe der Anmeldung, und Sie haben noch keine")
    .waitFor();
  await lookAt(hers, "fleet-sign-in-no-factor");
  await context.close();
}

/** Somebody signs in by a link in the browser of somebody else: pages that were open do nothing in the other's name. */
export async function takesTheBrowser(page: Page, central: TestCentral): Promise<void> {
  await page.goto(`${central.address}/#/people`);
  await page
    .getByRole("row", { name: /Bea/ })
    .getByRole("button", { name: /^Passwort zurücksetzen/ })
    .click();
  const dialog = page.getByRole("dialog");
  await byButton(dialog, "Passwort zurücksetzen").click();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await byButton(dialog, "Schließen").last().click();
  const other = await page.context().newPage();
  await other.goto(link);
  const { code: first } = await accepts(other, "fleet-invitation-factor");
  expect(first).toMatch(/^\d{6}$/);
  // What Verwaltung had open asks again and again.
  await page.getByRole("heading", { name: "Angemeldet ist jetzt Bea" }).waitFor();
  await page.getByText(/Diese Seite hat Verwaltung geöffnet/).waitFor();
  await lookAt(page, "fleet-other-person");
  const { entries } = (await central.call("GET", "/audit?limit=3")).body as { entries: { call: string }[] };
  expect(entries[0]?.call).toBe("centralInvitationAccept");
  await page.getByRole("button", { name: "Seite neu laden" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Angemeldet: Bea" }).waitFor();
  await byButton(other, "Weiter").click();
  await other.getByRole("heading", { name: "Standorte" }).waitFor();
  await other.close();
}

async function invites(page: Page): Promise<string> {
  await byButton(page, "Person hinzufügen").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name zum Anmelden").fill(BEA.name);
  await dialog.getByLabel("Rolle").click();
  await page.getByRole("option", { name: "Administrator" }).click();
  await byButton(dialog, "Person hinzufügen").click();
  await dialog.getByText("Damit legt die Person ihr Passwort fest").waitFor();
  const link = (await dialog.locator("code").textContent()) ?? "";
  await byButton(dialog, "Schließen").last().click();
  return link;
}

async function accepts(page: Page, picture?: string): Promise<{ code: string; recovery: string[] }> {
  await page.getByText("Willkommen, Bea.").waitFor();
  await page.getByRole("figure", { name: "QR-Code mit dem Schlüssel für die App" }).waitFor();
  await page.getByLabel("Passwort", { exact: true }).fill(BEA.pwd);
  await page.getByLabel("Passwort wiederholen", { exact: true }).fill(BEA.pwd);
  if (picture !== undefined) await lookAt(page, picture);
  const first = code((await page.locator("code").textContent()) ?? "");
  await page.getByRole("textbox", { name: /^Code/ }).fill(first);
  await byButton(page, "Passwort festlegen").click();
  await page.getByRole("listitem").first().waitFor();
  if (picture !== undefined) await lookAt(page, `${picture}-codes`);
  return { code: first, recovery: await page.getByRole("listitem").allTextContents() };
}
