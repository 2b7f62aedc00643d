/** The search for M-Bus meters on a pod's page, and their values taken over into a draft of the project. */
import { systemClock } from "@hubwart/core";
import { writeWorkbook } from "@hubwart/project/workbook";
import { type MbusGateway, MbusMeters, startMbusGateway } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { table } from "../scripts/examples/table.ts";
import { openTab } from "./support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { keepPicture, settled } from "./support/look.ts";
import { connected, lookAtPodPage } from "./support/pod-page.ts";
import { useStage } from "./support/stage.ts";

const POD = "mbus.verbrauch";

/** Energy, volume, flow temperature, the energy of the due date, and a power that the meter denies. */
const HEAT = Buffer.from("0c06785634120c14785634000a5a15064c06004534120c2bdddddddd", "hex");
const WATER = Buffer.from("0c1390784523426c7932", "hex");

describe("meters of a pod", () => {
  const stage = useStage();
  let gateway: MbusGateway;

  beforeAll(async () => {
    const meters = [
      { address: 1, id: "67250083", manufacturer: "KAM", medium: 4, telegrams: [HEAT] },
      { address: 2, id: "11490378", manufacturer: "ACW", medium: 22, telegrams: [WATER], status: 4 },
    ];
    gateway = await startMbusGateway(new MbusMeters(meters, { clock: systemClock }));
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(await project(gateway.port), "zaehler.xlsx");
    expect(reply.body["code"]).toBe(0);
    await connected(stage, POD);
  });
  afterAll(async () => {
    await gateway?.stop();
  });

  it("are read over the calls, which refuse what cannot be", async () => {
    const { api } = stage.product;
    const read = await api.post(`/pods/read?pod=${POD}`, { chan: `${POD}.waerme` });
    expect(read.body).toMatchObject({ code: 0, value: 12_345_678, quality: 0 });
    const records = await api.post(`/pods/meters/records?pod=${POD}`, { iface: "main", meter: "2" });
    expect(records.body).toMatchObject({ meter: { status: "Batterie schwach" } });
    expect((await api.post(`/pods/meters/records?pod=${POD}`, { iface: "main", meter: "x" })).status).toBe(
      400,
    );
    expect((await api.post(`/pods/meters/records?pod=${POD}`, { iface: "main", meter: "9" })).status).toBe(
      503,
    );
    expect((await api.post(`/pods/meters/search?pod=${POD}`, { iface: "no", action: "stop" })).status).toBe(
      404,
    );
  });

  it("are found, listed, and taken over into a draft", async () => {
    const findings = await lookAtPodPage(stage, {
      address: `/pods/mbus/${POD}`,
      ready: async (page, dark) => {
        await byHeading(page, /^Zähler/).waitFor();
        if (!dark) await page.getByRole("button", { name: "Suchen", exact: true }).click();
        await page.getByText("2 Zähler gefunden").waitFor({ timeout: 60_000 });
      },
      ask: async (page, dialog) => {
        await byButton(page, "Werte von Zähler 67250083 lesen").click();
        await dialog.getByText("Energie, Stichtag").waitFor();
        await dialog.getByLabel("Vorlauftemperatur übernehmen").check();
      },
      pictures: { page: "meters", dialog: "meter-values" },
    });
    expect(findings).toEqual([]);
  });

  it("lead to rows of a draft that the compiler takes", async () => {
    const tab = await openTab(stage.browser, stage.product.url, { address: `/pods/mbus/${POD}` });
    const { page } = tab;
    await signIn(page);
    await byButton(page, "Werte von Zähler 67250083 lesen").click();
    const dialog = page.getByRole("dialog");
    await byButton(dialog, "Alle auswählen").click();
    await byButton(dialog, "In den Entwurf übernehmen: 4 Werte ausgewählt").click();
    await page.getByText("z67250083_energy_s1").first().waitFor({ timeout: 60_000 });
    await settled(page);
    await keepPicture(page, "meters-draft");
    const { api } = stage.product;
    const { body } = await api.get("/project/drafts");
    const [draft] = body["drafts"] as { id: string; seq: number }[];
    const checked = await api.post(`/project/drafts/${draft?.id}/check`, { seq: draft?.seq ?? 0 });
    expect(checked.body).toMatchObject({ code: 0 });
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});

function project(port: number): Promise<Uint8Array> {
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "zaehler"],
        ["name", "Zähler"],
      ],
    },
    table("pods", [
      { id: POD, label: "Zähler", host: "127.0.0.1", port, baud: 38_400, timeout: 40, interval: 60_000 },
    ]),
    table("mbus", [{ pod: "verbrauch", channel: "waerme", label: "Wärme", meter: "1", quantity: "energy" }]),
  ]);
}
