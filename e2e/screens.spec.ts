/**
 * Every screen, light and dark, wide and narrow: a picture for those who want it (`keepPicture`), nothing to scroll sideways, no
 * error in the browser, no address but the device's own, nothing that axe objects to; on four of them nothing lost with
 * the system's colours, at 200 % or with text set wide.
 */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { accessFindings } from "./support/access.ts";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, chooseFile, install, PASSWORD, signIn, summary } from "./support/console.ts";
import {
  axe,
  hiddenCells,
  keepPicture,
  NARROWEST,
  picturesWanted,
  settled,
  sidewaysOverflow,
  themesOf,
  useScheme,
  WIDTHS,
} from "./support/look.ts";
import { brokenExample, writeEveryKind } from "./support/projects.ts";
import { SCREENS } from "./support/routes.ts";
import { useStage } from "./support/stage.ts";

/** Looked at for access as well, which takes time. */
const MAIN = new Set(["dashboard", "pod-mqtt", "resources-user", "upload-errors"]);

describe("every screen", () => {
  const stage = useStage();
  let tab: Tab;

  beforeAll(async () => {
    tab = await stage.open();
  });

  interface Looking {
    widths?: readonly number[];
    missing?: boolean;
  }

  /** `prepare` leads to the screen, wide and light, which is then looked at in all widths. */
  async function lookAt(
    name: string,
    prepare: (page: Page) => Promise<void>,
    { widths = WIDTHS, missing = false }: Looking = {},
  ): Promise<void> {
    const findings: string[] = [];
    const { page } = tab;
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await prepare(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const { judged, other } = themesOf(width);
      for (const scheme of picturesWanted() ? [other, judged] : [judged]) {
        await useScheme(page, scheme);
        await settled(page);
        await keepPicture(page, `${name}-${width}-${scheme}`);
      }
      findings.push(...(await axe(page)).map((finding) => `${judged} ${width}: ${finding}`));
    }
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    findings.push(...(await hiddenCells(page)).map((cell) => `${NARROWEST}: hides the cell ${cell}`));
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push(`${overflow} px wider than ${NARROWEST}`);
    if (MAIN.has(name)) {
      await useScheme(page, "light");
      findings.push(...(await accessFindings(page)));
    }
    findings.push(...tab.problems().filter((problem) => !(missing && problem.startsWith("404: "))));
    // A page of something that is missing goes on asking for it until it is left.
    if (missing) await page.goto("about:blank");
    tab.forget();
    expect(findings).toEqual([]);
  }

  it("the first installation", async () => {
    await lookAt("setup", async (page) => {
      await byHeading(page, "Erstinstallation - Passwort einrichten").waitFor();
      await page.getByLabel("Passwort", { exact: true }).fill("kurz");
    });
    await install(tab.page);
  });

  it("the sign-in, locked", async () => {
    await lookAt("login-locked", async (page) => {
      await page.evaluate(() => localStorage.clear());
      await page.goto(stage.product.url);
      await byHeading(page, "Anmeldung").waitFor();
      await signIn(page, "falsch");
      await page.getByText("Die Anmeldung ist fehlgeschlagen.").waitFor();
    });
  });

  it("the dashboard without a project", async () => {
    await lookAt("dashboard-empty", async (page) => {
      await page.goto(stage.product.url);
      await signIn(page);
      await byHeading(page, "Status").waitFor();
    });
  });

  it("the errors of a project", async () => {
    await lookAt("upload-errors", async (page) => {
      await page.goto(`${stage.product.url}/project/upload`);
      await chooseFile(page, brokenExample());
      await byButton(page, "Hochladen").click();
      await summary(page).waitFor();
    });
  });

  it("a project that was taken over", async () => {
    const file = await writeEveryKind(stage.folder);
    await stage.product.api.signIn(PASSWORD);
    await stage.product.api.uploadProjectFile(file, {
      query: { backup: "1", backup_pwd: "Datei-Passwort 1" },
    });
    const script = { file: "haus.lua", source: 'every(60, function()\n  log("noch da")\nend)\n' };
    expect((await stage.product.api.post("/resources/lua/save", script)).body).toMatchObject({ code: 0 });
    await lookAt("upload-identical", async (page) => {
      await page.goto(`${stage.product.url}/project/upload`);
      await chooseFile(page, file);
      await byButton(page, "Hochladen").click();
      await summary(page).waitFor();
    });
  });

  it.each(SCREENS)("$address", async ({ address, file, missing = false }) => {
    await lookAt(
      file,
      async (page) => {
        await page.goto(`${stage.product.url}${address}`);
        // Signed out, every address would show the same page, and pass.
        await page.locator("#main h1, main h1").first().waitFor();
        await byButton(page, "Abmelden").first().waitFor();
      },
      { missing },
    );
  });

  it("a dialog", async () => {
    await lookAt("download-dialog", async (page) => {
      await page.goto(`${stage.product.url}/project/download`);
      await byButton(page, "Projektdatei herunterladen").click();
      await page.getByRole("dialog").waitFor();
    });
  });

  it("the navigation on a small screen", async () => {
    const widths = [390];
    await lookAt(
      "navigation",
      async (page) => {
        await page.goto(stage.product.url);
        await page.setViewportSize({ width: 390, height: 900 });
        await byButton(page, "Navigation öffnen").click();
        await page.getByRole("dialog", { name: "Hauptnavigation" }).waitFor();
      },
      { widths },
    );
  });

  it("a window made narrower, before its graphs are told", async () => {
    const { context } = tab;
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.ResizeObserver = class {
        observe(): void {}
        unobserve(): void {}
        disconnect(): void {}
      };
    });
    await page.setViewportSize({ width: 720, height: 900 });
    await page.goto(stage.product.url);
    // The device stands below the plant, and its graphs come when they are in view; they begin with its second sample.
    const history = page.getByRole("region", { name: "Verlauf" });
    await history.waitFor();
    await history.scrollIntoViewIfNeeded();
    await page.locator("section canvas").first().waitFor({ timeout: 60_000 });
    for (const width of [640, 480, NARROWEST]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sidewaysOverflow(page), String(width)).toBe(0);
    }
    await page.close();
  });

  it("the end of a session", async () => {
    await lookAt("session-ended", async (page) => {
      await page.goto(`${stage.product.url}/project/check`);
      await byHeading(page, "Projekt > Prüfen").waitFor();
      await page.evaluate(() => {
        const stored = JSON.parse(localStorage.getItem("hubwart.session") ?? "{}") as { used: number };
        localStorage.setItem("hubwart.session", JSON.stringify({ ...stored, used: stored.used - 300_000 }));
      });
      await page.getByRole("dialog", { name: "Sitzung beendet" }).waitFor();
    });
  });
});
