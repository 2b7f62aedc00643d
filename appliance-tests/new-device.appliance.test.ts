/**
 * A device makes its backups by schedule over a change of daylight saving, to an FTP server of its network; one of them
 * makes a second, empty device the first one, through its first page in a browser. Two booted devices, each with a network of
 * its own: what goes from one to the other is the file, as a person carries it.
 */
import { readdir, symlink, unlink } from "node:fs/promises";
import path from "node:path";
import { type FtpServer, repoRoot, startFtpServer, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { launchBrowser, openTab, type Tab } from "../e2e/support/browser.ts";
import { byButton, byHeading, signIn } from "../e2e/support/console.ts";
import { inOrder } from "../e2e/support/steps.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { movableClock, moveClock } from "./support/clock.ts";
import { ROUTER } from "./support/lan.ts";
import { trustAuthority } from "./support/trust.ts";

const PASSWORD = "Altes-Gerät-2026!";
const BACKUP_PASSWORD = "Passwort der Sicherung 1";
const FTP = { user: "sicherung", password: "ftp-geheim" };
const ZONE = "Europe/Berlin";
/** Two boots at once, beside the other tiers. */
const BOTH_BOOT_MS = 600_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a device is replaced by another", () => {
  const step = inOrder();
  let old: Appliance;
  let fresh: Appliance;
  let server: FtpServer;
  const home = useSharedFolder();
  let browser: Browser | undefined;
  let tab: Tab | undefined;
  let file = "";

  beforeAll(async () => {
    [old, fresh] = await Promise.all([
      bootAppliance({
        change: async (root) => {
          await movableClock(root);
          await unlink(path.join(root, "etc/localtime")).catch(() => undefined);
          await symlink(`/usr/share/zoneinfo/${ZONE}`, path.join(root, "etc/localtime"));
        },
      }),
      bootAppliance(),
    ]);
    server = await startFtpServer({ ...FTP, address: ROUTER, within: old.lan.insideRouter });
  }, BOTH_BOOT_MS);
  afterAll(async () => {
    await tab?.close();
    await browser?.close();
    await server?.stop();
    await Promise.all([old?.stop(), fresh?.stop()]);
  });

  const due = async () => Number((await old.api.get("/backup/state")).body["next"]) * 1_000;

  step("which backs up once on the day the clocks go forward, when the missing hour is over", async () => {
    const change = nextSpring();
    await old.api.signIn(PASSWORD);
    const example = path.join(repoRoot(), "examples/erste-schritte.xlsx");
    expect((await old.api.uploadProjectFile(example)).body).toMatchObject({ code: 0 });
    await old.api.post("/wsauth/users/set", { user: "visu", role: "read", pwd: "Passwort der Visu 1" });
    await moveClock(old, change - 60_000);
    old.api.token = undefined;
    await old.api.signIn(PASSWORD);
    const target = { tls: true, verify: false, host: ROUTER, port: server.port, pasv: true, path: "/keller" };
    const off = { use: false };
    const { body } = await old.api.post("/backup/config", {
      use: true,
      mode: 1,
      time: [2, 30],
      wday: 0,
      mday: 1,
      backup: { config: { use: true }, influxdb: off, grafana: off, mosquitto: off },
      target: { ftp: { use: true, user: FTP.user, pwd: FTP.password, ...target } },
      pwd: BACKUP_PASSWORD,
    });
    expect(body).toMatchObject({ code: 0 });
    // 02:30 does not come on this day.
    expect(await due()).toBe(change);
    await moveClock(old, change + 1_000);
    const folder = path.join(server.files, "keller");
    const whole = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".age"));
    await waitFor(async () => (await whole()).length > 0, {
      what: "the backup at the target",
      timeout: 60_000,
    });
    await waitFor(async () => (await old.api.get("/backup/state")).body["active"] === false, {
      what: "the end of the backup",
    });
    expect((await old.api.get("/backup/state")).body).toMatchObject({
      last: { success: true, left: [], upload: { ftp: { active: true, success: true } } },
    });
    const [name = ""] = await whole();
    const made = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name)?.slice(1).map(Number) ?? [];
    const [year = 0, month = 0, ...rest] = made;
    const at = Date.UTC(year, month - 1, ...rest);
    expect(at - change).toBeGreaterThanOrEqual(0);
    expect(at - change).toBeLessThan(60_000);
    // The next day it is 02:30 again, one hour earlier than before by UTC.
    expect(await due()).toBe(change + DAY - HOUR / 2);
    file = path.join(folder, name);
  });

  step("on whose first page its backup is chosen, in a browser", async () => {
    await trustAuthority(fresh, home());
    browser = await launchBrowser({ executablePath: await fresh.browser(), home: home() });
    const [address = ""] = await fresh.addresses();
    tab = await openTab(browser, `https://${address}`);
    const { page } = tab;
    await byHeading(page, "Erstinstallation - Passwort einrichten").waitFor();
    await byButton(page, "Aus Sicherung wiederherstellen").click();
    await page.getByLabel("Sicherungsdatei auswählen").setInputFiles(file);
    await byButton(page, "Datei öffnen").click();
    await page.getByLabel("Passwort der Sicherung", { exact: true }).fill(BACKUP_PASSWORD);
    await byButton(page, "Öffnen").click();
    const says = page.getByText(/Danach gilt das Passwort der Konsole aus der Sicherung/);
    await says.waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Wiederherstellen", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Wiederherstellung läuft" }).waitFor();
    await byHeading(page, "Anmeldung").waitFor({ timeout: 100_000 });
    await signIn(page, PASSWORD);
    await byHeading(page, "Status").waitFor();
    await page.getByText("Erste Schritte").or(page.getByText("erste-schritte")).first().waitFor();
  });

  step("and is the old one then", async () => {
    await fresh.find();
    fresh.api.token = undefined;
    await fresh.api.signIn(PASSWORD);
    for (const call of ["/project/history", "/wsauth/config", "/backup/config"]) {
      const [there, here] = await Promise.all([old.api.get(call), fresh.api.get(call)]);
      // What is free on its disk is the device's own.
      const said = (answer: Record<string, unknown>) => ({ ...answer, room: undefined });
      expect(said(here.body), call).toEqual(said(there.body));
    }
  });
});

/** When the clocks of the zone next go forward, ms since the epoch. */
function nextSpring(): number {
  const format = new Intl.DateTimeFormat("en", { timeZone: ZONE, timeZoneName: "longOffset" });
  const summer = (at: number) => format.format(at).endsWith("+02:00");
  // By the hour, from tomorrow on: certificates of today are good for more than a year.
  let at = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  while (summer(at) || !summer(at + HOUR)) at += HOUR;
  return at + HOUR;
}
