/** The pages of a central for tests: built once, and a tab that takes its certificate. */
import path from "node:path";
import { repoRoot, type TestCentral } from "@hubwart/testing";
import type { Browser } from "playwright-core";
import { openTab, type Tab } from "./browser.ts";

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
