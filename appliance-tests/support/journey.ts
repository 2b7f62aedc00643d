/**
 * From an empty disk with the image on it: the first start, the installation in a browser, the update to the next version, and
 * one to a version that does not start. The same for each way to run the machine.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort, waitFor } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, openTab } from "../../e2e/support/browser.ts";
import { byButton, eventually, fact, goTo, install, PASSWORD } from "../../e2e/support/console.ts";
import { watchCover } from "../../e2e/support/cover.ts";
import { inOrder } from "../../e2e/support/steps.ts";
import { AskedPeer } from "./asked-peer.ts";
import { CRASHES, DeviceVendor, type Place } from "./device-releases.ts";
import { keepFigures } from "./figures.ts";
import { makeImage } from "./image.ts";
import { GUEST, type ImageDevice, type ImageDeviceOptions } from "./image-device.ts";
import { trustAuthority } from "./trust.ts";

/** Bytes: of the device's disk, far larger than the image. */
export const DISK = 8 * 1024 ** 3;
/** s that a release has to prove itself: as on a device, since here even a good one takes its time. */
export const GATE = 300;
/** Of one step of a machine whose instructions are translated, while others want the processor. */
export const LONGEST_MS = 1_200_000;
export const PAGE_MS = 180_000;

export interface State {
  version: string;
  last: { version: string; success: boolean; code: number; reason: string } | null;
}

export interface Machine {
  /** Figures are kept under this name. */
  name: string;
  /** Where a server beside the device is reached. */
  place(port: number): Place;
  make(folder: string, options: ImageDeviceOptions): Promise<ImageDevice>;
  /** Laid into the image. */
  more?: (root: string) => Promise<void>;
}

export class Journey {
  readonly step = inOrder();
  readonly figures: Record<string, number | string> = {};
  /** ms that an update takes. */
  typical = 0;
  #device: ImageDevice | undefined;
  #vendor: DeviceVendor | undefined;
  #peer: AskedPeer | undefined;

  /** Call it inside `describe`: tests follow. @param first more that holds after the first start */
  constructor(machine: Machine, first: (device: ImageDevice) => Promise<void> = async () => undefined) {
    let scratch: string;
    let browser: Browser | undefined;
    let page: Page;
    const box = (name: string) => page.getByRole("region", { name, exact: true });

    beforeAll(async () => {
      scratch = await mkdtemp(path.join(os.tmpdir(), "hubwart-image-"));
      this.#vendor = await DeviceVendor.make(scratch, machine.place(await freePort()));
      const image = await makeImage(scratch, this.#vendor, GATE, machine.more);
      this.#device = await machine.make(scratch, { ...image, diskSize: DISK });
    }, 1_800_000);
    afterAll(async () => {
      await browser?.close();
      await this.#device?.stop();
      await this.#vendor?.stop();
      await rm(scratch, { recursive: true, force: true });
      await keepFigures(machine.name, this.figures);
    });

    this.step("starts on a larger disk, which it takes, with keys and a certificate of its own", async () => {
      const { device, figures } = this;
      figures["first start until the console answers, s"] = seconds(await device.start());
      await device.must("systemctl", ["is-system-running", "--wait"], { timeout: LONGEST_MS });
      const size = Number((await device.must("df", ["--output=size", "-B1", "/"])).split("\n")[1]);
      expect(size).toBeGreaterThan(DISK * 0.95);
      expect(await device.must("hostname")).toBe("hubwart");
      expect(await device.must("cat", ["/etc/machine-id"])).toMatch(/^[0-9a-f]{32}$/);
      expect(await device.must("ls", ["/etc/ssh"])).toContain("ssh_host_ed25519_key");
      const answer = await device.fetch(`http://${GUEST}/`);
      expect([answer.status, answer.headers.get("location")]).toEqual([308, `https://${GUEST}/`]);
      figures["start until the console answers, as systemd has it"] = await device.must("systemd-analyze");
      await first(device);
    });

    this.step("is installed in a browser", async () => {
      const since = performance.now();
      const { device } = this;
      const home = path.join(scratch, "home");
      await trustAuthority(device, home);
      browser = await launchBrowser({ ...(await device.browser()), home });
      page = (await openTab(browser, `https://${GUEST}`, { timeout: PAGE_MS })).page;
      await install(page);
      await device.api.signIn(PASSWORD);
      await this.vendor.serve(device);
      this.#peer = await AskedPeer.open(device, await freePort());
      expect((await device.api.uploadProject(await this.peer.project(), "pumpe.xlsx")).body["code"]).toBe(0);
      await this.peer.asksAgain(PAGE_MS);
      this.figures["first installation, licence, project and first values, s"] = seconds(
        performance.now() - since,
      );
    });

    this.step("takes the next version, asked for in the browser", async () => {
      await this.vendor.publish("0.2.0");
      await goTo(page, "Update", "Update");
      const [before, since] = [this.peer.asked().length, performance.now()];
      await this.#updateIn(page, "0.2.0");
      this.typical = performance.now() - since;
      expect(await this.ended("0.2.0")).toMatchObject({
        version: "0.2.0",
        last: { success: true, reason: "" },
      });
      await box("Letztes Update").getByText("erfolgreich").waitFor({ timeout: LONGEST_MS });
      expect(await fact(box("Aktueller Stand"), "Version")).toBe("0.2.0");
      const asked = this.peer.asked().slice(before);
      const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? at));
      this.figures["update, s"] = seconds(this.typical);
      this.figures["longest time between two polls during the update, s"] = seconds(Math.max(...gaps));
    });

