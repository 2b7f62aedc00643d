/** The editor on a page of Chromium, over drafts of the real product. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { repoRoot } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../e2e/support/browser.ts";
import { PASSWORD, pause, startReady } from "../support/product.ts";
import type { Figure } from "../support/results.ts";
import { zipFiles } from "../support/zip.ts";
import { CHANNEL_COLUMNS, channelRow, emptyTables, projectTables, QOS, type Table } from "./tables.ts";

type Product = Awaited<ReturnType<typeof startReady>>;

/** What the page notes for the measurements. */
interface Noted {
  /** ms from the key that ended a cell until the frame that shows whether it is wrong is drawn. */
  judged: number[];
  /** ms from a key within a cell, which makes it wrong or right, until the frame that shows it is drawn. */
  seen: number[];
  /** ms from such a key until the page has all that is said of it. */
  told: number[];
  /** ms from each key to the next frame. */
  typed: number[];
  compiled: number;
}

/** ms between keys of somebody who types 120 words a minute. */
const FAST_TYPIST = 100;
const QUICK = process.argv.includes("--quick");

export async function inBrowser(): Promise<Figure[]> {
  const product = await startReady();
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const [channels, links, edits, aim] of [
      [5_000, 2_500, QUICK ? 20 : 100, "50 ms"],
      [100_000, 20_000, QUICK ? 5 : 20, "1,000 ms"],
    ] as const) {
      const page = await open(product, browser, await draft(product, channels, links));
      await goTo(page);
      const rows = `${channels.toLocaleString("en")} channels and ${links.toLocaleString("en")} links`;
      const used = await processorTime(page);
      const { judged, typed } = await keystrokes(page, edits, 0);
      const perEdit = (await used()) / (edits + 2);
      const people = await keystrokes(page, edits, FAST_TYPIST);
      const spread = (times: readonly number[]) =>
        `${[0.5, 0.9, 0.99, 1].map((of) => share(times, of)).join(", ")}, ${times.length}`;
      figures.push({
        what: `in Chromium, ${rows}: a key within a cell, the one that opens it among them → all errors in the page, ${FAST_TYPIST} ms between keys: p50, p90, p99, longest, of how many`,
        aim,
        measured: spread(people.told),
      });
      figures.push({
        what: "the same → the frame that shows them is drawn",
        measured: spread(people.seen),
      });
      if (channels === 5_000)
        figures.push({
          what: "the same keys on a page with nothing but a field, whose worker answers at once and whose answer is one word → in the page; drawn",
          measured: (await bare(browser)).map(spread).join("; "),
        });
      figures.push({
        what: `the same: Enter → all errors on the screen, at once after the key before it, and ${FAST_TYPIST} ms after it, as fast typists are: p50, p99`,
        aim,
        measured: [judged, people.judged]
          .map((times) => `${share(times, 0.5)}, ${share(times, 0.99)}`)
          .join("; "),
      });
      figures.push({
        what: "the same: a key → the next frame: p50, p99, longest; processor time of the page's main thread for a cell (three keys)",
        aim: "100 ms",
        measured: `${share(typed, 0.5)}, ${share(typed, 0.99)}, ${share(typed, 1)}; ${perEdit.toFixed(0)} ms`,
      });
      if (channels > 5_000) figures.push(...(await scrolling(page, channels)));
      await page.context().close();
    }
    figures.push(...(await pasting(product, browser)), ...(await sizes(product, browser)));
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** @returns its id */
async function draft({ api }: Product, channels: number, links: number, more: Table[] = []): Promise<string> {
  const csv = [...projectTables(channels, links), ...more].map(([name, rows]): [string, string] => [
    `${name}.csv`,
    rows.map((cells) => cells.join(";")).join("\n"),
  ]);
  const content = await zipFiles(csv);
  const { body } = await api.uploadFile("/project/drafts/import", "myfile", { name: "messung.zip", content });
  if (body["code"] !== 0) throw new Error(JSON.stringify(body).slice(0, 500));
  return String(body["id"]);
}

async function open({ url }: Product, browser: Browser, id: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "de-DE" });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.addInitScript(note);
  await page.goto(`${url}/project/edit/${id}`);
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByText("Der Entwurf hat keine Fehler.").waitFor();
  return page;
}

