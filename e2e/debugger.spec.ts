/**
 * The channel debugger against the real product: 450 channels of a real broker, and a Modbus server whose registers
 * pymodbus reads.
 */
import { readFile } from "node:fs/promises";
import { freePort, type Mosquitto, runPymodbusClient, startMosquitto, waitFor } from "@hubwart/testing";
import mqtt, { type MqttClient } from "mqtt";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTab, type Tab } from "./support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { CHANNELS, LINKED, name, SET, writeHall } from "./support/hall.ts";
import { expectVisibleFocus } from "./support/keyboard.ts";
import { axe, keepPicture, NARROWEST, settled, sidewaysOverflow, WIDTHS } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

describe("the channel debugger", () => {
  const stage = useStage();
  let broker: Mosquitto;
  let client: MqttClient;
  let modbus = 0;
  let tab: Tab;
  let page: Page;
  const publish = (topic: string, value: string): Promise<unknown> =>
    client.publishAsync(topic, value, { retain: true });

  beforeAll(async () => {
    broker = await startMosquitto();
    modbus = await freePort();
    client = await mqtt.connectAsync({ host: "127.0.0.1", port: broker.port });
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(await writeHall(broker.port, modbus), "debug.xlsx");
    expect(reply.body["code"]).toBe(0);
    await waitFor(async () => (await record(SET)) !== undefined && (await online()), {
      what: "both pods",
      timeout: 30_000,
    });
    for (let i = 0; i < CHANNELS; i += 1) await publish(`halle/${i}`, String(i / 2));
    tab = await stage.open("/runtime/debug");
    page = tab.page;
    await signIn(page);
    await byHeading(page, "Debugger").waitFor();
  });
  afterAll(async () => {
    await tab?.close();
    await client?.endAsync(true);
    await broker?.stop();
  });

  async function record(chan: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await stage.product.api.get("/trace/data", { filter: chan, details: "1" });
    return (body["entries"] as Record<string, unknown>[] | undefined)?.[0];
  }
  async function online(): Promise<boolean> {
    const { body } = await stage.product.api.get("/trace/meta", { filter: "*.pod.*" });
    const entries = body["entries"] as { conn_state: boolean }[];
    return entries.length === 2 && entries.every(({ conn_state }) => conn_state);
  }
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const tabOf = (name: string) => page.getByRole("tab", { name });
  async function apply(names: string): Promise<void> {
    await page.getByRole("combobox", { name: "Namen" }).fill(names);
    await page.keyboard.press("Escape");
    await byButton(page, "Anwenden").click();
  }

  it("writes over the call what Modbus then reads, refuses what cannot be, and keeps account", async () => {
    const { api } = stage.product;
    const write = (chan: string, value: unknown) => api.post("/trace/write", { chan, value });
    const written = await write(SET, 215);
    expect(written.body).toMatchObject({ code: 0, after: { chan: SET, value: 215 }, delivered: true });
    await waitFor(
      async () =>
        (await runPymodbusClient(modbus, [["read_holding_registers", 0, 1]]))[0]?.registers?.[0] === 215,
      {
        what: "the register",
      },
    );
    const input = await write("mqtt.halle.t001", 1);
    expect([input.status, JSON.stringify(input.body)]).toEqual([
      400,
      expect.stringContaining("liefert nur Werte"),
    ]);
    expect((await write(SET, "warm")).status).toBe(400);
    expect((await write("mqtt.halle.none", 1)).status).toBe(404);
    expect((await write("mqtt.*", 1)).status).toBe(400);
    const { body } = await api.get("/system/audit", { limit: "20" });
    const entries = (
      body["entries"] as { call: string; result: number; before: unknown; after: unknown }[]
    ).filter(({ call }) => call === "channelWrite");
    expect(entries).toHaveLength(4);
    expect(entries.at(-1)).toMatchObject({
      result: 0,
      before: { chan: SET, value: null },
      after: { value: 215 },
    });
  });

  it("suggests names and tags over the call", async () => {
    const ask = async (query: Record<string, string>) =>
      (await stage.product.api.get("/trace/suggestions", query)).body["suggestions"];
    expect(await ask({ kind: "channels", text: "halle.t44" })).toContain("mqtt.halle.t449");
    expect(await ask({ kind: "channels", text: "MQTT" })).toEqual(expect.arrayContaining(["mqtt.halle.*"]));
    expect(await ask({ kind: "tags", text: "k" })).toEqual(["klima"]);
    expect(await ask({ kind: "pods" })).toEqual(["modb_server.pod.zentrale", "mqtt.pod.halle"]);
  });

  it("goes on to the next field by Tab while suggestions are open", async () => {
    const names = page.getByRole("combobox", { name: "Namen" });
    await names.focus();
    await page.getByRole("listbox", { name: "Namen" }).getByRole("option").nth(10).waitFor();
    await page.keyboard.press("Tab");
    expect(await expectVisibleFocus(page)).toContain("Tags");
    await page.keyboard.press("Shift+Tab");
    expect(await expectVisibleFocus(page)).toContain("Namen");
    await page.keyboard.press("Escape");
  });

  it("opens with all channels, asks for a filter, and looks for what one types", async () => {
    await page.getByText(`${CHANNELS + 3} Channels`).waitFor();
    await byButton(page, "Anwenden").click();
    await page.getByText("Kein Filter angegegeben").waitFor();
    await page.getByRole("combobox", { name: "Namen" }).fill("t44");
    await page.getByRole("option", { name: "mqtt.halle.t449" }).waitFor();
    await page.getByText("10 Channels", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("name")).toBeNull();
    await page.getByRole("combobox", { name: "Namen" }).fill("gibt es nicht");
    await page.getByText("Keine Treffer gefunden.").waitFor();
    await page.getByRole("combobox", { name: "Namen" }).fill("");
    await page.getByRole("combobox", { name: "Tags" }).fill("kli");
    await page.getByRole("option", { name: "klima" }).click();
    await byButton(page, "Anwenden").click();
    await page.getByText("225 Channels").waitFor();
    expect(new URL(page.url()).searchParams.get("tag")).toBe('["klima"]');
  });

  it("shows pages of 200 with values as they change, and clears", async () => {
    await byButton(page, "Filter leeren").click();
    await page.getByText(`${CHANNELS + 3} Channels`).waitFor();
    await apply("mqtt.halle.*");
    await page.getByText("1 bis 200 von 450").waitFor();
    await publish("halle/0", "77.25");
    await row("mqtt.halle.t000").getByText("77,25", { exact: true }).waitFor();
    await byButton(page, "Letzte Seite").click();
    await page.getByText("401 bis 450 von 450").waitFor();
    await row("mqtt.halle.t449").waitFor();
    await page.reload();
    await row("mqtt.halle.t449").waitFor();
    await page.getByRole("columnheader", { name: "Wert" }).getByRole("button").click();
    await page.getByText("1 bis 200 von 450").waitFor();
    await page.getByRole("columnheader", { name: "Wert" }).getByRole("button").click();
    await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain("mqtt.halle.t449");
    await byButton(page, "Filter leeren").click();
    // What a channel is called, and the beginning of a name.
    await apply("temperatur 449");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await row("mqtt.halle.t449").waitFor();
    await apply("mqtt.halle.t44");
    await expect.poll(() => page.getByRole("row").count()).toBe(11);
    await byButton(page, "Filter leeren").click();
    await apply("nirgends");
    await page.getByText("Kein Channel entspricht dem Filter").waitFor();
  });

  it("shows a channel in full: where it comes from, its links with both values, its changes", async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t00*`);
    await page.getByRole("button", { name: "mqtt.halle.t002", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: "mqtt.halle.t002" });
    await drawer.getByText("Tabelle „mqtt“, Zeile 4 (debug.xlsx)").first().waitFor();
    await drawer.getByText("× 2 · + 1").waitFor();
    await publish("halle/2", "20.25");
    await drawer.getByText("41,5").first().waitFor();
    const changes = drawer.getByRole("table", { name: "Liste der Änderungen" }).getByRole("row");
    await changes.filter({ hasText: "20,25" }).getByText("von außen").waitFor();
    await drawer.getByText(/zuletzt \d\d:\d\d:\d\d,\d{3}/).waitFor();

    await drawer.getByRole("button", { name: `Zu ${LINKED} gehen` }).click();
    const next = page.getByRole("dialog", { name: LINKED });
    await next.getByText("Tabelle „modb_server“, Zeile 3 (debug.xlsx)").waitFor();
    await next.getByText("von mqtt.halle.t002").waitFor();
    expect(new URL(page.url()).searchParams.get("open")).toBe(LINKED);
    await byButton(next, "Anhalten").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(next, "Als CSV exportieren").click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain(`;${LINKED};41,5;`);
    await next.getByRole("button", { name: "Zu mqtt.halle.t002 gehen" }).click();
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("open")).toBeNull();
  });

  it("keeps its filter from tab to tab, and shows what the log says of a channel", async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t00*`);
    await page.getByText("10 Channels", { exact: true }).waitFor();
    await tabOf("Beobachtungsliste").click();
    await tabOf("Channels").click();
    await page.getByText("10 Channels", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("name")).toContain("mqtt.halle.t00*");

    await publish("halle/5", "keine Zahl");
    const drawer = page.getByRole("dialog", { name: "mqtt.halle.t005" });
    const lines = drawer.getByRole("region", { name: "Protokoll zu diesem Channel" });
    await waitFor(
      async () => {
        await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t00*&open=mqtt.halle.t005`);
        await lines.getByText(/keine Zahl|Keine Zeile nennt diesen Channel/).waitFor();
        return await lines.getByText("keine Zahl").isVisible();
      },
      { what: "the line of the log", timeout: 30_000 },
    );
    await lines.getByRole("link", { name: "Im Ereignis-Protokoll suchen" }).click();
    await byHeading(page, "Ereignis-Protokoll").waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe("mqtt.halle.t005");
  });

  it("gives what is shown to a spreadsheet", async () => {
    // The first values may have come before the pod's subscription: kept by the broker, hence uncertain.
    await publish("halle/1", "0.5");
    await waitFor(async () => (await record("mqtt.halle.t001"))?.["quality"] === 0, { what: "a good value" });
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t*`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Als CSV exportieren").click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFChannel;Bezeichnung;Wert;Einheit;Typ;Qualität;Tags;Zuletzt;Anzahl Werte");
    expect(lines).toHaveLength(CHANNELS + 1);
    expect(lines[2]).toMatch(/^mqtt\.halle\.t001;Temperatur 1;0,5;°C;float;gut;;/);
  });

  it("writes a value after asking, and Modbus reads it", async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=modb_server.*`);
    await byButton(page, `Wert in ${SET} schreiben`).click();
    const field = page.getByRole("textbox", { name: "Neuer Wert" });
    await field.fill("viel");
    await page.getByText("Erlaubt ist eine Zahl").waitFor();
    expect(await byButton(page, "Weiter").isDisabled()).toBe(true);
    await field.fill("42");
    await byButton(page, "Weiter").click();
    await page.getByText(`Soll der Wert „42 °C“ jetzt in den Channel „${SET}“ geschrieben werden?`).waitFor();
    await page.getByRole("button", { name: "Schreiben", exact: true }).click();
    await page.getByText("Der Wert wurde geschrieben").waitFor();
    await row(SET).getByText("42", { exact: true }).waitFor();
    await waitFor(
      async () =>
        (await runPymodbusClient(modbus, [["read_holding_registers", 0, 1]]))[0]?.registers?.[0] === 42,
      {
        what: "the register",
      },
    );
    expect(await byButton(page, "Wert in modb_server.zentrale.meldung schreiben").count()).toBe(0);
  });

  it("watches channels, at most 50 and each once, with their course", async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t*`);
    const star = (i: number) => byButton(page, `mqtt.halle.${name(i)} beobachten`);
    for (let i = 0; i < 3; i += 1) await star(i).click();
    await tabOf("Beobachtungsliste").click();
    await page.getByText("3 von 50 Einträgen").waitFor();
    await byButton(page, "Verlauf von mqtt.halle.t001 anzeigen").waitFor();
    await publish("halle/1", "-3.5");
    await row("mqtt.halle.t001").getByText("-3,5", { exact: true }).waitFor();
    await byButton(page, "Verlauf von mqtt.halle.t001 anzeigen").click();
    await page.getByRole("dialog").getByText("Mittelwert").waitFor();
    await page.getByRole("dialog").locator("canvas").waitFor();
    await page.keyboard.press("Escape");

    await page.goto(stage.product.url);
    await page.getByRole("link", { name: "Temperatur 1", exact: true }).waitFor();
    await page.getByText("-3,5").waitFor();
    await page.getByRole("link", { name: "Alle 3 im Debugger anzeigen" }).click();
    await page.getByText("3 von 50 Einträgen").waitFor();

    const many = Array.from({ length: 60 }, (_, i) => `mqtt.halle.${name(i)}`);
    await page.locator('input[type="file"]').setInputFiles({
      name: "liste.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ hubwart: "watchlist", project: "debug", channels: many })),
    });
    await page.getByText("50 von 50 Einträgen").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Exportieren", exact: true }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toEqual({
      hubwart: "watchlist",
      project: "debug",
      channels: many.slice(0, 50),
    });
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t449`);
    await byButton(page, "mqtt.halle.t449 beobachten").click();
    await page.getByText("Die Beobachtungsliste kann höchstens 50 Einträge enthalten.").waitFor();
  });

  it("has the same list in another browser, and neither overwrites the other's changes", async () => {
    const other = await openTab(stage.browser, stage.product.url);
    await signIn(other.page);
    await other.page.getByRole("link", { name: "Alle 50 im Debugger anzeigen" }).click();
    await other.page.getByText("50 von 50 Einträgen").waitFor();
    await tabOf("Beobachtungsliste").click();
    await page.getByText("50 von 50 Einträgen").waitFor();
    for (const [tab, gone] of [
      [other.page, 3],
      [page, 4],
    ] as const)
      await byButton(tab, `mqtt.halle.${name(gone)} nicht mehr beobachten`).click();
    for (const tab of [page, other.page]) await tab.getByText("48 von 50 Einträgen").waitFor();
    await byButton(page, "Liste leeren").click();
    await byButton(page.getByRole("dialog"), "Liste leeren").click();
    for (const tab of [page, other.page]) await tab.getByText("Die Beobachtungsliste ist leer").waitFor();
    await other.close();
    await page.goto(`${stage.product.url}/runtime/debug?name=mqtt.halle.t449`);
  });

  it("shows interfaces and pods with their connections", async () => {
    await tabOf("Schnittstellen").click();
    await row("mqtt.iface.halle.main").getByText("verbunden").waitFor();
    await tabOf("Pods").click();
    await row("modb_server.pod.zentrale").getByText("verbunden").waitFor();
    await apply("mqtt");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    // Each tab keeps the filter it had.
    await tabOf("Channels").click();
    await row("mqtt.halle.t449").waitFor();
    await tabOf("Pods").click();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
  });

  it("looks right and is accessible on every tab", async () => {
    const findings: string[] = [];
    for (const dark of [false, true]) {
      const other = await openTab(stage.browser, stage.product.url, { dark });
      await signIn(other.page);
      await byHeading(other.page, "Status").waitFor();
      await other.page.evaluate(([key, list]) => localStorage.setItem(key, list), [
        "hubwart.watchlist.debug",
        JSON.stringify({ project: "debug", channels: ["mqtt.halle.t001", SET, "mqtt.halle.weg"] }),
      ] as const);
      for (const [view, search, ready] of [
        ["channels", "?name=mqtt.halle.*", "mqtt.halle.t001"],
        ["interfaces", "?tab=interfaces", "mqtt.iface.halle.main"],
        ["pods", "?tab=pods", "mqtt.pod.halle"],
        ["watchlist", "?tab=watchlist", "nicht im Projekt"],
        ["channel", "?name=mqtt.halle.t002&open=mqtt.halle.t002", "mqtt.halle.t002"],
      ] as const) {
        await other.page.goto(`${stage.product.url}/runtime/debug${search}`);
        await other.page.getByRole("row").filter({ hasText: ready }).first().waitFor();
        for (const width of WIDTHS) {
          await other.page.setViewportSize({ width, height: 900 });
          await settled(other.page);
          const picture = `debug-${view}-${width}-${dark ? "dark" : "light"}`;
          await keepPicture(other.page, picture);
          findings.push(...(await axe(other.page)).map((finding) => `${picture}: ${finding}`));
        }
        await other.page.setViewportSize({ width: NARROWEST, height: 900 });
        const overflow = await sidewaysOverflow(other.page);
        if (overflow > 0) findings.push(`${view}: ${overflow} px wider than ${NARROWEST}`);
        await other.page.setViewportSize({ width: WIDTHS[0], height: 900 });
      }
      findings.push(...other.problems());
      await other.close();
    }
    expect(findings).toEqual([]);
  });

  it("had no errors in the browser", () => {
    expect(tab.problems()).toEqual([]);
  });
});
