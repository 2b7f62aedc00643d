/**
 * The product and a browser for one file of tests; everything ends with the file.
 *
 *     const stage = useStage();
 *     it("…", async () => { const tab = await stage.open(); … });
 *
 * A story of steps in one tab begins with `useInstalledTab`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { errorText } from "@hubwart/core";
import { descendants, type Product, processes, startProduct, waitFor } from "@hubwart/testing";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { closeTabs, openTab, sharedBrowser, type Tab, type TabOptions } from "./browser.ts";
import { byHeading, install, signIn } from "./console.ts";

/** Characters of a page that are printed when a test fails. */
const MOST_SAID = 2_000;

export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  /** For files of the tests. */
  readonly folder: string;
  open(address?: string, options?: TabOptions): Promise<Tab>;
  /** On a device whose password is `PASSWORD` already. */
  readonly openSignedIn: (address?: string, options?: TabOptions) => Promise<Tab>;
}

/** @param env of the product */
export function useStage({ env = {} }: { env?: Record<string, string> } = {}): Stage {
  let parts: { product: Product; browser: Browser; folder: string } | undefined;
  const get = () => {
    if (!parts) throw new Error("used before the tests started");
    return parts;
  };

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-e2e-"));
    const [product, browser] = await Promise.all([startProduct({ env }), sharedBrowser()]);
    parts = { product, browser, folder };
    // The trial licence comes from the embedded service, a moment after the first answer.
    await waitFor(async () => licenseIsValid((await product.api.get("/info")).body), {
      what: "the trial licence",
      timeout: 30_000,
    });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail" && parts) await sayWhatStands(parts.browser, task.name);
  });
  afterAll(async () => {
    if (parts) await closeTabs(parts.browser);
    await parts?.product.stop();
    if (parts) await rm(parts.folder, { recursive: true, force: true });
  });

  const open: Stage["open"] = (address = "/", options = {}) =>
    openTab(get().browser, get().product.url, { ...options, address });

  return {
    get product() {
      return get().product;
    },
    get browser() {
      return get().browser;
    },
    get folder() {
      return get().folder;
    },
    open,
    openSignedIn: async (address, options) => {
      const tab = await open(address, options);
      await byHeading(tab.page, "Anmeldung").waitFor();
      await signIn(tab.page);
      return tab;
    },
  };
}

/**
 * One tab for all steps of a file: it has set the password `PASSWORD` on the new device, and closes with the browser.
 * @param begin what the story needs besides; gets the tab
 */
export function useInstalledTab(stage: Stage, begin: (tab: Tab) => void | Promise<void>): Tab {
  let opened: Tab | undefined;
  const get = () => {
    if (!opened) throw new Error("used before the tests started");
    return opened;
  };
  beforeAll(async () => {
    opened = await stage.open();
    await install(opened.page);
    await begin(opened);
  });
  return {
    get page() {
      return get().page;
    },
    get context() {
      return get().context;
    },
    problems: () => get().problems(),
    forget: () => get().forget(),
    close: () => get().close(),
  };
}

/** What a person would see: that something did not appear says little. */
async function sayWhatStands(browser: Browser, test: string): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator("body")
      .innerText({ timeout: 2_000 })
      .catch((error: unknown) => errorText(error));
    process.stderr.write(`\n"${test}" failed at ${page.url()}:\n${text.slice(0, MOST_SAID)}\n`);
  }
}

const licenseIsValid = (info: Record<string, unknown>): boolean =>
  (info["license"] as { valid: boolean } | undefined)?.valid === true;

/** Ends one process of the product without a chance to clean up. */
export async function killProcess(product: Product, name: "appliance" | "hub" | "pod"): Promise<void> {
  const own = new Set(await descendants(product.launcher.pid ?? 0));
  const found = (await processes()).find(
    ({ pid, command }) => own.has(pid) && command.includes(`/${name}.mjs`),
  );
  if (!found) throw new Error(`no process ${name}`);
  process.kill(found.pid, "SIGKILL");
}
