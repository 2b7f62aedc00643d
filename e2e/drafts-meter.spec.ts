/**
 * A meter with 40 registers from its manual to live values, on a device without a project: by what a person clicks and types, which is
 * counted. pymodbus is the meter; no mocks.
 */
import { type PymodbusServer, startPymodbusServer } from "@hubwart/testing";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { byButton, byHeading, eventually, navigation } from "./support/console.ts";
import { lookAt, settled } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const REGISTERS = 40;
const FIRST = 2_300;
/** As it is copied out of a manual: its own columns in its own order, and one that the project does not have. */
const MANUAL = [
  "Register\tBezeichnung\tEinheit\tZugriff\tDatentyp\tFaktor",
  ...Array.from({ length: REGISTERS }, (_, at) => `${at * 2}\tSpannung L${at + 1}\tV\tR\tUINT16\t0,1`),
  "",
].join("\r\n");

/**
 * What was counted is 7 clicks (the list of tables and its choice, the column of names, "Veröffentlichen …" and its dialog among them) and
 * 43 keys, of which 33 are the pod's name, address and port. The bounds leave room for one detour, and none for another column that is
 * filled by hand.
 */
const MOST = { clicks: 8, keys: 47 };

describe("a meter from its manual to live values", () => {
  const stage = useStage();
  const step = inOrder();
  const tab = useInstalledTab(stage, () => undefined);
  const effort = { clicks: 0, keys: 0 };
  let meter: PymodbusServer;
  let page: Page;

  const click = async (at: Locator) => {
    effort.clicks += 1;
    await at.click();
  };
  const type = async (text: string) => {
    effort.keys += text.length;
    await page.keyboard.type(text);
  };
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) {
      effort.keys += 1;
      await page.keyboard.press(key);
    }
  };
  const grid = () => page.getByRole("grid");
  const column = async (name: string): Promise<number> => {
    const names = await grid().getByRole("columnheader").allTextContents();
    return names.findIndex((one) => one.replace(" *", "") === name);
  };
  /** Cells of a column that are in sight. */
  const cells = async (name: string): Promise<string[]> =>
    grid()
      .locator(`[role="row"], tbody tr`)
      .locator(`td[data-column="${(await column(name)) - 1}"]`)
      .allTextContents();
  const sound = () => page.getByText("Der Entwurf hat keine Fehler.").waitFor();

  beforeAll(async () => {
    const words = Array.from({ length: REGISTERS * 2 }, (_, at) => FIRST + at);
    meter = await startPymodbusServer({ units: { 1: { holding: { 0: words } } } });
    page = tab.page;
    await tab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  afterAll(() => meter?.stop());

  step("begins a draft with empty tables, and its table has the keys", async () => {
    await click(navigation(page).getByRole("link", { name: "Bearbeiten", exact: true }));
    await click(byButton(page, "Neuer Entwurf"));
    await page.getByRole("dialog", { name: "Neuen Entwurf anlegen" }).waitFor();
    await keys("Enter");
    await byHeading(page, "Entwurf").waitFor();
    await grid().waitFor();
    await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  step("types one row for the pod; its type is offered", async () => {
    await click(page.getByRole("tab", { name: "Pods" }));
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
    await type("modb");
    await page.locator('datalist option[value="modb_client."]').waitFor({ state: "attached" });
    await type("_client.zaehler");
    await keys("Tab");
    // The columns of a type come with its first pod.
    await expect.poll(() => column("port")).toBeGreaterThan(0);
    for (let at = (await column("port")) - 2; at > 0; at -= 1) await keys("Tab");
    await type(String(meter.port));
    await keys("Tab");
    await type("127.0.0.1");
    await keys("Enter");
    await sound();
  });

  step("pastes the manual's table: each column goes where its heading belongs", async () => {
    // The list of tables: a click opens it, another chooses.
    effort.clicks += 2;
    await page.getByLabel("Tabelle hinzufügen").selectOption("modb_client");
    await page.getByRole("grid", { name: "ModBus-Client" }).waitFor();
    await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.evaluate((text) => navigator.clipboard.writeText(text), MANUAL);
    await keys("Control+v");
    await page.getByText("40 Zeilen eingefügt").waitFor();
    await page.getByText("Nicht übernommen, weil die Tabelle keine solche Spalte hat: „Zugriff“.").waitFor();
    expect((await cells("label")).slice(0, 2)).toEqual(["Spannung L1", "Spannung L2"]);
    expect((await cells("unit")).slice(0, 2)).toEqual(["V", "V"]);
    await settled(page);
    await lookAt(page, "draft-meter-pasted");
  });

  step("has filled in the only pod, and names out of the labels", async () => {
    await sound();
    expect((await cells("pod")).slice(0, 2)).toEqual(["zaehler", "zaehler"]);
    expect((await cells("channel")).slice(0, 3)).toEqual(["spannung_l1", "spannung_l2", "spannung_l3"]);
    await settled(page);
    await lookAt(page, "draft-meter-filled");
  });

  step("publishes, and each row has its value beside it", async () => {
    await click(byButton(page, "Veröffentlichen …"));
    const dialog = page.getByRole("dialog", { name: "Entwurf veröffentlichen" });
    await dialog.getByText("Der Entwurf ist gültig.").waitFor();
    await click(byButton(dialog, "Veröffentlichen"));
    await page.getByText("Der Entwurf läuft jetzt als Projekt.").waitFor({ timeout: 70_000 });
    await grid().focus();
    const beside = async (row: string) =>
      (await grid()
        .locator("tr")
        .filter({ has: page.getByText(row, { exact: true }) })
        .locator("td")
        .last()
        .textContent()) ?? "";
    await page.keyboard.press("Control+Home");
    await eventually(
      () => beside("Spannung L1"),
      (text) => text.startsWith("230 V"),
    );
    await page.keyboard.press("Control+End");
    await eventually(
      () => beside(`Spannung L${REGISTERS}`),
      (text) => text.startsWith("237,8 V"),
    );
    await settled(page);
    await lookAt(page, "draft-meter-live");
  });

  step("took no more clicks and keys than it needs", async () => {
    await Promise.resolve();
    process.stdout.write(`a meter of ${REGISTERS} registers: ${effort.clicks} clicks, ${effort.keys} keys\n`);
    expect(effort.clicks).toBeLessThanOrEqual(MOST.clicks);
    expect(effort.keys).toBeLessThanOrEqual(MOST.keys);
  });
});