/** Runs in the page, before anything of it. */
function note(): void {
  const noted: Noted = { judged: [], seen: [], told: [], typed: [], compiled: 0 };
  Object.assign(globalThis, { noted });
  const drawn = (then: () => void) => requestAnimationFrame(() => setTimeout(then));
  /** When the cell says what is so of the value that was typed into it. Frames are not asked for: they would be drawn for nothing. */
  const judge = (cell: string, wrong: boolean, began: number, times: number[], told?: number[]) => {
    const isSaid = () => (document.querySelector(cell)?.getAttribute("aria-invalid") === "true") === wrong;
    const said = () => {
      told?.push(performance.now() - began);
      drawn(() => times.push(performance.now() - began));
    };
    if (isSaid()) {
      said();
      return;
    }
    const marks = new MutationObserver(() => {
      if (!isSaid()) return;
      marks.disconnect();
      said();
    });
    const grid = document.querySelector('[role="grid"]') ?? document;
    marks.observe(grid, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
  };
  addEventListener(
    "keydown",
    ({ key, target, timeStamp }) => {
      drawn(() => noted.typed.push(performance.now() - timeStamp));
      const cell = document.querySelector('[role="grid"]')?.getAttribute("aria-activedescendant");
      const [column, row] = (cell ?? "").split("-").toReversed();
      const place = `[data-row="${row}"] [data-column="${column}"]`;
      if (key === "Enter" && target instanceof HTMLInputElement)
        judge(place, target.value === "7", timeStamp, noted.judged);
      else if (/^[27]$/.test(key) || key === "Backspace")
        judge(place, key === "7", timeStamp, noted.seen, noted.told);
    },
    true,
  );
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Plain>) {
      super(...given);
      this.addEventListener("message", ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === "compiled") drawn(() => (noted.compiled += 1));
      });
    }
  };
}

/** @returns ms of processor time that the page's main thread used since the last question (threadTicks of Chromium's tools) */
async function processorTime(page: Page): Promise<() => Promise<number>> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  let before = 0;
  const since = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    const now = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
    const used = now - before;
    before = now;
    return used;
  };
  await since();
  return since;
}

const noted = (page: Page): Promise<Noted> =>
  page.evaluate(() => structuredClone((globalThis as unknown as { noted: Noted }).noted));

async function goTo(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "MQTT" }).click();
  await page.getByRole("grid", { name: "MQTT" }).focus();
  await page.keyboard.press("Control+Home");
  for (let column = 0; column < CHANNEL_COLUMNS.length; column += 1) {
    const head = page.getByRole("columnheader", { name: "qos" });
    const at = Number(await head.getAttribute("aria-colindex"));
    const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
    const now = Number(active?.split("-").at(-1)) + 2;
    if (now === at) return;
    for (let step = now; step < at; step += 1) await page.keyboard.press("ArrowRight");
  }
  throw new Error(`column ${QOS} was not found`);
}

let pauses = 0;
/** ms at least, and up to a frame more: keys come at any time between two frames. */
async function pauseOf(between: number): Promise<void> {
  if (between === 0) return;
  pauses += 1;
  await pause((between + ((pauses * 7) % 17)) / 1000);
}

/** A wrong value and the right one again, in rows far from one another. With time between the keys, each of them changes what is so. */
async function keystrokes(page: Page, edits: number, between: number): Promise<Noted> {
  const told = (list: "judged" | "seen", before: number) =>
    page.waitForFunction(
      ([of, count]) => (globalThis as unknown as { noted: Noted }).noted[of].length > count,
      [list, before] as const,
    );
  for (let edit = -2; edit < edits; edit += 1) {
    if (edit === 0)
      await page.evaluate(() => {
        const { judged, seen, told: said, typed } = (globalThis as unknown as { noted: Noted }).noted;
        judged.length = seen.length = said.length = typed.length = 0;
      });
    const { judged } = await noted(page);
    const wrong = edit % 2 === 0;
    await page.keyboard.press(wrong ? (edit % 7 === 0 ? "PageDown" : "ArrowDown") : "ArrowUp");
    await pauseOf(between);
    if (between === 0) await page.keyboard.press(wrong ? "7" : "2");
    else
      for (const key of wrong ? ["7", "Backspace", "7"] : ["2", "7", "Backspace"]) {
        const { seen } = await noted(page);
        await page.keyboard.press(key);
        await told("seen", seen.length);
        await pauseOf(between);
      }
    await page.keyboard.press("Enter");
    await told("judged", judged.length);
    await pause(0.05);
  }
  return await noted(page);
}

/** What the machine and the browser take by themselves. @returns ms until it is in the page, and until it is drawn */
async function bare(browser: Browser): Promise<[told: number[], drawn: number[]]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent("<input><p></p>");
  await page.evaluate(() => {
    const times = { told: [] as number[], drawn: [] as number[] };
    const source = URL.createObjectURL(new Blob(["onmessage = ({ data }) => postMessage(data)"]));
    const worker = new Worker(source);
    const word = document.querySelector("p");
    let began = 0;
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => {
      if (word) word.textContent = data;
      times.told.push(performance.now() - began);
      requestAnimationFrame(() => setTimeout(() => times.drawn.push(performance.now() - began)));
    });
    addEventListener("keydown", ({ timeStamp }) => (began = timeStamp));
    addEventListener("input", ({ target }) => worker.postMessage((target as HTMLInputElement).value));
    document.querySelector("input")?.focus();
    Object.assign(globalThis, { times });
  });
  for (let keys = 0; keys < (QUICK ? 60 : 300); keys += 1) {
    await page.keyboard.press(keys % 3 === 1 ? "Backspace" : "7");
    await pauseOf(FAST_TYPIST);
  }
  const { told, drawn } = await page.evaluate(
    () => (globalThis as unknown as { times: { told: number[]; drawn: number[] } }).times,
  );
  await page.close();
  return [told, drawn];
}

