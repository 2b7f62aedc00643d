/** The quick bar, and what is done with kept versions of the project by the menu of their row. By keyboard throughout. */
import { writeWorkbook } from "@hubwart/project/workbook";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, eventually, PASSWORD, signIn } from "./support/console.ts";
import { expectVisibleFocus } from "./support/keyboard.ts";
import { useStage } from "./support/stage.ts";

const CHANNEL = "ping.halle.erreichbar";

/** One pod that needs nothing outside. */
function project(label: string, channels: readonly string[]): Promise<Uint8Array> {
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "schnell"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "label"],
        ["ping.halle", label],
      ],
    },
    {
      name: "ping",
      rows: [
        ["pod", "channel", "type", "host", "measure"],
        ...channels.map((channel) => ["halle", channel, "bool", "127.0.0.1", "reachable"]),
      ],
    },
  ]);
}
const VERSIONS = [
  await project("Halle 1", ["erreichbar"]),
  await project("Halle 2", ["erreichbar"]),
  await project("Halle 2", ["erreichbar", "zweiter"]),
];

const stage = useStage();
let tab: Tab;
let page: Page;

beforeAll(async () => {
  const { api } = stage.product;
  await api.signIn(PASSWORD);
  for (const [at, file] of VERSIONS.entries()) {
    const { body } = await api.uploadProject(file, `schnell-${at + 1}.xlsx`);
    expect(body["code"]).toBe(0);
  }
  tab = await stage.open("/project/versions");
  page = tab.page;
  await signIn(page);
  await byHeading(page, "Versionen").waitFor();
});
afterAll(async () => {
  expect(tab.problems()).toEqual([]);
  await tab.close();
});

const focused = () => page.locator(":focus");

describe("the quick bar", () => {
  const bar = () => page.getByRole("dialog", { name: "Schnellsuche" });
  const field = () => bar().getByRole("combobox");
  const chosen = () => bar().getByRole("option", { selected: true });

  async function open(): Promise<void> {
    await page.keyboard.press("Control+K");
    await field().and(focused()).waitFor();
  }
  /** Types until the wanted entry stands there, goes to it by the arrows and opens it. */
  async function find(typed: string, label: string): Promise<void> {
    await open();
    await page.keyboard.type(typed);
    await bar().getByRole("option", { name: label }).first().waitFor();
    for (let presses = 0; (await chosen().textContent())?.startsWith(label) !== true; presses += 1) {
      expect(presses).toBeLessThan(20);
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await bar().waitFor({ state: "detached" });
  }

  it("opens each kind of what it finds", async () => {
    await find("ereign", "Ereignis-Protokoll");
    await byHeading(page, "Ereignis-Protokoll").waitFor();
    await find("ping.halle", "ping.halle");
    await byHeading(page, "Halle 2 (ping.halle)").waitFor();
    await find("erreichbar", CHANNEL);
    await byHeading(page, "Debugger").waitFor();
    expect(new URL(page.url()).searchParams.get("name")).toContain(CHANNEL);
    await find("uhr", "Zeitserver (NTP)");
    await page.getByRole("tab", { name: "NTP", selected: true }).waitFor();
    await find("nacht", "Dunkles Farbschema");
    await page.locator("html[data-mantine-color-scheme='dark']").waitFor();
  });

  it("offers first what was opened last, and opens it", async () => {
    await open();
    const recent = bar().getByRole("group", { name: "Zuletzt verwendet" }).getByRole("option");
    await eventually(
      () => recent.allTextContents(),
      (labels) =>
        ["Dunkles", "Zeitserver", CHANNEL, "ping.halle", "Ereignis"].every((label, at) =>
          labels[at]?.startsWith(label),
        ),
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await byHeading(page, "Debugger").waitFor();
  });

  it("says when nothing fits, and Escape gives the focus back", async () => {
    await byHeading(page, "Debugger").and(focused()).waitFor();
    await page.keyboard.press("Tab");
    const before = await expectVisibleFocus(page);
    await open();
    await page.keyboard.type("gibtesnicht");
    await bar().getByText("Nichts gefunden").waitFor();
    await page.keyboard.press("Enter");
    expect(await bar().isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await bar().waitFor({ state: "detached" });
    expect(await expectVisibleFocus(page)).toBe(before);
  });
});

describe("the menu of a version", () => {
  const button = (version: string) => byButton(page, `Aktionen für Version ${version}`);
  const rowOf = (version: string) => page.getByRole("row").filter({ has: button(version) });

  /** Opens the menu of a row and takes an entry of it. */
  async function take(version: string, entry: string): Promise<void> {
    await button(version).focus();
    await page.keyboard.press("Enter");
    const target = byButton(page, entry).and(page.locator(":popover-open *"));
    await target.waitFor();
    for (let presses = 0; (await target.and(focused()).count()) === 0; presses += 1) {
      expect(presses).toBeLessThan(10);
      await page.keyboard.press("Tab");
      await expectVisibleFocus(page);
    }
    await page.keyboard.press("Enter");
  }

  beforeAll(async () => {
    await page.goto(`${stage.product.url}/project/versions`);
    await button("3").waitFor();
  });

  it("closes by Escape, and the focus is on its button again", async () => {
    await button("2").focus();
    await page.keyboard.press("Enter");
    await page.locator(":popover-open").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await page.locator(":popover-open").waitFor({ state: "detached" });
    await button("2").and(focused()).waitFor();
  });

  it("keeps a version for good, and lets it go again", async () => {
    const kept = async (): Promise<unknown> => {
      const { body } = await stage.product.api.get("/project/history");
      const versions = body["versions"] as { version: string; keep: boolean }[];
      return versions.filter(({ keep }) => keep).map(({ version }) => version);
    };
    await take("1", "Dauerhaft behalten");
    await rowOf("1").getByText("wird dauerhaft behalten").waitFor({ state: "attached" });
    expect(await kept()).toEqual(["1"]);
    await button("1").and(focused()).waitFor();
    await take("1", "Nicht mehr dauerhaft behalten");
    await rowOf("1").getByText("wird dauerhaft behalten").waitFor({ state: "detached" });
    expect(await kept()).toEqual([]);
  });

  it("compares any two versions", async () => {
    await take("1", "Mit einer anderen Version vergleichen");
    const dialog = page.getByRole("dialog", { name: "Versionen vergleichen" });
    const row = (name: string) => dialog.getByRole("row").filter({ hasText: name });
    // First with the one that runs: both changes.
    await row("ping.halle").filter({ hasText: "Halle 1" }).filter({ hasText: "Halle 2" }).waitFor();
    await row("ping.halle.zweiter").waitFor();
    const choose = async (from: string, to: string): Promise<void> => {
      await dialog.getByLabel("Von Version").selectOption(from);
      await dialog.getByLabel("Zu Version").selectOption(to);
    };
    await choose("1", "2");
    await row("ping.halle.zweiter").waitFor({ state: "detached" });
    await row("Halle 1").waitFor();
    await choose("2", "3");
    await row("ping.halle.zweiter").waitFor();
    await row("Halle 1").waitFor({ state: "detached" });
    await choose("3", "3");
    await dialog.getByText("Bitte wählen Sie zwei verschiedene Versionen.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await button("1").and(focused()).waitFor();
  });
});
