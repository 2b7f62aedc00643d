/** A channel that the project does not record: recorded from its drawer on, over an upload, and back to what the project says. */

import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataLayout } from "@hubwart/core";
import { freePort, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { byButton, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const CHAN = "http_in.anlage.temperatur";

describe("recording from the drawer", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let port: number;
  const upload = async (name: string) => {
    const zip = await zipFiles([
      ["project.csv", `key;value\nid;aufzeichnung\nname;${name}\n`],
      ["pods.csv", `id;port\nhttp_in.anlage;${port}\n`],
      [
        "http_in.csv",
        "pod;channel;type;dir;path;label;unit\nanlage;temperatur;float;out;/temperatur;Temperatur Halle;°C\n",
      ],
    ]);
    const { body } = await stage.product.api.uploadProject(zip, "projekt.zip");
    expect(body["code"], JSON.stringify(body)).toBe(0);
    tab.forget();
  };
  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    port = await freePort();
    await stage.product.api.signIn(PASSWORD);
    await upload("Erstes");
    const { status } = await stage.product.api.post("/trace/write", { chan: CHAN, value: 21.5 });
    expect(status).toBe(200);
  });
  const drawer = () => page.getByRole("dialog", { name: CHAN });
  const open = async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=${CHAN}&open=${CHAN}`);
    await drawer().waitFor();
  };

  step("is not needed for a chart that begins now", async () => {
    await open();
    await drawer().getByRole("link", { name: "Als Diagramm, ab jetzt" }).click();
    await page.getByText(/deshalb erst ab jetzt und höchstens die letzten zehn Minuten/).waitFor();
    tab.forget();
    await page.locator("canvas").first().waitFor();
    await lookAt(page, "recording-from-now");
    tab.forget();
  });

  step("begins with the present value", async () => {
    await open();
    await byButton(drawer(), "Aufzeichnen").click();
    await page.getByText("Ab jetzt wird jede Änderung aufgezeichnet.").waitFor();
    await drawer()
      .getByText(/Auf diesem Gerät eingeschaltet von Administrator, seit/)
      .waitFor();
    await lookAt(page, "recording-drawer");
    await drawer().getByRole("link", { name: "Aufgezeichnete Werte als Diagramm" }).click();
    await page.locator("canvas").first().waitFor({ timeout: 30_000 });
  });

  step(
    "takes values for a time that is over, says in the chart who and why, and takes them back",
    async () => {
      await open();
      const box = drawer().getByRole("region", { name: "Berichtigungen" });
      await byButton(box, "Werte berichtigen").click();
      const dialog = page.getByRole("dialog", { name: `Werte von „${CHAN}“ berichtigen` });
      const start = new Date();
      start.setHours(start.getHours() - 3, 0, 0, 0);
      const day = (time: Date) => time.toLocaleDateString("sv-SE");
      const clock = (time: Date) => time.toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" });
      const end = new Date(start.getTime() + 3_600_000);
      for (const [place, time] of [start, end].entries()) {
        await dialog.locator("input[type=date]").nth(place).fill(day(time));
        await dialog
          .getByLabel(/Uhrzeit/)
          .nth(place)
          .fill(clock(time));
      }
      await dialog.getByLabel("Werte", { exact: false }).and(page.locator("textarea")).fill("gestern;1");
      await dialog.getByLabel("Grund").fill("Das Gateway war aus");
      await byButton(dialog, "Berichtigen").click();
      await dialog.getByText(/^Zeile 1: .*nichts übernommen/).waitFor();
      tab.forget();
      const rows = [start.toISOString(), new Date(start.getTime() + 600_000).toISOString()];
      await dialog.locator("textarea").first().fill(`time;value\n${rows[0]};18,5\n${rows[1]};19\n`);
      await lookAt(page, "correction-dialog");
      await byButton(dialog, "Berichtigen").click();
      await page.getByText("Die Werte sind berichtigt.").waitFor();
      await box.getByText("Das Gateway war aus").waitFor();
      await lookAt(page, "correction-drawer");
      await drawer().getByRole("link", { name: "Aufgezeichnete Werte als Diagramm" }).click();
      await page
        .getByRole("region", { name: "Berichtigt in diesem Zeitraum" })
        .getByText(/Das Gateway war aus/)
        .waitFor();
      await lookAt(page, "correction-chart");
      await open();
      await byButton(box, /^Zurücknehmen/).click();
      await byButton(page.getByRole("dialog", { name: "Zurücknehmen" }), "Zurücknehmen").click();
      await page.getByText("Die Berichtigung ist zurückgenommen.").waitFor();
      await box.getByText(/zurückgenommen/).waitFor();
    },
  );

  step("goes on with another version of the project", async () => {
    await upload("Zweites");
    await open();
    await drawer()
      .getByText(/Auf diesem Gerät eingeschaltet/)
      .waitFor();
  });

  step("stands beside the stores with what the project says", async () => {
    await page.goto(`${stage.product.url}/resources/stores`);
    const row = page
      .getByRole("region", { name: "Zusätzlich aufgezeichnet" })
      .getByRole("row", { name: /temperatur/ });
    await row.getByText("zeichnet nicht auf").waitFor();
    await lookAt(page, "recording-stores");
  });

  step("is as the project says again once it is taken back", async () => {
    await open();
    await byButton(drawer(), "Wie im Projekt").click();
    const asked = page.getByRole("dialog", { name: "Wie im Projekt" });
    await asked.getByText("Was schon aufgezeichnet ist, bleibt.").waitFor();
    await byButton(asked, "Wie im Projekt").click();
    await page.getByText("Es gilt wieder das Projekt.").waitFor();
    await byButton(drawer(), "Aufzeichnen").waitFor();
    await page.goto(`${stage.product.url}/system/audit`);
    await page.getByText("Aufzeichnung eines Channels geändert").first().waitFor();
  });

  step("keeps less, after saying what goes", async () => {
    const lake = dataLayout(stage.product.dataDir).lake;
    for (const day of ["2026-11-18", "2026-11-19", "2026-11-20"])
      await writeFile(path.join(lake, `${day}.parquet`), Buffer.alloc(8_000_000));
    await page.goto(`${stage.product.url}/resources/stores`);
    await byButton(page, "Aufbewahrung ändern").click();
    const dialog = page.getByRole("dialog", { name: "Aufbewahrung der Aufzeichnung" });
    await dialog.getByText("Es wird nichts gelöscht.").waitFor();
    await dialog.getByLabel("Platz (GB)").fill("0,02");
    await dialog.getByText(/Sofort wird 1 Tag gelöscht/).waitFor();
    await dialog.getByText("Es ist der 18.11.2026 (UTC).").waitFor();
    await dialog.getByLabel("Tage").fill("0");
    await byButton(dialog, /Speichern/).click();
    await dialog.getByLabel("Tage").and(page.locator("[aria-invalid=true]")).waitFor();
    await dialog.getByLabel("Tage").fill("400");
    await dialog.getByText(/Sofort wird 1 Tag gelöscht/).waitFor();
    await lookAt(page, "recording-keep");
    await byButton(dialog, "Speichern und löschen").click();
    await page.getByText("Die Aufbewahrung wurde gespeichert").waitFor();
    await page.getByText(/von höchstens .*; behalten werden bis zu 400 Tage/).waitFor();
    await waitFor(async () => !(await readdir(lake)).includes("2026-11-18.parquet"), {
      what: "the oldest day to go",
    });
    expect(await readdir(lake)).toEqual(expect.arrayContaining(["2026-11-19.parquet", "2026-11-20.parquet"]));
  });
});
