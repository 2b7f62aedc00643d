/** From an empty device to a running project and back out, as an administrator goes. One step builds on the other. */
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import {
  byButton,
  byHeading,
  chooseFile,
  eventually,
  fact,
  goTo,
  install,
  movingMilliseconds,
  PASSWORD,
  passwordField,
  signIn,
  summary,
  upload,
} from "./support/console.ts";
import { brokenExample, type FirstSteps, writeFirstSteps } from "./support/projects.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const FILE_PASSWORD = "Datei-Passwort 1";
const LOCK = /^Die Anmeldung ist fehlgeschlagen\. In (\d+) Sekunden ist ein erneuter Versuch möglich\.$/;

describe("the whole way", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let project: FirstSteps;

  beforeAll(async () => {
    project = await writeFirstSteps(stage.folder);
    tab = await stage.open();
  });
  afterAll(() => tab.close());

  step("installs, and leads to the dashboard without a project", async () => {
    const { page } = tab;
    await page.getByText(/^Lizenziert für /).waitFor();
    await install(page);
    await projectCard().getByText("Kein Projekt hochgeladen").waitFor();
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
  });

  step("locks the sign-in after a wrong password, counts down, and lets in afterwards", async () => {
    const { page } = tab;
    await signIn(page, "falsches Passwort");
    const message = page.getByText(LOCK);
    await message.waitFor();
    const seen = new Set<number>();
    await eventually(
      async () => {
        const text = (await message.count()) > 0 ? await message.textContent() : null;
        const left = Number(LOCK.exec(text ?? "")?.[1]);
        if (left > 0) seen.add(left);
        return left;
      },
      (left) => left === 3,
    );
    await passwordField(page, "Passwort").fill(PASSWORD);
    expect(await byButton(page, "Anmelden").isDisabled()).toBe(true);
    await message.waitFor({ state: "detached" });
    expect([...seen].sort((a, b) => a - b)).toEqual([3, 4, 5]);
    await byButton(page, "Anmelden").click();
    await byHeading(page, "Status").waitFor();
  });

  step("refuses the broken example and lists its errors", async () => {
    const { page } = tab;
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await upload(page, brokenExample());
    await summary(page).getByText("Das Projekt ist ungültig.").waitFor();
    const table = page.getByRole("table", { name: /^Fehler/ });
    for (const name of ["Datei", "Channel", "ErrCode", "Attribute", "ErrText", "Hint"]) {
      await table.getByRole("columnheader", { name }).waitFor();
    }
    expect(await table.getByRole("row").count()).toBeGreaterThan(10);
    await byButton(summary(page), "Zurück").click();
    await page.getByLabel("Projektdatei auswählen").waitFor();
  });

  step("takes the good one, and values move", async () => {
    const { page } = tab;
    await upload(page, project.file);
    await summary(page).getByText("Das Projekt ist gültig und wurde übernommen.").waitFor();
    await page.getByText("Keine Fehler aufgetreten").waitFor({ timeout: 30_000 });
    await goTo(page, "Status", "Status");
    await projectCard().getByText("Das Projekt läuft").waitFor();
    await projectCard().getByText("Projekt hochgeladen").waitFor();

    await projectCard().getByRole("link", { name: "Pods anzeigen" }).click();
    await byHeading(page, "Pods").waitFor();
    const pods = page.getByRole("table", { name: "Pods des Projekts" });
    await eventually(
      () => pods.getByText("läuft", { exact: true }).count(),
      (running) => running === 4,
    );
    await pods.getByRole("link", { name: "Einstellungen von http_in.web" }).click();
    await byHeading(page, /\(http_in\.web\)$/).waitFor();
    await page.getByRole("tab", { name: "Übersicht" }).click();
    // Measured by ping, written over ModBus, read back, handed to the web.
    await movingMilliseconds(page, /^http_in\.web\.antwortzeit/);
    const outside = await fetch(`http://127.0.0.1:${project.httpPort}/antwortzeit`);
    expect(await outside.json()).toMatchObject({ value: expect.any(Number), quality: "good" });
  });

  step("finds the same project identical", async () => {
    const { page } = tab;
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await upload(page, project.file);
    await summary(page).getByText("Das Projekt ist identisch mit dem Projekt auf dem System.").waitFor();
  });

  step("restarts the hub, and shows that and why", async () => {
    const { page } = tab;
    await goTo(page, "Neustart", "Neustart");
    await byButton(page, "Hub neu starten").click();
    const dialog = page.getByRole("dialog", { name: "Hub neu starten" });
    await dialog.getByText(/^Soll der Hub „.+“ neu gestartet werden\?$/).waitFor();
    await byButton(dialog, "Neu starten").click();
    await page.getByText("Der Hub wurde neu gestartet.").waitFor();
    const hub = page.getByRole("region", { name: "Hub", exact: true });
    await hub.getByText("OK", { exact: true }).waitFor();
    await goTo(page, "Status", "Status");
    await projectCard().getByText("Das Projekt läuft").waitFor();
    await projectCard().getByText("Benutzeraktion").waitFor();
    expect(await fact(projectCard(), "Neustarts")).toBe("2");
  });

  step("stores the file with a password, and gives it back only for the right one", async () => {
    const { page } = tab;
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await chooseFile(page, project.file);
    await page.getByLabel("Hochgeladene Datei auf dem Gerät speichern").check();
    await passwordField(page, "Passwort (optional)").fill(FILE_PASSWORD);
    await passwordField(page, "Passwort wiederholen").fill("etwas anderes");
    await byButton(page, "Hochladen").click();
    await page.getByText("Die Passwörter sind nicht identisch.").waitFor();
    await passwordField(page, "Passwort wiederholen").fill(FILE_PASSWORD);
    await byButton(page, "Hochladen").click();
    await summary(page).getByText("Am laufenden Projekt hat sich nichts geändert.").waitFor();

    await goTo(page, "Herunterladen", "Projekt herunterladen");
    await byButton(page, "Projektdatei herunterladen").click();
    const dialog = page.getByRole("dialog", { name: "Projektdatei herunterladen" });
    await passwordField(dialog, "Passwort").fill("falsch geraten");
    await byButton(dialog, "Projektdatei herunterladen").click();
    await dialog.getByText("Das Passwort ist falsch.").waitFor();
    await passwordField(dialog, "Passwort").fill(FILE_PASSWORD);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(dialog, "Projektdatei herunterladen").click(),
    ]);
    expect(download.suggestedFilename()).toBe("erste-schritte.xlsx");
    expect(await readFile(await download.path())).toEqual(await readFile(project.file));
    await dialog.waitFor({ state: "detached" });

    const [encrypted] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Verschlüsselt herunterladen (.enc)").click(),
    ]);
    expect(encrypted.suggestedFilename()).toBe("erste-schritte.xlsx.enc");
    expect((await readFile(await encrypted.path())).subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  });

  step("is still signed in, and signs out for good", async () => {
    const { page } = tab;
    await goTo(page, "Status", "Status");
    expect(await fact(projectCard(), "Neustarts")).toBe("2");
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await page.goBack();
    await byHeading(page, "Anmeldung").waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/token/);
    expect(tab.problems()).toEqual([]);
  });

  const projectCard = () => tab.page.getByRole("region", { name: "Projekt", exact: true });
});
