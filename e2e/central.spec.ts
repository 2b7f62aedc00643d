/** The device joins a real central, closes its door, and leaves. */
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { byButton, goTo, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("the central of a device", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let central: TestCentral;
  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });
  beforeAll(async () => {
    central = await startCentral();
  });
  afterAll(() => central?.stop());
  const dialog = () => page.getByRole("dialog");

  step("is none at first", async () => {
    await goTo(page, "Zentrale", "Zentrale");
    await page.getByText("Es wird nichts übertragen.").waitFor();
    await lookAt(page, "central-none");
  });

  step("is not joined with a code that is none", async () => {
    await byButton(page, "Einer Zentrale beitreten").click();
    await dialog().getByLabel("Adresse der Zentrale").fill(central.address);
    await dialog().getByLabel("Beitrittscode").fill("ABC");
    await byButton(dialog(), "Beitreten").click();
    await dialog().getByText("kein vollständiger Beitrittscode").waitFor();
    await lookAt(page, "central-join");
  });

  step("is joined with one, and hears of the device", async () => {
    await dialog()
      .getByLabel("Beitrittscode")
      .fill(await central.code());
    await byButton(dialog(), "Beitreten").click();
    await dialog().waitFor({ state: "detached" });
    await page.getByText("verbunden", { exact: true }).waitFor();
    await lookAt(page, "central-joined");
  });

  step("keeps people and certificates here only where that is switched on", async () => {
    const entrust = page.getByRole("switch", { name: "Personen und Zertifikate von der Zentrale" });
    expect(await entrust.isDisabled()).toBe(true);
    await page.getByLabel("Was die Zentrale hier höchstens darf").selectOption("Integrator");
    expect(await entrust.isChecked()).toBe(false);
    await entrust.check();
    await lookAt(page, "central-entrust");
    await byButton(page, "Tür und Rechte speichern").click();
    await vi.waitFor(
      async () => {
        const { body } = await central.call("GET", "/sites");
        expect(body["sites"]).toMatchObject([{ state: { may: "engineer", entrusts: true } }]);
      },
      { timeout: 40_000, interval: 200 },
    );
  });

  step("hears nothing once the door is closed", async () => {
    await page.getByRole("switch", { name: "Tür zur Zentrale offen" }).uncheck();
    await byButton(page, "Tür und Rechte speichern").click();
    await page.getByText("Tür geschlossen").waitFor();
  });

  step("is left", async () => {
    await byButton(page, "Austreten").click();
    await byButton(dialog(), "Austreten").click();
    await page.getByText("Es wird nichts übertragen.").waitFor();
    // The code that was none.
    expect(tab.problems()).toEqual(["400: /admin/api/system/central/join"]);
  });
});
