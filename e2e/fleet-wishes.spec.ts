/** The wishes of a group at a real central: settings, people and authorities, what each site lets it do, and a link for a person. */
import { Scope } from "@hubwart/core";
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { make } from "../apps/appliance/src/platform/tls/testing.ts";
import { closeTabs, sharedBrowser, type Tab } from "./support/browser.ts";
import { byButton } from "./support/console.ts";
import { joinHub } from "./support/fleet-hub.ts";
import { fleetPage, openCentral, signInWithToken } from "./support/fleet-page.ts";
import { lookAt } from "./support/look.ts";
import { inOrder } from "./support/steps.ts";

const NOW = Date.now();
const DAY = 86_400_000;
const ANSWERS: Record<string, object> = {
  entrustedLook: {
    code: 0,
    people: [
      { name: "bert", label: "Bert Beispiel", role: "operate", channels: null, state: "active" },
      { name: "carla", label: "", role: "engineer", channels: null, state: "expired" },
    ],
    others: [{ name: "alt", locked: false }],
    authorities: [],
  },
  entrustedPersonLink: {
    code: 0,
    token: "a".repeat(43),
    until: NOW + 3 * DAY,
    hosts: ["hotel-nord.local", "192.0.2.20"],
  },
  tzConfig: { code: 0, zone: "Europe/Berlin", active: "Europe/Berlin", support: { supported: true } },
};

