/** What the other side refused stands beside the channel's quality, to be read in full at every width. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeWorkbook } from "@hubwart/project/workbook";
import { waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { table } from "../scripts/examples/table.ts";
import { byHeading, PASSWORD, signIn } from "./support/console.ts";
import { axe, keepPicture, NARROWEST, SIZES_AND_THEMES, settled, sidewaysOverflow } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const CHANNEL = "http_out.wetter.wind";

describe("a channel that is refused", () => {
  const stage = useStage();
  let server: Server;

  beforeAll(async () => {
    server = createServer((_request, response) => response.writeHead(404).end());
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(await project(`http://127.0.0.1:${port}`), "wetter.xlsx");
    expect(reply.body["code"]).toBe(0);
    await waitFor(
      async () => {
        const { body } = await api.get("/trace/data", { filter: CHANNEL });
        return (body["entries"] as { refusal?: { count: number } }[])[0]?.refusal !== undefined;
      },
      { what: "a refusal", timeout: 30_000 },
    );
    const tab = await stage.open("/runtime/debug");
    const { page } = tab;
    await signIn(page);
    const watch = page.getByRole("button", { name: `${CHANNEL} beobachten` });
    await watch.click();
    await page.getByText(`${CHANNEL} wird beobachtet.`).waitFor();
    await page.getByRole("tab", { name: "Beobachtungsliste" }).click();
    await page.getByRole("row").filter({ hasText: "wind" }).waitFor();
    await tab.close();
  });
  afterAll(() => new Promise((done) => server.close(done)));

  it.each(SIZES_AND_THEMES)("says so in the debugger, uncut, at %i px, dark: %s", async (width, dark) => {
    for (const view of ["", "?tab=watchlist"]) {
      const tab = await stage.open(`/runtime/debug${view}`, { width, dark });
      const { page } = tab;
      await signIn(page);
      await byHeading(page, "Debugger").waitFor();
      const row = page.getByRole("row").filter({ hasText: "wind" });
      const note = row.getByText(/404 Not Found/);
      await note.waitFor();
      await settled(page);
      expect(await note.textContent()).toMatch(/404 Not Found, (\d+\u00a0× seit|um) /);
      const cut = await note.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      );
      expect(cut).toBe(false);
      expect(await axe(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toBe(0);
      const picture = `refusal${view === "" ? "" : "-watchlist"}-${width}${dark ? "-dark" : ""}`;
      await keepPicture(page, picture);
      await page.setViewportSize({ width: NARROWEST, height: 900 });
      expect(await sidewaysOverflow(page)).toBe(0);
      expect(tab.problems()).toEqual([]);
      await tab.close();
    }
  });

  it("says so on the pod's page, as the reason of a connection over which nothing works too", async () => {
    const tab = await stage.open("/pods/http_out/http_out.wetter");
    const { page } = tab;
    await signIn(page);
    const row = page.getByRole("row").filter({ hasText: "wind" });
    await row.getByText(/404 Not Found, \d+\u00a0× seit /).waitFor();
    await page
      .getByText(/Kein Channel funktioniert: .*404 Not Found/)
      .first()
      .waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });
});

function project(url: string) {
  return writeWorkbook([
    table("project", [{ key: "id", value: "wetter" }]),
    table("pods", [{ id: "http_out.wetter", label: "Wetterdienst", url }]),
    table("http_out", [
      { pod: "wetter", channel: "wind", type: "float", dir: "in", path: "/wind", interval: 1000 },
    ]),
  ]);
}
