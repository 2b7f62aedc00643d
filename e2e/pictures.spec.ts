/**
 * The console looks as it did. Its pages are drawn from recorded answers and compared with the stored pictures:
 * docs/decisions/pictures.md. A wanted change is stored by `node scripts/run.mjs scripts/pictures.ts`.
 */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Album, openAlbum } from "./support/compare.ts";
import { outdated, type RecordedDevice, readRecording, startRecorded } from "./support/recorded.ts";
import { launchForPictures, openViews, PLACE, SCENES, show, take } from "./support/scenes.ts";

let device: RecordedDevice;
let browser: Browser;
let album: Album;
let views: Awaited<ReturnType<typeof openViews>>;

beforeAll(async () => {
  device = await startRecorded();
  browser = await launchForPictures(device.host);
  album = await openAlbum(browser);
  views = await openViews(browser, device.at);
});
afterAll(async () => {
  await browser?.close();
  device?.stop();
});

it("stands on answers that the appliance could give today", async () => {
  expect(outdated(await readRecording())).toEqual([]);
});

it.each(SCENES)("$name", async (scene) => {
  const found = await Promise.all(
    (scene.signedOut ? views.signedOut : views.signedIn).map(async ({ suffix, page, problems }) => {
      await show(page, PLACE, scene);
      const difference = await album.difference(`${scene.name}-${suffix}`, () => take(page));
      return [...(difference === undefined ? [] : [difference]), ...problems()];
    }),
  );
  expect(found.flat()).toEqual([]);
  expect(device.missing()).toEqual([]);
});

it("sees what should not have changed", async () => {
  const scene = SCENES.find(({ name }) => name === "pods") ?? expect.fail();
  const { page, suffix } = views.signedIn[0] ?? expect.fail();
  await show(page, PLACE, scene);
  for (const style of [
    "td { padding-block: 3px !important }",
    "h1 { color: #555 !important }",
    "table, tr, td { border: 0 !important }",
  ]) {
    const added = await page.addStyleTag({ content: style });
    expect(await album.difference(`pods-${suffix}`, () => take(page), 0), style).toMatch(/pixels differ/);
    await added.evaluate((element) => (element as Element).remove());
  }
});
