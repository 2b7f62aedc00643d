/**
 * Charts of recorded channels and the stores' files in a real browser, against the real product. The history of the last
 * weeks is written by the recorder's own code into the product's folder before the first project records anything.
 */
import { readFile } from "node:fs/promises";
import { createLogger, dataLayout, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { Lake } from "@hubwart/stores/lake";
import { freePort, startInfluxdb, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { byButton, byHeading, eventually, PASSWORD } from "./support/console.ts";
import { axe, expectSound, keepPicture, SIZES_AND_THEMES } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const TEMPERATURE = "http_in.anlage.temperatur";
const PUMP = "http_in.anlage.pumpe";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CHARTS = "/runtime/debug?tab=charts";
const WEEK = `${CHARTS}&chan=${JSON.stringify([TEMPERATURE, PUMP])}&range=week`;

beforeAll(async () => {
  const { api, dataDir } = stage.product;
  await api.signIn(PASSWORD);
  await seed(dataLayout(dataDir).lake);
  const port = await freePort();
  const zip = await zipFiles([
    ["project.csv", "key;value\nid;verlauf\nname;Verlauf\n"],
    ["pods.csv", `id;port\nhttp_in.anlage;${port}\n`],
    [
      "http_in.csv",
      "pod;channel;type;dir;path;label;unit;retain;record\n" +
        "anlage;temperatur;float;out;/temperatur;Temperatur Halle;°C;ja;ja\n" +
        "anlage;pumpe;bool;out;/pumpe;;;nein;ja\n" +
        "anlage;text;string;out;/text;;;nein;ja\n",
    ],
  ]);
  const reply = await api.uploadProject(zip, "verlauf.zip");
  expect(reply.body["code"], JSON.stringify(reply.body)).toBe(0);
  const write = () => api.post("/trace/write", { chan: TEMPERATURE, value: 33.5 });
  await waitFor(async () => (await write()).status === 200, { what: "a write", timeout: 30_000 });
  const now = Date.now();
  const question = { chans: [TEMPERATURE], from: now - HOUR, to: now + HOUR, points: 100 };
  await waitFor(
    async () => {
      const { body } = await api.post("/trace/chart", question);
      return JSON.stringify(body["series"] ?? "").includes("33.5");
    },
    { what: "the first recorded value", timeout: 30_000 },
  );
});

/** Eight days, a value every half an hour, with two hours in which the temperature was bad; it ends two hours ago. */
async function seed(folder: string): Promise<void> {
  const scope = new Scope();
  const end = Date.now() - 2 * HOUR;
  const begin = Math.floor(end / DAY) * DAY - 8 * DAY;
  const clock = new ManualClock(begin);
  const log = createLogger("hub", "lake", new MemoryLogSink());
  const lake = await Lake.open({ folder, clock, scope, log, keep: { days: 3_650, bytes: 1e12 } });
  for (let time = begin; time < end; time += HALF_AN_HOUR) {
    const hours = (time - begin) / HOUR;
    const bad = hours >= 100 && hours < 102;
    lake.add(TEMPERATURE, time, 20 + 5 * Math.sin(hours / 4), bad ? 2 : 0);
    if (time % DAY === 0) lake.add(PUMP, time, (time / DAY) % 2 === 0, 0);
    clock.jump(time - clock.now());
    // Within its day: the next one makes the day's file.
    if (time % DAY === DAY - HALF_AN_HOUR) await lake.settle();
  }
  clock.jump(end - clock.now());
  await lake.settle();
  await scope.end();
}
const HALF_AN_HOUR = HOUR / 2;

const open = stage.openSignedIn;
const plot = (page: Page) => page.getByRole("application", { name: /^Diagramm/ });
const values = (page: Page) => page.getByRole("table", { name: /^Werte um/ });
const rowOf = (page: Page, chan: string) => values(page).getByRole("row").filter({ hasText: chan });
const queryOf = (page: Page) => new URL(page.url()).searchParams;

describe("charts of recorded channels", () => {
  it("are chosen by keyboard among those with numbers, and stand in the address", async () => {
    const tab = await open("/runtime/debug");
    const { page } = tab;
    await page.getByRole("tab", { name: "Diagramme" }).click();
    await page.getByText("Noch keine Auswahl").waitFor();
    const picker = page.getByRole("combobox", { name: "Aufgezeichnete Channels" });
    await picker.focus();
    await page.getByRole("option", { name: TEMPERATURE }).waitFor();
    expect((await page.getByRole("option").allTextContents()).sort()).toEqual([PUMP, TEMPERATURE]);
    await picker.fill("temp");
    await eventually(
      () => page.getByRole("option").count(),
      (count) => count === 1,
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await plot(page).waitFor();
    await picker.click();
    await page.getByRole("option", { name: PUMP }).click();
    await rowOf(page, PUMP).waitFor();
    expect(await rowOf(page, TEMPERATURE).textContent()).toContain("33,5\u00a0°C");
    expect(queryOf(page).get("chan")).toBe(JSON.stringify([TEMPERATURE, PUMP]));
    await page.getByRole("radio", { name: "Woche" }).check({ force: true });
    await page.getByText("Gezeigt wird je 15 Minuten der Mittelwert").waitFor();
    expect(queryOf(page).get("range")).toBe("week");
    await page.reload();
    await page.getByText("Gezeigt wird je 15 Minuten der Mittelwert").waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("are zoomed by dragging, by the keyboard and by buttons, and by the wheel with Ctrl", async () => {
    const tab = await open(WEEK);
    const { page } = tab;
    await plot(page).waitFor();
    const box = await plot(page).locator(".u-over").boundingBox();
    if (!box) throw new Error("no picture");
    const length = () => Number(queryOf(page).get("to")) - Number(queryOf(page).get("from"));
    const shorter = (than: number) =>
      eventually(
        () => Promise.resolve(length()),
        (now) => now > 0 && now < than,
      );
    await page.mouse.move(box.x + box.width * 0.25, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 5 });
    await page.mouse.up();
    const half = await shorter(5 * DAY);
    expect(half / DAY).toBeCloseTo(3.5, 1);
    await plot(page).focus();
    await page.keyboard.press("+");
    const quarter = await shorter(half);
    expect(quarter / half).toBeCloseTo(0.5, 2);
    await byButton(page, "Verkleinern").click();
    await eventually(
      () => Promise.resolve(length()),
      (now) => now > quarter,
    );
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await shorter(half * 0.9);
    const before = Number(queryOf(page).get("from"));
    await plot(page).focus();
    await page.keyboard.press("PageUp");
    await eventually(
      () => Promise.resolve(Number(queryOf(page).get("from"))),
      (from) => from < before,
    );
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("say the values at the pointer, and where there are none", async () => {
    const tab = await open(WEEK);
    const { page } = tab;
    await plot(page).waitFor();
    await rowOf(page, TEMPERATURE).waitFor();
    await plot(page).focus();
    await page.keyboard.press("Home");
    const first = await values(page).locator("caption").textContent();
    await page.keyboard.press("Shift+ArrowRight");
    await eventually(
      async () => await values(page).locator("caption").textContent(),
      (text) => text !== first,
    );
    await page.getByText(/temperatur: \d+(,\d+)?; http_in/).waitFor({ state: "attached" });
    const seen = new Set<string>();
    const box = await plot(page).locator(".u-over").boundingBox();
    if (!box) throw new Error("no picture");
    for (let at = 0; at < 100; at += 1) {
      await page.mouse.move(box.x + (box.width * (at + 0.5)) / 100, box.y + 40);
      seen.add((await rowOf(page, TEMPERATURE).getByRole("cell").last().textContent()) ?? "");
    }
    expect([...seen].sort()).toEqual(["gut", "nicht aufgezeichnet", "schlecht"]);
    await tab.close();
  });

  it("are exported as a table for spreadsheets", async () => {
    const tab = await open(WEEK);
    const { page } = tab;
    await plot(page).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Als CSV exportieren").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFZeitpunkt;Channel;Mittelwert;Kleinster Wert;Größter Wert");
    expect(lines.length).toBeGreaterThan(300);
    expect(lines.some((line) => line.includes(PUMP))).toBe(true);
    await tab.close();
  });

  it("that cannot be loaded say so, and are loaded on demand", async () => {
    const tab = await open("/system/password");
    const { page } = tab;
    await byHeading(page, "Passwort").waitFor();
    await page.route("**/admin/api/trace/chart**", (route) => route.abort());
    await page.evaluate((address) => {
      history.pushState({}, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, WEEK);
    const again = byButton(page, "Erneut versuchen");
    await again.waitFor({ timeout: 30_000 });
    expect(await page.getByText("Wird geladen …").count()).toBe(0);
    await page.unroute("**/admin/api/trace/chart**");
    await again.click();
    await plot(page).waitFor();
    await tab.close();
  });

  it("without anything recorded say so", async () => {
    const tab = await open(`${CHARTS}&chan=${JSON.stringify(["http_in.anlage.fremd"])}`);
    await tab.page.getByText("In diesem Zeitraum wurde nichts aufgezeichnet").waitFor();
    await tab.close();
  });
});

describe("the stores", () => {
  it("list the recorded days; one is downloaded as Parquet and read in again by a job", async () => {
    const tab = await open("/resources/stores");
    const { page } = tab;
    const days = page.getByRole("table", { name: "Aufgezeichnete Tage" });
    await days.getByRole("row").nth(1).waitFor();
    expect(await days.getByRole("row").count()).toBeGreaterThan(7);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      days
        .getByRole("button", { name: /herunterladen$/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}\.parquet$/);
    const file = await readFile(await download.path());
    expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(["PAR1", "PAR1"]);
    await days
      .getByRole("button", { name: /einlesen$/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Aufgezeichnete Tage" });
    await dialog.getByText("Hub neu").waitFor();
    await byButton(dialog, "Einlesen").click();
    await dialog.waitFor({ state: "detached", timeout: 60_000 });
    await page.getByText("Der Tag wurde eingelesen").waitFor();
    const { body } = await stage.product.api.get("/jobs");
    expect(JSON.stringify(body)).toContain("Aufgezeichneten Tag einlesen");
    await tab.close();
  });
});

describe("recorded values", () => {
  it("go to an InfluxDB as well, which is tried from the page, and wait while it is gone", async () => {
    const influx = await startInfluxdb();
    const tab = await open("/resources/stores");
    const { page } = tab;
    const settings = page.getByRole("region", { name: "Weitergabe an eine Datenbank" });
    const state = page.getByRole("region", { name: "Stand der Weitergabe" });
    try {
      await influx.query('CREATE DATABASE "hub"');
      await settings.getByLabel("Werte weitergeben").focus();
      await page.keyboard.press("Space");
      await settings.getByLabel("Adresse").fill("influx:8086");
      await settings.getByText("Bitte geben Sie eine Adresse wie").waitFor();
      expect(await byButton(settings, "Speichern").isDisabled()).toBe(true);
      await settings.getByLabel("Adresse").fill(`http://127.0.0.1:${influx.port}`);
      await settings.getByLabel("Bucket").fill("hub");
      expect(await byButton(state, "Testen").isDisabled()).toBe(true);
      await byButton(settings, "Speichern").click();
      await page.getByText("Die Weitergabe wurde gespeichert").waitFor();
      await byButton(state, "Testen").click();
      await state.getByText("Die Datenbank hat den Wert angenommen").waitFor();
      // Settings are taken over within seconds, and a value that does not change is no new record.
      let value = 40;
      await waitFor(
        async () => {
          value += 0.5;
          await stage.product.api.post("/trace/write", { chan: TEMPERATURE, value });
          const question = `SELECT value FROM hubwart WHERE channel='${TEMPERATURE}'`;
          return (await influx.query(question, "hub")).some((row) => Number(row["value"]) > 40);
        },
        { what: "a value in InfluxDB", timeout: 60_000, interval: 500 },
      );
      await state.getByText("in Ordnung").waitFor();
      await influx.down();
      await byButton(state, "Testen").click();
      await state.getByText("dort nimmt kein Dienst Verbindungen an").first().waitFor();
      await stage.product.api.post("/trace/write", { chan: TEMPERATURE, value: 50 });
      await state.getByText("gestört").waitFor();
      expect(await axe(page)).toEqual([]);
    } finally {
      await tab.close();
      await influx.stop();
    }
  });
});

describe.each([
  ["/resources/stores", "Gehaltene Werte"],
  [WEEK, ""],
])("%s", (address, name) => {
  it.each(SIZES_AND_THEMES)("is accessible and fits at %i px, dark: %s", async (width, dark) => {
    const tab = await open(address, { width, dark });
    const { page } = tab;
    if (name === "") await rowOf(page, TEMPERATURE).waitFor();
    else await page.getByRole("heading", { name }).waitFor();
    if (name === "") await plot(page).locator("canvas").waitFor();
    await keepPicture(page, `${name === "" ? "chart" : "stores"}-${width}-${dark ? "dark" : "light"}`);
    await expectSound(tab);
  });
});
