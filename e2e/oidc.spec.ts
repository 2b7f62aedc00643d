/** Signing in by a directory service: set up in the page, with the role of a group, refused for another, beside the password. */
import { type Directory, startDirectory } from "@hubwart/testing/directory";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { byButton, byHeading, goTo, navigation, signIn } from "./support/console.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const OFFERED = "Mit dem Verzeichnisdienst anmelden";

describe("signing in by a directory service", () => {
  const stage = useStage();
  const step = inOrder();
  let directory: Directory;
  let page: Page;
  const tab = useInstalledTab(stage, (opened) => {
    page = opened.page;
  });
  beforeAll(async () => {
    const groups = { anna: ["betrieb"], eva: ["andere"] };
    directory = await startDirectory({ back: `${stage.product.url}/sign-in/directory`, groups });
  });
  afterAll(() => directory.stop());

  /** From the page for signing in to the service and back, as a new browser does it. */
  async function comeAs(person: string) {
    directory.person = person;
    const theirs = await stage.open();
    await byHeading(theirs.page, "Anmeldung").waitFor();
    await theirs.page.getByRole("link", { name: OFFERED }).click();
    return theirs;
  }

  step("is set up in the page, and says what is wrong beside its field", async () => {
    await goTo(page, "Personen", "Personen");
    const box = page.getByRole("region", { name: "Anmeldung über einen Verzeichnisdienst" });
    await box.getByText("ausgeschaltet", { exact: true }).waitFor();
    await box.getByRole("switch", { name: "Auf der Anmeldeseite anbieten" }).check();
    await box.getByLabel("Adresse des Dienstes (Issuer)").fill("kein Dienst");
    await box.getByLabel("Kennung des Geräts beim Dienst (Client-ID)").fill(directory.client);
    await box.getByLabel("Geheimnis des Geräts (Client-Secret)", { exact: true }).fill(directory.secret);
    await box.getByLabel("Adresse dieses Geräts").fill(stage.product.url);
    await box.getByText(`${stage.product.url}/sign-in/directory`).waitFor();
    await box.getByLabel("Was angefragt wird (Scope)").fill("profile groups");
    await box.getByLabel("Angabe, die über die Rolle entscheidet (Claim)").fill("groups");
    await byButton(box, "Zeile hinzufügen").click();
    await box.getByLabel("Wert, Zeile 1").fill("betrieb");
    await box.getByLabel("Rolle, Zeile 1").selectOption({ label: "Bediener" });
    await byButton(box, "Speichern").click();
    await box.getByText("Erlaubt ist eine Adresse mit https", { exact: false }).waitFor();
    await box.getByLabel("Adresse des Dienstes (Issuer)").fill(directory.url);
    await byButton(box, "Speichern").click();
    await box.getByText("eingeschaltet", { exact: true }).waitFor();
  });

  step("lets in with the role of the group, and leaves nothing of it in the address", async () => {
    const theirs = await comeAs("anna");
    await navigation(theirs.page).waitFor();
    expect(new URL(theirs.page.url()).search).toBe("");
    const entry = (name: string) => navigation(theirs.page).getByRole("link", { name, exact: true });
    await entry("Meldungen").waitFor();
    expect(await entry("Personen").count()).toBe(0);
    const foreign = `request: ${directory.url}`;
    expect(theirs.problems().filter((problem) => !problem.startsWith(foreign))).toEqual([]);
    await theirs.close();
    await page.reload();
    const row = page.getByRole("row", { name: /anna Muster/ });
    await row.getByText("Bediener").waitFor();
    await row.getByText("aktiv").waitFor();
  });

  step("refuses who has no such group, and says what to do", async () => {
    const theirs = await comeAs("eva");
    await theirs.page.getByText("Ihr Konto hat für dieses Gerät keine Rolle", { exact: false }).waitFor();
    expect(new URL(theirs.page.url()).search).toBe("");
    await byButton(theirs.page, "Zur Anmeldung mit Passwort").click();
    await byHeading(theirs.page, "Anmeldung").waitFor();
    expect(await navigation(theirs.page).count()).toBe(0);
    await theirs.close();
  });

  step("leaves the password as it was, also while the service is away", async () => {
    directory.stop();
    const theirs = await stage.open();
    await theirs.page.getByRole("link", { name: OFFERED }).waitFor();
    await signIn(theirs.page);
    await navigation(theirs.page).waitFor();
    await theirs.close();
    expect(tab.problems().filter((problem) => !problem.startsWith("400"))).toEqual([]);
  });
});
