/** The page of a real central: signing in, all sites, a rule and a group, one site to look at. Its hubs are the uplinks of real ones. */
import path from "node:path";
import { Scope } from "@hubwart/core";
import type { HubState } from "@hubwart/fleet";
import type { FileSource } from "@hubwart/fleet/uplink";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { closeTabs, sharedBrowser, type Tab } from "./support/browser.ts";
import { byButton } from "./support/console.ts";
import { joinHub } from "./support/fleet-hub.ts";
import { fleetPage, openCentral, signInWithToken } from "./support/fleet-page.ts";
import { lookAt } from "./support/look.ts";
import { recordedHours } from "./support/recorded-hours.ts";
import { givesBack, type SiteBackups, siteBackups } from "./support/site-backups.ts";
import { inOrder } from "./support/steps.ts";

const NOW = Date.now();
const CHANNEL = "modb_client.kessel.vorlauf";
const FINDINGS = [
  { code: "backup-old", level: 2, text: "Die letzte Sicherung ist älter als eine Woche." },
  { code: "pod", level: 3, text: "Der Pod „knx_net.haus“ ist seit einer Stunde nicht verbunden." },
];
const POD = {
  id: "knx_net.haus",
  type: "knx_net",
  label: "Haus",
  internal: true,
  running: true,
  connected: false,
  started: 1,
  stat: { memory: 1, cpu: 1 },
  counters: { in: 1, out: 1, coalesced: 0, failed: 0 },
  starts: 1,
  peer: "192.0.2.7:3671",
  since: NOW - 3_600_000,
  last_value: NOW - 3_600_000,
};
const ALARM = {
  nr: 1,
  id: "heizung.druck",
  source: "modbus.p1",
  kind: "limit",
  priority: 1,
  text: "Druck der Heizung zu niedrig",
  state: "unacked",
  since: NOW - 600_000,
  value: 0.4,
};
const STEP = {
  seq: 1,
  key: "s",
  label: "Zentrale",
  at: NOW,
  by: "",
  inverse: [],
  ops: [{ op: "dropTable", table: "t1" }],
};
const ANSWERS: Record<string, object> = {
  draftCreate: { code: 0, id: "d1", rebuilt: false },
  draftSteps: { code: 0, done: [STEP], missing: [] },
  draftDelete: { code: 0 },
  draftPublish: {
    code: 0,
    old_hash: "aa",
    new_hash: "bb",
    restart: false,
    errors: [],
    changes: [
      { kind: "pod", chan: "modb_client.pod.lueftung", change: "removed" },
      {
        kind: "pod",
        chan: "modb_client.pod.kessel",
        change: "changed",
        fields: [{ field: "host", before: "10.0.0.4", after: "10.0.0.5" }],
      },
    ],
    links: [],
    links_changed: 0,
  },
  pods: { code: 0, pods: [POD], inactive: [] },
  alarmLook: {
    code: 0,
    state: "watching",
    alarms: 5,
    counts: { priorities: [1, 0, 0, 0], unacked: 1, shelved: 0, suppressed: 0, maintenance: 0 },
    standing: [ALARM],
    total: 1,
    unacked: 1,
    maintenance: [],
    classes: [],
  },
};

