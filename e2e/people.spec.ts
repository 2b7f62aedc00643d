/** People: invited by a link, signed in by name, kept to what their role opens, and out at once when they are locked. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { byButton, byHeading, install, navigation, PASSWORD, passwordField } from "./support/console.ts";
import { useStage } from "./support/stage.ts";

const HERS = "ein eigenes Wort";

const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
const entry = (page: Page, name: string) => navigation(page).getByRole("link", { name, exact: true });

async function signInAs(page: Page, name: string, pwd: string): Promise<void> {
  await nameField(page).fill(name);
  await passwordField(page, "Passwort").fill(pwd);
  await byButton(page, "Anmelden").click();
  await navigation(page).waitFor();
}

describe("people", () => {
  const stage = useStage();

  it("are invited, sign in by name, see what their role opens, and are out when they are locked", async () => {
    const admin = await stage.open();
    const { page } = admin;
    await install(page);
    await navigation(page).waitFor();
    await page.goto(`${stage.product.url}/system/people`);
    await byHeading(page, "Personen").waitFor();
    await byButton(page, "Person einladen").first().click();
    const dialog = page.getByRole("dialog", { name: "Person einladen" });
    await dialog.getByLabel("Name zum Anmelden").fill("bea");
    await dialog.getByLabel("Anzeigename").fill("Bea Bauer");
    await byButton(dialog, "Person einladen").click();
    const told = page.getByRole("dialog", { name: "Link für Bea Bauer" });
    const link = (await told.locator("code").textContent()) ?? "";
    expect(link).toMatch(/\/invitation#[\w-]{43}$/);
    await byButton(told, "Schließen").last().click();
    await page
      .getByRole("row", { name: /Bea Bauer/ })
      .getByText("eingeladen")
      .waitFor();

    const hers = await stage.open(link.slice(stage.product.url.length));
    await hers.page.getByText("Willkommen, Bea Bauer.", { exact: false }).waitFor();
    await passwordField(hers.page, "Passwort").fill(HERS);
    await passwordField(hers.page, "Passwort wiederholen").fill(HERS);
    await byButton(hers.page, "Passwort festlegen").click();
    await navigation(hers.page).waitFor();
    expect(new URL(hers.page.url()).hash).toBe("");
    await entry(hers.page, "Meldungen").waitFor();
    for (const name of ["Neustart", "Personen", "Hochladen", "Datensicherung", "Änderungsprotokoll"])
      expect(await entry(hers.page, name).count(), name).toBe(0);
    await hers.page.goto(`${stage.product.url}/system/backup`);
    await byHeading(hers.page, "Dafür reichen Ihre Rechte nicht").waitFor();
    await hers.page.getByText("als „Bea Bauer“ angemeldet (Bediener)", { exact: false }).waitFor();

    // A lock covers what she has open, without her doing anything.
    const row = page.getByRole("row", { name: /Bea Bauer/ });
    await row.getByText("aktiv").waitFor();
    await byButton(row, /Sperren/).click();
    await byButton(page.getByRole("dialog", { name: "Sperren" }), "Sperren").click();
    await row.getByText("gesperrt").waitFor();
    await byHeading(hers.page, "Sitzung beendet").waitFor();
    await byButton(row, /Entsperren/).click();
    await byButton(page.getByRole("dialog", { name: "Entsperren" }), "Entsperren").click();
    await row.getByText("aktiv").waitFor();

    // From now on signing in needs a name; the administrator has one as well.
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await signInAs(page, "BEA", HERS);
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await signInAs(page, "Administrator", PASSWORD);
    await page.goto(`${stage.product.url}/system/audit`);
    const locked = page.getByRole("row", { name: /Zugang gesperrt oder entsperrt/ }).first();
    await locked.getByText("Administrator", { exact: true }).waitFor();
    await page.getByText("Bea Bauer").first().waitFor({ state: "attached" });
    expect(admin.problems()).toEqual([]);
  });
});
