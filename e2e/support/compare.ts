/**
 * Compares a picture of the console with the stored one. Which differences count: docs/decisions/pictures.md.
 *
 *     const album = await openAlbum(browser);
 *     const difference = await album.difference("pods-1440-light", () => page.screenshot());
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import type { Browser } from "playwright-core";

export const STORED = path.join(repoRoot(), "e2e/pictures/stored");
const RESULTS = path.join(repoRoot(), "test-results/pictures");
const BROWSER = path.join(STORED, "browser.json");

/** Pixels that may differ, and how far away the same colour may lie, px. */
interface Measure {
  pixels: number;
  reach: number;
}
const SAME_BROWSER: Measure = { pixels: 60, reach: 0 };
/** Another version of the browser draws edges of letters otherwise: 0.3 % of 1440 × 900. */
const OTHER_BROWSER: Measure = { pixels: 4_000, reach: 1 };
/** In each of red, green and blue, of 255. */
const COLOUR = 24;
/** A page is looked at again until it is as it should be, ms. */
const PATIENCE = 6_000;
const PAUSE = 150;

export interface Album {
  /**
   * Undefined where nothing differs. The picture and what differs are kept in test-results/pictures.
   * @param patience how long the page is looked at again, ms
   */
  difference(name: string, take: () => Promise<Buffer>, patience?: number): Promise<string | undefined>;
  close(): Promise<void>;
}

const versionOf = (browser: Browser): string => browser.version().split(".")[0] ?? "";

export async function openAlbum(browser: Browser): Promise<Album> {
  await mkdir(RESULTS, { recursive: true });
  const { chromium } = JSON.parse(await readFile(BROWSER, "utf8")) as { chromium: string };
  const measure = chromium === versionOf(browser) ? SAME_BROWSER : OTHER_BROWSER;
  const page = await browser.newPage();
  return {
    async difference(name, take, patience = PATIENCE) {
      const file = path.join(STORED, `${name}.png`);
      const stored = await readFile(file).catch(() => undefined);
      const end = Date.now() + patience;
      for (;;) {
        const picture = await take();
        if (stored?.equals(picture)) return undefined;
        const found = stored ? await page.evaluate(compare, partsOf(stored, picture, measure)) : undefined;
        if (found && found.pixels <= measure.pixels) return undefined;
        if (stored && Date.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
          continue;
        }
        await writeFile(path.join(RESULTS, `${name}.png`), picture);
        if (!found) return `${name}: no picture is stored`;
        await writeFile(path.join(RESULTS, `${name}-differs.png`), Buffer.from(found.marked, "base64"));
        return `${name}: ${found.pixels} pixels differ (${measure.pixels} may), first at ${found.first}`;
      }
    },
    close: () => page.close(),
  };
}

/** Takes the picture as the one to compare with, once it no longer changes. */
export async function store(name: string, take: () => Promise<Buffer>): Promise<void> {
  let before = await take();
  let quiet = 0;
  for (let tries = 0; quiet < 3; tries += 1) {
    if (tries > 40) throw new Error(`${name} goes on changing`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const now = await take();
    quiet = now.equals(before) ? quiet + 1 : 0;
    before = now;
  }
  await writeFile(path.join(STORED, `${name}.png`), before);
}

export const storeBrowser = (browser: Browser): Promise<void> =>
  writeFile(BROWSER, `{ "chromium": ${JSON.stringify(versionOf(browser))} }\n`);

const partsOf = (stored: Buffer, picture: Buffer, { reach }: Measure) => ({
  stored: stored.toString("base64"),
  picture: picture.toString("base64"),
  reach,
  colour: COLOUR,
});

/** Runs in the browser, which reads pictures fast. A size that differs counts with every pixel of it. */
async function compare(parts: ReturnType<typeof partsOf>) {
  const { stored, picture, reach, colour } = parts;
  const [a, b] = await Promise.all([pixelsOf(stored), pixelsOf(picture)]);
  const { width, height } = { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
  const marked = new OffscreenCanvas(width, height);
  const context = marked.getContext("2d") as OffscreenCanvasRenderingContext2D;
  context.putImageData(b, 0, 0);
  context.fillStyle = "rgb(255 255 255 / 75%)";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#d00";
  let pixels = 0;
  let first = "";
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isNear(a, b, x, y) && isNear(b, a, x, y)) continue;
      if (pixels === 0) first = `${x}, ${y}`;
      pixels += 1;
      context.fillRect(x, y, 1, 1);
    }
  }
  const data = new Uint8Array(await (await marked.convertToBlob()).arrayBuffer());
  let text = "";
  for (const byte of data) text += String.fromCharCode(byte);
  return { pixels, first, marked: btoa(text) };

  async function pixelsOf(base64: string): Promise<ImageData> {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawn = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    drawn.drawImage(bitmap, 0, 0);
    return drawn.getImageData(0, 0, bitmap.width, bitmap.height);
  }
  /** The pixel of `from` is found in `within`, there or close by. */
  function isNear(from: ImageData, within: ImageData, x: number, y: number): boolean {
    if (x >= from.width || y >= from.height) return false;
    if (isSame(from, within, x, y, x, y)) return true;
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        if (isSame(from, within, x, y, x + dx, y + dy)) return true;
      }
    }
    return false;
  }
  function isSame(from: ImageData, within: ImageData, x: number, y: number, toX: number, toY: number) {
    if (toX < 0 || toY < 0 || toX >= within.width || toY >= within.height) return false;
    const at = (y * from.width + x) * 4;
    const to = (toY * within.width + toX) * 4;
    for (let part = 0; part < 3; part += 1) {
      const difference = (from.data[at + part] ?? 0) - (within.data[to + part] ?? 0);
      if (difference > colour || difference < -colour) return false;
    }
    return true;
  }
}