    this.step("puts a version back that does not start, and shows why", async () => {
      await this.vendor.publish("0.3.0", CRASHES);
      const since = performance.now();
      await this.#updateIn(page, "0.3.0");
      await box("Letztes Update")
        .getByText(/3 Mal unerwartet beendet .* Es läuft wieder Version 0\.2\.0/)
        .waitFor({ timeout: LONGEST_MS });
      expect(await this.ended("0.3.0")).toMatchObject({
        version: "0.2.0",
        last: { success: false, code: 1102 },
      });
      this.figures["version that crashes, until it is put back and the browser says why, s"] = seconds(
        performance.now() - since,
      );
      await page.close();
    });
  }

  get device(): ImageDevice {
    return there(this.#device);
  }
  get vendor(): DeviceVendor {
    return there(this.#vendor);
  }
  get peer(): AskedPeer {
    return there(this.#peer);
  }

  /** A session that began during a trial goes with it. */
  async state(): Promise<State> {
    const { status, body } = await this.device.api.get("/update/state");
    if (status === 401) await this.signIn();
    return body as unknown as State;
  }
  async signIn(): Promise<void> {
    this.device.api.token = undefined;
    await this.device.api.signIn(PASSWORD);
  }
  /** Of the update to this version. */
  async ended(version: string): Promise<State & { last: NonNullable<State["last"]> }> {
    let found: State | undefined;
    await waitFor(
      async () => {
        found = await this.state().catch(() => undefined);
        return found?.last?.version === version;
      },
      { what: `the end of the update to ${version}`, timeout: LONGEST_MS, interval: 200 },
    ).catch(async (error: unknown) => {
      const journal = await this.device.run("journalctl", ["--no-pager", "-n", "80"]).catch(() => undefined);
      throw new Error(`${String(error)}\n${JSON.stringify(found)}\n${journal?.stdout}`, { cause: error });
    });
    return { version: there(found).version, last: there(found?.last) };
  }

  async #updateIn(page: Page, version: string): Promise<void> {
    const box = (name: string) => page.getByRole("region", { name, exact: true });
    await byButton(page, "Nach Updates suchen").click();
    await box(`Version ${version}`).waitFor();
    const covered = await watchCover(page, "Update läuft");
    await byButton(box("Aktueller Stand"), /^Update$/).click();
    await byButton(page.getByRole("dialog"), /^Update$/).click();
    await this.ended(version);
    await page.getByRole("alertdialog").waitFor({ state: "detached", timeout: LONGEST_MS });
    // While the page loads itself anew there is nothing to ask.
    const told = await eventually(
      () => covered().catch(() => undefined),
      (seen) => seen !== undefined,
      PAGE_MS,
    );
    expect(told).toBe(true);
  }
}

function there<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error("not reached yet");
  return value;
}

export const seconds = (ms: number) => Math.round(ms / 100) / 10;
