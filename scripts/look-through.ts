/**
 * Every route in both themes, four widths and three states, as whole pages to look through; what a program can see
 * (texts cut off, on one another or hardly to be seen) stands in findings.txt beside them.
 *
 *     node scripts/run.mjs scripts/look-through.ts FOLDER [--states=empty,typical,kinds,large] [--widths=390,768,1440,2560] [--only=pods]
 *
 * `kinds` is a plant with a pod of each kind. `npm run build` comes first.
 */
import { appendFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import type { Browser } from "playwright-core";
import { launchBrowser, openTab } from "../e2e/support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "../e2e/support/console.ts";
import { settled, useScheme } from "../e2e/support/look.ts";
import { writeEveryKind } from "../e2e/support/projects.ts";
import { SCREENS } from "../e2e/support/routes.ts";
import { textsAtFault } from "../e2e/support/texts-at-fault.ts";
import { fill, fillLarge, LARGE_PODS } from "./pictures/plants.ts";

const option = (name: string, usual: string): string =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const target = path.resolve(process.argv[2] ?? "test-results/look-through");
const widths = option("widths", "390,768,1440,2560").split(",").map(Number);
const only = new RegExp(option("only", ""));
/** In these seconds values arrive, and the device's history gets points for its graphs. */
const WARM_UP = 40_000;
/** A page longer than this is cut: the rest of a table is more of the same. */
const LONGEST = 2_400;

const browser = await launchBrowser();
try {
  for (const state of option("states", "empty,typical,large").split(",")) await lookAt(state, browser);
} finally {
  await browser.close();
}

async function lookAt(state: string, browser: Browser): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-look-"));
  const pictures = path.join(target, state);
  await mkdir(pictures, { recursive: true });
  const broker = await startMosquitto();
  const product = await startProduct();
  const { api } = product;
  try {
    await api.signIn(PASSWORD);
    await waitFor(async () => (await api.get("/license")).body["valid"] === true, { what: "the licence" });
    if (state === "typical") await fill(api, folder, broker.port);
    else if (state === "large") await fillLarge(api, folder);
    else if (state === "kinds") {
      await api.uploadProjectFile(await writeEveryKind(folder), { query: { backup: "1" } });
    }
    if (state !== "empty") await new Promise((resolve) => setTimeout(resolve, WARM_UP));
    await Promise.all(
      (["light", "dark"] as const).map(async (theme) => {
        const { page } = await openTab(browser, product.url, { dark: theme === "dark" });
        page.setDefaultTimeout(120_000);
        await signIn(page);
        await byHeading(page, "Status").waitFor();
        for (const { address: usual, file } of SCREENS.filter((screen) => only.test(screen.file))) {
          const address = state === "large" ? (LARGE_PODS[file] ?? usual) : usual;
          await page.goto(`${product.url}${address}`);
          await byButton(page, "Abmelden").first().waitFor();
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            await settled(page);
            await useScheme(page, theme);
            // A stream's first values, and a table that turns into cards.
            await page.waitForTimeout(400);
            const height = await page.evaluate(() => document.documentElement.scrollHeight);
            const name = `${file}-${width}-${theme}`;
            await page.screenshot({
              path: path.join(pictures, `${name}.png`),
              fullPage: true,
              clip: { x: 0, y: 0, width, height: Math.min(height, LONGEST) },
            });
            for (const fault of await textsAtFault(page)) {
              await appendFile(path.join(target, "findings.txt"), `${state} ${name}: ${fault}\n`);
            }
          }
        }
      }),
    );
  } finally {
    await product.stop();
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
