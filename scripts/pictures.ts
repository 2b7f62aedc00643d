/**
 * Stores the pictures that e2e/pictures.spec.ts compares with (docs/decisions/pictures.md):
 *
 *     node scripts/run.mjs scripts/pictures.ts             after a wanted change of the console
 *     node scripts/run.mjs scripts/pictures.ts --only=pods   those of one page
 *     node scripts/run.mjs scripts/pictures.ts --record    after a change of what the appliance answers, too
 *
 * `npm run build` comes first.
 */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { repoRoot, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import { STORED, store, storeBrowser } from "../e2e/support/compare.ts";
import { PASSWORD } from "../e2e/support/console.ts";
import { startRecorded, startRecorder, writeRecording } from "../e2e/support/recorded.ts";
import { launchForPictures, openViews, PLACE, SCENES, show, take } from "../e2e/support/scenes.ts";
import { placeless } from "./pictures/placeless.ts";
import { fill } from "./pictures/plants.ts";

/** In these seconds values arrive, and the device's history gets points for its graphs. */
const WARM_UP = 45_000;

/** Longer than the pages take, ms. */
const AHEAD = 180_000;

if (process.argv.includes("--record")) await record();
await storeAll();

/** Each page as a person sees it, through the recorder, with the browser's clock standing still. */
async function record(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-pictures-"));
  const broker = await startMosquitto();
  const product = await startProduct();
  const recorder = await startRecorder(product.url);
  const browser = await launchForPictures();
  try {
    const { api } = product;
    await api.signIn(PASSWORD);
    await waitFor(async () => (await api.get("/license")).body["valid"] === true, { what: "the licence" });
    await fill(api, folder, broker.port);
    await new Promise((resolve) => setTimeout(resolve, WARM_UP));
    // Later than all that is recorded: nothing lies in the future.
    const at = Date.now() + AHEAD;
    const { signedIn, signedOut } = await openViews(browser, at, api.token);
    for (const scene of SCENES) {
      await Promise.all(
        (scene.signedOut ? signedOut : signedIn).map(async ({ page }) => {
          await show(page, recorder.url, scene);
          // What comes by the stream a moment later.
          await page.waitForTimeout(1_500);
        }),
      );
    }
    await writeRecording(placeless({ at, answers: recorder.end() }, [product.dataDir, folder, repoRoot()]));
  } finally {
    await browser.close();
    recorder.end();
    await product.stop();
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeAll(): Promise<void> {
  const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
  if (only === undefined) await rm(STORED, { recursive: true, force: true });
  await mkdir(STORED, { recursive: true });
  const device = await startRecorded();
  const browser = await launchForPictures(device.host);
  try {
    await storeBrowser(browser);
    const { signedIn, signedOut } = await openViews(browser, device.at);
    for (const scene of SCENES.filter(({ name }) => only === undefined || name === only)) {
      await Promise.all(
        (scene.signedOut ? signedOut : signedIn).map(async ({ suffix, page }) => {
          await show(page, PLACE, scene);
          await store(`${scene.name}-${suffix}`, () => take(page));
        }),
      );
    }
    for (const call of device.missing()) process.stdout.write(`not recorded: ${call}\n`);
    process.stdout.write(`${(await readdir(STORED)).length - 1} pictures\n`);
  } finally {
    await browser.close();
    device.stop();
  }
}
