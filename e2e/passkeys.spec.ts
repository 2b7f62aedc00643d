/** Passkeys: made where the device has a name and a trusted certificate, used instead of the code, refused, renamed, removed. */
import { execFile } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { makeCertificates } from "@hubwart/testing";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { launchBrowser, openTab, type Tab } from "./support/browser.ts";
import { byButton, byHeading, navigation, PASSWORD, passwordField, signIn } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";
import { code } from "./support/totp.ts";

const NAME = "hub.example";
const codeField = (page: Page) => page.getByLabel("Code der zweiten Stufe");
const passkeyButton = (page: Page) => byButton(page, "Mit Passkey bestätigen");
const box = (page: Page) => page.getByRole("region", { name: "Passkeys" });

/** A browser whose person trusts the authority in this file, and that finds the device under `NAME`. */
async function trusting(home: string, caFile: string, port: number): Promise<Browser> {
  const database = path.join(home, ".pki/nssdb");
  await mkdir(database, { recursive: true });
  const certutil = (...given: string[]) =>
    promisify(execFile)("certutil", ["-d", `sql:${database}`, ...given]);
  await certutil("-N", "--empty-password");
  await certutil("-A", "-t", "C,,", "-n", "test", "-i", caFile);
  return launchBrowser({ home, elsewhere: { [NAME]: port } });
}

describe("passkeys", () => {
  const stage = useStage();
  const step = inOrder();
  let browser: Browser;
  let tab: Tab;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId = "";
  let secret = "";
  let recovery: string[] = [];

  beforeAll(async () => {
    const { api, httpsUrl } = stage.product;
    await api.signIn(PASSWORD);
    const { ca, caFile, certFile, keyFile } = await makeCertificates(stage.folder, [`DNS:${NAME}`]);
    const key = await readFile(keyFile, "utf8");
    const used = await api.uploadFile(
      "/resources/tls/own",
      "newfile",
      { name: "hub.pem", content: (await readFile(certFile, "utf8")) + ca },
      { key },
    );
    expect(used.body["code"], JSON.stringify(used.body)).toBe(0);
    const begun = await api.post("/system/second_factor/begin", { pwd: PASSWORD });
    secret = String(begun.body["secret"]);
    const on = await api.post("/system/second_factor/confirm", { otp: code(secret, -1) });
    recovery = on.body["recovery"] as string[];
    browser = await trusting(path.join(stage.folder, "home"), caFile, Number(new URL(httpsUrl).port));
  });
  afterAll(() => browser?.close());

  async function withPassword(): Promise<void> {
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await signIn(page);
    await codeField(page).waitFor();
  }

  step("are not offered without encryption, and the page says why", async () => {
    const plain = await stage.open("/system/password");
    await byHeading(plain.page, "Anmeldung").waitFor();
    await signIn(plain.page);
    await codeField(plain.page).fill(code(secret));
    await byButton(plain.page, "Anmelden").click();
    await box(plain.page).getByText("brauchen eine verschlüsselte Verbindung", { exact: false }).waitFor();
    expect(await byButton(plain.page, "Passkey hinzufügen").count()).toBe(0);
    await plain.close();
  });

  step("are added under the device's name", async () => {
    tab = await openTab(browser, `https://${NAME}`, { address: "/system/password" });
    ({ page } = tab);
    cdp = await tab.context.newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    ({ authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
    await byHeading(page, "Anmeldung").waitFor();
    await signIn(page);
    await codeField(page).fill(code(secret, 1));
    await byButton(page, "Anmelden").click();
    await byButton(box(page), "Passkey hinzufügen").click();
    const dialog = page.getByRole("dialog", { name: "Passkey hinzufügen" });
    await dialog.getByLabel("Bezeichnung").fill("Telefon");
    await passwordField(dialog, "Passwort").fill("falsch");
    await byButton(dialog, "Weiter").click();
    await dialog.getByText("Das aktuelle Passwort ist falsch.").waitFor();
    await passwordField(dialog, "Passwort").fill(PASSWORD);
    await byButton(dialog, "Weiter").click();
    await page.getByText("Der Passkey gilt ab der nächsten Anmeldung.").waitFor();
    const row = box(page).getByRole("row", { name: /Telefon/ });
    await row.getByText(NAME, { exact: true }).waitFor();
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toMatchObject([{ rpId: NAME }]);
    await lookAt(page, "passkeys");
  });

  step("let in instead of the code", async () => {
    await withPassword();
    await lookAt(page, "passkeys-sign-in");
    await passkeyButton(page).click();
    await navigation(page).waitFor();
    await page.goto(`https://${NAME}/system/audit`);
    await page.getByText("Telefon", { exact: false }).first().waitFor({ state: "attached" });
  });

  step("let nobody in whom the authenticator does not know, who still has a code", async () => {
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await withPassword();
    await passkeyButton(page).click();
    await page.getByText("Der Passkey wurde nicht bestätigt", { exact: false }).waitFor({ timeout: 60_000 });
    await codeField(page).fill(recovery[0] ?? "");
    await byButton(page, "Anmelden").click();
    await navigation(page).waitFor();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  });

  step("have a name, and are gone at once when they are removed", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`https://${NAME}/system/password`);
    await byButton(box(page), "Umbenennen: Telefon").click();
    const dialog = page.getByRole("dialog", { name: "Umbenennen" });
    await dialog.getByLabel("Bezeichnung").fill("Schlüssel am Bund");
    await byButton(dialog, "Speichern").click();
    await byButton(box(page), "Entfernen: Schlüssel am Bund").click();
    await byButton(page.getByRole("dialog", { name: "Entfernen" }), "Entfernen").click();
    await page.getByText("Der Passkey wurde entfernt.").waitFor();
    // The list is read anew behind the word.
    await box(page).getByRole("row").first().waitFor({ state: "detached" });
    await withPassword();
    expect(await passkeyButton(page).count()).toBe(0);
    await codeField(page).fill(recovery[1] ?? "");
    await byButton(page, "Anmelden").click();
    await navigation(page).waitFor();
    expect(tab.problems()).toEqual([]);
  });
});