/** px a frame: as a browser moves a page by one notch of a wheel after the other, and as by a wheel that is turned fast. */
const SPEEDS = [33, 200];

async function scrolling(page: Page, rows: number): Promise<Figure[]> {
  await pause(2);
  const run = (step: number) =>
    page.evaluate(async (px) => {
      const box = document.querySelector('[role="grid"]')?.parentElement;
      if (!box) throw new Error("there is no grid");
      const frames: number[] = [];
      let before = performance.now();
      for (let frame = 0; frame < 400; frame += 1) {
        box.scrollTop += px;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        frames.push(now - before);
        before = now;
      }
      return frames;
    }, step);
  await page.evaluate(() => {
    const box = document.querySelector('[role="grid"]')?.parentElement;
    if (box) box.scrollTop = 0;
  });
  const told = (frames: number[]) => {
    const late = frames.filter((ms) => ms > 25).length;
    return `p50 ${share(frames, 0.5)}, p99 ${share(frames, 0.99)}, ${late} of ${frames.length} late`;
  };
  const still = told(await run(0));
  const figures: Figure[] = [];
  for (const speed of SPEEDS) {
    const used = await processorTime(page);
    const frames = await run(speed);
    const perFrame = (await used()) / frames.length;
    figures.push({
      what: `scrolling ${rows.toLocaleString("en")} rows, ${speed} px a frame: time between frames; late: more than 25 ms; processor time of the page's main thread for a frame`,
      aim: "60 frames/s",
      measured: `${told(frames)}, ${perFrame.toFixed(1)} ms; the page at rest: ${still}`,
    });
  }
  return figures;
}

/** 5,000 rows into an empty table, as a spreadsheet puts them on the clipboard. */
async function pasting(product: Product, browser: Browser): Promise<Figure[]> {
  const page = await open(product, browser, await draft(product, 1, 0));
  await page.getByRole("tab", { name: "MQTT" }).click();
  await page.getByRole("grid", { name: "MQTT" }).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Home");
  const rows = Array.from({ length: 5_000 }, (_, i) => channelRow(i + 1).join("\t"));
  const { compiled } = await noted(page);
  const [shown, judged] = await page.evaluate(
    async ([text, before]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      const started = performance.now();
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const drawn = performance.now() - started;
      while ((globalThis as unknown as { noted: Noted }).noted.compiled === before)
        await new Promise((resolve) => setTimeout(resolve, 5));
      return [drawn, performance.now() - started] as const;
    },
    [`${[CHANNEL_COLUMNS.join("\t"), ...rows].join("\n")}\n`, compiled] as const,
  );
  const started = performance.now();
  await page.getByText("gespeichert", { exact: true }).waitFor();
  const kept = judged + performance.now() - started;
  await page.getByText("Der Entwurf hat keine Fehler.").waitFor();
  await page.context().close();
  return [
    {
      what: "5,000 rows of 10 columns pasted: on the screen, all errors there, kept by the device",
      aim: "1,000 ms",
      measured: [shown, judged, kept].map((ms) => `${ms.toFixed(0)} ms`).join(", "),
    },
  ];
}

async function sizes(product: Product, browser: Browser): Promise<Figure[]> {
  const usual = await sizeOf(product, browser, await draft(product, 1, 0));
  const whole = await sizeOf(product, browser, await draft(product, 1, 0, emptyTables()));
  return [
    {
      what: "what a draft loads beyond the list of drafts, by brotli: all of it, the worker of that, files; those of a draft with every table and pod type",
      aim: "75 kB",
      measured: `${usual}; ${whole}`,
    },
  ];
}

/** Scripts and style sheets that the list of drafts did not need, until the draft is judged. */
async function sizeOf(product: Product, browser: Browser, id: string): Promise<string> {
  const { pathname } = new URL(`${product.url}/project/edit/${id}`);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "de-DE" });
  const page = await context.newPage();
  const files = new Set<string>();
  // Those of workers are among them.
  context.on("response", (response) => {
    const file = new URL(response.url()).pathname;
    if (/\.(js|css)$/.test(file)) files.add(file);
  });
  await page.goto(`${product.url}/project/edit`);
  await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.locator(`a[href="${pathname}"]`).waitFor();
  await pause(3);
  const before = new Set(files);
  await page.locator(`a[href="${pathname}"]`).click();
  const said = page.getByRole("region", { name: "Fehler und Warnungen" });
  await said.getByText("Der Entwurf hat keine Fehler.").or(said.getByRole("button").first()).waitFor();
  await pause(3);
  let [all, worker, count] = [0, 0, 0];
  for (const file of files) {
    if (before.has(file)) continue;
    const size = brotliCompressSync(await readFile(path.join(repoRoot(), "dist/console", file))).length;
    all += size;
    count += 1;
    if (/worker/.test(file)) worker += size;
  }
  await context.close();
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return `${kB(all)}, ${kB(worker)}, ${count}`;
}

function share(times: readonly number[], of: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `${(sorted[Math.max(0, Math.ceil(of * sorted.length) - 1)] ?? Number.NaN).toFixed(0)} ms`;
}
