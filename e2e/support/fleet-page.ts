/** The pages of a central for tests: built once, and a tab that takes its certificate. */
import path from "node:path";
import { repoRoot, type TestCentral } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { openTab, type Tab } from "./browser.ts";
import { byButton } from "./console.ts";

let built: Promise<void> | undefined;

/** Once for each process of tests. */
export const fleetPage = (): Promise<void> => (built ??= build());

async function build(): Promise<void> {
  const { buildFleetPage } = (await import(path.join(repoRoot(), "scripts/build.mjs"))) as {
    buildFleetPage: () => Promise<void>;
  };
  await buildFleetPage();
}

export async function openCentral(browser: Browser, { address }: Pick<TestCentral, "address">): Promise<Tab> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: "de-DE",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
  });
  return await openTab(browser, address, { context });
}

/** With a token; a central in which nobody has a password asks for one by itself. */
export async function signInWithToken(page: Page, { token }: Pick<TestCentral, "token">): Promise<void> {
  const field = page.getByLabel("Token", { exact: true });
  const other = byButton(page, "Token verwenden");
  await field.or(other).first().waitFor();
  if (!(await field.isVisible())) await other.click();
  await field.fill(token);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Standorte" }).waitFor();
}