describe("the wishes of a group", () => {
  const step = inOrder();
  const scope = new Scope();
  let browser: Browser;
  let central: TestCentral;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    await fleetPage();
    central = await startCentral();
    const hub = (name: string, state: object) =>
      joinHub(central, scope, { name, tags: ["hotel"], state, answers: ANSWERS });
    await hub("Hotel Nord", { entrusts: true });
    await hub("Hotel Süd", {});
    await vi.waitFor(async () => {
      const { body } = await central.call("GET", "/sites/overview");
      expect(body["conditions"]).toMatchObject({ good: 2 });
    }, 30_000);
    browser = await sharedBrowser();
    tab = await openCentral(browser, central);
    page = tab.page;
    await signInWithToken(page, central);
  }, 600_000);
  afterAll(async () => {
    if (browser) await closeTabs(browser);
    await scope.end();
    await central?.stop();
  });

  step("keeps what sites of a group are to be set to, and says who differs", async () => {
    await page.getByRole("link", { name: "Vorgaben", exact: true }).click();
    await page.getByText("Noch keine Gruppe").waitFor();
    await lookAt(page, "fleet-desired-none");
    const group = { name: "Hotels", rule: "tag hotel" };
    expect((await central.call("POST", "/groups/save", group)).status).toBe(200);
    await page.getByText("Dieser Standort wurde noch nicht gefragt.").first().waitFor();
    await page.getByLabel("Zeitzone").selectOption("Europe/Vienna");
    await page.getByLabel("Zeitserver", { exact: true }).fill("kein Name");
    await byButton(page, "Vorgaben speichern").click();
    await page.locator("[aria-invalid=true]").waitFor();
    await page.getByLabel("Zeitserver", { exact: true }).fill("");
    await page.getByLabel("Sicherungen").selectOption("wöchentlich");
    await page.getByLabel("Wochentag").waitFor();
    await page.getByLabel("Sicherungen").selectOption("Jedem Standort überlassen");
    await byButton(page, "Vorgaben speichern").click();
    await page.getByText("Die Vorgaben wurden gespeichert.").waitFor();
    await byButton(page, "Jetzt prüfen").click();
    await page.getByRole("cell", { name: "weicht ab" }).first().waitFor();
    await lookAt(page, "fleet-desired");
    await byButton(page, "Auf 2 Standorte anwenden").click();
    await page.getByText("Was dort anders eingestellt ist, wird überschrieben.").waitFor();
    await page.keyboard.press("Escape");
  });

  step("wants people and authorities of the sites that entrust them, and says who is missing", async () => {
    const dialog = page.getByRole("dialog");
    const add = async (name: string, more: () => Promise<unknown>) => {
      await byButton(page, "Person hinzufügen").click();
      await dialog.getByLabel("Name zum Anmelden").fill(name);
      await more();
      await lookAt(page, `fleet-desired-person-${name}`);
      await byButton(dialog, "Person hinzufügen").click();
      await dialog.waitFor({ state: "detached" });
    };
    await byButton(page, "Person hinzufügen").click();
    await byButton(dialog, "Person hinzufügen").click();
    await dialog.getByText("Bitte geben Sie einen Namen ein.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await add("anna", () => dialog.getByLabel("Anzeigename").fill("Anna Muster"));
    await add("carla", async () => {
      await dialog.getByLabel("Rolle").click();
      await page.getByRole("option", { name: "Integrator" }).click();
    });
    await add("alt", () => dialog.getByLabel("Vorgabe").selectOption("darf nicht mehr da sein"));
    await byButton(page, "Person hinzufügen").click();
    await dialog.getByLabel("Name zum Anmelden").fill("Anna");
    await byButton(dialog, "Person hinzufügen").click();
    await dialog.getByText("„Anna“ steht zweimal in der Liste.").waitFor();
    await byButton(dialog, "Abbrechen").click();
    const choose = (buffer: Buffer) =>
      dialog
        .getByLabel("Zertifikat auswählen")
        .setInputFiles({ name: "firma.crt", mimeType: "application/x-x509-ca-cert", buffer });
    await byButton(page, "Zertifizierungsstelle hinzufügen").click();
    await choose(Buffer.from("nichts"));
    await byButton(dialog, "Zertifizierungsstelle hinzufügen").click();
    await dialog.getByText("Das ist kein Zertifikat").waitFor();
    await lookAt(page, "fleet-desired-authority");
    const { text } = await make("Firma Root", { to: 3_650 });
    // As its bytes alone.
    await choose(Buffer.from(text.replaceAll(/-----.*-----|\s/g, ""), "base64"));
    await byButton(dialog, "Zertifizierungsstelle hinzufügen").click();
    await page.getByRole("rowheader", { name: "Firma Root" }).waitFor();
    await byButton(page, "Jetzt prüfen").click();
    await page.getByText("Person „anna“ fehlt.").waitFor();
    await page.getByText("Person „alt“ hat der Standort selbst angelegt; sie ist nicht gesperrt.").waitFor();
    await page.getByText("Zertifizierungsstelle „Firma Root“ fehlt").waitFor();
    await page.getByText("vom Standort nicht erlaubt").waitFor();
    await lookAt(page, "fleet-desired-people");
    await byButton(page, "Link für eine Person: Hotel Nord").click();
    await dialog.getByRole("option", { name: "carla (noch ohne Passwort)" }).waitFor({ state: "attached" });
    await lookAt(page, "fleet-desired-link");
    await byButton(dialog, "Link erzeugen").click();
    await dialog.getByText(`https://hotel-nord.local/invitation#${"a".repeat(43)}`).waitFor();
    await dialog.getByLabel("Adresse des Standorts").selectOption("192.0.2.20");
    await dialog.getByText("https://192.0.2.20/invitation#").waitFor();
    await lookAt(page, "fleet-desired-link-made");
    await byButton(dialog, "Schließen").last().click();
    await byButton(page, "Aus den Vorgaben nehmen: carla").click();
    await byButton(dialog, "Aus den Vorgaben nehmen").click();
    await page.getByRole("rowheader", { name: "carla" }).waitFor({ state: "detached" });
  });

  step("made no other mistakes", async () => {
    // The time server, the name that is there already, and the file that is no certificate.
    expect(tab.problems()).toEqual([1, 2, 3].map(() => "400: /api/desired/save"));
  });
});
