/** What runs on the device is seen in every tab, also after a reload. */
import { descendants, type Product, processes } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { byHeading, navigation, PASSWORD, signIn } from "./support/console.ts";
import { axe, keepPicture, settled, sidewaysOverflow, WIDTHS } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

/** Keeps every hub process from working, until the returned function is called. */
async function holdHub(product: Product): Promise<() => Promise<void>> {
  const tell = async (signal: "SIGSTOP" | "SIGCONT") => {
    const own = new Set(await descendants(product.launcher.pid ?? 0));
    for (const { pid, command } of await processes()) {
      if (own.has(pid) && command.includes("/hub.mjs")) process.kill(pid, signal);
    }
  };
  await tell("SIGSTOP");
  const timer = setInterval(() => void tell("SIGSTOP").catch(() => undefined), 100);
  return async () => {
    clearInterval(timer);
    await tell("SIGCONT");
  };
}

describe("running jobs", () => {
  const stage = useStage();
  beforeAll(() => stage.product.api.signIn(PASSWORD));

  async function openSignedIn(address = "/") {
    const tab = await stage.open(address);
    await byHeading(tab.page, "Anmeldung").waitFor();
    // A tab hears of a job by the stream.
    const listening = tab.page.waitForResponse((response) => response.url().includes("/api/stream"));
    await signIn(tab.page);
    await navigation(tab.page).waitFor();
    await listening;
    return tab;
  }
  const chip = (page: Page) => page.getByRole("button", { name: "1 laufender Vorgang" });

  it("stand in the header of every page, with step and name, until they end", async () => {
    const [one, two] = [await openSignedIn("/"), await openSignedIn("/system/license")];
    const release = await holdHub(stage.product);
    await stage.product.api.get("/hub/restart");
    for (const { page } of [one, two]) {
      await chip(page).waitFor();
      expect(await chip(page).innerText()).toContain("Hub neu starten");
    }
    await two.page.reload();
    await chip(two.page).waitFor();
    await chip(two.page).click();
    const panel = two.page.getByRole("region", { name: "Laufende Vorgänge" });
    await panel.getByText("Auf den Hub warten").waitFor();
    const refused = await stage.product.api.get("/hub/restart");
    expect(refused.status).toBe(409);
    expect(refused.body["message"]).toContain("Hub neu starten");
    for (const width of WIDTHS) {
      await two.page.setViewportSize({ width, height: 800 });
      await settled(two.page);
      expect(await sidewaysOverflow(two.page)).toBeLessThanOrEqual(0);
      await keepPicture(two.page, `jobs-${width}`, false);
    }
    expect(await axe(two.page)).toEqual([]);
    await release();
    for (const { page } of [one, two]) await chip(page).waitFor({ state: "detached", timeout: 60_000 });
    const { body } = await stage.product.api.get("/jobs");
    expect((body["jobs"] as object[])[0]).toMatchObject({ kind: "hub.restart", state: "done" });
    await Promise.all([one.close(), two.close()]);
  });

  it("cover every tab during a restart of the system, and uncover it when it is back", async () => {
    const [one, two] = [await openSignedIn("/"), await openSignedIn("/system/license")];
    await stage.product.api.get("/system/restart", { action: "restart" });
    const covers = [one, two].map(({ page }) => page.getByRole("alertdialog", { name: "Neustart läuft" }));
    await Promise.all(covers.map((cover) => cover.waitFor()));
    await Promise.all(covers.map((cover) => cover.waitFor({ state: "detached", timeout: 60_000 })));
    for (const { page } of [one, two]) await navigation(page).waitFor();
    const { body } = await stage.product.api.get("/jobs");
    expect((body["jobs"] as object[])[0]).toMatchObject({ kind: "system.restart", state: "done" });
    await Promise.all([one.close(), two.close()]);
  });
});