describe("the page of a central", () => {
  const folder = useSharedFolder();
  const step = inOrder();
  const scope = new Scope();
  let browser: Browser;
  let central: TestCentral;
  let tab: Tab;
  let page: Page;
  let backups: SiteBackups;
  beforeAll(async () => {
    await fleetPage();
    central = await startCentral();
    backups = await siteBackups(NOW);
    scope.add(() => backups.remove());
    const warm = (kept: string, from: number) =>
      recordedHours(path.join(folder(), kept), scope, CHANNEL, (at) => from + 5 * Math.sin(at / 3_600_000));
    const north = {
      version: "0.4.9",
      counts: { findings: 2, worst: 3 },
      findings: FINDINGS,
      alarms: { standing: 1, unacked: 1 },
    };
    await hub("Hotel Nord", ["hotel"], north, [await warm("north", 62), backups.source]);
    await hub("Hotel Süd", ["hotel"], {}, [await warm("south", 48)]);
    await hub("Schule am See", ["schule", "süd"], { may: "none", license: { valid: false } });
    await central.code({ name: "Noch nicht da" });
    await vi.waitFor(async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["conditions"]).toMatchObject({ fault: 1, good: 1, warning: 1 });
    }, 30_000);
    browser = await sharedBrowser();
    tab = await openCentral(browser, central);
    page = tab.page;
  }, 600_000);
  afterAll(async () => {
    if (browser) await closeTabs(browser);
    await scope.end();
    await central?.stop();
  });

  const hub = (name: string, tags: string[], state: Partial<HubState>, files: FileSource[] = []) =>
    joinHub(central, scope, { name, tags, state, files, answers: ANSWERS });

  step("lets in who has a token", async () => {
    await signInWithToken(page, central);
  });

  step("shows all sites, worst first, and those of one kind", async () => {
    const rows = page.getByRole("row");
    await rows.nth(3).waitFor();
    expect(await rows.nth(1).innerText()).toContain("Hotel Nord");
    await lookAt(page, "fleet-sites");
    await byButton(page, "1 Warnung").click();
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).innerText()).toContain("Schule am See");
    await byButton(page, "3 Alle").click();
  });

  step("finds by a rule, says what is wrong with one, and keeps it as a group", async () => {
    await page.getByLabel("Regel", { exact: true }).fill("version < neu");
    await page.keyboard.press("Enter");
    await page.getByText("„neu“ an Stelle 11 passt nicht zu „version“").waitFor();
    await page.getByLabel("Regel", { exact: true }).fill("version < 0.5 und tag hotel");
    await page.keyboard.press("Enter");
    await page.getByText("Hotel Süd").waitFor({ state: "detached" });
    await page.getByLabel("Name der Gruppe").fill("Alte Hotels");
    await page.keyboard.press("Enter");
    await page.getByText("Die Gruppe „Alte Hotels“ wurde gemerkt.").waitFor();
    await lookAt(page, "fleet-rule");
    await byButton(page, "Regel aufheben").click();
    await page.getByLabel("Gruppe", { exact: true }).selectOption("Alte Hotels (1)");
    await page.getByText("Hotel Süd").waitFor({ state: "detached" });
    await byButton(page, "Gruppe löschen").click();
    await byButton(page.getByRole("dialog"), "Gruppe löschen").click();
    await page.getByText("Die Gruppe wurde gelöscht.").waitFor();
  });

  step("shows one site with what its hub answers", async () => {
    await page.getByRole("link", { name: "Hotel Nord" }).click();
    await page.getByText("Druck der Heizung zu niedrig").waitFor();
    await page.getByRole("cell", { name: "läuft, nicht verbunden" }).waitFor();
    await page.getByText("seit einer Stunde nicht verbunden").waitFor();
    await page.getByText("steht nicht so in der Sicherung").waitFor();
    await lookAt(page, "fleet-site");
    await page.getByRole("link", { name: "Zu den Standorten" }).click();
    await page.getByRole("link", { name: "Schule am See" }).click();
    await page.getByText("nur sehen, was er selbst meldet").waitFor();
    await page.getByText("Noch keine Sicherung").waitFor();
  });

  step("gives back what a site has sent: the file, its password, and its room", async () => {
    await page.getByRole("link", { name: "Zu den Standorten" }).click();
    await page.getByRole("link", { name: "Hotel Nord" }).click();
    await givesBack(page, backups.newest);
  });

  step("draws what several sites recorded of a channel", async () => {
    await page.getByRole("link", { name: "Verlauf", exact: true }).click();
    await page
      .getByRole("cell", { name: "Hotel Süd" })
      .or(page.getByRole("rowheader", { name: "Hotel Süd" }))
      .waitFor();
    await page.getByText("Bitte einen Channel wählen.").waitFor();
    await lookAt(page, "fleet-history-none");
    await page.getByRole("combobox", { name: "Channel" }).fill("vorlauf");
    await page.getByRole("option", { name: CHANNEL }).click();
    const values = page.getByRole("region", { name: "Werte des Diagramms" });
    await values.getByRole("rowheader", { name: "Hotel Nord" }).waitFor();
    await values.getByRole("rowheader", { name: "Hotel Süd" }).waitFor();
    await page.getByRole("application", { name: /^Diagramm/ }).focus();
    await page.keyboard.press("Home");
    await lookAt(page, "fleet-history");
    await page.getByRole("radio", { name: "Stunde" }).check({ force: true });
    await values.getByRole("rowheader", { name: "Hotel Nord" }).waitFor();
  });

  step("begins an update of some sites, and says what becomes of each", async () => {
    await page.getByRole("link", { name: "Updates", exact: true }).click();
    await page.getByText("Noch kein Update").waitFor();
    await lookAt(page, "fleet-updates-none");
    await byButton(page, "Update beginnen").click();
    await page.getByText("Bitte die Version angeben.").waitFor();
    await page.getByLabel("Version", { exact: true }).fill("0.6.0");
    await page.getByLabel("Regel", { exact: true }).fill("tag haus und");
    await page.keyboard.press("Enter");
    await page.getByText("Am Ende fehlt eine Bedingung").waitFor();
    await page.getByLabel("Regel", { exact: true }).fill("tag hotel");
    await page.getByLabel("Beginnt frühestens um").fill("22:00");
    await byButton(page, "Update beginnen").click();
    await page.getByText("Bitte beide Uhrzeiten angeben, oder keine.").waitFor();
    await page.getByLabel("Beginnt frühestens um").fill("");
    await byButton(page, "Update beginnen").click();
    await page.getByText("Sollen 2 Standorte auf Version 0.6.0 gebracht werden?").waitFor();
    await byButton(page.getByRole("dialog"), "Update beginnen").click();
    await page.getByText("Das Update auf 0.6.0 wurde begonnen.").waitFor();
    await page.getByRole("link", { name: "0.6.0" }).waitFor();
    await lookAt(page, "fleet-updates");
    await page.getByRole("link", { name: "0.6.0" }).click();
    await page.getByRole("heading", { name: "Update auf 0.6.0" }).waitFor();
    // These sites let the central look, and no more.
    await page.getByText("Der Standort lässt die Zentrale keine Updates beginnen.").first().waitFor();
    await lookAt(page, "fleet-update");
    await byButton(page, "Anhalten").click();
    await page.getByText("angehalten").first().waitFor();
    await byButton(page, "Beenden").click();
    await byButton(page.getByRole("dialog"), "Beenden").click();
    await page.getByText("beendet").first().waitFor();
  });

  step("keeps a project for many sites, and says where it runs and what differs", async () => {
    await page.getByRole("link", { name: "Projekte", exact: true }).click();
    await page.getByText("Noch kein Projekt").waitFor();
    await byButton(page, "Projekt hinzufügen").click();
    const dialog = page.getByRole("dialog");
    await byButton(dialog, "Projekt hinzufügen").click();
    await dialog.getByText("Bitte einen Namen angeben.").waitFor();
    await dialog.getByText("Bitte eine Datei auswählen.").waitFor();
    await dialog.getByLabel("Name").fill("Heizung aller Hotels");
    const choose = (zip: Buffer) =>
      dialog
        .getByLabel("Projektdatei auswählen")
        .setInputFiles({ name: "heizung.zip", mimeType: "application/zip", buffer: zip });
    const pods = "id;host\nmodb_client.kessel;{{kessel}}\n";
    await choose(await zipFiles([["pods.csv", pods]]));
    await byButton(dialog, "Projekt hinzufügen").click();
    await dialog.getByText("Die Tabelle „sites“ fehlt.").waitFor();
    const sites = "site;kessel\nHotel Nord;10.0.0.5\nHotel Süd;10.0.1.5\nHotel am Ende;10.0.2.5\n";
    await choose(
      await zipFiles([
        ["pods.csv", pods],
        ["sites.csv", sites],
      ]),
    );
    await lookAt(page, "fleet-project-add");
    await byButton(dialog, "Projekt hinzufügen").click();
    await page.getByRole("link", { name: "Heizung aller Hotels" }).waitFor();
    await lookAt(page, "fleet-projects");
    await page.getByRole("link", { name: "Heizung aller Hotels" }).click();
    await page.getByText("Dieser Standort wurde noch nicht gefragt.").first().waitFor();
    await byButton(page, "Mit den Standorten vergleichen").click();
    await page.getByRole("cell", { name: "2 Unterschiede" }).first().waitFor();
    await page.getByText("Einen Standort dieses Namens gibt es hier nicht.").waitFor();
    await lookAt(page, "fleet-project");
    await byButton(page, "Unterschiede: Hotel Nord").click();
    await dialog.getByText("10.0.0.5").waitFor();
    await lookAt(page, "fleet-project-difference");
    await page.keyboard.press("Escape");
    await byButton(page, "An die Standorte ausrollen").click();
    await dialog.getByText("an 2 Standorte ausgerollt").waitFor();
    await byButton(dialog, "An die Standorte ausrollen").click();
    await page.getByRole("heading", { name: "Projekt „Heizung aller Hotels“" }).waitFor();
    await page.getByText("lässt die Zentrale sein Projekt nicht ändern").first().waitFor();
    await lookAt(page, "fleet-project-rollout");
    await byButton(page, "Beenden").click();
    await byButton(dialog, "Beenden").click();
    await page.getByText("beendet", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Projekte", exact: true }).click();
    await page.getByRole("link", { name: "Heizung aller Hotels" }).click();
    await byButton(page, "Projekt entfernen").click();
    await byButton(dialog, "Projekt entfernen").click();
    await page.getByText("Noch kein Projekt").waitFor();
  });

  step("knows nobody any more who signed out", async () => {
    await byButton(page, "Abmelden").click();
    await page.getByLabel("Token", { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel("Token", { exact: true }).waitFor();
    // The rules that were none, and a workbook without sites.
    const rules = ["400: /api/sites/overview", "400: /api/sites/overview"];
    expect(tab.problems()).toEqual([...rules, "400: /api/projects/save"]);
  });
});
