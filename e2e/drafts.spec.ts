/** The project's editor in the browser: a draft from the running project, edited as in a spreadsheet, judged beside, published; no mocks. */
import path from "node:path";
import type { DraftDocument } from "@hubwart/contract";
import { repoRoot } from "@hubwart/testing";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import {
  byButton,
  byHeading,
  eventually,
  goTo,
  install,
  PASSWORD,
  signIn,
  upload,
} from "./support/console.ts";
import { lookAt, settled } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");

const PASTED = ["grenze1\tfloat\t21,5", "a\tfloat\t1", "b\tfloat\t2", ""].join("\r\n");

describe("the editor of the project", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  let address = "";
  const grid = () => page.getByRole("grid");
  const choose = async (table: string) => {
    await page.getByRole("tab", { name: table }).click();
    await page.getByRole("grid", { name: table }).focus();
  };
  /** The active cell, by the name that the grid gives. */
  const active = async (): Promise<Locator> =>
    page.locator(`[id="${(await grid().getAttribute("aria-activedescendant")) ?? ""}"]`);
  const problems = () => page.getByRole("region", { name: "Fehler und Warnungen" });
  const saved = () => page.getByText("gespeichert", { exact: true }).waitFor();
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const enter = async (at: Page) => {
    await signIn(at);
    await byHeading(at, /Status|Umbau Heizung/).waitFor();
    await at.goto(address);
  };
  const running = async () => {
    const { body } = await stage.product.api.get("/project/history");
    return (body["versions"] as { current: boolean; version: string; note: string }[]).find(
      ({ current }) => current,
    );
  };

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    await stage.product.api.signIn(PASSWORD);
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await upload(page, EXAMPLE);
  });
  afterAll(() => tab.close());

  step("says that there is no draft yet, and begins one with the running project", async () => {
    await goTo(page, "Bearbeiten", "Projekt bearbeiten");
    await page.getByText("Noch keine Entwürfe").waitFor();
    await lookAt(page, "drafts-none");
    await byButton(page, "Neuer Entwurf").click();
    const dialog = page.getByRole("dialog", { name: "Neuen Entwurf anlegen" });
    await dialog.getByLabel("Name").fill("Umbau Heizung");
    await byButton(dialog, "Anlegen").click();
    await byHeading(page, "Umbau Heizung").waitFor();
    address = page.url();
    await problems().getByText("Der Entwurf hat keine Fehler.").waitFor();
    await settled(page);
    await lookAt(page, "draft-editor");
  });

  step("tells beside the cell what is wrong as soon as it is typed, and takes it back", async () => {
    await choose("Pods");
    await keys("Control+Home");
    const before = await (await active()).textContent();
    await page.keyboard.type("gibtesnicht.pod");
    await keys("Enter");
    await problems().getByRole("button").first().waitFor();
    await saved();
    await problems().getByRole("button").first().click();
    expect(await (await active()).getAttribute("aria-invalid")).toBe("true");
    expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true);
    await keys("Control+z");
    await problems().getByText("Der Entwurf hat keine Fehler.").waitFor();
    expect(await (await active()).textContent()).toBe(before);
    await keys("Control+y");
    await problems().getByRole("button").first().waitFor();
    await keys("Control+z");
    await problems().getByText("Der Entwurf hat keine Fehler.").waitFor();
  });

  step(
    "takes a block out of a spreadsheet, counts on, and is the same after a reload and after signing in again",
    async () => {
      await page.getByLabel("Tabelle hinzufügen").selectOption("mqtt");
      await page.getByRole("grid", { name: "MQTT" }).focus();
      await keys("Control+z");
      await page.getByRole("grid", { name: "Projekt" }).waitFor();
      await choose("Konstanten");
      // What the running project says beside the rows changes by itself.
      await byButton(page, "Live-Werte").click();
      await grid().focus();
      // The row for what is new, below the last one.
      await keys("Control+End", "Home");
      // As a spreadsheet puts it on the clipboard.
      await grid().evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        element.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, PASTED);
      await keys("Control+End", "ArrowUp", "ArrowUp", "ArrowUp", "Home");
      await keys("Shift+ArrowDown", "Shift+ArrowDown", "Control+Shift+D");
      await keys("Home", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp");
      await keys("Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
      const cells = () => grid().getByRole("gridcell").allTextContents();
      const shown = await cells();
      expect(shown).toEqual(expect.arrayContaining(["grenze1", "grenze2", "grenze3"]));
      expect(shown.filter((text) => text === "21,5")).toHaveLength(3);
      await saved();
      // The page comes back with the table that was open.
      const table = await page.getByRole("tab", { selected: true }).textContent();
      expect(await page.getByRole("tab").first().textContent()).not.toBe(table);
      await page.reload();
      await page.getByRole("tab", { name: table ?? "", selected: true }).waitFor();
      await choose("Konstanten");
      expect(await cells()).toEqual(shown);
      await page.getByRole("button", { name: "Abmelden" }).click();
      await enter(page);
      await choose("Konstanten");
      expect(await cells()).toEqual(shown);
    },
  );

  step("shows each of two people what the other does, and overwrites nothing in silence", async () => {
    const other = await stage.open(address);
    try {
      await enter(other.page);
      await other.page.getByRole("tab", { name: "Konstanten" }).click();
      await other.page.getByRole("grid").focus();
      for (const key of ["Control+Home", "End"]) await other.page.keyboard.press(key);
      await other.page.keyboard.type("Von nebenan");
      await other.page.keyboard.press("Enter");
      await page.getByRole("gridcell", { name: "Von nebenan" }).waitFor();
    } finally {
      await other.close();
    }
  });

  step("offers names for an alarm, and judges it beside", async () => {
    await page.getByLabel("Tabelle hinzufügen").selectOption("alarms");
    await page.getByRole("grid", { name: "Meldungen" }).focus();
    await keys("Control+Home");
    await page.keyboard.type("langsam");
    await keys("Tab");
    await page.keyboard.type("antwort");
    await page.locator('datalist option[value="ping.lokal.antwortzeit"]').waitFor({ state: "attached" });
    await keys("Control+a");
    await page.keyboard.type("ping.lokal.antwortzeit");
    await keys("Tab");
    await page.keyboard.type("true");
    await keys("Enter");
    await problems()
      .getByText(/Die Art „true“ passt nicht zum Typ „float“/)
      .waitFor();
    await settled(page);
    await lookAt(page, "draft-alarm-wrong");
    await problems().getByRole("button").first().click();
    await page.keyboard.type("bad");
    await keys("Enter");
    await problems().getByText("Der Entwurf hat keine Fehler.").waitFor();
    await saved();
  });

  step("is checked by the device and published with a note", async () => {
    await byButton(page, "Veröffentlichen …").click();
    const dialog = page.getByRole("dialog", { name: "Entwurf veröffentlichen" });
    await dialog.getByText("Der Entwurf ist gültig.").waitFor();
    await dialog.getByText("const.main.grenze2").waitFor();
    await dialog.getByText("langsam").waitFor();
    await lookAt(page, "draft-publish");
    await dialog.getByLabel("Notiz (optional)").fill("Grenzwerte");
    await byButton(dialog, "Veröffentlichen").click();
    await page.getByText("Der Entwurf läuft jetzt als Projekt.").waitFor({ timeout: 70_000 });
    expect(await running()).toMatchObject({ note: "Grenzwerte" });
    await eventually(
      async () => (await stage.product.api.get("/info")).body as { system: { hub: { state: string } } },
      ({ system }) => system.hub.state === "running",
    );
  });

  step("takes over what others published meanwhile, and asks where both changed the same", async () => {
    const { api } = stage.product;
    const { body: made } = await api.post("/project/drafts", { name: "Nebenan", from: "running" });
    const other = `/project/drafts/${String(made["id"])}`;
    const { tables } = (await api.get(other)).body["document"] as DraftDocument;
    const constants = tables.find(({ name }) => name === "constants");
    const label = constants?.columns.find(({ name }) => name === "label")?.id ?? "";
    const rows = constants?.rows.slice(0, 2).map(({ id }) => [id, label, "dort geändert"]);
    const ops = [{ op: "set", table: constants?.id, cells: rows }];
    await api.post(`${other}/steps`, { after: 0, steps: [{ key: "dort", label: "Bezeichnung", ops }] });
    expect((await api.post(`${other}/publish`, { seq: 1 })).body["code"]).toBe(0);
    expect((await api.post(`${other}/delete`, {})).body["code"]).toBe(0);

    await choose("Konstanten");
    await keys("Control+Home", "End");
    await page.keyboard.type("hier geändert");
    await keys("Enter");
    await saved();
    await byButton(page, "Veröffentlichen …").click();
    const merging = page.getByRole("dialog", { name: "Mit dem laufenden Projekt zusammenführen" });
    await merging.getByText("Eine Stelle müssen Sie entscheiden").waitFor();
    await merging.getByText("Konstanten: 1 Zeile geändert").waitFor();
    await lookAt(page, "draft-merge");
    expect(await byButton(merging, "Übernehmen").getAttribute("aria-disabled")).toBe("true");
    await byButton(merging, "Überall „Ihr Entwurf“").click();
    await byButton(merging, "Übernehmen").click();
    const dialog = page.getByRole("dialog", { name: "Entwurf veröffentlichen" });
    await dialog.getByText("Der Entwurf ist gültig.").waitFor();
    await dialog.getByText("hier geändert").waitFor();
    await byButton(dialog, "Veröffentlichen").click();
    await page.getByText("Der Entwurf läuft jetzt als Projekt.").waitFor({ timeout: 70_000 });
    await page.getByRole("gridcell", { name: "dort geändert" }).waitFor();
  });

  step("is listed, named anew and deleted", async () => {
    await goTo(page, "Bearbeiten", "Projekt bearbeiten");
    await page.getByRole("link", { name: "Umbau Heizung" }).waitFor();
    await settled(page);
    await lookAt(page, "drafts");
    await byButton(page, /Löschen/).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await byButton(dialog, "Löschen").click();
    await page.getByText("Noch keine Entwürfe").waitFor();
    await page.goto(address);
    await page.getByText("Diesen Entwurf gibt es nicht").waitFor();
  });
});
