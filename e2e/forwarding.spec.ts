/** Status forwarding in a browser: every tab, a real broker and a real http_in pod behind it, both schemes and widths. */
import { type Mosquitto, type Product, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openTab, type Tab } from "./support/browser.ts";
import { byButton, byHeading, fact, install, PASSWORD, signIn } from "./support/console.ts";
import { axe, keepPicture, NARROWEST, settled, sidewaysOverflow, WIDTHS } from "./support/look.ts";
import { writeFirstSteps } from "./support/projects.ts";

const ADDRESS = "/runtime/infotohub";

const folder = useSharedFolder();
let broker: Mosquitto;
let product: Product;
let browser: Browser;
let tab: Tab;

beforeAll(async () => {
  broker = await startMosquitto();
  [product, browser] = await Promise.all([
    startProduct({
      env: { HUBWART_MQTT_ADDR: `127.0.0.1:${broker.port}`, HUBWART_INFLUX_ADDR: "127.0.0.1:1" },
    }),
    launchBrowser(),
  ]);
  tab = await openTab(browser, product.url);
  await install(tab.page);
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the trial licence",
  });
  const { file } = await writeFirstSteps(folder());
  expect((await product.api.uploadProjectFile(file)).body).toMatchObject({ code: 0 });
  await open(tab.page);
}, 90_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await broker?.stop();
});

async function open(page: Page): Promise<void> {
  await page.goto(`${product.url}${ADDRESS}`);
  await byHeading(page, "Status weiterleiten").waitFor();
}
const choose = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
const active = (page: Page) => page.getByRole("switch", { name: "Aktiv" });
const apply = (page: Page) => byButton(page, "Anwenden");
const state = (page: Page) => page.getByRole("region", { name: "Stand" });
const config = async () => (await product.api.get("/state/config")).body;

