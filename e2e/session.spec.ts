/** What becomes of the console when its session, its device or its connection goes away. */
import os from "node:os";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import {
  byButton,
  byHeading,
  chooseFile,
  eventually,
  goTo,
  navigation,
  PASSWORD,
  passwordField,
  signIn,
} from "./support/console.ts";
import { brokenExample } from "./support/projects.ts";
import { killProcess, useStage } from "./support/stage.ts";

describe("the session", () => {
  const stage = useStage();
  beforeAll(() => stage.product.api.signIn(PASSWORD));

  async function openSignedIn(address = "/") {
    const tab = await stage.openSignedIn(address);
    await navigation(tab.page).waitFor();
    return tab;
  }

  it("leads to the page that was asked for, under a window title with the host's name", async () => {
    const tab = await openSignedIn("/system/password");
    const { page } = tab;
    await byHeading(page, "Passwort").waitFor();
    expect(await page.title()).toBe(`Passwort – Hubwart [${os.hostname()}]`);
    await tab.close();
  });

  it("covers the page when it ends; after a new sign-in what was typed is still there", async () => {
    const tab = await openSignedIn("/project/upload");
    const { page } = tab;
    await chooseFile(page, brokenExample());
    await page.getByLabel("Hochgeladene Datei auf dem Gerät speichern").check();
    await passwordField(page, "Passwort (optional)").fill("halb getippt");
    await endSession(page);
    const cover = page.getByRole("dialog", { name: "Sitzung beendet" });
    await cover.waitFor();
    // What lies below cannot be reached.
    expect(await byButton(page, "Hochladen").evaluate((button) => button.closest("[inert]") !== null)).toBe(
      true,
    );
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[inert]") ?? null)).toBeNull();
    }
    await passwordField(cover, "Passwort").fill(PASSWORD);
    await byButton(cover, "Anmelden").click();
    await cover.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/project/upload");
    expect(await passwordField(page, "Passwort (optional)").inputValue()).toBe("halb getippt");
    await page.getByText("fehlerbeispiel.zip").waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("announces its end while the device cannot be reached, and can be kept", async () => {
    const tab = await stage.open("/project/download", { clock: true });
    const { page } = tab;
    await signIn(page);
    await byHeading(page, "Projekt herunterladen").waitFor();
    const unreachable = (route: Route) => route.abort();
    await page.route("**/admin/api/**", unreachable);
    await page.clock.fastForward("04:20");
    const announcement = page.getByRole("complementary", { name: "Die Sitzung endet" });
    await announcement.getByText(/Die Sitzung endet in [1-4]\d Sekunden\./).waitFor();
    await page.unroute("**/admin/api/**", unreachable);
    await byButton(announcement, "Angemeldet bleiben").click();
    await announcement.waitFor({ state: "detached" });
    await page.route("**/admin/api/**", unreachable);
    await page.clock.fastForward("05:01");
    await page.getByRole("dialog", { name: "Sitzung beendet" }).waitFor();
    await tab.close();
  });

  it("is one for all tabs: they come in together and go together", async () => {
    const first = await openSignedIn();
    const second = await stage.open("/project/check", { context: first.context });
    await byHeading(second.page, "Projekt > Prüfen").waitFor();
    await endSession(first.page);
    const covers = [first, second].map(({ page }) => page.getByRole("dialog", { name: "Sitzung beendet" }));
    for (const cover of covers) await cover.waitFor();
    await signIn(first.page);
    for (const cover of covers) await cover.waitFor({ state: "detached" });
    await byHeading(second.page, "Projekt > Prüfen").waitFor();
    await byButton(first.page, "Abmelden").click();
    for (const { page } of [first, second]) await byHeading(page, "Anmeldung").waitFor();
    expect([...first.problems(), ...second.problems()]).toEqual([]);
    await first.close();
  });

  it("is seen by others who are signed in, and ended by them at once", async () => {
    const mine = await openSignedIn("/system/password");
    const theirs = await openSignedIn("/project/check");
    await mine.page.reload();
    const sessions = mine.page.getByRole("region", { name: "Sitzungen" });
    await sessions.getByText("Diese Sitzung").waitFor();
    await byButton(sessions, "Alle anderen beenden").click();
    await byButton(
      mine.page.getByRole("dialog", { name: "Alle anderen beenden" }),
      "Sitzungen beenden",
    ).click();
    await mine.page
      .getByText(/wurden? beendet\.$/)
      .first()
      .waitFor();
    await theirs.page.getByRole("dialog", { name: "Sitzung beendet" }).waitFor();
    await eventually(
      () => sessions.getByRole("row").count(),
      (rows) => rows === 2,
    );
    expect(mine.problems()).toEqual([]);
    // The API client of these tests was signed in as well.
    await stage.product.api.signIn(PASSWORD);
    await Promise.all([mine, theirs].map((tab) => tab.close()));
  });

  it("names the location that no page has", async () => {
    const tab = await openSignedIn("/gibt/es nicht?x=1");
    const { page } = tab;
    await byHeading(page, "Fehler").waitFor();
    await page.getByText("/gibt/es nicht?x=1").waitFor();
    await page.goto(`${stage.product.url}/pods/mqtt/a/b/c`);
    await page.getByText("Die Seite existiert nicht.").waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("goes on after the appliance was killed, without a sign-in", async () => {
    const tab = await openSignedIn();
    const { page } = tab;
    await byHeading(page, "Status").waitFor();
    const before = await startedAt();
    await killProcess(stage.product, "appliance");
    await eventually(
      () => startedAt().catch(() => before),
      (started) => started !== before,
    );
    await goTo(page, "Lizenz", "Lizenzschlüssel");
    await page.getByRole("region", { name: "Lizenz" }).getByText("gültig", { exact: true }).waitFor();
    await streamIsOpen(page);
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  it("is covered while the system restarts, and goes on when the new start is seen", async () => {
    const tab = await openSignedIn("/system/restart");
    const { page } = tab;
    const before = await startedAt();
    await byButton(page, "System neu starten").click();
    const dialog = page.getByRole("dialog", { name: "System neu starten" });
    await dialog.getByText("Soll das System neugestartet werden?").waitFor();
    await byButton(dialog, "Neu starten").click();
    const cover = page.getByRole("alertdialog", { name: "Neustart läuft" });
    await cover.waitFor();
    await cover.getByText(/^Vergangene Zeit: /).waitFor();
    await cover.waitFor({ state: "detached", timeout: 60_000 });
    expect(await startedAt()).not.toBe(before);
    await page.getByText("Das System wurde neu gestartet.").waitFor();
    await byHeading(page, "Neustart").waitFor();
    expect(tab.problems()).toEqual([]);
    await tab.close();
  });

  async function startedAt(): Promise<number> {
    const { body } = await stage.product.api.get("/info");
    return (body["system"] as { started: number }).started;
  }
});

/** As another place that signs this session out would do it. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("hubwart.session") ?? "{}") as { token: string };
    await fetch("/admin/api/logout", { headers: { authorization: `Bearer ${token}` } });
  });
}

/** The console asks for a stream of events again. */
async function streamIsOpen(page: Page): Promise<void> {
  const response = page.waitForResponse((answer) => answer.url().includes("/admin/api/stream"));
  await navigation(page).getByRole("link", { name: "Status", exact: true }).click();
  expect((await response).status()).toBe(200);
}
