/** A person sets up the booted device in a real browser: over https, across its restart, and to a new address. */
import { useSharedFolder } from "@hubwart/testing/folder";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { launchBrowser, openTab, type Tab } from "../e2e/support/browser.ts";
import { byButton, byHeading, eventually, fact, goTo, install, signIn } from "../e2e/support/console.ts";
import { inOrder } from "../e2e/support/steps.ts";
import { type Appliance, bootAppliance } from "./support/appliance.ts";
import { ROUTER, ROUTER_TOO } from "./support/lan.ts";
import { trustAuthority } from "./support/trust.ts";

const NAME = "keller-17";
const ZONE = "Europe/Lisbon";
/** Of the second adapter after the restart, and of the first one in the test. */
const SECOND = "10.78.0.20";
const TESTED = "10.77.0.20";

describe("the settings of the booted device, in a browser", () => {
  const step = inOrder();
  let device: Appliance;
  const home = useSharedFolder();
  let browser: Browser;
  let tab: Tab;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    device = await bootAppliance();
    // What the switch is for: on a fresh Debian SSH runs already.
    await device.must("systemctl", ["disable", "--now", "--quiet", "ssh.service"]);
    await trustAuthority(device, home());
    browser = await launchBrowser({ executablePath: await device.browser(), home: home() });
    [address = ""] = await device.addresses();
    tab = await openTab(browser, `https://${address}`);
    page = tab.page;
  });
  afterAll(async () => {
    await browser?.close();
    await device?.stop();
  });

  const box = (name: string) => page.getByRole("region", { name, exact: true });
  const saved = () => page.getByRole("dialog", { name: "Konfiguration gespeichert" });
  const choose = (name: string) => page.getByRole("tab", { name }).click();
  const value = (name: string, label: string, wanted: string | RegExp) =>
    eventually(
      () => fact(box(name), label),
      (text) => (typeof wanted === "string" ? text === wanted : wanted.test(text ?? "")),
    );
  async function save(button: string, answer: "Ja" | "Nein"): Promise<void> {
    await byButton(page, button).click();
    await saved().getByText("Soll das Gerät jetzt neu gestartet werden?").waitFor();
    await byButton(saved(), answer).click();
    await saved().waitFor({ state: "detached" });
  }
  async function fill(adapter: string, values: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(values)) {
      await box(adapter).getByLabel(label, { exact: true }).fill(text);
    }
  }

  step("are behind a first password, over a connection the browser trusts", async () => {
    const stranger = await launchBrowser({ executablePath: await device.browser() });
    const warned = (await stranger.newPage()).goto(`https://${address}/`);
    await expect(warned).rejects.toThrow("ERR_CERT_AUTHORITY_INVALID");
    await stranger.close();
    const [secure] = await Promise.all([
      page.waitForResponse((one) => one.url().startsWith("https:") && one.request().isNavigationRequest()),
      page.goto(`http://${address}/`),
    ]);
    expect(new URL(page.url()).protocol).toBe("https:");
    expect((await secure.securityDetails())?.protocol).toBe("TLS 1.3");
    // The way over http is not the console's own.
    tab.forget();
    await install(page);
    await byButton(page, "Abmelden").click();
    await byHeading(page, "Anmeldung").waitFor();
    await signIn(page);
    await byHeading(page, "Status").waitFor();
    await goTo(page, "Geräteeinstellungen", "Geräteeinstellungen");
  });

  step("take a name and a zone", async () => {
    const name = page.getByLabel("Hostname", { exact: true }).and(page.getByRole("textbox"));
    await name.fill("keller 17");
    await byButton(page, "Hostname speichern").click();
    await box("Hostname").getByText("Erlaubt sind 1 bis 63 Buchstaben").waitFor();
    await name.fill(NAME);
    await save("Hostname speichern", "Nein");
    await value("Hostname", "Aktiv", "debian");
    await value("Hostname", "Konfiguriert", new RegExp(`^${NAME}`));
    const zone = page.getByRole("combobox", { name: "Zeitzone" });
    await zone.click();
    await zone.fill("lisb");
    await page.getByRole("option", { name: ZONE }).click();
    await save("Zeitzone speichern", "Nein");
  });

  step("take adapters, and say what is wrong with an address", async () => {
    await choose("Netzwerk");
    await value("lan0", "Aktiv", new RegExp(address.replaceAll(".", "\\.")));
    await page.getByRole("switch", { name: "Netzwerk durch Hubwart einrichten" }).check();
    const second = box("lan1");
    await second.getByRole("switch", { name: "Adapter verwenden" }).check();
    await second.getByRole("switch", { name: "Adresse automatisch beziehen (DHCP)" }).uncheck();
    await fill("lan1", { "IP-Adresse": "10.78.0.256", Netzmaske: "/24" });
    await byButton(page, "Netzwerk speichern").click();
    const wrong = second.getByRole("textbox", { name: "IP-Adresse" });
    await eventually(
      () => wrong.getAttribute("aria-invalid"),
      (text) => text === "true",
    );
    expect(await wrong.evaluate((input) => input === document.activeElement)).toBe(true);
    await fill("lan1", { "IP-Adresse": SECOND });
    await save("Netzwerk speichern", "Nein");
    await value("lan1", "Konfiguriert", new RegExp(`^${SECOND} / 255\\.255\\.255\\.0`));
  });

  step("ask the time servers of the network before they are taken", async () => {
    await choose("NTP");
    await page.getByRole("switch", { name: "Uhrzeit mit Zeitservern abgleichen" }).check();
    await page.getByRole("textbox", { name: "Server", exact: true }).fill(ROUTER);
    await page.getByRole("textbox", { name: "Ersatzserver (optional)" }).fill(ROUTER_TOO);
    await byButton(page, "Zeitserver prüfen").click();
    const results = page.getByRole("list", { name: "Ergebnis der Prüfung" });
    await eventually(
      () => results.getByText("erreichbar", { exact: true }).count(),
      (count) => count === 2,
    );
    await save("Zeitserver speichern", "Nein");
  });

  step("become active with the restart of the device, which the page waits for", async () => {
    await choose("SSH");
    await page.getByRole("switch", { name: "SSH verwenden" }).check();
    await page.getByRole("switch", { name: "Beim Start des Geräts starten" }).check();
    await expect(device.lan.door.connect(address, 22)).rejects.toThrow();
    const boot = await device.machine.bootId();
    await save("SSH-Zugang speichern", "Ja");
    const cover = page.getByRole("alertdialog", { name: "Neustart läuft" });
    await cover.waitFor();
    await cover.waitFor({ state: "detached", timeout: 100_000 });
    await page.getByText("Das Gerät wurde neu gestartet.").waitFor();
    expect(await device.restarted(boot)).toBe(address);
  });

  step("are shown as active then, and are", async () => {
    await value("SSH-Zugang", "Aktiv", "gestartet");
    await choose("Host");
    await value("Hostname", "Aktiv", NAME);
    await value("Zeitzone", "Aktiv", ZONE);
    await choose("Netzwerk");
    await value("lan1", "Aktiv", new RegExp(`^${SECOND} / 255\\.255\\.255\\.0`));
    await choose("NTP");
    await value("Zeitserver", "Aktiv", new RegExp(`^ein · ${ROUTER.replaceAll(".", "\\.")}`));
    expect(await device.must("hostname")).toBe(NAME);
    expect(await device.must("timedatectl", ["show", "--value", "--property=Timezone"])).toBe(ZONE);
    expect(await device.addresses("lan1")).toEqual([SECOND]);
    (await device.lan.door.connect(address, 22)).destroy();
    // Their own page, no other host, nothing that failed while the device was there.
    expect(tab.problems()).toEqual([]);
  });

  step(
    "are tried live at a new address, where the console goes by itself to have them confirmed",
    async () => {
      await choose("Netzwerk");
      await box("lan0").getByRole("switch", { name: "Adresse automatisch beziehen (DHCP)" }).uncheck();
      await fill("lan0", { "IP-Adresse": TESTED, Netzmaske: "255.255.255.0", "Gateway (optional)": ROUTER });
      await byButton(page, "Jetzt testen").click();
      const dialog = page.getByRole("dialog", { name: "Netzwerkeinstellungen testen" });
      await byButton(dialog, "Test starten").click();
      const panel = box("Netzwerktest läuft");
      await panel.getByText(/^In \d+ Sekunden gelten wieder die bisherigen Einstellungen\.$/).waitFor();
      await panel.getByRole("link", { name: `https://${TESTED}` }).waitFor();
      await panel.getByText("Bestätigen lässt sich der Test nur von einer dieser Adressen aus").waitFor();
      await page.waitForURL(`https://${TESTED}/**`, { timeout: 30_000 });

      await byHeading(page, "Anmeldung").waitFor();
      await signIn(page);
      await panel.getByText("Sie arbeiten bereits unter einer dieser Adressen.").waitFor();
      await byButton(panel, "Bestätigen").click();
      await page.getByText("Die getesteten Netzwerkeinstellungen wurden bestätigt").waitFor();
      await panel.waitFor({ state: "detached" });
      await value("lan0", "Aktiv", new RegExp(`^${TESTED}\\s/`));
      await value(
        "lan0",
        "Konfiguriert",
        new RegExp(`^${TESTED}\\s/\\s255\\.255\\.255\\.0\\s·\\sGateway\\s${ROUTER}$`),
      );
      expect(await device.addresses()).toEqual([TESTED]);
    },
  );
});
