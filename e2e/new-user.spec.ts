/**
 * The first day with a new device, as somebody lives it who knows nothing but the console: the built-in example, a
 * workbook with the usual mistakes, a broker that breaks down, and the way back. Each part says how many clicks and
 * pages it takes (docs/performance.md); fields are reached with Tab, a file is chosen by its name.
 */
import { type Mosquitto, startMosquitto } from "@hubwart/testing";
import type { FileChooser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import {
  byButton,
  byHeading,
  eventually,
  install,
  movingMilliseconds,
  navigation,
  summary,
} from "./support/console.ts";
import { fileChoosers } from "./support/keyboard.ts";
import { type OwnWorkbook, writeOwnWorkbook } from "./support/own-workbook.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";
import { followTrail, type Steps, type Trail } from "./support/trail.ts";

describe("a new user's day", () => {
  const stage = useStage();
  const step = inOrder();
  let broker: Mosquitto;
  let files: OwnWorkbook;
  let tab: Tab;
  let trail: Trail;
  let choosers: { next: () => Promise<FileChooser> };
  const begun: Steps = { clicks: 0, pages: 0 };

  beforeAll(async () => {
    broker = await startMosquitto();
    files = await writeOwnWorkbook(stage.folder, broker.port);
    tab = await stage.open();
    trail = await followTrail(tab.page);
    choosers = fileChoosers(tab.page);
  });
  afterAll(async () => {
    await tab?.close();
    await broker?.stop();
  });

  step("sets the password of an empty device, which says how to begin", async () => {
    const { page } = tab;
    await install(page);
    await page.getByText("Kein Projekt hochgeladen", { exact: true }).waitFor();
    await byHeading(page, "Status").waitFor();
    expect(await page.getByText("Code: 0").count()).toBe(0);
    // The form that had the focus is gone: the page's heading has it.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.title()).toMatch(/^Status – Hubwart \[.+\]$/);
    expect(await taken()).toEqual({ clicks: 1, pages: 0 });
  });

  step("sees live values with the built-in example", async () => {
    const { page } = tab;
    await byButton(page, "Beispiel laden").click();
    await byHeading(page, "Projekt > Hochladen").waitFor();
    await takenOver();
    await menu("Status").click();
    await plant("4 Pods laufen, alle 4 Verbindungen stehen.");
    const value = areas()
      .getByRole("listitem")
      .filter({ hasText: "Antwortzeit" })
      .getByText(/^\d+(,\d+)?$/)
      .first();
    const before = await value.textContent();
    await eventually(
      async () => value.textContent(),
      (text) => text !== before,
      30_000,
    );
    expect(await byButton(page, "Beispiel laden").count()).toBe(0);
    expect(await taken()).toEqual({ clicks: 2, pages: 2 });
  });

  step("is told each mistake of a workbook of one's own, with its table and row", async () => {
    const { page } = tab;
    await menu("Hochladen").click();
    // Mostly the page still shows how the example went.
    const back = byButton(summary(page), "Zurück");
    await back
      .or(page.getByText("Projektdatei auswählen", { exact: true }))
      .first()
      .waitFor();
    if ((await back.count()) > 0) await back.click();
    await choose(files.wrong);
    await byButton(page, "Hochladen").click();
    await summary(page).getByText("Das Projekt ist ungültig.").waitFor();
    await summary(page).getByText("Das vorhandene Projekt bleibt unverändert.").waitFor();
    const table = page.getByRole("table", { name: /^Fehler/ });
    for (const mistake of [
      /Tabelle „pods“/,
      /2.*mqtt\.keller/,
      /3.*ping\.lokal/,
      /Tabelle „ping“/,
      /Kommazahl/,
      /Tabelle „mqtt“/,
      /3.*mqtt\.keller\.gesendet/,
      /4.*mqtt\.keller\.soll.*topic/,
      /Tabelle „links“/,
      /mqtt\.keller\.gesendt/,
    ]) {
      expect(await table.getByRole("row", { name: mistake }).count(), String(mistake)).toBeGreaterThan(0);
    }
    const { clicks, pages } = await taken();
    expect([clicks <= 4, pages], `${clicks} clicks`).toEqual([true, 1]);
  });

  step("mends it, and it runs", async () => {
    const { page } = tab;
    await byButton(summary(page), "Zurück").click();
    await choose(files.mended);
    await page.getByLabel("Notiz (optional)").fill("Heizungskeller angeschlossen");
    await byButton(page, "Hochladen").click();
    await takenOver();
    await page.getByText("Alle 2 Pods sind verbunden.").waitFor({ timeout: 60_000 });
    await menu("Status").click();
    await plant("2 Pods laufen, alle 2 Verbindungen stehen.");
    await menu("Pods").click();
    await page
      .getByRole("region", { name: "Pods des Projekts" })
      .getByRole("link", { name: /^(?!Protokoll|Einstellungen).*mqtt\.keller$/ })
      .click();
    // Measured here, sent to the broker and read from there.
    await movingMilliseconds(page, /^mqtt\.keller\.zurueck/);
    expect(await taken()).toEqual({ clicks: 6, pages: 3 });
  });

  step("finds the broken peer from Status in two clicks, and why", async () => {
    const { page } = tab;
    await menu("Status").click();
    await plant("2 Pods laufen, alle 2 Verbindungen stehen.");
    await taken();
    await broker.kill();
    await plant("2 Pods laufen, 1 von 2 Verbindungen gestört.");
    const state = page.getByRole("region", { name: "Gesamtzustand" });
    await state.getByText(/^seit \d\d:\d\d/).waitFor();
    await state.getByRole("link", { name: /mqtt\.keller/ }).click();
    await byHeading(page, /mqtt\.keller/).waitFor();
    await page
      .getByRole("region", { name: "Zustand" })
      .getByText(`127.0.0.1:${broker.port}`, { exact: true })
      .waitFor();
    await byButton(page, "Verbindung mqtt.iface.keller.main prüfen").click();
    await page.getByRole("dialog").getByText("dort nimmt kein Dienst Verbindungen an").first().waitFor();
    expect(await taken()).toEqual({ clicks: 2, pages: 1 });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  step("goes back to the version before", async () => {
    const { page } = tab;
    await menu("Versionen").click();
    await page.getByText("Heizungskeller angeschlossen", { exact: true }).waitFor();
    await byButton(page, "Version 1 wiederherstellen").click();
    const dialog = page.getByRole("dialog", { name: "Version 1 wiederherstellen" });
    await byButton(dialog, "Wiederherstellen").click();
    await page.getByText("Version 1 ist wieder aktiv").waitFor({ timeout: 60_000 });
    await menu("Status").click();
    await plant("4 Pods laufen, alle 4 Verbindungen stehen.");
    expect(await taken()).toEqual({ clicks: 4, pages: 2 });
    const { clicks, pages } = await trail.now();
    expect([clicks <= 20, pages], `${clicks} clicks`).toEqual([true, 10]);
    expect(tab.problems()).toEqual([]);
  });

  /** Clicks and pages since this was asked last. */
  async function taken(): Promise<Steps> {
    const steps = await trail.since(begun);
    begun.clicks += steps.clicks;
    begun.pages += steps.pages;
    return steps;
  }
  function menu(entry: string): Locator {
    return navigation(tab.page).getByRole("link", { name: entry, exact: true });
  }
  const areas = (): Locator => tab.page.getByRole("region", { name: "Anlage", exact: true });

  async function choose(file: string): Promise<void> {
    const [chooser] = await Promise.all([
      choosers.next(),
      tab.page.getByText("Projektdatei auswählen", { exact: true }).click(),
    ]);
    await chooser.setFiles(file);
  }
  const takenOver = (): Promise<void> =>
    summary(tab.page).getByText("übernommen", { exact: true }).waitFor({ timeout: 60_000 });

  async function plant(sentence: string | RegExp): Promise<void> {
    const line = tab.page.getByRole("region", { name: "Gesamtzustand" }).getByRole("paragraph").first();
    await eventually(
      async () => (await line.textContent()) ?? "",
      (text) => (typeof sentence === "string" ? text === sentence : sentence.test(text)),
      60_000,
    );
  }
});
