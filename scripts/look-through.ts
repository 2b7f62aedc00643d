/**
 * Every route in both themes, four widths and three states, as whole pages to look through; what a program can see
 * (texts cut off, on one another or hardly to be seen, and what is too small for a finger) stands in findings.txt beside them.
 *
 *     node scripts/run.mjs scripts/look-through.ts FOLDER [--states=empty,typical,kinds,large,house] [--widths=390,768,1440,2560] [--only=pods]
 *
 * `kinds` is a plant with a pod of each kind, `house` has pages, schedules, meters and a draft. `npm run build` comes first.
 */
import { appendFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type ApiClient, repoRoot, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openTab } from "../e2e/support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "../e2e/support/console.ts";
import { settled, useScheme } from "../e2e/support/look.ts";
import { writeEveryKind } from "../e2e/support/projects.ts";
import { SCREENS } from "../e2e/support/routes.ts";
import { smallTargets } from "../e2e/support/small-targets.ts";
import { textsAtFault } from "../e2e/support/texts-at-fault.ts";
import { fill, fillLarge, LARGE_PODS, upload } from "./pictures/plants.ts";

const option = (name: string, usual: string): string =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const target = path.resolve(process.argv[2] ?? "test-results/look-through");
const widths = option("widths", "390,768,1440,2560").split(",").map(Number);
const only = new RegExp(option("only", ""));
const ALARM_TABS = ["history", "shelved", "maintenance", "duty", "figures", "heartbeat"];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
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
  await mkdir(path.join(target, state), { recursive: true });
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
    if (state !== "empty" && state !== "house") await pause(WARM_UP);
    const screens = SCREENS.map((screen) => ({
      ...screen,
      address: state === "large" ? (LARGE_PODS[screen.file] ?? screen.address) : screen.address,
    }));
    const rounds = state === "house" ? houseRounds(api) : [() => Promise.resolve(screens)];
    for (const round of rounds) await lookAtAll(browser, product.url, state, await round());
  } finally {
    await product.stop();
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Visit {
  file: string;
  address: string;
}

/** One example after the other, each with the pages that it fills. */
function houseRounds(api: ApiClient): (() => Promise<readonly Visit[]>)[] {
  const round = (example: string, visits: Readonly<Record<string, string>>) => async () => {
    await upload(api, path.join(repoRoot(), "examples", example));
    await pause(WARM_UP);
    return Object.entries(visits).map(([file, address]) => ({ file, address }));
  };
  const room = encodeURIComponent("Haus/Büro 1");
  return [
    round("ansichten.zip", { "house-status": "/", "house-pages": "/view", "house-page": `/view/${room}` }),
    round("zeitprogramme.xlsx", {
      "house-schedules": "/runtime/schedules",
      "house-schedule": "/runtime/schedules/sched.heizung.soll",
    }),
    round("energie.xlsx", { "house-energy": "/runtime/energy" }),
    round("meldungen.xlsx", {
      ...Object.fromEntries(ALARM_TABS.map((tab) => [`house-alarms-${tab}`, `/runtime/alarms?tab=${tab}`])),
      "house-alarms": "/runtime/alarms",
    }),
    async () => {
      const { body } = await api.post("/project/drafts", { name: "Umbau", from: "running" });
      const draft = `/project/edit/${String(body["id"])}`;
      return [
        { file: "house-drafts", address: "/project/edit" },
        { file: "house-draft", address: draft },
        { file: "house-draft-alarms", address: `${draft}?table=alarms` },
      ];
    },
  ];
}

async function lookAtAll(
  browser: Browser,
  url: string,
  state: string,
  visits: readonly Visit[],
): Promise<void> {
  await Promise.all(
    (["light", "dark"] as const).map(async (theme) => {
      const { context, page } = await openTab(browser, url, { dark: theme === "dark" });
      page.setDefaultTimeout(120_000);
      await signIn(page);
      await byHeading(page, "Status").waitFor();
      for (const { address, file } of visits.filter((visit) => only.test(visit.file))) {
        await page.goto(`${url}${address}`);
        await byButton(page, "Abmelden").first().waitFor();
        for (const width of widths)
          await look(page, path.join(state, `${file}-${width}-${theme}`), width, theme);
      }
      await context.close();
    }),
  );
}

async function look(page: Page, name: string, width: number, theme: "light" | "dark"): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await settled(page);
  await useScheme(page, theme);
  // A stream's first values, and a table that turns into cards.
  await page.waitForTimeout(400);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: path.join(target, `${name}.png`),
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, LONGEST) },
  });
  for (const fault of [...(await textsAtFault(page)), ...(await smallTargets(page))]) {
    await appendFile(path.join(target, "findings.txt"), `${name}: ${fault}\n`);
  }
}
