/** Certificates in the browser: uploaded, refused, deleted, an own one served with; the device's own made anew; no mocks. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeCertificates } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, goTo } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("certificates", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await makeCertificates(stage.folder);
  });

  async function choose(file: string): Promise<void> {
    await page.getByLabel("Zertifikat auswählen").setInputFiles(path.join(stage.folder, file));
    await byButton(page, "Hochladen").click();
  }

  step("what is no authority is refused with the reason", async () => {
    await goTo(page, "Zertifikate", "Zertifikate");
    await page.getByText("Keine eigenen Zertifikate vorhanden").waitFor();
    await byButton(page, "Hochladen").click();
    await page.getByText("Bitte wählen Sie ein Zertifikat aus.").waitFor();
    await choose("ca.key");
    await page.getByText("Die Datei enthält einen privaten Schlüssel.").waitFor();
    await choose("server.pem");
    await page.getByText("ist kein Zertifikat einer Zertifizierungsstelle").waitFor();
    await writeFile(path.join(stage.folder, "garbage.pem"), "Hallo");
    await choose("garbage.pem");
    await page.getByText("Die Datei enthält kein Zertifikat").waitFor();
  });

  step("an authority is uploaded once, and listed", async () => {
    await choose("ca.pem");
    await page.getByText("CN=Test CA").waitFor();
    await choose("ca.pem");
    await page.getByText("„Test CA“ ist bereits vorhanden: ca.pem.").waitFor();
    await lookAt(page, "certs-root");
  });

  step("it is deleted after a question, by keyboard", async () => {
    await byButton(page, "ca.pem löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Soll das Zertifikat „ca.pem“ gelöscht werden?").waitFor();
    await byButton(page.getByRole("dialog"), "Löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Das Zertifikat wurde gelöscht.").waitFor();
    await page.getByText("Keine eigenen Zertifikate vorhanden").waitFor();
  });

  step("an own server certificate is checked, used and removed, by keyboard", async () => {
    await page.getByRole("tab", { name: "Root CA" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("nicht in Gebrauch").waitFor({ state: "detached" });
    const read = (name: string) => readFile(path.join(stage.folder, name), "utf8");
    await writeFile(path.join(stage.folder, "hub.pem"), (await read("server.pem")) + (await read("ca.pem")));
    const key = page.getByLabel("Schlüsseldatei auswählen");
    const submit = byButton(page, "Prüfen und verwenden");
    await submit.click();
    await page.getByText("Bitte wählen Sie ein Zertifikat aus.").waitFor();
    await page.getByLabel("Server-Zertifikat auswählen").setInputFiles(path.join(stage.folder, "hub.pem"));
    await submit.click();
    await page.getByText("Der private Schlüssel fehlt.").waitFor();
    await key.setInputFiles(path.join(stage.folder, "ca.key"));
    await submit.click();
    await page.getByText("Der private Schlüssel passt nicht zum Zertifikat").waitFor();
    await key.setInputFiles(path.join(stage.folder, "server.key"));
    await submit.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Das Zertifikat wurde geprüft und ist in Gebrauch.").waitFor();
    await page.getByText("localhost, 127.0.0.1, ::1").waitFor();
    await page.getByText("nicht in Gebrauch").waitFor();
    await lookAt(page, "certs-own-server");
    await byButton(page, "Entfernen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Soll das eigene Server-Zertifikat mit seinem Schlüssel entfernt werden?").waitFor();
    await byButton(page.getByRole("dialog"), "Entfernen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Das Gerät verwendet wieder sein eigenes.").waitFor();
    await page.getByText("nicht in Gebrauch").waitFor({ state: "detached" });
  });

  step("the device's own are shown, downloaded and made anew", async () => {
    const prints = page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    await prints.first().waitFor();
    const before = await prints.first().textContent();
    await lookAt(page, "certs-server");
    await byButton(page, "Neue TLS-Zertifikate erzeugen").click();
    await page.getByText("Die vorhandenen Zertifikate werden unwiderruflich gelöscht.").waitFor();
    await byButton(page.getByRole("dialog"), "Neu erzeugen").click();
    const dialog = page.getByRole("dialog", { name: "Die neuen Zertifikate sind aktiv" });
    await dialog.waitFor({ timeout: 60_000 });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      byButton(dialog, "Root-Zertifikat herunterladen").click(),
    ]);
    expect(download.suggestedFilename()).toBe("root.crt");
    expect(await readFile(await download.path(), "utf8")).toContain("BEGIN CERTIFICATE");
    await byButton(dialog, "OK").click();
    await expect.poll(() => prints.first().textContent()).not.toBe(before);
    expect(tab.problems()).toEqual([]);
  });
});
