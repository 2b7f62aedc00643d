/** Pages in a real browser, against the real product: made from areas, of a project, on a plan, set and arranged. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byHeading, PASSWORD, signIn } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
let tab: Tab;
let page: Page;

beforeAll(async () => {
  await stage.product.api.signIn(PASSWORD);
  tab = await stage.open("/view");
  page = tab.page;
  await signIn(page);
  await byHeading(page, "Ansichten").first().waitFor();
});
afterAll(() => tab.close());

async function upload(name: string): Promise<void> {
  const bytes = await readFile(path.join(repoRoot(), "examples", name));
  const { body } = await stage.product.api.uploadProject(bytes, name);
  expect(body["code"], JSON.stringify(body)).toBe(0);
  tab.forget();
}
/** What the hub holds. */
async function held(chan: string): Promise<unknown> {
  const { body } = await stage.product.api.get("/trace/data", { filter: chan });
  return (body["entries"] as { value: unknown }[] | undefined)?.[0]?.value;
}
const holds = (chan: string, value: unknown) =>
  waitFor(async () => (await held(chan)) === value, { what: `${String(value)} at ${chan}` });
const block = (name: string) => page.getByRole("region", { name, exact: true });
const open = async (name: string) => {
  await page.goto(`${stage.product.url}/view/${encodeURIComponent(name)}`);
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

describe("pages", () => {
  it("are none without a project", async () => {
    await page.getByText("Es läuft kein Projekt mit Channels.").waitFor();
  });

  it("are one for each area of a project that names none, and set what may be set", async () => {
    await upload("regelung.zip");
    await page.getByRole("link", { name: /Fühler, Ventil und Bedienung/ }).click();
    const input = block("Sollwert").getByRole("textbox", { name: /Sollwert/ });
    await input.fill("21,5");
    await input.press("Enter");
    await holds("http_in.raum.soll", 21.5);
    await block("Sollwert").getByRole("status").filter({ hasText: "21,5" }).waitFor();
    await block("Temperatur").getByText("Noch kein Wert").waitFor();
    await lookAt(page, "pages-generated");
  });

  it("are those of the project where it has some", async () => {
    await upload("ansichten.zip");
    await page.getByRole("link", { name: "Ansichten" }).first().click();
    for (const name of ["Haus", "Haus/Büro 1", "Haus/Büro 2", "Haus/Heizung"])
      await page.getByRole("link", { name: new RegExp(`^${name} \\d+ Baustein`) }).waitFor();
    await lookAt(page, "pages-list");
  });

  it("hold set points to their limits and steps, by keyboard", async () => {
    await page.getByRole("link", { name: /^Haus\/Büro 1/ }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Haus/Büro 1" }).waitFor();
    const setting = block("Raumtemperatur");
    const input = setting.getByRole("textbox");
    await waitFor(async () => (await input.inputValue()) === "21", { what: "the present set point" });
    for (const [typed, said] of [
      ["30", "Erlaubt sind 16 bis 26."],
      ["20,3", "Erlaubt sind Schritte von 0,5."],
      ["warm", "Geben Sie eine Zahl ein."],
    ] as const) {
      await input.fill(typed);
      await input.press("Enter");
      await setting.getByText(said).waitFor();
    }
    expect(await held("http_in.haus.buero1_temperatur_soll")).toBe(21);
    await input.fill("22");
    await input.press("ArrowUp");
    await input.press("Enter");
    await holds("http_in.haus.buero1_temperatur_soll", 22.5);
    await setting.getByText("22,5\u00a0°C geschrieben").waitFor();
    await block("Licht Büro 1").getByRole("button", { name: "Ein" }).click();
    await holds("http_in.haus.buero1_licht", true);
    await block("Licht Büro 1").getByRole("button", { name: "Ein", pressed: true }).waitFor();
    await block("Aufgezeichnete Werte").locator("canvas").waitFor();
    await lookAt(page, "pages-room");
  });

  it("ask before a write where the row says so", async () => {
    await open("Haus/Heizung");
    const mode = block("Betriebsart der Heizung");
    await mode.getByRole("button", { name: "Automatik", pressed: true }).waitFor();
    await mode.getByRole("button", { name: "Aus" }).click();
    const dialog = page.getByRole("dialog", { name: "Wert setzen" });
    await dialog.getByRole("button", { name: "Abbrechen" }).click();
    expect(await held("http_in.haus.betriebsart")).toBe(2);
    await mode.getByRole("button", { name: "Ein" }).click();
    await dialog.getByText("Soll „Betriebsart der Heizung“ auf Ein gesetzt werden?").waitFor();
    await dialog.getByRole("button", { name: "Setzen" }).click();
    await holds("http_in.haus.betriebsart", 1);
    await lookAt(page, "pages-heating");
  });

  it("say what was refused, and show what holds", async () => {
    await page.route("**/admin/api/trace/write**", (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/json",
        body: JSON.stringify({ code: 400, message: "Der Channel lässt sich nicht schreiben." }),
      }),
    );
    const mode = block("Betriebsart der Heizung");
    await mode.getByRole("button", { name: "Aus" }).click();
    await page.getByRole("dialog", { name: "Wert setzen" }).getByRole("button", { name: "Setzen" }).click();
    await mode.getByText("Aus wurde nicht geschrieben: Der Channel lässt sich nicht schreiben.").waitFor();
    await mode.getByRole("button", { name: "Ein", pressed: true }).waitFor();
    await page.unrouteAll();
    tab.forget();
  });
});

describe("plans", () => {
  it("are missing until they are uploaded, and lose what does not belong in a picture", async () => {
    await open("Haus");
    await page.getByText("Der Plan „erdgeschoss.svg“ ist nicht hochgeladen.").waitFor();
    tab.forget();
    const picture = await readFile(path.join(repoRoot(), "examples/erdgeschoss.svg"), "utf8");
    const hostile = picture
      .replace(
        "<rect",
        '<script>window.hostile = 1</script><image href="https://hostile.example/x.png"/><rect onload="window.hostile = 2"',
      )
      .replace("</svg>", "<foreignObject><iframe src='https://hostile.example'/></foreignObject></svg>");
    await page.locator("input[type=file]").setInputFiles({
      name: "plan vom Architekten.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(hostile),
    });
    await page.getByText("Nicht übernommen wurde: script, foreignObject.").waitFor();
    const image = page.getByRole("img", { name: "Plan erdgeschoss.svg" });
    await image.waitFor();
    const address = (await image.getAttribute("src")) ?? "";
    const kept = Buffer.from(address.slice(address.indexOf(",") + 1), "base64").toString();
    expect(kept).toContain("Büro 2");
    expect(kept).not.toMatch(/script|onload|hostile|foreignObject/);
    expect(await page.evaluate(() => "hostile" in window)).toBe(false);
  });

  it("have values on them that open to be set, by keyboard too", async () => {
    const pin = page.getByRole("button", { name: /^Büro 2/ });
    await pin.press("Enter");
    const setting = block("Büro 2");
    await setting.getByRole("textbox").fill("19");
    await setting.getByRole("textbox").press("Enter");
    await holds("http_in.haus.buero2_temperatur_soll", 19);
    await lookAt(page, "pages-plan");
    await page.getByRole("button", { name: "Schließen", exact: true }).click();
    await waitFor(() => pin.evaluate((button) => button === document.activeElement), { what: "the focus" });
  });

  it("and everything else are arranged by keyboard and pointer, in a draft", async () => {
    await page.getByRole("button", { name: "Anordnen" }).click();
    const schedule = page.getByRole("button", { name: /^nutzung: Spalte 9, Zeile 5/ });
    await schedule.press("ArrowDown");
    await page
      .getByRole("button", { name: /^nutzung: Spalte 9, Zeile 6, 4 breit, 2 hoch/ })
      .press("Shift+ArrowUp");
    await page.getByRole("button", { name: /^nutzung: Spalte 9, Zeile 6, 4 breit, 1 hoch/ }).waitFor();
    const pin = page.getByRole("button", { name: /^Licht 1: 25 Prozent/ });
    await pin.scrollIntoViewIfNeeded();
    const from = await pin.boundingBox();
    if (!from) throw new Error("no pin");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 60, from.y + from.height / 2, { steps: 5 });
    await page.mouse.up();
    await page.getByRole("button", { name: /^Licht 1: (2[6-9]|3\d)[.,\d]* Prozent von links/ }).waitFor();
    await lookAt(page, "pages-arrange");
    await page.getByRole("button", { name: "Im Entwurf speichern" }).click();
    await page.waitForURL(/\/project\/edit\/d\d+/);
    const { body } = await stage.product.api.get("/project/drafts");
    const [draft] = body["drafts"] as { id: string; seq: number }[];
    // What runs is still as it was.
    const before = await stage.product.api.get("/pages/page", { page: "Haus" });
    const boxOf = (answer: typeof before) =>
      (answer.body["blocks"] as { block: string; box?: unknown }[]).find((one) => one.block === "schedule")
        ?.box;
    expect(boxOf(before)).toEqual({ x: 9, y: 5, w: 4, h: 2 });
    const published = await stage.product.api.post(`/project/drafts/${draft?.id}/publish`, {
      seq: draft?.seq,
    });
    expect(published.body["code"], JSON.stringify(published.body)).toBe(0);
    expect(boxOf(await stage.product.api.get("/pages/page", { page: "Haus" }))).toEqual({
      x: 9,
      y: 6,
      w: 4,
      h: 1,
    });
  });

  it("fill the screen without the frame of the console", async () => {
    await open("Haus");
    await page.getByRole("button", { name: "Vollbild" }).click();
    await page.getByRole("navigation").first().waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Vollbild beenden" }).click();
    await page.getByRole("navigation").first().waitFor();
  });

  it("are refused where they are no pictures, and deleted", async () => {
    await page.goto(`${stage.product.url}/view`);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "bild.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
    await page.getByText("Die Datei ist kein Bild im Format PNG.").waitFor();
    tab.forget();
    await page.getByRole("button", { name: "erdgeschoss.svg löschen" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Löschen" }).click();
    await page.getByText("Noch kein Plan hochgeladen").waitFor();
  });
});
