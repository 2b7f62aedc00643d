/** The whole way once more, by keyboard only; wherever the focus stops it must be seen. One step builds on the other. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, navigation, PASSWORD, passwordField, summary } from "./support/console.ts";
import { expectVisibleFocus, fileChoosers, tabTo } from "./support/keyboard.ts";
import { brokenExample, type FirstSteps, writeFirstSteps } from "./support/projects.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const FILE_PASSWORD = "Datei-Passwort 1";

describe("the whole way by keyboard", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  let choosers: ReturnType<typeof fileChoosers>;
  let project: FirstSteps;

  beforeAll(async () => {
    project = await writeFirstSteps(stage.folder);
    tab = await stage.open();
    page = tab.page;
    choosers = fileChoosers(page);
  });
  afterAll(() => tab.close());

  step("installs: the first field has the focus, Enter sends", async () => {
    await byHeading(page, "Erstinstallation - Passwort einrichten").waitFor();
    await expectFocus(passwordField(page, "Passwort"));
    await page.keyboard.type(PASSWORD);
    await tabTo(page, passwordField(page, "Passwort wiederholen"));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await byHeading(page, "Status").waitFor();
    await tabTo(page, byButton(page, "Abmelden").first());
    await page.keyboard.press("Enter");
  });

  step("is locked out after a wrong password and let in by the right one", async () => {
    await byHeading(page, "Anmeldung").waitFor();
    await expectFocus(passwordField(page, "Passwort"));
    await page.keyboard.type("falsches Passwort");
    await page.keyboard.press("Enter");
    const message = page.getByText("Die Anmeldung ist fehlgeschlagen.");
    await message.waitFor();
    await expectFocus(passwordField(page, "Passwort"));
    await message.waitFor({ state: "detached" });
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await byHeading(page, "Status").waitFor();
  });

  step("skips the navigation", async () => {
    await page.reload();
    await byHeading(page, "Status").waitFor();
    await tabTo(page, page.getByRole("link", { name: "Zum Inhalt springen" }));
    await page.keyboard.press("Enter");
    await expectFocus(byHeading(page, "Status"));
  });

  step("chooses and uploads the broken example, and reads its errors", async () => {
    await openPage("Hochladen", "Projekt > Hochladen");
    await choose(brokenExample());
    await tabTo(page, byButton(page, "Hochladen"));
    await page.keyboard.press("Space");
    await summary(page).getByText("Das Projekt ist ungültig.").waitFor();
    await tabTo(page, page.getByRole("columnheader", { name: "ErrCode" }).getByRole("button"));
    await page.keyboard.press("Enter");
    await page
      .getByRole("columnheader", { name: "ErrCode" })
      .and(page.locator("[aria-sort$='ending']"))
      .waitFor();
    await tabTo(page, byButton(summary(page), "Zurück"), "Shift+Tab");
    await page.keyboard.press("Enter");
  });

  step("uploads the good one, stored with a password", async () => {
    await expectFocus(page.getByLabel("Projektdatei auswählen"));
    await choose(project.file);
    await tabTo(page, page.getByLabel("Hochgeladene Datei auf dem Gerät speichern"));
    await page.keyboard.press("Space");
    await tabTo(page, passwordField(page, "Passwort (optional)"));
    await page.keyboard.type(FILE_PASSWORD);
    await tabTo(page, passwordField(page, "Passwort wiederholen"));
    await page.keyboard.type(FILE_PASSWORD);
    await page.keyboard.press("Enter");
    await summary(page).getByText("Das Projekt ist gültig und wurde übernommen.").waitFor();
    await page.getByText("Keine Fehler aufgetreten").waitFor();
    await tabTo(page, page.getByRole("link", { name: "Zu den Pods" }));
    await page.keyboard.press("Enter");
    await byHeading(page, "Pods").waitFor();
  });

  step("sees the values of a pod and changes between its tabs by arrows", async () => {
    await tabTo(page, page.getByRole("link", { name: "Einstellungen von ping.lokal" }));
    await page.keyboard.press("Enter");
    await byHeading(page, /\(ping\.lokal\)$/).waitFor();
    // The gear leads to the settings, and the tab is in the address.
    await tabTo(page, page.getByRole("tab", { name: "Einstellungen", selected: true }));
    expect(new URL(page.url()).search).toBe("?tab=settings");
    await page.keyboard.press("ArrowLeft");
    await expectFocus(page.getByRole("tab", { name: "Übersicht", selected: true }));
    await expectVisibleFocus(page);
    await page.getByRole("row", { name: /^ping\.lokal\.erreichbar.* wahr / }).waitFor();
  });

  step("finds the same project identical", async () => {
    await openPage("Hochladen", "Projekt > Hochladen");
    await choose(project.file);
    await tabTo(page, byButton(page, "Hochladen"));
    await page.keyboard.press("Enter");
    await summary(page).getByText("Das Projekt ist identisch mit dem Projekt auf dem System.").waitFor();
  });

  step("restarts the hub after a question that Escape takes back", async () => {
    await openPage("Neustart", "Neustart");
    const button = byButton(page, "Hub neu starten");
    const dialog = page.getByRole("dialog", { name: "Hub neu starten" });
    await tabTo(page, button);
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(button);
    await page.keyboard.press("Enter");
    await tabTo(page, byButton(dialog, "Neu starten"));
    await page.keyboard.press("Enter");
    await page.getByText("Der Hub wurde neu gestartet.").waitFor();
    await expectFocus(button);
  });

  step("gets the stored file back with the right password only", async () => {
    await openPage("Herunterladen", "Projekt herunterladen");
    await tabTo(page, byButton(page, "Projektdatei herunterladen"));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Projektdatei herunterladen" });
    const field = passwordField(dialog, "Passwort");
    await expectFocus(field);
    await page.keyboard.type("falsch geraten");
    await page.keyboard.press("Enter");
    await dialog.getByText("Das Passwort ist falsch.").waitFor();
    await expectFocus(field);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(FILE_PASSWORD);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(await readFile(await download.path())).toEqual(await readFile(project.file));
    await dialog.waitFor({ state: "detached" });
    await expectFocus(byButton(page, "Projektdatei herunterladen"));
  });

  step("chooses the colours by arrows and signs out", async () => {
    await tabTo(page, byButton(page, "Farbschema"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("radio", { checked: true }));
    await page.keyboard.press("ArrowUp");
    await page.locator("html[data-mantine-color-scheme='dark']").waitFor();
    await expectVisibleFocus(page);
    await page.keyboard.press("Escape");
    await expectFocus(byButton(page, "Farbschema"));
    await tabTo(page, byButton(page, "Abmelden").first());
    await page.keyboard.press("Enter");
    await byHeading(page, "Anmeldung").waitFor();
    expect(tab.problems()).toEqual([]);
  });

  /** A new page takes the focus to its heading. */
  async function openPage(entry: string, title: string): Promise<void> {
    await tabTo(page, navigation(page).getByRole("link", { name: entry, exact: true }));
    await page.keyboard.press("Enter");
    await byHeading(page, title).waitFor();
    await expectFocus(byHeading(page, title));
  }

  /** Only the choice in the system's own dialog is made for the keyboard. */
  async function choose(file: string): Promise<void> {
    const field = page.getByLabel("Projektdatei auswählen");
    await tabTo(page, field);
    expect(await field.isEnabled()).toBe(true);
    const [chooser] = await Promise.all([choosers.next(), page.keyboard.press("Enter")]);
    await chooser.setFiles(file);
    await byButton(page, "Auswahl aufheben").waitFor();
  }
});

/** Waits until `target` has the focus. */
async function expectFocus(target: ReturnType<typeof byButton>): Promise<void> {
  await target.and(target.page().locator(":focus")).waitFor();
}
