/** Public files in the browser: uploaded, opened, refused, deleted; no mocks. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { zipOf } from "@hubwart/project/testing/zip";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, goTo } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

/** Of the package fonts-dejavu-core. */
const FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

describe("public files", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  const tab = useInstalledTab(stage, (opened) => {
    page = opened.page;
  });

  async function choose(name: string, entries: Parameters<typeof zipOf>[0]): Promise<void> {
    const file = path.join(stage.folder, name);
    await writeFile(file, await zipOf(entries));
    await page.getByLabel("ZIP-Archiv auswählen").setInputFiles(file);
    await byButton(page, "Hochladen").click();
  }

  step("an archive is asked for, uploaded, listed and opened", async () => {
    await goTo(page, "Öffentliche Dateien", "Öffentliche Dateien");
    await page.getByText("Keine Dateien vorhanden").waitFor();
    expect(await byButton(page, "Alle löschen").isDisabled()).toBe(true);
    await byButton(page, "Hochladen").click();
    await page.getByText("Bitte wählen Sie ein ZIP-Archiv aus.").waitFor();
    await choose("gut.zip", [
      { name: "lageplan/erdgeschoss und haustechnikraum.html", content: "<h1>Lageplan</h1>" },
      { name: "lageplan/plan.css", content: "h1{color:red}".repeat(1_000) },
      { name: `${"sehr-langer-dateiname-".repeat(6)}.txt`, content: "x" },
    ]);
    await page.getByText("Das Hochladen war erfolgreich: 3 Dateien wurden entpackt.").waitFor();
    await page.getByText("12,70 kB").waitFor();
    const link = page.getByRole("link", { name: "lageplan/erdgeschoss und haustechnikraum.html öffnen" });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    await opened.getByRole("heading", { name: "Lageplan" }).waitFor();
    await opened.close();
  });

  step("it looks right, light and dark, wide and narrow", async () => {
    await lookAt(page, "htdocs-files");
  });

  step("a page has its styles and scripts, and nothing of the console", async () => {
    const hostile = `<!doctype html><link rel="stylesheet" href="plan.css"><h1>Plan</h1><script src="plan.js"></script>`;
    const script = `
      const tried = [];
      const attempt = async (name, act) => { try { await act(); tried.push(name + " worked"); } catch { tried.push(name + " failed"); } };
      (async () => {
        await attempt("storage", () => sessionStorage.length);
        await attempt("cookies", () => document.cookie);
        await attempt("api", () => fetch("/admin/api/info").then((answer) => answer.text()));
        await attempt("login", () => fetch("/admin/api/login", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }));
        await attempt("console", () => fetch("/").then((answer) => answer.text()));
        await attempt("worker", () => navigator.serviceWorker.register("plan.js"));
        await attempt("picture", () => new Promise((resolve, reject) => {
          const picture = new Image();
          picture.onload = resolve;
          picture.onerror = reject;
          picture.src = "/icon.svg";
        }));
        await attempt("popup", () => {
          const popup = open("/admin/api/info");
          if (popup === null) throw new Error("none");
          return popup.document.body.textContent;
        });
        await attempt("opener", () => opener.document.title);
        await attempt("frame", () => new Promise((resolve, reject) => {
          const frame = document.createElement("iframe");
          frame.onload = () => { try { resolve(frame.contentDocument.body.textContent) } catch (error) { reject(error) } };
          frame.src = "/";
          document.body.append(frame);
        }).then((text) => { if (text === null || text === "") throw new Error("empty") }));
        document.querySelector("h1").textContent = tried.join(", ");
      })();`;
    await choose("seite.zip", [
      { name: "seite.html", content: hostile },
      { name: "plan.css", content: "h1{color:rgb(1, 2, 3)}" },
      { name: "plan.js", content: script },
    ]);
    const link = page.getByRole("link", { name: "seite.html öffnen" });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    const heading = opened.getByRole("heading", { name: "frame" });
    await heading.waitFor();
    expect(await heading.textContent()).toBe(
      "storage cookies api login console worker picture popup opener frame"
        .split(" ")
        .map((name) => `${name} failed`)
        .join(", "),
    );
    expect(await heading.evaluate((h1) => getComputedStyle(h1).color)).toBe("rgb(1, 2, 3)");
    await opened.close();
  });

  step("a page has its modules, fonts and data", async () => {
    await choose("modul.zip", [
      {
        name: "modul.html",
        content: `<!doctype html><style>@font-face{font-family:Eigen;src:url(eigen.ttf)}</style><h1>Plan</h1><script type="module" src="plan.js"></script>`,
      },
      {
        name: "plan.js",
        content: `
          import { title } from "./teil.js";
          const { werte } = await (await fetch("werte.json")).json();
          const [font] = await document.fonts.load("16px Eigen");
          const withCookies = await fetch("werte.json", { credentials: "include" }).then(() => "worked", () => "failed");
          document.querySelector("h1").textContent = [title, werte.length, font?.status, withCookies].join(" ");`,
      },
      { name: "teil.js", content: `export const title = "Modul";` },
      { name: "werte.json", content: `{"werte":[1,2,3]}` },
      { name: "eigen.ttf", content: await readFile(FONT) },
    ]);
    const link = page.getByRole("link", { name: "modul.html öffnen" });
    const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
    const heading = opened.getByRole("heading", { name: "Modul" });
    await heading.waitFor();
    expect(await heading.textContent()).toBe("Modul 3 loaded failed");
    await opened.close();
  });

  step("a hostile archive is refused by the entry's name", async () => {
    await choose("doppelt.zip", [
      { name: "plan.html", content: "1" },
      { name: "PLAN.html", content: "2" },
    ]);
    await page.getByText("Der Eintrag „PLAN.html“ unterscheidet sich nur in der Schreibweise").waitFor();
    await page.getByRole("link", { name: "modul.html öffnen" }).waitFor();
  });

  step("all are deleted, after a question, by keyboard", async () => {
    await byButton(page, "Alle löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Sollen alle öffentlichen Dateien unwiderruflich gelöscht werden?").waitFor();
    await byButton(page.getByRole("dialog"), "Alle löschen").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Alle öffentlichen Dateien wurden gelöscht.").waitFor();
    await page.getByText("Keine Dateien vorhanden").waitFor();
    expect(tab.problems()).toEqual([]);
  });
});
