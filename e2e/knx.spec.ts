/** KNX in a browser: the list, the search, keyrings, log files, the group monitor, the pod's settings and the ETS import, against knxd. */
import { createSocket } from "node:dgram";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ETS6, etsFile, makeKeyring, searchAnswer } from "@hubwart/knx/testing";
import { writeWorkbook } from "@hubwart/project/workbook";
import { type Knxd, startKnxd } from "@hubwart/testing";
import { afterAll, describe, expect, it } from "vitest";
import { knx } from "../scripts/examples/knx.ts";
import { byButton, byHeading, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";

const SECRET = "Keyring-Passwort-91c7";
const ETS_SECRET = "ETS-Passwort-5b20";
const stage = useStage();
let bus: Knxd;

const tab = useInstalledTab(stage, async () => {
  bus = await startKnxd();
  const tables = knx.map((table) =>
    table.name === "pods"
      ? { ...table, rows: table.rows.map((row) => row.map((cell) => (cell === 3671 ? bus.port : cell))) }
      : table,
  );
  await stage.product.api.signIn(PASSWORD);
  const file = path.join(stage.folder, "knx.xlsx");
  await writeFile(file, await writeWorkbook(tables));
  expect((await stage.product.api.uploadProjectFile(file)).body).toMatchObject({ code: 0 });
});
afterAll(() => bus?.stop());

const look = (name: string) => lookAt(tab.page, name);
const choose = (name: string) => tab.page.getByRole("tab", { name, exact: true }).click();
const says = (text: string | RegExp) => tab.page.getByText(text).first().waitFor();

describe("KNX in the console", () => {
  it("lists the interfaces and opens one by its button", async () => {
    const { page } = tab;
    await page.goto(`${stage.product.url}/resources/knxsecure`);
    await byHeading(page, "KNX Secure").waitFor();
    await says("knx.iface.haus.main");
    await page.getByText("verbunden", { exact: true }).first().waitFor();
    await look("knx");
    await page.getByRole("link", { name: "Details von knx.iface.haus.main" }).click();
    await says("Für diese Schnittstelle ist kein Keyring gespeichert.");
  });

  it("finds interfaces in the network, and takes nothing over", async () => {
    const { page } = tab;
    const name = `Testgerät ${process.pid}`;
    const device = createSocket({ type: "udp4", reuseAddr: true });
    device.on("message", (bytes, from) => {
      const extended = bytes.readUInt16BE(2) === 0x020b;
      const answer = searchAnswer(
        {
          name,
          address: 0x1101,
          host: "127.0.0.1",
          families: [2, 2, 4, 2, 5, 1, 9, 1],
          secured: [4, 1],
          tunnels: [7, 6],
        },
        extended,
      );
      device.send(answer, from.port, from.address);
    });
    await new Promise<void>((resolve) => void device.bind(3671, "224.0.23.12", resolve));
    device.addMembership("224.0.23.12", "127.0.0.1");
    try {
      await page.goto(`${stage.product.url}/resources/knxsecure`);
      await page.getByRole("button", { name: "Suchen", exact: true }).click();
      await says(name);
      await says("127.0.0.1:3671");
      await says("Tunneling (UDP, TCP), Routing, KNX Secure");
      await says("erforderlich");
      await says("1 von 2 frei");
      await byButton(page, "Erneut suchen").waitFor();
      await look("knx-search");
    } finally {
      await new Promise<void>((resolve) => void device.close(resolve));
    }
    expect(await page.getByRole("link", { name: /^Details von/ }).count()).toBe(1);
    await page.getByRole("link", { name: "Details von knx.iface.haus.main" }).click();
    await choose("Protokoll");
    await page.waitForURL(/\?tab=log$/);
    await page.reload();
    await page.getByRole("tab", { name: "Protokoll", selected: true }).waitFor();
    // Back leads to the list, not through the tabs.
    await page.getByRole("link", { name: "Zurück", exact: true }).click();
    await page.getByRole("link", { name: "Details von knx.iface.haus.main" }).click();
    await choose("Keyring");
  });

  it("takes a keyring only with its password, and removes it again", async () => {
    const { page } = tab;
    const keyring = makeKeyring({
      password: SECRET,
      project: "Musterhaus",
      tunnels: [{ address: 0x1102, userId: 2, password: "x", authentication: "y" }],
    });
    await byButton(page, "Hochladen").click();
    await says("Es wurde kein gültiger Keyring ausgewählt.");
    await page
      .getByLabel("Keyring auswählen")
      .setInputFiles({ name: "haus.knxkeys", mimeType: "text/xml", buffer: keyring });
    await byButton(page, "Hochladen").click();
    await says("Das Passwort ist ungültig.");
    const field = page.locator('input[name="keyring-password"]');
    await field.fill("falsch");
    await byButton(page, "Hochladen").click();
    await says("Das Passwort des Keyrings ist falsch.");
    await field.fill(SECRET);
    await byButton(page, "Hochladen").click();
    await says("Musterhaus");
    await look("knx-keyring");
    expect(await page.content()).not.toContain(SECRET);
    await byButton(page, "Entfernen").click();
    await byButton(page.getByRole("dialog"), "Entfernen").click();
    await says("Für diese Schnittstelle ist kein Keyring gespeichert.");
  });

  it("shows telegrams, decoded, filters and exports them, and sends one", async () => {
    const { page } = tab;
    await choose("Gruppenmonitor");
    await expect
      .poll(
        async () => {
          await bus.tool("groupwrite", "2/1/1", "0c", "33");
          return await page.getByText("21.5\u00a0°C").count();
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toBeGreaterThan(0);
    await page.getByLabel("Gruppenadresse").fill("1/0/1");
    await page.getByLabel("Wert", { exact: true }).fill("1");
    await byButton(page, "Senden").click();
    await byButton(page.getByRole("dialog"), "Senden").click();
    await says("Das Telegramm wurde gesendet.");
    await says("1/4/1");
    await look("knx-monitor");
    await byButton(page, "Anhalten").click();
    await byButton(page, "Fortsetzen").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Exportieren (CSV)").click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toMatch(/2\/1\/1;Schreiben;9\.001;21\.5 °C;0c33/);
  });

  it("writes log files at the level chosen, and connects anew", async () => {
    const { page } = tab;
    await choose("Protokoll");
    await page.getByLabel("Protokollstufe").selectOption("debug");
    await says("Die Protokollstufe wurde geändert.");
    await bus.tool("groupwrite", "2/1/1", "0c", "34");
    await page.getByText("telegramme-1.pcap").waitFor({ timeout: 30_000 });
    const [trace] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "telegramme-1.xml herunterladen").click(),
    ]);
    expect(await readFile(await trace.path(), "utf8")).toMatch(
      /^<\?xml [\s\S]*<CommunicationLog [\s\S]* FrameFormat="CommonEmi" RawData="29[\s\S]*<\/CommunicationLog>\n$/,
    );
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "telegramme-1.pcap herunterladen").click(),
    ]);
    expect((await readFile(await download.path())).readUInt32LE(0)).toBe(0xa1b2c3d4);
    await byButton(page, "Verbindung neu starten").click();
    await says("Die KNX-Verbindung wurde neu gestartet");
    await look("knx-logging");
  });

  it("saves the pod's settings within their bounds, and activates them", async () => {
    const { page } = tab;
    await page.goto(`${stage.product.url}/pods/knx/knx.haus`);
    await choose("Einstellungen");
    const time = page.getByLabel(/Mindestabstand der Telegramme/);
    expect(await time.inputValue()).toBe("20\u00a0ms");
    await time.fill("251");
    await says("Erlaubt sind ganze Zahlen von 0 bis 250.");
    await time.fill("50");
    await page.getByRole("switch", { name: "NAT" }).click();
    await byButton(page, "Speichern").click();
    await says("Die Einstellungen wurden geändert, diese werden erst nach einem Neustart des Pods aktiv.");
    await look("knx-settings");
    await byButton(page, "Aktivieren").click();
    await says("Der Pod wurde neu gestartet, die Einstellungen sind aktiv.");
    expect((await stage.product.api.get("/pods/config?pod=knx.haus")).body).toMatchObject({
      params: { nat: true, time: 50 },
    });
  });

  it("tries the connection step by step", async () => {
    const { page } = tab;
    await page.goto(`${stage.product.url}/pods/knx/knx.haus`);
    await byButton(page, /prüfen/i)
      .first()
      .click();
    await says(/ist „test“ \(0\.0\.1\)\./);
    await says(/Der Pod ist verbunden: .* Tunnel 0\.0\.\d+\./);
    await page.keyboard.press("Escape");
  });

  it("makes a workbook of a protected ETS project, which the project page then takes", async () => {
    const { page } = tab;
    await page.goto(`${stage.product.url}/project/check`);
    await byButton(page, "Aus der ETS importieren").click();
    const dialog = page.getByRole("dialog");
    const file = await etsFile(ETS6, { password: ETS_SECRET });
    await dialog
      .getByLabel("Datei der ETS auswählen")
      .setInputFiles({ name: "haus.knxproj", mimeType: "application/zip", buffer: Buffer.from(file) });
    await byButton(dialog, "Importieren").click();
    await says("Das Projekt ist mit einem Passwort geschützt. Geben Sie es ein.");
    const field = dialog.locator('input[name="ets-password"]');
    await field.fill("falsch");
    await byButton(dialog, "Importieren").click();
    await says("Das Passwort des Projekts passt nicht.");
    await look("ets-import");
    await field.fill(ETS_SECRET);
    await byButton(dialog, "Importieren").click();
    await says("2 Gruppenadressen wurden übernommen.");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, "Arbeitsmappe speichern").click(),
    ]);
    expect(download.suggestedFilename()).toBe("ets.xlsx");
    const checked = await stage.product.api.uploadProject(await readFile(await download.path()), "ets.xlsx", {
      action: "check",
    });
    const { errors } = checked.body as { errors: { Attribute: string }[] };
    expect(errors.map(({ Attribute }) => Attribute)).toEqual(["host"]);
  });

  it("has told the keyring's password to nobody", async () => {
    const { api, dataDir } = stage.product;
    const said = JSON.stringify([
      (await api.get("/system/log?comp=hub&tail=2000")).body,
      (await api.get("/audit")).body,
    ]);
    for (const secret of [SECRET, ETS_SECRET]) expect(said).not.toContain(secret);
    for (const folder of ["logs", "projects"]) {
      for (const entry of await readdir(path.join(dataDir, folder), {
        recursive: true,
        withFileTypes: true,
      })) {
        if (!entry.isFile()) continue;
        expect((await readFile(path.join(entry.parentPath, entry.name))).includes(SECRET), entry.name).toBe(
          false,
        );
      }
    }
    for (const pid of await readdir("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      expect(line.includes(SECRET)).toBe(false);
    }
  });
});
