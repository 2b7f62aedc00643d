/** From an empty draft to the first pod, by keyboard; no mocks. */
import type { DraftDocument } from "@hubwart/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, goTo, install, PASSWORD } from "./support/console.ts";
import { lookAt, settled } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("an empty draft", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  const cards = () => page.getByRole("region", { name: "Womit beginnt das Projekt?" });
  const grid = () => page.getByRole("grid");

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    await stage.product.api.signIn(PASSWORD);
  });
  afterAll(() => tab.close());

  step("shows a picture for each type of pod", async () => {
    await goTo(page, "Bearbeiten", "Projekt bearbeiten");
    await byButton(page, "Neuer Entwurf").click();
    await byButton(page.getByRole("dialog"), "Anlegen").click();
    await byHeading(page, "Entwurf").waitFor();
    await cards().getByRole("button").first().waitFor();
    expect(await cards().getByRole("button").count()).toBe(12);
    await settled(page);
    await lookAt(page, "draft-first-pod");
  });

  step("makes the chosen one a row, and goes to what its interface needs", async () => {
    const card = cards().getByRole("button", { name: /^E-Mail/ });
    await card.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    await grid().getByRole("gridcell", { name: "email.eins" }).waitFor();
    await expect.poll(() => cards().count()).toBe(0);
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "grid");
    await page.keyboard.type("mail.example.org");
    await page.keyboard.press("Enter");
    await page.getByText("gespeichert", { exact: true }).waitFor();
    const { pathname } = new URL(page.url());
    const { body } = await stage.product.api.get(pathname.replace("/project/edit/", "/project/drafts/"));
    const pods = (body["document"] as DraftDocument).tables.find(({ name }) => name === "pods");
    const host = pods?.columns.find(({ name }) => name === "host")?.id ?? "";
    expect(pods?.rows.map(({ cells }) => cells[host])).toEqual(["mail.example.org"]);
    await lookAt(page, "draft-first-pod-made");
  });

  step(
    "is as it was when that is taken back, and goes on with the channels where nothing is needed",
    async () => {
      await grid().focus();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await cards().getByRole("button", { name: /^Ping/ }).click();
      await page.getByRole("grid", { name: "Ping" }).waitFor();
      await page.getByRole("tab", { name: "Ping", selected: true }).waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "grid");
      expect(
        await grid()
          .getByRole("columnheader", { name: /channel/ })
          .count(),
      ).toBe(1);
    },
  );
});
