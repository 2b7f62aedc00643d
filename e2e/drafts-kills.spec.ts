/**
 * Kills while a draft is edited: of the appliance, of the tab, and of both; no mocks. Whatever was done a second before is there
 * afterwards. `HUBWART_KILLS=100` for the long run.
 */
import type { DraftDocument } from "@hubwart/contract";
import { often } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { byHeading, eventually, PASSWORD } from "./support/console.ts";
import { killProcess, useInstalledTab, useStage } from "./support/stage.ts";

const KILLS = Number(process.env["HUBWART_KILLS"] ?? often(60));
/** ms after which nothing may be lost. */
const KEPT_WITHIN = 1_000;
/** ms per round, at most. */
const ROUND = 20_000;
const WAYS = ["appliance", "crash", "close", "appliance, crash", "appliance, close"] as const;

describe("a draft that is edited", () => {
  // Who crashes again and again is started ever later; here each kill is to meet a device that runs.
  const stage = useStage({ env: { HUBWART_RESTART_DELAY_MAX: "400" } });
  const first = useInstalledTab(stage, () => undefined);
  let page: Page;
  let place = "";
  let address = "";
  /** What was typed, and when it had been. */
  const typed = new Map<string, number>();
  let last = 0;

  beforeAll(async () => {
    page = first.page;
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const { body } = await api.post("/project/drafts", { name: "Umbau", from: "empty" });
    place = `/project/drafts/${String(body["id"])}`;
    address = `/project/edit/${String(body["id"])}`;
    await open();
    await page.getByLabel("Tabelle hinzufügen").selectOption("constants");
    await page.getByRole("grid", { name: "Konstanten" }).waitFor();
  });

  async function open(): Promise<void> {
    // The device may be about to start.
    await eventually(
      () =>
        page.goto(new URL(address, stage.product.url).href).then(
          () => true,
          () => false,
        ),
      Boolean,
    );
    await byHeading(page, "Umbau").waitFor();
    await page.getByRole("grid").waitFor();
  }
  async function goToTable(): Promise<void> {
    await page.getByRole("tab", { name: "Konstanten" }).click();
    await page.getByRole("grid", { name: "Konstanten" }).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
  }
  /** A new row each, until `ended`. */
  async function type(ended: () => boolean): Promise<void> {
    while (!ended()) {
      last += 1;
      const name = `c${last}`;
      try {
        await page.keyboard.type(name);
        await page.keyboard.press("Enter");
        await page.getByRole("gridcell", { name, exact: true }).waitFor({ timeout: 2_000 });
      } catch {
        return;
      }
      typed.set(name, performance.now());
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  }
  async function end(how: "crash" | "close"): Promise<void> {
    const { context } = first;
    if (how === "crash") {
      const session = await context.newCDPSession(page);
      const gone = page.waitForEvent("crash");
      session.send("Page.crash").catch(() => undefined);
      await gone;
    }
    const next = await context.newPage();
    await page.close({ runBeforeUnload: false });
    page = next;
  }
  async function kept(): Promise<Set<string>> {
    const { api } = stage.product;
    let reply = await api.get(place);
    if (reply.status === 401) {
      // A session ends after a while without a page that renews it.
      await api.signIn(PASSWORD);
      reply = await api.get(place);
    }
    const { body } = reply;
    const table = (body["document"] as DraftDocument).tables.find(({ name }) => name === "constants");
    return new Set(table?.rows.flatMap(({ cells }) => Object.values(cells).map(String)));
  }

  it(
    `loses nothing older than a second by ${KILLS} kills of the appliance and of the tab`,
    async () => {
      const lost: string[] = [];
      let oldest = 0;
      for (let round = 0; round < KILLS; round++) {
        const way = WAYS[round % WAYS.length] ?? "crash";
        await goToTable();
        let ended = false;
        const typing = type(() => ended);
        // Anywhere in the way of a step.
        await new Promise((resolve) => setTimeout(resolve, 700 + ((round * 97) % 900)));
        if (way.startsWith("appliance")) {
          await killProcess(stage.product, "appliance");
          await new Promise((resolve) => setTimeout(resolve, (round * 211) % 1_400));
        }
        const endedAt = performance.now();
        if (way.endsWith("crash")) await end("crash");
        else if (way.endsWith("close")) await end("close");
        ended = true;
        await typing;
        if (way !== "appliance") await open();
        await page.getByText("gespeichert", { exact: true }).waitFor();
        // It may be starting, where nothing waits for it.
        const there = await eventually(
          () => kept().catch((error: unknown) => `round ${round}, „${way}“: ${String(error)}`),
          (found) => typeof found !== "string",
        );
        for (const [name, at] of typed) {
          if (typeof there === "string" || there.has(name)) continue;
          const age = way === "appliance" ? Number.POSITIVE_INFINITY : endedAt - at;
          if (age > KEPT_WITHIN)
            lost.push(`${name} by „${way}“ in round ${round}, ${Math.round(age)} ms old`);
          else oldest = Math.max(oldest, age);
          typed.delete(name);
        }
      }
      process.stdout.write(
        `${KILLS} kills: ${last} rows typed, ${last - typed.size} not kept, the oldest of them ${Math.round(oldest)} ms old\n`,
      );
      expect(lost).toEqual([]);
      expect(typed.size).toBeGreaterThan(KILLS);
    },
    60_000 + KILLS * ROUND,
  );
});
