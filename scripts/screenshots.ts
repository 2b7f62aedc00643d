/**
 * Writes the pictures of the documentation: `npm run build`, then `node scripts/run.mjs scripts/screenshots.ts`.
 * The product runs with an example project; each screen is taken wide and light, and narrow and dark. Screens that
 * come with a later version are left out.
 *
 *     node scripts/run.mjs scripts/screenshots.ts --all=FOLDER     both themes in both widths, whole pages, to look through
 */
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { repoRoot, startProduct, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { launchBrowser, openTab, type Tab } from "../e2e/support/browser.ts";
import { byButton, byHeading, chooseFile, PASSWORD, signIn, summary } from "../e2e/support/console.ts";
import { settled } from "../e2e/support/look.ts";
import { brokenExample, writeEveryKind } from "../e2e/support/projects.ts";
import { SCREENS } from "../e2e/support/routes.ts";

const LARGEST = 150_000;
/** In these seconds values arrive, and the history of the device gets points for its graphs. */
const WARM_UP = 45_000;
const LATER = "Diese Seite steht in dieser Version noch nicht zur Verfügung.";

const all = process.argv.find((argument) => argument.startsWith("--all="))?.slice("--all=".length);
const target = all === undefined ? path.join(repoRoot(), "docs/screenshots") : path.resolve(all);
const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-screenshots-"));
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const product = await startProduct();
const browser = await launchBrowser();
try {
  const wide = { width: 1440, height: 810 };
  const narrow = { width: 390, height: 844 };
  const looks = [
    { suffix: "1440-light", tab: await openTab(browser, product.url, wide) },
    { suffix: "390-dark", tab: await openTab(browser, product.url, { ...narrow, dark: true }) },
  ];
  if (all !== undefined) {
    looks.push(
      { suffix: "1440-dark", tab: await openTab(browser, product.url, { ...wide, dark: true }) },
      { suffix: "390-light", tab: await openTab(browser, product.url, narrow) },
    );
  }
  await picture(looks, "setup", (page) =>
    byHeading(page, "Erstinstallation - Passwort einrichten").waitFor(),
  );
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the licence",
  });
  await picture(looks, "login", async (page) => {
    await page.goto(product.url);
    await byHeading(page, "Anmeldung").waitFor();
  });
  for (const { tab } of looks) {
    await signIn(tab.page);
    await byHeading(tab.page, "Status").waitFor();
  }
  await picture(looks, "upload-errors", (page) => run(page, brokenExample()));
  const project = await writeEveryKind(folder);
  await product.api.uploadProjectFile(project, { query: { backup: "1", backup_pwd: PASSWORD } });
  await picture(looks, "check-identical", (page) => run(page, project));
  await new Promise((resolve) => setTimeout(resolve, WARM_UP));
  for (const { address, file } of SCREENS) {
    await picture(looks, file, async (page) => {
      await page.goto(`${product.url}${address}`);
    });
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const name of await readdir(target)) {
  const { size } = await stat(path.join(target, name));
  if (size > LARGEST) process.stdout.write(`${name} is large: ${Math.round(size / 1000)} kB\n`);
}

async function picture(
  looks: readonly { suffix: string; tab: Tab }[],
  name: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  for (const { suffix, tab } of looks) {
    await prepare(tab.page);
    await settled(tab.page);
    if ((await tab.page.getByText(LATER).count()) > 0) return;
    await tab.page.screenshot({
      path: path.join(target, `${name}-${suffix}.png`),
      fullPage: all !== undefined,
    });
  }
}

async function run(page: Page, file: string): Promise<void> {
  await page.goto(`${product.url}/project/${file === brokenExample() ? "upload" : "check"}`);
  await chooseFile(page, file);
  await byButton(page, /^(Hochladen|Prüfen)$/).click();
  await summary(page).waitFor();
}
