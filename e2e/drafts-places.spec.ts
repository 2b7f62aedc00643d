/** From what runs, and from what was refused, to its row in a draft; no mocks. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { repoRoot } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { firstSteps } from "../scripts/examples/first-steps.ts";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, chooseFile, goTo, install, upload } from "./support/console.ts";
import { lookAt, settled } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");
const POD = "modb_client.leser";

describe("the way from what runs to its row in a draft", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  let address = "";
  /** Text of the cell that has the focus. */
  const focused = async (): Promise<string | null> => {
    const grid = page.getByRole("grid");
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "grid");
    const cell = (await grid.getAttribute("aria-activedescendant")) ?? "";
    return await page.locator(`[id="${cell}"]`).textContent();
  };

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await upload(page, EXAMPLE);
  });
  afterAll(() => tab.close());

  step("begins a draft from the page of a pod, and opens the pod's row", async () => {
    await page.goto(`${stage.product.url}/pods/modb_client/${POD}?tab=settings`);
    await byButton(page, /^Im Entwurf ändern/).waitFor();
    await settled(page);
    await lookAt(page, "draft-from-pod");
    await byButton(page, /^Im Entwurf ändern/).click();
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    expect(await focused()).toBe(POD);
    address = page.url();
    expect(new URL(address).searchParams.get("table")).toBe("pods");
  });

  step("opens the same draft from the drawer of a channel", async () => {
    await page.goto(`${stage.product.url}/runtime/debug?name=ping.lokal.*`);
    const name = page.getByRole("button", { name: /^ping\.lokal\./ }).first();
    await name.waitFor();
    await name.click();
    const drawer = page.getByRole("dialog", { name: /^ping\.lokal\./ });
    await byButton(drawer, /^Im Entwurf ändern/).waitFor();
    await settled(page);
    await lookAt(page, "draft-from-channel");
    await byButton(drawer, /^Im Entwurf ändern/).click();
    await page.getByRole("grid", { name: /ping/i }).waitFor();
    await focused();
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
  });

  step("goes to a cell that a shared address names, and says so where it is gone", async () => {
    const { pathname } = new URL(address);
    await page.goto(`${stage.product.url}${pathname}?table=pods&name=${POD}&column=label`);
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    expect(await focused()).toBe("Liest und schreibt den Regler");
    await page.goto(`${stage.product.url}${pathname}?table=pods&row=400`);
    await page.getByText("Diese Stelle gibt es im Entwurf nicht mehr.").waitFor();
  });

  step("keeps the cell in the address while one moves, and returns to it after a reload", async () => {
    const { pathname } = new URL(address);
    await page.goto(`${stage.product.url}${pathname}?table=pods&name=${POD}&column=label`);
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    await focused();
    const length = await page.evaluate(() => history.length);
    await page.keyboard.press("ArrowUp");
    const text = await focused();
    await page.waitForURL(/draft\.cell=/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("table"), searchParams.get("name")]).toEqual([null, null]);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.reload();
    await page.getByRole("grid", { name: "Pods" }).waitFor();
    expect(await focused()).toBe(text);
  });

  step("makes a refused file a draft and opens the cell of an error", async () => {
    await goTo(page, "Prüfen", "Projekt > Prüfen");
    await chooseFile(page, await writeWrong(stage.folder));
    await byButton(page, "Prüfen").click();
    const fix = byButton(page, /^Im Entwurf berichtigen: .*„pods“.*Zeile 4$/).first();
    await fix.waitFor({ timeout: 70_000 });
    await settled(page);
    await lookAt(page, "draft-from-error");
    await fix.click();
    await byHeading(page, "falsch.xlsx").waitFor();
    expect(await focused()).toBe("kein Port");
  });
});

/** The first steps with a port that is none, in the fourth line of the pods. */
async function writeWrong(folder: string): Promise<string> {
  const tables = firstSteps.map((table) => {
    const port = table.rows[0]?.indexOf("port");
    const rows = table.rows.map((row, line) =>
      line === 3 ? row.map((cell, column) => (column === port ? "kein Port" : cell)) : row,
    );
    return table.name === "pods" ? { ...table, rows } : table;
  });
  const file = path.join(folder, "falsch.xlsx");
  await writeFile(file, await writeWorkbook(tables));
  return file;
}
