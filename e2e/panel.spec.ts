/** A wall panel: its link is made and shown once, opens one page without a session, sets what that page sets, and is revoked. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, navigation, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("a wall panel", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let panel: Tab;
  let link = "";
  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
    const bytes = await readFile(path.join(repoRoot(), "examples", "ansichten.zip"));
    const { body } = await stage.product.api.uploadProject(bytes, "ansichten.zip");
    expect(body["code"], JSON.stringify(body)).toBe(0);
  });
  afterAll(() => panel?.close());
  const dialog = () => page.getByRole("dialog");
  const box = () => page.getByRole("region", { name: "Wandpanels" });
  const block = (name: string) => panel.page.getByRole("region", { name, exact: true });

  async function make(name: string, may: boolean): Promise<string> {
    await byButton(box(), "Link erstellen").click();
    await dialog().getByLabel("Name").fill(name);
    await dialog().getByRole("combobox").selectOption("Haus/Büro 1");
    if (may)
      await dialog()
        .getByRole("switch", { name: /Sollwerte und Schalter/ })
        .check();
    await byButton(dialog(), "Link erstellen").click();
    await dialog().getByText("Dieser Link wird nur jetzt angezeigt").waitFor();
    return (await dialog().locator("code").textContent()) ?? "";
  }

  step("has a link that an administrator makes, shown once", async () => {
    await page.goto(`${stage.product.url}/view`);
    tab.forget();
    await box().getByText("Noch kein Link").waitFor();
    link = await make("Flur EG", false);
    expect(link).toMatch(/\/view\/Haus%2FB%C3%BCro%201#panel=hwp_[\w-]{43}$/);
    await lookAt(page, "panel-link-made");
    await byButton(dialog(), "Fertig").click();
    await box()
      .getByRole("row", { name: /Flur EG/ })
      .getByText("ansehen", { exact: true })
      .waitFor();
    expect(await page.getByText(link).count()).toBe(0);
  });

  step("shows its page without a session, and nothing around it", async () => {
    const address = new URL(link);
    panel = await stage.open(address.pathname + address.hash);
    await panel.page.getByRole("heading", { level: 1, name: "Haus/Büro 1" }).waitFor();
    const setting = block("Raumtemperatur");
    await setting.getByText("21", { exact: false }).first().waitFor();
    expect(await setting.getByRole("textbox").count()).toBe(0);
    await block("Aufgezeichnete Werte").locator("canvas").waitFor();
    expect(await navigation(panel.page).count()).toBe(0);
    expect(await panel.page.getByRole("link").count()).toBe(0);
    expect(await panel.page.evaluate(() => JSON.stringify(localStorage))).not.toContain("hwp_");
    await lookAt(panel.page, "panel-looks");
    await panel.page.reload();
    await panel.page.getByRole("heading", { level: 1, name: "Haus/Büro 1" }).waitFor();
  });

  step("shows the same page at another address", async () => {
    const address = new URL(link);
    await panel.page.goto(`${stage.product.url}/view/Haus${address.hash}`);
    await panel.page.getByRole("heading", { level: 1, name: "Haus/Büro 1" }).waitFor();
  });

  step("sets what its page sets, where the link allows it", async () => {
    const sets = new URL(await make("Küche", true));
    await byButton(dialog(), "Fertig").click();
    await panel.page.goto(stage.product.url + sets.pathname + sets.hash);
    await panel.page.reload();
    const input = block("Raumtemperatur").getByRole("textbox");
    await waitFor(async () => (await input.inputValue()) === "21", { what: "the present set point" });
    await input.fill("22");
    await input.press("Enter");
    await block("Raumtemperatur").getByText("22,0\u00a0°C geschrieben").waitFor();
    await lookAt(panel.page, "panel-sets");
    await page.goto(`${stage.product.url}/system/audit`);
    await page.getByText("Wandpanel „Küche“").first().waitFor();
    await page.goto(`${stage.product.url}/view`);
    await lookAt(page, "panel-links");
  });

  step("shows nothing any more once its link is revoked", async () => {
    const row = box().getByRole("row", { name: /Küche/ });
    await row
      .getByRole("button", { name: /Widerrufen|Aktionen/ })
      .first()
      .click();
    await byButton(dialog(), "Widerrufen").click();
    await page.getByText("Der Link wurde widerrufen.").waitFor();
    await panel.page.getByText("Dieser Link gilt nicht mehr").waitFor({ timeout: 15_000 });
    panel.forget();
    await lookAt(panel.page, "panel-over");
    panel.forget();
  });
});
