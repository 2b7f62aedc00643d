/** A visualisation of one's own: the example uploaded as public files shows the running project live, and writes to it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { freePort, repoRoot } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { controlArchive, controlTables } from "../scripts/examples/control.ts";
import { byButton, goTo, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { killProcess, useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("a visualisation of one's own", () => {
  const stage = useStage();
  const step = inOrder();
  let port = 0;
  let page: Page;
  let token = "";

  useInstalledTab(stage, (opened) => {
    page = opened.page;
  });
  beforeAll(async () => {
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    port = await freePort();
    const tables = controlTables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map((cell) => (cell === 18_090 ? port : cell))),
    }));
    const { body } = await api.uploadProject(await controlArchive(tables), "regelung.zip");
    expect(body["code"], JSON.stringify(body)).toBe(0);
    const role = "read:http_in.raum.* write:http_in.raum.soll";
    await api.post("/wsauth/users/set", { user: "visu", role, pwd: "passwort-visu" });
    token = String((await api.post("/wsauth/users/token", { user: "visu" })).body["token"]);
    expect(token.length).toBeGreaterThan(20);
  });
  let visu: Page | undefined;
  afterAll(() => visu?.close());

  const feel = (name: string, value: number) =>
    fetch(`http://127.0.0.1:${port}/${name}`, { method: "POST", body: String(value) });
  const opened = (): Page => visu ?? expect.fail("the page is not open");
  const card = (name: string) =>
    opened()
      .locator("article")
      .filter({ has: opened().getByRole("heading", { name, exact: true }) });
  const shows = (name: string, text: string) =>
    card(name).locator("output").getByText(text, { exact: true }).waitFor();

  step("is uploaded as it lies in the examples", async () => {
    await goTo(page, "Öffentliche Dateien", "Öffentliche Dateien");
    await page
      .getByLabel("ZIP-Archiv auswählen")
      .setInputFiles(path.join(repoRoot(), "examples/seiten/visualisierung.zip"));
    await byButton(page, "Hochladen").click();
    await page.getByText("3 Dateien wurden entpackt", { exact: false }).waitFor();
  });

  step("says that a wrong token is wrong, and takes the right one", async () => {
    visu = await page.context().newPage();
    await visu.goto(`${stage.product.url}/opt/index.html`);
    await visu.getByLabel("Token").fill("falsch");
    await visu.getByRole("button", { name: "Anmelden" }).click();
    await visu.getByText("Benutzer, Passwort oder Token ist falsch.").waitFor();
    await visu.getByLabel("Token").fill(token);
    await visu.getByRole("button", { name: "Anmelden" }).click();
    await visu.getByText("Live", { exact: true }).waitFor();
  });

  step("shows values as they change, and nothing that its user may not read", async () => {
    await feel("temperatur", 18.75);
    await shows("temperatur", "18,75");
    await shows("ventil", "ein");
    await feel("temperatur", 23);
    await shows("temperatur", "23");
    await shows("ventil", "aus");
    expect(await opened().locator("article").count()).toBe(4);
    await lookAt(opened(), "visualisation");
  });

  step("writes where its user may write, and offers it nowhere else", async () => {
    expect(await opened().locator("article form:visible").count()).toBe(1);
    await card("soll").getByLabel("Neuer Wert").fill("24,5");
    await card("soll").getByRole("button", { name: "Setzen" }).click();
    await card("soll").getByText("Übernommen").waitFor();
    await shows("soll", "24,5");
    await shows("ventil", "ein");
  });

  step("comes back by itself when the hub's appliance was killed", async () => {
    await killProcess(stage.product, "appliance");
    await opened().getByText("Verbindung wird aufgebaut", { exact: false }).waitFor();
    await opened().getByText("Live", { exact: true }).waitFor({ timeout: 60_000 });
    await feel("temperatur", 17.25);
    await shows("temperatur", "17,25");
  });

  step("the client and its types are served as they are built", async () => {
    const types = await (await fetch(`${stage.product.url}/ws/hubwart-live.d.ts`)).text();
    expect(types).toBe(await readFile(path.join(repoRoot(), "packages/live-client/src/types.ts"), "utf8"));
    const packed = await fetch(`${stage.product.url}/ws/hubwart-live.js`);
    expect(Number(packed.headers.get("content-length"))).toBeLessThan(2_048);
  });
});
