/** A code besides the password: switched on in the page, asked for at sign-in, and the ways back. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  byButton,
  byHeading,
  install,
  navigation,
  PASSWORD,
  passwordField,
  signIn,
} from "./support/console.ts";
import { useStage } from "./support/stage.ts";
import { code } from "./support/totp.ts";

const codeField = (page: Page) => page.getByLabel("Code der zweiten Stufe");

describe("the second factor", () => {
  const stage = useStage();

  it("is switched on with an app, asked for at the next sign-in, and switched off with a recovery code", async () => {
    const tab = await stage.open();
    const { page } = tab;
    await install(page);
    await navigation(page).waitFor();
    await page.goto(`${stage.product.url}/system/password`);
    const box = page.getByRole("region", { name: "Zweite Stufe der Anmeldung" });
    await box.getByText("Ausgeschaltet").waitFor();
    await byButton(box, "Einschalten").click();
    const dialog = page.getByRole("dialog", { name: "Zweite Stufe der Anmeldung" });
    await passwordField(dialog, "Passwort").fill(PASSWORD);
    await byButton(dialog, "Weiter").click();
    await dialog.getByRole("figure", { name: "QR-Code mit dem Schlüssel für die App" }).waitFor();
    const secret = (await dialog.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await dialog.getByRole("textbox", { name: /^Code/ }).fill(code(secret, -1));
    await byButton(dialog, "Einschalten").click();
    const codes = page.getByRole("dialog", { name: "Wiederherstellungscodes" });
    await codes.getByRole("listitem").first().waitFor();
    const recovery = await codes.getByRole("listitem").allTextContents();
    expect(recovery).toHaveLength(8);
    await byButton(codes, "Ich habe die Codes aufbewahrt").click();
    await box.getByText("Eingeschaltet", { exact: true }).waitFor();

    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    expect(await codeField(page).count()).toBe(0);
    await signIn(page);
    await codeField(page).waitFor();
    await codeField(page).fill(code(secret));
    await byButton(page, "Anmelden").click();
    await navigation(page).waitFor();

    await page.goto(`${stage.product.url}/system/password`);
    await byButton(box, "Ausschalten").click();
    const off = page.getByRole("dialog", { name: "Ausschalten" });
    await passwordField(off, "Passwort").fill(PASSWORD);
    await off.getByRole("textbox", { name: /^Code/ }).fill((recovery[0] ?? "").toLowerCase());
    await byButton(off, "Ausschalten").click();
    await box.getByText("Ausgeschaltet").waitFor();
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await signIn(page);
    await navigation(page).waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});