describe("status forwarding in the console", () => {
  it("saves the interval and says what is missing", async () => {
    const { page } = tab;
    expect(await apply(page).isDisabled()).toBe(true);
    const interval = page.getByLabel("Intervall");
    expect(await interval.locator("option").allTextContents()).toEqual([
      "deaktiviert",
      "1 Minute",
      "15 Minuten",
      "30 Minuten",
      "60 Minuten",
    ]);
    await interval.selectOption("1 Minute");
    await apply(page).click();
    await page.getByText("Es ist noch kein Ziel aktiv.").waitFor();
    expect(await config()).toMatchObject({ settings: { interval: 1 } });
  });

  it("shows the defaults of a target that is off, and its fields disabled", async () => {
    const { page } = tab;
    await choose(page, "MQTT");
    expect(await page.getByLabel("Server").inputValue()).toBe("mosquitto:1884");
    expect(await page.getByLabel("Topic").inputValue()).toBe("/hubwart/state/");
    for (const label of ["Server", "Topic"]) expect(await page.getByLabel(label).isDisabled()).toBe(true);
    expect(await byButton(page, "Jetzt senden").isDisabled()).toBe(true);
    await choose(page, "HTTP");
    expect(await page.getByRole("textbox", { name: "Pfad" }).inputValue()).toBe("/hubwart/state");
    await choose(page, "InfluxDB");
    expect(await page.getByLabel("Server").inputValue()).toBe("influxdb:8086");
    expect(await page.getByLabel("Bucket").inputValue()).toBe("hubwart_state");
  });

  it("switches MQTT on and sends at once", async () => {
    const { page } = tab;
    await choose(page, "MQTT");
    await active(page).check();
    await page.getByLabel("Topic").fill("");
    await page.getByText("Bitte füllen Sie dieses Feld aus.").waitFor();
    expect(await apply(page).isDisabled()).toBe(true);
    await page.getByLabel("Topic").fill("haus/zustand");
    await apply(page).click();
    await byButton(page, "Jetzt senden").click();
    await page.getByText("Der Broker hat das Dokument unter „haus/zustand“ angenommen.").waitFor();
    await state(page).getByText("erreichbar").waitFor();
    expect(broker.output()).toContain("haus/zustand");
  });

  it("offers the project's http_in pods and tells what they answer", async () => {
    const { page } = tab;
    await choose(page, "HTTP");
    await active(page).check();
    await page.getByLabel("Pod").selectOption("http_in.web");
    await apply(page).click();
    await byButton(page, "Jetzt senden").click();
    await page.getByText("Unter diesem Pfad gibt es keinen Channel").first().waitFor();
    await state(page).getByText("gestört").waitFor();
  });

  it("keeps a token without ever showing it", async () => {
    const { page } = tab;
    await choose(page, "InfluxDB");
    await active(page).check();
    await page.getByLabel("Token", { exact: true }).fill("streng-geheim");
    await apply(page).click();
    await page.getByText("Ein Token ist gespeichert.").waitFor();
    expect(await page.getByLabel("Token", { exact: true }).inputValue()).toBe("");
    expect(await page.content()).not.toContain("streng-geheim");
    await byButton(page, "Jetzt senden").click();
    await page.getByText("Das Dokument wurde nicht angenommen.").waitFor();
    expect(await fact(state(page), "Letzter Fehler")).toContain("influxdb:8086");
  });

  it("keeps edits over a change of tabs, guards them, and overwrites nobody", async () => {
    const { page } = tab;
    await choose(page, "MQTT");
    await page.getByLabel("Topic").fill("meins");
    await choose(page, "HTTP");
    await choose(page, "MQTT");
    expect(await page.getByLabel("Topic").inputValue()).toBe("meins");
    await page
      .getByRole("navigation", { name: "Hauptnavigation" })
      .getByRole("link", { name: "Status", exact: true })
      .click();
    await byButton(page, "Auf der Seite bleiben").click();
    const body = { active: true, server: "mosquitto:1884", topic: "von anderen" };
    expect((await product.api.post("/state/config/mqtt", body)).body).toEqual({ code: 0 });
    await apply(page).click();
    const note = page.getByRole("alert").filter({ hasText: "Von anderer Stelle geändert" });
    await note.getByRole("cell", { name: "von anderen" }).waitFor();
    expect(await config()).toMatchObject({ mqtt: { topic: "von anderen" } });
    await byButton(note, "Gespeicherten Stand übernehmen").click();
    await waitFor(async () => (await page.getByLabel("Topic").inputValue()) === "von anderen", {
      what: "the others' topic",
    });
  });

  it("makes a token for Prometheus and revokes it", async () => {
    const { page } = tab;
    await choose(page, "Einstellungen");
    await byButton(page, "Token erstellen").click();
    const box = page.getByRole("region", { name: "Prometheus" });
    const token = (await box.getByRole("alert").textContent())?.replace(/^.*:/s, "").trim() ?? "";
    const scrape = () => fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await scrape()).status).toBe(200);
    await byButton(page, "Token widerrufen").click();
    await byButton(page.getByRole("dialog"), "Widerrufen").click();
    await box.getByText("nicht vorhanden").waitFor();
    expect((await scrape()).status).toBe(401);
    // The conflict above was answered as it should be.
    expect(tab.problems()).toEqual(["409: /admin/api/state/config/mqtt"]);
  });

  it.each(["light", "dark"] as const)(
    "looks right (%s)",
    async (scheme) => {
      const look = await openTab(browser, product.url, { dark: scheme === "dark" });
      const { page } = look;
      await signIn(page);
      await byHeading(page, "Status").waitFor();
      const findings: string[] = [];
      for (const name of ["Einstellungen", "HTTP", "MQTT", "InfluxDB"]) {
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await open(page);
        await choose(page, name);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          await keepPicture(page, `infotohub-${name}-${width}-${scheme}`);
          findings.push(...(await axe(page)).map((finding) => `${name} ${width}: ${finding}`));
        }
        await page.setViewportSize({ width: NARROWEST, height: 900 });
        expect(await sidewaysOverflow(page)).toBe(0);
      }
      expect([...findings, ...look.problems()]).toEqual([]);
      await look.close();
    },
    60_000,
  );
});
