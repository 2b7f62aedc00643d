/** What the editor loads when it is wanted: every table and pod type, and what is said where a part of it cannot be had; no mocks. */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, install } from "./support/console.ts";
import { openDraft } from "./support/drafts.ts";
import { lookAt, settled } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const SOUND = "Der Entwurf hat keine Fehler.";
const abort = (route: Route) => route.abort();

describe("the editor's parts", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  const grid = () => page.getByRole("grid");
  const adding = () => page.getByLabel("Tabelle hinzufügen");
  const problems = () => page.getByRole("region", { name: "Fehler und Warnungen" });

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    await openDraft(stage, page, "Teile");
  });
  afterAll(() => tab.close());

  step(
    "says that it cannot judge a draft whose pod type is missing, and judges it with the next attempt",
    async () => {
      await problems().getByText(SOUND).waitFor();
      await tab.context.route(/worker-[^/]*\.js/, abort);
      await page.getByRole("tab", { name: "Pods" }).click();
      await page.getByRole("grid", { name: "Pods" }).focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Home");
      await page.keyboard.type("knx.haus");
      await page.keyboard.press("Enter");
      await problems().getByText("Die laufende Prüfung steht nicht zur Verfügung").waitFor();
      expect(await problems().getByText(SOUND).count()).toBe(0);
      await settled(page);
      await lookAt(page, "draft-part-missing");
      await tab.context.unroute(/worker-[^/]*\.js/, abort);
      await byButton(problems(), "Erneut versuchen").click();
      await problems().getByText("Zum Tunneling fehlt die Schnittstelle").waitFor();
      await byButton(page, "Rückgängig").click();
      await problems().getByText(SOUND).waitFor();
    },
  );

  step("says that a table or a dialog cannot be loaded, stays, and opens it later", async () => {
    await tab.context.route(/worker-[^/]*\.js|publish-dialog-[^/]*\.js/, abort);
    await adding().selectOption("meters");
    await page.getByText("Dafür fehlt ein Teil der Konsole").waitFor();
    await byButton(page, "Prüfen").click();
    await page.getByText("Dieser Teil der Konsole ließ sich nicht laden").waitFor();
    await byHeading(page, "Teile").waitFor();
    await tab.context.unroute(/worker-[^/]*\.js|publish-dialog-[^/]*\.js/, abort);
    await byButton(page, "Prüfen").click();
    const dialog = page.getByRole("dialog", { name: "Entwurf prüfen" });
    await dialog.getByText("Der Entwurf ist gültig.").waitFor();
    await byButton(dialog, "Schließen").first().click();
    await dialog.waitFor({ state: "detached" });
  });

  step("knows the columns of every table that a project may have", async () => {
    const names = await adding()
      .locator("option")
      .evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""));
    const missing = names.filter((name) => name !== "");
    expect(missing).toEqual(
      expect.arrayContaining(["knx", "s7_client", "mbus", "chat", "pages", "calendars"]),
    );
    for (const name of missing) {
      await adding().selectOption(name);
      await expect.poll(() => adding().locator(`option[value="${name}"]`).count()).toBe(0);
      await expect.poll(() => grid().getByRole("columnheader").count()).toBeGreaterThan(3);
    }
    await problems().getByText(SOUND).waitFor();
  });
});
