/** The first day with a new device, as somebody lives it who knows nothing but the console. */
import { expect, it } from "vitest";
import { byButton, byHeading, eventually, install, summary } from "./support/console.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();

it("starts with the built-in example, and Status tells how the plant does", async () => {
  const tab = await stage.open();
  const { page } = tab;
  await install(page);
  await page.getByText("Kein Projekt hochgeladen", { exact: true }).waitFor();
  expect(await page.getByText("Code: 0").count()).toBe(0);
  // The form that had the focus is gone: the page's heading has it.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await page.title()).toMatch(/^Status – Hubwart \[.+\]$/);
  await byButton(page, "Beispiel laden").click();
  await byHeading(page, "Projekt > Hochladen").waitFor();
  await summary(page).getByText("übernommen", { exact: true }).waitFor({ timeout: 60_000 });

  await page.getByRole("link", { name: "Status", exact: true }).click();
  const state = page.getByRole("region", { name: "Gesamtzustand" });
  await eventually(
    async () => (await state.textContent()) ?? "",
    (text) => text.includes("4 Pods laufen, alle 4 Verbindungen stehen."),
  );
  const pods = page.getByRole("region", { name: "Pods", exact: true });
  expect(await pods.getByRole("listitem").count()).toBe(4);
  expect(await byButton(page, "Beispiel laden").count()).toBe(0);
  await pods.getByRole("link", { name: "ping.lokal" }).click();
  await byHeading(page, /ping\.lokal/).waitFor();
  expect(tab.problems()).toEqual([]);
  await tab.close();
});
