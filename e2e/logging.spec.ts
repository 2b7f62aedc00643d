/** Event log and change log in a real browser against the real product. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, EventLogWriter, Scope, systemClock } from "@hubwart/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLines } from "../apps/console/src/lib/log-lines.ts";
import { byButton, byHeading, eventually, navigation, PASSWORD } from "./support/console.ts";
import { expectSound, lookAt, SIZES_AND_THEMES } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const scope = new Scope();
let log: ReturnType<typeof createLogger>;
let writer: EventLogWriter;
const LINES = 2_500;

beforeAll(async () => {
  await stage.product.api.signIn(PASSWORD);
  const folder = path.join(stage.product.dataDir, "logs", "plant");
  writer = await EventLogWriter.open(folder, { clock: systemClock, scope });
  // A moment of its own for each line: hundreds within a millisecond cannot be told apart by their time.
  let at = Date.now() - 2 * LINES;
  let written = false;
  const now = () => (at = Math.max(at + 1, written ? Date.now() : 0));
  log = createLogger("pod:mqtt.werk", "mqtt", writer, now);
  for (let i = 1; i <= LINES; i += 1) {
    if (i % 100 === 0) log.error(`Meldung ${i}: Verbindung zu halle ${i} abgebrochen`, "mqtt.werk.halle");
    else log.info(`Meldung ${i}`);
  }
  written = true;
  await writer.sync();
});
afterAll(() => scope.end());

const open = stage.openSignedIn;

const table = (page: Page) => page.getByRole("table", { name: "Protokoll", exact: true });
const shownRows = (page: Page) => table(page).getByRole("row").filter({ hasNotText: "Zeitpunkt" });
const place = (page: Page) => page.getByRole("navigation", { name: "Seiten des Protokolls" });
const OF_PLANT = "/runtime/logging?source=pod:mqtt.werk";

describe("the event log", () => {
  it("opens at the last page of its tail; one turns to every other", async () => {
    const tab = await open(OF_PLANT);
    const { page } = tab;
    await shownRows(page)
      .filter({ hasText: `Meldung ${LINES}` })
      .waitFor();
    expect(await shownRows(page).count()).toBe(200);
    expect(await place(page).textContent()).toContain("Seite 10 von 10");
    await byButton(page, "Vorherige Seite").click();
    await shownRows(page)
      .filter({ hasText: /Meldung 2300\D/ })
      .waitFor();
    await byButton(page, "Erste Seite").click();
    await shownRows(page)
      .filter({ hasText: /Meldung 501$/ })
      .waitFor();
    expect(await place(page).textContent()).toContain("Seite 1 von 10");
    await byButton(page, "Nächste Seite").click();
    await byButton(page, "Letzte Seite").click();
    expect(await place(page).textContent()).toContain("Seite 10 von 10");
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("is filtered by the address, marks what was searched for, and shows all of a line", async () => {
    const tab = await open(OF_PLANT);
    const { page } = tab;
    await page.getByRole("searchbox", { name: "Suchen" }).fill("HALLE 24");
    await eventually(
      () => shownRows(page).count(),
      (count) => count === 1,
    );
    expect(new URL(page.url()).searchParams.get("filter")).toBe("HALLE 24");
    expect(await table(page).locator("mark").allTextContents()).toEqual(["halle 24"]);
    await page.reload();
    await shownRows(page).first().waitFor();
    expect(await shownRows(page).count()).toBe(1);
    const line = byButton(page, /^Details zu Zeile/);
    await line.focus();
    await page.keyboard.press("Enter");
    const detail = page.getByRole("dialog", { name: /^Zeile/ });
    await detail.getByText("Meldung 2400: Verbindung zu halle 2400 abgebrochen").waitFor();
    for (const text of ["Pod mqtt.werk", "mqtt.werk.halle", "Fehler"]) {
      expect(await detail.textContent()).toContain(text);
    }
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    expect(await line.evaluate((button) => button === document.activeElement)).toBe(true);
    await tab.close();
  });

  it("has the page one turned to and the line that is open in its address", async () => {
    const tab = await open(OF_PLANT);
    const { page } = tab;
    const shows = (text: string) => shownRows(page).filter({ hasText: new RegExp(`${text}$`) });
    await shows(`Meldung ${LINES - 1}`).waitFor();
    await byButton(page, "Erste Seite").click();
    await shows("Meldung 501").waitFor();
    await byButton(page, "Nächste Seite").click();
    await shows("Meldung 701").waitFor();
    await page.reload();
    await shows("Meldung 701").waitFor();
    expect(await shownRows(page).count()).toBe(200);

    const line = byButton(shows("Meldung 777"), /^Details zu Zeile/);
    await line.click();
    const detail = page.getByRole("dialog", { name: /^Zeile/ });
    await detail.getByText("Meldung 777").waitFor();
    const link = page.url();
    await page.goBack();
    await detail.waitFor({ state: "detached" });
    await shows("Meldung 777").waitFor();
    await page.goForward();
    await detail.getByText("Meldung 777").waitFor();
    await page.reload();
    await detail.getByText("Meldung 777").waitFor();
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("log.line")).toBe(false);
    await byButton(page, "Zum Neuesten").click();
    await shows(`Meldung ${LINES - 1}`).waitFor();
    expect(new URL(page.url()).searchParams.has("log.page")).toBe(false);

    const other = await tab.page.context().newPage();
    await other.goto(link);
    await other
      .getByRole("dialog", { name: /^Zeile/ })
      .getByText("Meldung 777")
      .waitFor();
    // Older than what is loaded: looked for by itself; and one that the log never had.
    const at = new URL(link);
    const { body } = await stage.product.api.get("/system/log", { source: "pod:mqtt.werk", download: "1" });
    const [first] = parseLines(String(body["text"]));
    expect(first?.msg).toBe("Meldung 1");
    at.searchParams.set("log.line", `${first?.ts}-1`);
    await other.goto(at.href);
    await other.getByRole("dialog", { name: "Zeile" }).getByText("Meldung 1", { exact: true }).waitFor();
    at.searchParams.set("log.line", "1000-1");
    await other.goto(at.href);
    await other.getByRole("dialog").getByText("Diese Zeile gibt es nicht mehr").waitFor();
    await other.close();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("folds repeats, is narrowed to a range, shows what surrounds a line, and jumps to a start", async () => {
    const plant = createLogger("pod:mqtt.immer", "mqtt", writer);
    for (let times = 0; times < 12; times += 1) plant.warn("Immer dasselbe");
    createLogger("pod:mqtt.daneben", "mqtt", writer).info("Gleich daneben");
    const tab = await open("/runtime/logging?source=pod:mqtt.immer");
    const { page } = tab;
    const only = shownRows(page).filter({ hasText: "Immer dasselbe" });
    await only.getByText(/^ ?12-mal, zuletzt \d\d:\d\d:\d\d$/).waitFor();
    expect(await shownRows(page).count()).toBe(1);

    const [from, to] = [page.getByLabel(/^Von(?!.*Uhrzeit)/), page.getByLabel(/^Bis(?!.*Uhrzeit)/)];
    await to.fill("2020-01-01");
    await page.getByText("Keine Zeilen vorhanden").waitFor();
    await to.fill("");
    await only.waitFor();
    await from.fill("2020-01-01");
    await only.waitFor();
    await page.getByLabel(/^Von.*Uhrzeit/).fill("7:30:15");
    await only.waitFor();
    const param = (name: string) => new URL(page.url()).searchParams.get(name);
    expect([Number(param("from")) % 60_000, param("to")]).toEqual([15_000, null]);
    await lookAt(page, "log-range");

    await only.click();
    await byButton(page.getByRole("dialog", { name: /^Zeile/ }), "Umgebung anzeigen").click();
    await shownRows(page).filter({ hasText: "Gleich daneben" }).waitFor();
    expect(await table(page).locator("tr[data-marked]").textContent()).toContain("Immer dasselbe");
    const place = param("at");
    expect(param("source")).toBeNull();

    await page.getByRole("combobox", { name: "Sprung zu" }).click();
    await page
      .getByRole("option", { name: /^Start des (Geräts|Hubs), / })
      .first()
      .click();
    await expect.poll(() => param("at")).not.toBe(place);
    await table(page).locator("tr[data-marked]").waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("is walked by the arrow keys", async () => {
    const tab = await open(`${OF_PLANT}&priority=error`);
    const { page } = tab;
    await shownRows(page).filter({ hasText: "Meldung 2500" }).waitFor();
    await byButton(page, /^Details zu Zeile 25$/).focus();
    await page.keyboard.press("ArrowUp");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    expect(await focused()).toBe("Details zu Zeile 24");
    await page.keyboard.press("Home");
    expect(await focused()).toBe("Details zu Zeile 1");
    await tab.close();
  });

  it("downloads everything retained, not only the tail", async () => {
    const tab = await open(OF_PLANT);
    const { page } = tab;
    await shownRows(page).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Herunterladen").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    expect(lines.length).toBe(LINES);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "Meldung 1", lineno: 1 });
    await tab.close();
  });

  it("follows what comes, and does not move while one reads", async () => {
    const tab = await open("/runtime/logging?source=pod:mqtt.last");
    const { page } = tab;
    const load = log.module("last");
    const plant = createLogger("pod:mqtt.last", "mqtt", writer);
    for (let i = 1; i <= 150; i += 1) plant.info(`Last ${i}`);
    await shownRows(page)
      .filter({ hasText: /Last 150$/ })
      .waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    load.info("eine andere Quelle");

    const box = table(page).locator("..");
    await box.hover();
    await page.mouse.wheel(0, -900);
    await page.getByText("Angehalten").waitFor();
    const seen = () =>
      page.evaluate(() => {
        const scroll = document.querySelector("table[aria-label=Protokoll]")?.parentElement;
        const top = scroll?.getBoundingClientRect().top ?? 0;
        return [...(scroll?.querySelectorAll("tbody tr") ?? [])]
          .filter((row) => row.getBoundingClientRect().bottom > top)
          .slice(0, 10)
          .map((row) => `${Math.round(row.getBoundingClientRect().top - top)} ${row.textContent}`);
      });
    const before = await seen();
    expect(before.length).toBe(10);
    // 1,000 lines a second for a few seconds: more than the page holds.
    for (let i = 151; i <= 3_150; i += 1) {
      plant.info(`Last ${i}`);
      if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await page.getByText("3.000 neue Zeilen").waitFor();
    expect(await seen()).toEqual(before);

    await byButton(page, "Zum Neuesten").click();
    await shownRows(page)
      .filter({ hasText: /Last 3150$/ })
      .waitFor();
    const atEnd = () =>
      box.evaluate((scroll) => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight <= 1);
    expect(await atEnd()).toBe(true);
    plant.info("Last 3151");
    await shownRows(page)
      .filter({ hasText: /Last 3151$/ })
      .waitFor();
    expect(await atEnd()).toBe(true);

    await byButton(page, "Anhalten").click();
    plant.info("Last 3152");
    await page.getByText("1 neue Zeile").waitFor();
    expect(
      await shownRows(page)
        .filter({ hasText: /Last 3152$/ })
        .count(),
    ).toBe(0);
    await byButton(page, "Fortsetzen").click();
    await shownRows(page)
      .filter({ hasText: /Last 3152$/ })
      .waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("shows no lines, why, and a notice when it cannot be loaded, and loads it on demand", async () => {
    const tab = await open("/system/password");
    const { page } = tab;
    await byHeading(page, "Passwort").waitFor();
    await page.route("**/admin/api/system/log?**", (route) => route.abort());
    await navigation(page).getByRole("link", { name: "Ereignis-Protokoll" }).click();
    const why = page
      .getByRole("alert")
      .filter({ hasText: "Das Ereignis-Protokoll konnte nicht geladen werden." });
    await why.getByText("Das Gerät ist nicht erreichbar").waitFor();
    await page.locator(".mantine-Notification-root").getByText("Das Gerät ist nicht erreichbar").waitFor();
    expect(await shownRows(page).count()).toBe(0);
    expect(await page.getByText("Keine Zeilen vorhanden").count()).toBe(0);
    await page.unroute("**/admin/api/system/log?**");
    await byButton(page, "Erneut versuchen").click();
    await shownRows(page).first().waitFor();
    await tab.close();
  });

  it("goes on following when its window gets another size", async () => {
    const tab = await open("/runtime/logging");
    const { page } = tab;
    await page.getByText("Live", { exact: true }).waitFor();
    for (const [width, height] of [
      [390, 900],
      [1440, 600],
      [1440, 1200],
      [768, 500],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    }
    await byButton(page, "Anhalten").waitFor();
    const { scrollTop, scrollHeight, clientHeight } = await page
      .getByRole("log")
      .evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, scrollHeight, clientHeight }));
    expect(scrollHeight - scrollTop - clientHeight).toBeLessThanOrEqual(1);
    await tab.close();
  });

  it("sets a level for a while, and returns it on demand", async () => {
    const tab = await open("/runtime/logging?tab=levels");
    const { page } = tab;
    await byButton(page, "Protokollstufe ändern: Hub").click();
    const dialog = page.getByRole("dialog", { name: "Protokollstufe ändern: Hub" });
    await byButton(dialog, "Ändern").click();
    await dialog.waitFor({ state: "detached" });
    const hub = page
      .getByRole("table", { name: "Protokollstufen" })
      .getByRole("row")
      .filter({ hasText: "Hub" });
    await hub.getByText("Debug").waitFor();
    expect(await hub.textContent()).toContain("dann Info");
    await byButton(page, "Protokollstufe aufheben: Hub").click();
    await hub.getByText("Info", { exact: true }).waitFor();
    await tab.close();
  });
});

