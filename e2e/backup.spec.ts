/** Backups in the browser: set up, made, downloaded, deleted; no mocks. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, goTo, PASSWORD } from "./support/console.ts";
import { tabTo } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("backups", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });

  const toggle = (name: string) => page.getByRole("switch", { name, exact: true });

  step("are off on a new device, and their fields with them", async () => {
    await goTo(page, "Datensicherung", "Datensicherung");
    await page.getByText("Es wurde noch keine Sicherung erstellt.").waitFor();
    await page.getByRole("tab", { name: "Einstellungen" }).click();
    await toggle("Regelmäßig sichern").waitFor();
    expect(await page.getByLabel("Intervall").isDisabled()).toBe(true);
    await page.getByText("Schalten Sie das ein, um die übrigen Felder zu ändern.").waitFor();
    expect(await page.getByLabel("Port").inputValue()).toBe("21");
    expect(await page.getByRole("textbox", { name: "Pfad" }).inputValue()).toBe("/");
    expect(await toggle("Aufgezeichnete Werte").isChecked()).toBe(false);
    await page.getByText(/^Zurzeit .* auf dem Gerät\. Ohne diese Auswahl/).waitFor();
  });

  step("are set up, weekly, with a password, and a wrong port is named", async () => {
    await toggle("Regelmäßig sichern").click();
    expect(await page.getByText("um die übrigen Felder zu ändern").count()).toBe(0);
    await page.getByLabel("Intervall").selectOption("wöchentlich");
    await page.getByLabel("Wochentag").selectOption("Mittwoch");
    const password = page.getByRole("group", { name: "Passwort der Sicherung" });
    await password.getByRole("switch", { name: "Passwort setzen" }).click();
    await password.getByLabel("Passwort der Sicherung", { exact: true }).fill("Backup-2026!");
    await toggle("Auf einen FTP-Server übertragen").click();
    await page.getByLabel("Server", { exact: true }).fill("nas.example");
    await page.getByLabel("Port").fill("70000");
    await page.getByText("Erlaubt ist eine Zahl von 1 bis 65535.").first().waitFor();
    // Everything switched on, with a problem at a field.
    await lookAt(page, "backup-settings");
    await page.getByLabel("Port").fill("21");
    await toggle("Auf einen FTP-Server übertragen").click();
    await tabTo(page, byButton(page, "Speichern"));
    await page.keyboard.press("Enter");
    await page.getByText("Die Einstellungen wurden gespeichert.").waitFor();
    await byButton(page, "Speichern").and(page.locator("[data-disabled=true]")).waitFor();
    expect(await byButton(page, "Speichern").evaluate((save) => save === document.activeElement)).toBe(true);
    const { body } = await stage.product.api.get("/backup/config");
    expect(body).toMatchObject({ use: true, mode: 2, wday: 3, has_pwd: true });
  });

  step("with nothing to save are refused beside the choice, which whoever saves is brought to", async () => {
    await page.getByRole("switch", { name: /^Systemdaten/ }).click();
    await byButton(page, "Speichern").focus();
    await page.keyboard.press("Enter");
    const complaint = page.getByRole("group", { name: "Inhalt" }).getByRole("alert");
    await complaint.and(page.locator(":focus")).waitFor();
    expect(await complaint.textContent()).toBe("Wählen Sie aus, was gesichert werden soll.");
    await byButton(page, "Änderungen verwerfen").click();
    await complaint.waitFor({ state: "detached" });
  });

  step("are made now, proven, and stand in the list", async () => {
    await page.getByRole("tab", { name: "Status" }).click();
    await byButton(page, "Jetzt sichern").click();
    await page.getByText("erfolgreich", { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByText(/^hubwart-.*\.tar\.age$/).waitFor();
  });

  step("are downloaded by a ticket", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /\.tar\.age herunterladen$/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^hubwart-.*\.tar\.age$/);
  });

  step("are deleted after a question", async () => {
    await page.getByRole("button", { name: /\.tar\.age löschen$/ }).click();
    await byButton(page.getByRole("dialog"), "Löschen").click();
    await page.getByText("Auf dem Gerät liegt noch keine Sicherung.").waitFor();
    const { body } = await stage.product.api.get("/backup/state");
    expect(body["files"]).toEqual([]);
  });
});
