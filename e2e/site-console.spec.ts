/** The console of a real device, opened at a real central: through the connection that the device keeps, with the rights that it gives. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RolloutRow, SiteRow } from "@hubwart/fleet";
import { freePort, startCentral, type TestCentral, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { type Harm, makeRelease, repositoryOf } from "../apps/launcher/src/testing/test-releases.ts";
import type { Tab } from "./support/browser.ts";
import {
  byButton,
  byHeading,
  fact,
  goTo,
  navigation,
  PASSWORD,
  passwordField,
  summary,
  upload,
} from "./support/console.ts";
import { fleetPage, openCentral, signInWithToken } from "./support/fleet-page.ts";
import { SET, writeHall } from "./support/hall.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("the console of a site at a central", () => {
  const stage = useStage({ env: { HUBWART_UPDATE_TRIAL: "10" } });
  const step = inOrder();
  let central: TestCentral;
  let tab: Tab;
  let page: Page;
  let modbus: number;
  beforeAll(async () => {
    await fleetPage();
    central = await startCentral();
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    modbus = await freePort();
    const closed = await freePort();
    expect((await api.uploadProject(await writeHall(closed, modbus), "halle.xlsx")).body["code"]).toBe(0);
    const join = { address: central.address, join_token: await central.code({ name: "Hotel Nord" }) };
    expect((await api.post("/system/central/join", join)).body["code"]).toBe(0);
    await allow("admin");
    await waitFor(async () => (await sites()).some(({ online }) => online), {
      what: "the site",
      timeout: 40_000,
    });
    tab = await openCentral(stage.browser, central);
    page = tab.page;
    await signInWithToken(page, central);
    await page.getByRole("link", { name: "Hotel Nord" }).click();
  }, 600_000);
  afterAll(() => central?.stop());

  async function sites(): Promise<SiteRow[]> {
    return (await central.call("GET", "/sites/overview")).body["sites"] as SiteRow[];
  }
  async function allow(may: string): Promise<void> {
    const choice = { open: true, may, findings: true, alarms: true };
    expect((await stage.product.api.post("/system/central/save", choice)).body["code"]).toBe(0);
  }
  /** Signs in on this page, by a link that sets a password. */
  async function comesByLink(at: Page, name: string): Promise<void> {
    const { body } = await central.call("POST", "/people/create", { name, level: "see", by: "link" });
    await at.goto(`${central.address}/#/invitation/${(body["link"] as { token: string }).token}`);
    await passwordField(at, "Passwort").fill(PASSWORD);
    await passwordField(at, "Passwort wiederholen").fill(PASSWORD);
    await byButton(at, "Passwort festlegen").click();
    await at.getByRole("heading", { name: "Standorte" }).waitFor();
  }
  /** Published where the device looks, and told to the group of all sites; until the rollout is over. */
  async function rollOut(version: string, harm: Harm = {}): Promise<RolloutRow> {
    const archive = await makeRelease(stage.folder, version, harm, "small");
    await repositoryOf(stage.product.dataDir).publish(archive, "stable");
    const { body } = await central.call("POST", "/rollouts/begin", { version });
    const now = async () => {
      const { rollouts } = (await central.call("GET", "/rollouts")).body as { rollouts: RolloutRow[] };
      return rollouts.find(({ id }) => id === body["id"]) ?? expect.fail("no rollout");
    };
    await waitFor(async () => ["done", "stopped"].includes((await now()).state), {
      what: `the rollout of ${version}`,
      timeout: 240_000,
    });
    return await now();
  }
  const versions = async () => ({
    device: ((await stage.product.api.get("/info")).body["version"] as Record<string, string>)["Main"],
    reported: (await sites()).map(({ version }) => version),
  });
  const box = (name: string) => page.getByRole("region", { name, exact: true });

  step("opens with what the device says, and without what is for its own people", async () => {
    await page.getByRole("link", { name: "Konsole dieses Standorts öffnen" }).click();
    await byHeading(page, "Status").waitFor();
    await page.getByText("Debugger", { exact: true }).first().waitFor();
    const links = await navigation(page).getByRole("link").allTextContents();
    for (const hidden of ["Personen", "Passwort", "Zentrale"]) expect(links).not.toContain(hidden);
    expect(new URL(page.url()).pathname).toMatch(/^\/at\/[a-z0-9]+\/$/);
    await lookAt(page, "site-console");
  });

  step("shows values as they change", async () => {
    for (const value of [21.5, 22.5, 23.5]) {
      await stage.product.api.post("/trace/write", { chan: SET, value });
      await page.getByText(`${value}`.replace(".", ",")).first().waitFor();
    }
    await goTo(page, "Debugger", "Debugger");
    await page.getByRole("row").filter({ hasText: SET }).getByText("23,5").waitFor();
  });

  step("changes the device in the name of the person", async () => {
    await goTo(page, "Geräteeinstellungen", "Geräteeinstellungen");
    const field = page.getByLabel("Hostname", { exact: true }).and(page.getByRole("textbox"));
    await field.fill("-keller");
    await byButton(page, "Hostname speichern").click();
    await box("Hostname").getByText("Erlaubt sind 1 bis 63 Buchstaben").waitFor();
    await field.fill("keller-17");
    await byButton(page, "Hostname speichern").click();
    const saved = page.getByRole("dialog", { name: "Konfiguration gespeichert" });
    await byButton(saved, "Nein").click();
    await saved.waitFor({ state: "detached" });
    expect(await fact(box("Hostname"), "Konfiguriert")).toContain("keller-17");
    const { body } = await stage.product.api.get("/system/audit", { limit: "10" });
    const entry = (body["entries"] as { call: string }[]).find(({ call }) => call === "hostnameSave");
    expect(entry).toMatchObject({
      who: { kind: "central", name: "Verwaltung" },
      after: { hostname: "keller-17" },
    });
    const log = await central.call("GET", "/audit?limit=5");
    expect(JSON.stringify(log.body["entries"])).toContain("hostnameSave");
  });

  step("stays open where the page is loaded anew, and shows the log", async () => {
    await page.reload();
    await byHeading(page, "Geräteeinstellungen").waitFor();
    await goTo(page, "Ereignis-Protokoll", "Ereignis-Protokoll");
    await page.getByText("Zentrale").first().waitFor();
    expect(tab.problems().filter((problem) => !problem.startsWith("400:"))).toEqual([]);
  });

  step("gives its files: the project without its passwords, the log", async () => {
    await goTo(page, "Herunterladen", "Projekt herunterladen");
    await byButton(page, "Kompiliertes Projekt herunterladen").click();
    await page.getByText("Diese Datei enthält Passwörter der Pods.").first().waitFor();
    await lookAt(page, "site-console-download");
    await goTo(page, "Bearbeiten", "Projekt bearbeiten");
    const kept = path.join(stage.folder, "entwurf.xlsx");
    await byButton(page, "Neuer Entwurf").click();
    const dialog = page.getByRole("dialog", { name: "Neuen Entwurf anlegen" });
    await dialog.getByLabel("Name").fill("Abzug");
    await byButton(dialog, "Anlegen").click();
    await byHeading(page, "Abzug").waitFor();
    const [draft] = await Promise.all([page.waitForEvent("download"), byButton(page, "Exportieren").click()]);
    expect(draft.suggestedFilename()).toMatch(/-ohne-passwoerter\.xlsx$/);
    await draft.saveAs(kept);
    expect((await readFile(kept)).subarray(0, 2).toString()).toBe("PK");
    await goTo(page, "Ereignis-Protokoll", "Ereignis-Protokoll");
    const [log] = await Promise.all([
      page.waitForEvent("download"),
      byButton(page, /herunterladen/i)
        .first()
        .click(),
    ]);
    expect(await log.failure()).toBeNull();
    await goTo(page, "Änderungsprotokoll", "Änderungsprotokoll");
    await page.getByRole("row").filter({ hasText: "Entwurf heruntergeladen" }).first().waitFor();
  });

  step("takes a project, in the name of the person, and says how large one may be", async () => {
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    const large = path.join(stage.folder, "gross.xlsx");
    await writeFile(large, Buffer.alloc(33 * 1024 ** 2));
    await upload(page, large);
    await page.getByText("Über die Zentrale sind Dateien bis 32 MB möglich.").waitFor();
    await lookAt(page, "site-console-too-large");
    const file = path.join(stage.folder, "halle.xlsx");
    await writeFile(file, await writeHall(await freePort(), modbus));
    await byButton(page, "Zurück").click();
    await upload(page, file);
    await lookAt(page, "site-console-uploaded");
    await summary(page).getByText("Das Projekt wurde übernommen").waitFor();
    const { body } = await stage.product.api.get("/system/audit", { limit: "10" });
    const entry = (body["entries"] as { call: string }[]).find(({ call }) => call === "projectRun");
    expect(entry).toMatchObject({
      who: { kind: "central", name: "Verwaltung" },
      after: { filename: "halle.xlsx" },
    });
  });

  step("is there for who has a password as well, and ends with the session", async () => {
    const { context, page: hers } = await openCentral(stage.browser, central);
    await hers.getByRole("heading", { name: "Anmelden" }).waitFor();
    await comesByLink(hers, "Paula");
    // A tab of its own, as an address that somebody kept.
    const other = await context.newPage();
    await other.goto(`${central.address}/at/${(await sites())[0]?.hub}/`);
    await byHeading(other, "Status").waitFor();
    await byButton(hers, "Abmelden").click();
    await hers.getByRole("heading", { name: "Anmelden" }).waitFor();
    await other.getByRole("heading", { name: "Anmelden" }).waitFor({ timeout: 40_000 });
    await context.close();
  });

  step("does nothing in the name of who signed in since in the same browser", async () => {
    const { context, page: hers } = await openCentral(stage.browser, central);
    await hers.getByRole("heading", { name: "Anmelden" }).waitFor();
    await comesByLink(hers, "Olaf");
    const open = await context.newPage();
    await open.goto(`${central.address}/at/${(await sites())[0]?.hub}/`);
    await byHeading(open, "Status").waitFor();
    await comesByLink(hers, "Rosa");
    await byHeading(open, "Angemeldet ist jetzt Rosa").waitFor({ timeout: 40_000 });
    await open.getByText("Diese Seite hat Olaf geöffnet.").waitFor();
    expect(await navigation(open).count()).toBe(0);
    await lookAt(open, "site-console-other-person");
    await byButton(open, "Seite neu laden").click();
    await byHeading(open, "Status").waitFor();
    await context.close();
  });

  step("has a version that does not start put back by the device itself, and goes no further", async () => {
    const broken = { "server/appliance.mjs": () => 'console.error("broken on purpose"); process.exit(3);' };
    expect(await rollOut("0.2.0", broken)).toMatchObject({
      state: "stopped",
      reason: expect.stringMatching(/^Hotel Nord: .*3 Mal unerwartet beendet.*0\.1\.0/),
    });
    expect(await versions()).toEqual({ device: "0.1.0", reported: ["0.1.0"] });
  });

  step("brings the device to a good version, in the name of the person", async () => {
    expect(await rollOut("0.2.1")).toMatchObject({ state: "done", by: "Verwaltung" });
    expect(await versions()).toEqual({ device: "0.2.1", reported: ["0.2.1"] });
    const { body } = await stage.product.api.get("/system/audit", { limit: "50" });
    const restarts = (body["entries"] as { call: string; who: object }[]).filter(
      ({ call }) => call === "systemRestart",
    );
    expect(restarts.map(({ who }) => who)).toMatchObject([
      { kind: "central", name: "Verwaltung" },
      { kind: "central", name: "Verwaltung" },
    ]);
  });

  step("says no with the device's words once that allows less", async () => {
    await allow("see");
    await goTo(page, "Status", "Status");
    await page.reload();
    await byHeading(page, "Status").waitFor();
    expect(await navigation(page).getByRole("link").allTextContents()).not.toContain("Geräteeinstellungen");
    await allow("none");
    await page.reload();
    await byHeading(page, "Der Standort ist gerade nicht zu erreichen").waitFor();
    await page.getByText("Dieser Standort lässt die Zentrale nur sehen, was er selbst meldet.").waitFor();
    await lookAt(page, "site-console-closed");
  });

  step("leads back to the central", async () => {
    await byButton(page, "Zur Zentrale").click();
    await byHeading(page, "Hotel Nord").waitFor();
    const link = page.getByRole("link", { name: "Konsole dieses Standorts öffnen" });
    await link.waitFor({ state: "detached", timeout: 60_000 });
  });
});
