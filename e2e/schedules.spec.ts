/** Time programmes in a real browser, against the real product: the example, what it says now, and a search. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byHeading, PASSWORD, signIn } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
let tab: Tab;
let page: Page;

beforeAll(async () => {
  await stage.product.api.signIn(PASSWORD);
  tab = await stage.open("/runtime/schedules");
  page = tab.page;
  await signIn(page);
  await byHeading(page, "Zeitprogramme").first().waitFor();
});
afterAll(() => tab.close());

/** What the hub holds. */
async function held(chan: string): Promise<unknown> {
  const { body } = await stage.product.api.get("/trace/data", { filter: chan });
  return (body["entries"] as { value: unknown }[] | undefined)?.[0]?.value;
}

describe("time programmes", () => {
  it("are none without a project", async () => {
    await page.getByText("Das Projekt hat keine Zeitprogramme.", { exact: false }).waitFor();
    await lookAt(page, "schedules-none");
  });

  it("say what the hub holds, and why", async () => {
    const bytes = await readFile(path.join(repoRoot(), "examples/zeitprogramme.xlsx"));
    const { body } = await stage.product.api.uploadProject(bytes, "zeitprogramme.xlsx");
    expect(body["code"], JSON.stringify(body)).toBe(0);
    tab.forget();
    const row = page.getByRole("row", { name: /Sollwert der Heizung/ });
    await row.waitFor();
    await waitFor(async () => (await held("sched.heizung.soll")) !== undefined, {
      what: "a value in the hub",
    });
    const value = await held("sched.heizung.soll");
    expect([17, 21]).toContain(value);
    await row.getByText(String(value), { exact: true }).waitFor();
    await row.getByText(/^Mo–So (05:30|22:00)$/).waitFor();
    await page
      .getByRole("row", { name: /Ferien/ })
      .getByText("27.12.–05.01.")
      .waitFor();
    await lookAt(page, "schedules");
  });

  it("are found by their names, and the search stands in the address", async () => {
    await page.getByRole("searchbox", { name: "Suchen" }).fill("licht");
    await page.getByRole("row", { name: /Sollwert der Heizung/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Außenlicht/ }).waitFor();
    expect(new URL(page.url()).searchParams.get("text")).toBe("licht");
  });
});
