/** Public files in the browser: uploaded, opened, refused, deleted; no mocks. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { zipOf } from "@hubwart/project/testing/zip";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, goTo, install } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("public files", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
  });
  afterAll(() => tab.close());

  async function choose(name: string, entries: Parameters<typeof zipOf>[0]): Promise<void> {
    const file = path.join(stage.folder, name);
    await writeFile(file, await zipOf(entries));
    await page.getByLabel("ZIP-Archiv auswählen").setInputFiles(file);
    await byButton(page, "Hochladen").click();
  }

  step("an archive is asked for, uploaded, listed and opened", async () => {
    await goTo(page, "Öffentliche Dateien", "Öffentliche Dateien");
    await page.getByText("Keine Dateien vorhanden").waitFor();
    expect(await byButton(page, "Alle löschen").isDisabled()).toBe(true);
    await byButton(page, "Hochladen").click();
    await page.getByText("Bitte wählen Sie ein ZIP-Archiv aus.").waitFor();
    await choose("gut.zip", [
      { name: "lageplan/erdgeschoss und haustechnikraum.html", content: "<h1>Lageplan</h1>" },
      { name: "lageplan/plan.css", content: "h1{color:red}".repeat(1_000) },
      { name: `${"sehr-langer-dateiname-".repeat(6)}.txt`, content: "x" },
    ]);
    await page.getByText("Das Hochladen war erfolgreich: 3 Dateien wurden entpackt.").waitFor();
    await page.getByText("12,70 kB").waitFor();
    const link = page.getByRole("link", { name: "lageplan/erdgeschoss und haustechnikraum.html öffnen" });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.getByRole("heading", { name: "Lageplan" }).waitFor();
    await opened.close();
  });

  step("it looks right, light and dark, wide and narrow", async () => {
    await lookAt(page, "htdocs-files");
  });

  step("a hostile archive is refused by the entry's name", async () => {
    await choose("doppelt.zip", [
      { name: "plan.html", content: "1" },
      { name: "PLAN.html", content: "2" },
    ]);
    await page.getByText("Der Eintrag „PLAN.html“ unterscheidet sich nur in der Schreibweise").waitFor();
    await page.getByText("12,70 kB").waitFor();
  });

  step("all are deleted, after a question, by keyboard", async () => {
    await byButton(page, "Alle löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Sollen alle öffentlichen Dateien unwiderruflich gelöscht werden?").waitFor();
    await byButton(page.getByRole("dialog"), "Alle löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Alle öffentlichen Dateien wurden gelöscht.").waitFor();
    await page.getByText("Keine Dateien vorhanden").waitFor();
    expect(tab.problems()).toEqual([]);
  });
});
