/**
 * Writes the pictures of the documentation: `npm run build`, then `node scripts/run.mjs scripts/screenshots.ts`.
 * The product runs with a plant of six pods; each screen is taken wide and light, and narrow and dark. To look through
 * all screens: scripts/look-through.ts.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { repoRoot, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { launchBrowser, openTab } from "../e2e/support/browser.ts";
import { byButton, byHeading, chooseFile, PASSWORD, signIn, summary } from "../e2e/support/console.ts";
import { settled } from "../e2e/support/look.ts";
import { brokenExample } from "../e2e/support/projects.ts";
import { SCREENS } from "../e2e/support/routes.ts";
import { fill } from "./pictures/plants.ts";

const SHOWN = new Set([
  "dashboard",
  "pods",
  "pod-modb-client",
  "project-versions",
  "runtime-debug",
  "runtime-logging",
]);
const LARGEST = 150_000;
/** In these seconds values arrive, and the history of the device gets points for its graphs. */
const WARM_UP = 45_000;

const target = path.join(repoRoot(), "docs/screenshots");
const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-screenshots-"));
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const broker = await startMosquitto();
const product = await startProduct();
const browser = await launchBrowser();
try {
  const { api } = product;
  await api.signIn(PASSWORD);
  await waitFor(async () => (await api.get("/license")).body["valid"] === true, { what: "the licence" });
  const looks = [
    { suffix: "1440-light", tab: await openTab(browser, product.url, { width: 1440, height: 810 }) },
    { suffix: "390-dark", tab: await openTab(browser, product.url, { width: 390, height: 844, dark: true }) },
  ];
  for (const { tab } of looks) {
    await signIn(tab.page);
    await byHeading(tab.page, "Status").waitFor();
  }
  const picture = async (name: string, prepare: (page: Page) => Promise<void>): Promise<void> => {
    for (const { suffix, tab } of looks) {
      await prepare(tab.page);
      await settled(tab.page);
      await tab.page.screenshot({ path: path.join(target, `${name}-${suffix}.png`) });
    }
  };
  await picture("upload-errors", async (page) => {
    await page.goto(`${product.url}/project/upload`);
    await chooseFile(page, brokenExample());
    await byButton(page, "Hochladen").click();
    await summary(page).waitFor();
  });
  await fill(api, folder, broker.port);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  for (const { address, file } of SCREENS.filter((screen) => SHOWN.has(screen.file))) {
    await picture(file, async (page) => {
      await page.goto(`${product.url}${address}`);
    });
  }
} finally {
  await browser.close();
  await product.stop();
  await broker.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const name of await readdir(target)) {
  const { size } = await stat(path.join(target, name));
  if (size > LARGEST) process.stdout.write(`${name} is large: ${Math.round(size / 1000)} kB\n`);
}