describe("the change log", () => {
  it("says who changed what, without secrets, and is searched and downloaded", async () => {
    await stage.product.api.post("/system/change_pw", { old: "falsches Passwort", new: "neues Passwort 1" });
    const tab = await open("/system/audit");
    const { page } = tab;
    const changes = page.getByRole("table", { name: "Änderungen" });
    const change = changes.getByRole("row").filter({ hasText: "Passwort geändert" }).first();
    await change.waitFor();
    expect(await change.textContent()).toContain("Aktuelles Passwort falsch");
    expect(await change.textContent()).toContain("•••");
    expect(await page.content()).not.toContain("neues Passwort 1");
    await page.getByRole("searchbox", { name: "Suchen" }).fill("protokollstufe");
    await eventually(
      async () => (await changes.getByRole("row").allTextContents()).slice(1),
      (rows) => rows.length === 2 && rows.every((row) => row.includes("Protokollstufe")),
    );
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "CSV herunterladen").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines.length).toBe(3);
    expect(lines[0]).toBe("\uFEFFZeitpunkt;Adresse;Name;Aufruf;Ergebnis;Vorher;Nachher");
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});

describe.each([
  ["/runtime/logging?priority=error", "Protokoll"],
  ["/system/audit", "Änderungen"],
])("%s", (address, name) => {
  it.each(SIZES_AND_THEMES)("is accessible and fits at %i px, dark: %s", async (width, dark) => {
    const tab = await open(address, { width, dark });
    const { page } = tab;
    await page.getByRole("table", { name, exact: true }).waitFor();
    await expectSound(tab);
  });
});
