/** A dead device is replaced by another one from its backup, in the browser; no mocks. */
import path from "node:path";
import { type Product, repoRoot, startProduct } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import { openTab } from "./support/browser.ts";
import { byButton, byHeading, goTo, PASSWORD, signIn } from "./support/console.ts";
import { tabTo } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const BACKUP_PASSWORD = "Passwort der Sicherung 1";
const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");

describe("restoring a backup", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let fresh: Product;
  let file: string;

  useInstalledTab(stage, async (opened) => {
    page = opened.page;
    fresh = await startProduct();
    await stage.product.api.signIn(PASSWORD);
    await stage.product.api.uploadProjectFile(EXAMPLE);
    const { body } = await stage.product.api.get("/backup/config");
    const { backup, mday, mode, target, time, wday } = body as Record<string, object>;
    const config = { use: false, backup, mday, mode, target, time, wday, pwd: BACKUP_PASSWORD };
    await stage.product.api.post("/backup/config", config);
  });
  afterAll(() => fresh?.stop());

  /** Opening takes a process and a core of its own; on a busy machine both are waited for. */
  const contents = () =>
    page.getByRole("heading", { name: "Inhalt der Sicherung" }).waitFor({ timeout: 60_000 });
  const startButton = () => page.getByRole("button", { name: "Wiederherstellen", exact: true });

  step("begins with a backup of the old device", async () => {
    await goTo(page, "Datensicherung", "Datensicherung");
    await byButton(page, "Jetzt sichern").click();
    await page.getByText(/^hubwart-.*\.tar\.age$/).waitFor({ timeout: 60_000 });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /\.tar\.age herunterladen$/ }).click();
    file = path.join(stage.folder, (await download).suggestedFilename());
    await (await download).saveAs(file);
    await lookAt(page, "restore-state");
  });

  step(
    "shows what is inside one of the list, after its password, and changes nothing when left",
    async () => {
      await page.getByRole("button", { name: /\.tar\.age wiederherstellen$/ }).click();
      await page.getByLabel("Passwort der Sicherung", { exact: true }).fill("falsch");
      await byButton(page, "Öffnen").click();
      await page.getByText("Das Passwort der Sicherung ist falsch.").waitFor({ timeout: 60_000 });
      await page.getByLabel("Passwort der Sicherung", { exact: true }).fill(BACKUP_PASSWORD);
      await page.keyboard.press("Enter");
      await contents();
      expect(await page.getByRole("checkbox", { name: /^Lizenz/ }).isDisabled()).toBe(true);
      expect(await page.getByRole("checkbox", { name: /^Zertifikate/ }).isChecked()).toBe(false);
      expect(await page.getByRole("checkbox", { name: /^Projekt/ }).isChecked()).toBe(true);
      await tabTo(page, startButton());
      await lookAt(page, "restore-contents");
      await byButton(page.getByRole("main"), "Abbrechen").click();
      await byButton(page, "Vom FTP-Server auswählen").click();
      await page.getByText("In den Einstellungen ist kein FTP-Ziel angegeben.").waitFor();
    },
  );

  step("makes an empty device the old one on its first page", async () => {
    const other = await openTab(stage.browser, fresh.url, {});
    const before = page;
    try {
      page = other.page;
      await byHeading(page, "Erstinstallation - Passwort einrichten").waitFor();
      await byButton(page, "Aus Sicherung wiederherstellen").click();
      await byHeading(page, "Aus Sicherung wiederherstellen").waitFor();
      await lookAt(page, "restore-first-page");
      await page.getByLabel("Sicherungsdatei auswählen").setInputFiles(file);
      await byButton(page, "Datei öffnen").click();
      await page.getByLabel("Passwort der Sicherung", { exact: true }).fill(BACKUP_PASSWORD);
      await byButton(page, "Öffnen").click();
      await contents();
      await page.getByText(/Danach gilt das Passwort der Konsole aus der Sicherung/).waitFor();
      await page.getByText("neu: Passwort der Konsole").waitFor({ timeout: 60_000 });
      await lookAt(page, "restore-first-page-contents");
      await startButton().click();
      await page.getByRole("alertdialog", { name: "Wiederherstellung läuft" }).waitFor();
      await byHeading(page, "Anmeldung").waitFor({ timeout: 90_000 });
      await signIn(page);
      await byHeading(page, "Status").waitFor();
      await page.getByText("Erste Schritte").or(page.getByText("erste-schritte")).first().waitFor();
    } finally {
      page = before;
      await other.close();
    }
  });

  step("brings back on the old one what was changed since", async () => {
    const { body } = await stage.product.api.post("/state/config/influxdb", {
      active: false,
      server: "influxdb:8086",
      token: "t",
      org: "danach",
      bucket: "b",
    });
    expect(body["code"]).toBe(0);
    await stage.product.api.post("/wsauth/users/set", {
      kind: "websocket",
      user: "visu",
      role: "read",
      pwd: "Visu-2026-Wand!",
    });
    await page.getByRole("button", { name: /\.tar\.age wiederherstellen$/ }).click();
    await page.getByLabel("Passwort der Sicherung", { exact: true }).fill(BACKUP_PASSWORD);
    await byButton(page, "Öffnen").click();
    await contents();
    const changes = page.getByRole("region", { name: "Was sich ändert" });
    await changes.getByText("geändert: Statusweiterleitung, InfluxDB").waitFor({ timeout: 60_000 });
    await changes.getByText("entfällt: Benutzer für Live-Kanäle „visu“: Rolle read").waitFor();
    expect(await changes.textContent()).not.toContain("Visu-2026-Wand!");
    await lookAt(page, "restore-changes");
    await startButton().click();
    await byButton(page.getByRole("dialog"), "Wiederherstellen").click();
    await page.getByRole("alertdialog", { name: "Wiederherstellung läuft" }).waitFor();
    await byHeading(page, "Anmeldung").waitFor({ timeout: 90_000 });
    await signIn(page);
    await page.getByRole("navigation", { name: "Hauptnavigation" }).waitFor();
    await stage.product.api.signIn(PASSWORD);
    const config = (await stage.product.api.get("/state/config")).body as { influxdb: { org: string } };
    expect(config.influxdb.org).not.toBe("danach");
  });
});
