/** What people name with one long word, as German does: nothing is pushed off the screen by it. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "./support/console.ts";
import { settled, sidewaysOverflow } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte";

describe("names of sixty letters", () => {
  const stage = useStage();
  beforeAll(async () => {
    const file = path.join(stage.folder, "lang.xlsx");
    await stage.product.api.signIn(PASSWORD);
    for (let version = 0; version < 2; version += 1) {
      await writeFile(file, await project(await freePort()));
      expect((await stage.product.api.uploadProjectFile(file)).body["errors"]).toEqual([]);
    }
  });

  it.each([
    "/",
    "/pods",
    "/pods/http_in/http_in.haus",
    "/runtime/energy",
    "/runtime/debug",
    "/project/versions",
  ])("stay on the screen of a phone: %s", async (address) => {
    const tab = await stage.openSignedIn(address, { width: 390 });
    await settled(tab.page);
    await tab.page.getByText(LONG).filter({ visible: true }).first().waitFor();
    expect(await sidewaysOverflow(tab.page)).toBe(0);
    expect(await cutOff(tab.page)).toEqual([]);
    await tab.close();
  });

  it("leave the buttons beside them in sight", async () => {
    const tab = await stage.openSignedIn("/project/versions", { width: 1200 });
    await settled(tab.page);
    await tab.page.getByRole("row", { name: LONG }).first().waitFor();
    expect(await cutOff(tab.page)).toEqual([]);
    await tab.close();
  });
});

/** Boxes of a page that scroll sideways. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("#content :is(section, table, [class*='scroll'])")]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth - clientWidth} px`),
  );
}

function project(port: number): Promise<Uint8Array> {
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "lang"],
        ["name", LONG],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "label", "port", "bind"],
        ["http_in.haus", LONG, port, "127.0.0.1"],
      ],
    },
    {
      name: "http_in",
      rows: [
        ["pod", "channel", "type", "label", "unit", "path"],
        ["haus", "zaehler", "float", LONG, "kWh", "/zaehler"],
      ],
    },
    {
      name: "meters",
      rows: [
        ["id", "label", "source", "medium", "unit"],
        ["haus", LONG, "http_in.haus.zaehler", "electricity", "kWh"],
      ],
    },
  ]);
}
