/** From a red value to its cause in two taps at most, at every width: in the debugger, and on the page of alarms. */
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort, waitFor } from "@hubwart/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { table } from "../scripts/examples/table.ts";
import { byHeading, PASSWORD, signIn } from "./support/console.ts";
import { axe, keepPicture, NARROWEST, SIZES_AND_THEMES, settled, sidewaysOverflow } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const METER = "modb_client.zaehler.leistung";
const SHOWN = "http_in.tafel.leistung";

describe("why a value is red", () => {
  const stage = useStage();

  beforeAll(async () => {
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(await project(await freePort()), "zaehler.xlsx");
    expect(reply.body["code"]).toBe(0);
    await waitFor(
      async () => {
        const { body } = await api.get("/trace/why", { chan: SHOWN });
        return (body["cause"] as { kind?: string } | undefined)?.kind === "refused";
      },
      { what: "a cause", timeout: 30_000 },
    );
    await waitFor(
      async () => ((await api.get("/alarms", {})).body["standing"] as unknown[] | undefined)?.length === 1,
      { what: "an alarm", timeout: 30_000 },
    );
  });

  it.each(SIZES_AND_THEMES)("is one tap away in the debugger at %i px, dark: %s", async (width, dark) => {
    const tab = await stage.open("/runtime/debug", { width, dark });
    const { page } = tab;
    await signIn(page);
    await byHeading(page, "Debugger").waitFor();
    await page.getByTitle(`${SHOWN}: Einzelheiten anzeigen`).click();
    const box = page.getByRole("region", { name: "Warum?" });
    await box
      .getByText(/abgelehnt/)
      .first()
      .waitFor();
    expect(await box.textContent()).toMatch(/seit .*, davor kein Wert.*Abhilfe: Prüfen Sie/);
    await settled(page);
    const place = await box.boundingBox();
    expect((place?.y ?? 9_999) + (place?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
    expect(await axe(page)).toEqual([]);
    await keepPicture(page, `why-${width}${dark ? "-dark" : ""}`, false);
    await box.getByText(/Weg zum Wert/).click();
    await box
      .getByRole("link", { name: /modb_client\.zaehler\.leistung/ })
      .last()
      .click();
    await page.getByRole("dialog").getByText(METER, { exact: true }).first().waitFor();
    expect(await sidewaysOverflow(page)).toBe(0);
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it.each(SIZES_AND_THEMES)("stands on the page of alarms at %i px, dark: %s", async (width, dark) => {
    const tab = await stage.open("/runtime/alarms", { width, dark });
    const { page } = tab;
    await signIn(page);
    await page
      .getByText(/Verbindung zu .* abgelehnt/)
      .first()
      .waitFor();
    await settled(page);
    await keepPicture(page, `why-alarm-${width}${dark ? "-dark" : ""}`, false);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});

function project(port: number) {
  return writeWorkbook([
    table("project", [{ key: "id", value: "zaehler" }]),
    table("pods", [
      { id: "modb_client.zaehler", label: "Zähler", host: "127.0.0.1", port },
      { id: "http_in.tafel", label: "Anzeige", port: 0, bind: "127.0.0.1" },
    ]),
    table("modb_client", [{ pod: "zaehler", channel: "leistung", type: "float", unit: "kW", address: 0 }]),
    table("http_in", [
      { pod: "tafel", channel: "leistung", type: "float", dir: "out", unit: "kW", path: "/p" },
    ]),
    table("links", [{ source: METER, target: SHOWN }]),
    table("alarms", [
      { id: "stumm", source: METER, kind: "bad", priority: 2, text: "Zähler liefert nichts" },
    ]),
  ]);
}
