/** Rows of a draft beside the running plant: live values, what a row names, a copy of a pod, and a row as a form on a phone; no mocks. */

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, eventually, install } from "./support/console.ts";
import { openDraft } from "./support/drafts.ts";
import { axe, lookAt, settled, sidewaysOverflow } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const READER = "modb_client.leser";

describe("rows of a draft", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  const grid = () => page.getByRole("grid");
  const row = (text: string) => grid().getByRole("row").filter({ hasText: text });
  const cell = (text: string) => grid().getByRole("gridcell", { name: text, exact: true });
  const choose = async (table: string) => {
    await page.getByRole("tab", { name: table }).click();
    await page.getByRole("grid", { name: table }).focus();
  };
  const active = async (): Promise<Locator> =>
    page.locator(`[id="${(await grid().getAttribute("aria-activedescendant")) ?? ""}"]`);
  /** By keys alone. */
  const act = async (entry: string) => {
    await page.keyboard.press("Shift+F10");
    const found = page.getByRole("button", { name: entry, exact: true });
    await found.focus();
    await page.keyboard.press("Enter");
  };
  const sound = () => page.getByText("Der Entwurf hat keine Fehler.").waitFor();

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    await openDraft(stage, page, "Umbau");
    await sound();
  });
  afterAll(() => tab.close());

  step("have the plant's value beside them, with its quality and age, until that is not wanted", async () => {
    await choose("ModBus-Client");
    const beside = row("Antwortzeit").first().getByRole("gridcell").last();
    await eventually(
      () => beside.textContent(),
      (text) => /^[\d,.]+ ms ?gut ?vor \d+\s+s$/.test((text ?? "").trim()),
    );
    await settled(page);
    await lookAt(page, "draft-live");
    const toggle = byButton(page, "Live-Werte");
    await toggle.click();
    await expect.poll(() => page.getByRole("columnheader", { name: "Live-Wert" }).count()).toBe(0);
    await toggle.click();
    await page.getByRole("columnheader", { name: "Live-Wert" }).waitFor();
  });

  step("are read now, and tell where they are used; a click leads there", async () => {
    await cell("grenzwert").click();
    await act("Jetzt lesen");
    await page.getByText(new RegExp(String.raw`^${READER}\.grenzwert: \d`)).waitFor();
    await cell("antwortzeit").click();
    await act("Verwendet in …");
    const dialog = page.getByRole("dialog", { name: `${READER}.antwortzeit: verwendet in` });
    await dialog.getByText("Eigene Zeile").waitFor();
    await lookAt(page, "draft-usage");
    await dialog
      .getByRole("button", { name: /source/ })
      .first()
      .click();
    await page.getByRole("grid", { name: "Verknüpfungen" }).waitFor();
    await eventually(
      async () => (await active()).textContent(),
      (text) => text === `${READER}.antwortzeit`,
    );
    expect(await grid().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  step("are renamed in all tables by one step, not onto one another", async () => {
    await act("Überall umbenennen …");
    const dialog = page.getByRole("dialog", { name: `${READER}.antwortzeit überall umbenennen` });
    const name = dialog.getByLabel("Neuer Name");
    await name.fill("grenzwert");
    await dialog.getByText(`${READER}.grenzwert kommt im Entwurf schon vor.`, { exact: false }).waitFor();
    await name.fill("dauer");
    await lookAt(page, "draft-rename-name");
    await byButton(dialog, "Umbenennen").click();
    await dialog.waitFor({ state: "detached" });
    await cell(`${READER}.dauer`).first().waitFor();
    expect(await cell(`${READER}.dauer`).count()).toBe(2);
    await sound();
    await choose("ModBus-Client");
    await cell("dauer").waitFor();
    await grid().getByText("nicht im laufenden Projekt").waitFor();
    await page.keyboard.press("Control+z");
    await cell("antwortzeit").waitFor();
  });

  step("of pods have their connection tested, and are copied with their channels", async () => {
    await choose("Pods");
    await cell(READER).click();
    await act("Verbindung testen");
    const check = page.getByRole("dialog", { name: `Verbindung ${READER}, main` });
    await check.getByText("Getestet wird die Zeile, wie sie im Entwurf steht.", { exact: false }).waitFor();
    await check.getByText("in Ordnung").first().waitFor();
    await lookAt(page, "draft-check-row");
    await byButton(check, "Laufende Verbindung testen").click();
    await check.getByText("Getestet wird die Verbindung des laufenden Projekts.").waitFor();
    await check.getByText("in Ordnung").first().waitFor();
    await byButton(check, "Schließen").click();
    await grid().focus();
    await act("Pod kopieren …");
    const copy = page.getByRole("dialog", { name: `Pod ${READER} kopieren` });
    await copy.getByLabel("Neuer Name").fill("zweiter");
    await copy.getByLabel("host").fill("127.0.0.2");
    await copy.getByLabel(/^Auch die .*Verknüpfungen? kopieren/).check();
    await lookAt(page, "draft-copy-pod");
    await byButton(copy, "Kopieren").click();
    await cell("modb_client.zweiter").waitFor();
    await cell("127.0.0.2").waitFor();
    await choose("ModBus-Client");
    expect(await cell("zweiter").count()).toBe(await cell("leser").count());
    await choose("Verknüpfungen");
    const ends = (pod: string) =>
      grid()
        .getByText(new RegExp(String.raw`^modb_client\.${pod}\.`))
        .count();
    expect(await ends("leser")).toBeGreaterThan(0);
    expect(await ends("zweiter")).toBe(await ends("leser"));
    await sound();
  });

  step("stand under their headings, on a phone too, however far the table is scrolled sideways", async () => {
    const apart = () =>
      grid().evaluate((table) => {
        const lefts = (row: Element | null) =>
          [...(row?.children ?? [])].map((one) => Math.round(one.getBoundingClientRect().left));
        const heads = lefts(table.querySelector("thead tr"));
        return lefts(table.querySelector("tbody tr")).filter((left, at) => left !== heads[at]);
      });
    await choose("ModBus-Client");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const left of [0, 250]) {
        await grid().evaluate((table, to) => table.parentElement?.scrollTo({ left: to }), left);
        await eventually(
          async () => [await grid().getAttribute("data-sideways"), await apart()],
          ([state, lefts]) => state === (left === 0 ? null : "rests") && lefts?.length === 0,
        );
      }
    }
  });

  step("are forms on a phone, with help and errors beside the fields", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await choose("ModBus-Client");
    await row("Grenzwert").first().getByRole("rowheader").click();
    const form = page.getByRole("dialog", { name: /ModBus-Client, Zeile \d+/ });
    expect(await form.getByLabel("channel", { exact: false }).first().inputValue()).toBe("grenzwert");
    await form.getByText(/^Live-Wert: 50 ms ?gut/).waitFor();
    await form.getByLabel(/^area/).fill("nirgends");
    await page.keyboard.press("Tab");
    await eventually(
      () => form.getByLabel(/^area/).getAttribute("aria-invalid"),
      (invalid) => invalid === "true",
    );
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await lookAt(page, "draft-row-form");
    await page.setViewportSize({ width: 390, height: 800 });
    await form.getByLabel(/^area/).fill("holding");
    await byButton(form, "Nächste Zeile").click();
    await eventually(
      () => form.getByLabel("channel", { exact: false }).first().inputValue(),
      (name) => name === "mikrosekunden",
    );
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    await sound();
  });
});
