/** The settings of the device on a machine that is none: name and zone follow a restart, the rest is kept. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, eventually, fact, goTo, PASSWORD } from "./support/console.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("the settings of the device", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });

  const box = (name: string) => page.getByRole("region", { name, exact: true });
  const saved = () => page.getByRole("dialog", { name: "Konfiguration gespeichert" });
  const choose = (name: string) => page.getByRole("tab", { name }).click();
  const stored = async (address: string) => (await stage.product.api.get(address)).body;

  step("refuse a wrong name, and say where", async () => {
    await goTo(page, "Geräteeinstellungen", "Geräteeinstellungen");
    const field = page.getByLabel("Hostname", { exact: true }).and(page.getByRole("textbox"));
    await field.fill("-keller");
    await byButton(page, "Hostname speichern").click();
    await box("Hostname").getByText("Erlaubt sind 1 bis 63 Buchstaben").waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill("keller-17");
    await byButton(page, "Hostname speichern").click();
    await saved().getByText("Soll das Gerät jetzt neu gestartet werden?").waitFor();
    await byButton(saved(), "Nein").click();
    await saved().waitFor({ state: "detached" });
    expect(await fact(box("Hostname"), "Konfiguriert")).toContain("keller-17");
    expect(await fact(box("Hostname"), "Aktiv")).not.toContain("keller-17");
    expect(await stored("/network/hostname")).toMatchObject({ hostname: "keller-17" });
  });

  step("find a zone, keep it as typed on another tab, and ask before it is lost", async () => {
    const zone = page.getByRole("combobox", { name: "Zeitzone" });
    await zone.click();
    await zone.fill("lissab");
    await page.getByText("Nichts gefunden").waitFor();
    await zone.fill("lisb");
    await page.getByRole("option", { name: "Europe/Lisbon" }).click();
    await choose("SSH");
    await page.getByRole("tab", { name: "Host (ungespeicherte Änderungen)" }).waitFor();
    await page.getByRole("link", { name: "Passwort", exact: true }).click();
    await byButton(page.getByRole("dialog"), "Auf der Seite bleiben").click();
    await choose("Host");
    expect(await zone.inputValue()).toBe("Europe/Lisbon");
  });

  step("become active with the restart of the device, which is watched", async () => {
    await byButton(page, "Zeitzone speichern").click();
    await byButton(saved(), "Ja").click();
    const cover = page.getByRole("alertdialog", { name: "Neustart läuft" });
    await cover.waitFor();
    await cover.waitFor({ state: "detached", timeout: 90_000 });
    await page.getByText("Das Gerät wurde neu gestartet.").waitFor();
    const active = (name: string) => () => fact(box(name), "Aktiv");
    await eventually(active("Hostname"), (text) => text === "keller-17");
    await eventually(active("Zeitzone"), (text) => text === "Europe/Lisbon");
    await eventually(
      () => page.title(),
      (title) => title === "Geräteeinstellungen – Hubwart [keller-17]",
    );
    expect(tab.problems()).toEqual([]);
    tab.forget();
  });

  step("say what this machine does not take, and keep it all the same", async () => {
    await choose("SSH");
    const note = page.getByRole("alert").filter({ hasText: "Nicht unterstützt" });
    await note.waitFor();
    expect(await page.getByRole("switch").count()).toBe(1);
    await page.getByRole("switch", { name: "SSH verwenden" }).check();
    await page.getByRole("switch", { name: "Beim Start des Geräts starten" }).check();
    await byButton(page, "SSH-Zugang speichern").click();
    await saved().getByText("Am Rechner selbst ändert sich nichts:").waitFor();
    expect(await byButton(saved(), "Ja").count()).toBe(0);
    await saved().getByText("Schließen", { exact: true }).click();
    expect(await stored("/network/ssh/config")).toMatchObject({ use: true, start: true });

    await choose("Netzwerk");
    await note.waitFor();
    await box("Übersicht").getByRole("table", { name: "Netzwerkadapter" }).waitFor();
    expect(await byButton(page, "Jetzt testen").isDisabled()).toBe(true);
  });

  step("ask time servers as they are typed", async () => {
    await choose("NTP");
    const server = page.getByRole("textbox", { name: "Server", exact: true });
    expect(await server.isDisabled()).toBe(true);
    await page.getByRole("switch", { name: "Uhrzeit mit Zeitservern abgleichen" }).check();
    await server.fill("127.0.0.1");
    await byButton(page, "Zeitserver prüfen").click();
    const results = page.getByRole("list", { name: "Ergebnis der Prüfung" });
    await results.getByText("127.0.0.1").waitFor();
    await results.getByText("nicht erreichbar").waitFor();
  });

  step("save nothing over what was saved elsewhere meanwhile", async () => {
    const elsewhere = { use: true, server: "zeit.example.org", fallback: "" };
    expect((await stage.product.api.post("/network/ntp/config", elsewhere)).body).toMatchObject({ code: 0 });
    await byButton(page, "Zeitserver speichern").click();
    const alert = page.getByRole("alert").filter({ hasText: "Von anderer Stelle geändert" });
    await byButton(alert, "Gespeicherten Stand übernehmen").click();
    await alert.waitFor({ state: "detached" });
    const server = page.getByRole("textbox", { name: "Server", exact: true });
    await eventually(
      () => server.inputValue(),
      (text) => text === "zeit.example.org",
    );
    expect(tab.problems()).toEqual(["409: /admin/api/network/ntp/config"]);
  });
});
