/**
 * The image on a machine of its own: started by UEFI from an empty disk, set up in a browser, updated, put back from a version
 * that does not start, and switched off by force in the middle of updates.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort, waitFor } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { launchBrowser, openTab } from "../e2e/support/browser.ts";
import { byButton, eventually, fact, goTo, install, PASSWORD } from "../e2e/support/console.ts";
import { watchCover } from "../e2e/support/cover.ts";
import { inOrder } from "../e2e/support/steps.ts";
import { DeviceVendor } from "./support/device-releases.ts";
import { keepFigures } from "./support/figures.ts";
import { makeImage } from "./support/image.ts";
import { trustAuthority } from "./support/trust.ts";
import { accelerator, GUEST, HOST, VirtualDevice } from "./support/virtual-device.ts";

/** Random moments of updates at which the power is cut; as many as one likes with HUBWART_IMAGE_KILLS. */
const KILLS = Number(process.env["HUBWART_IMAGE_KILLS"] ?? 1);
/** Bytes: of the device's disk, far larger than the image. */
const DISK = 8 * 1024 ** 3;
/** s that a release has to prove itself: as on a device, since here even a good one takes its time. */
const GATE = 300;
/** Of one step of a machine whose instructions are translated, while others want the processor. */
const LONGEST_MS = 1_200_000;
const PAGE_MS = 180_000;
const CRASHES = { "server/appliance.mjs": () => "console.error('kaputt'); process.exit(3);" };

interface State {
  version: string;
  last: { version: string; success: boolean; code: number; reason: string } | null;
}

describe("the image, in a virtual machine", () => {
  const step = inOrder();
  let scratch: string;
  let vendor: DeviceVendor;
  let device: VirtualDevice;
  let browser: Browser;
  let page: Page;
  let peer: Server;
  /** When the pod's peer was asked, ms. */
  let asked: number[] = [];
  /** ms that an update takes. */
  let typical = 0;
  const figures: Record<string, number | string> = {};

  beforeAll(async () => {
    figures["accelerator"] = accelerator();
    scratch = await mkdtemp(path.join(os.tmpdir(), "hubwart-image-"));
    const port = await freePort();
    vendor = await DeviceVendor.make(scratch, { bind: "127.0.0.1", port, url: `http://${HOST}:${port}` });
    device = await VirtualDevice.make(scratch, {
      ...(await makeImage(scratch, vendor, GATE)),
      diskSize: DISK,
    });
    peer = createServer((_request, response) => {
      asked.push(performance.now());
      response.setHeader("content-type", "application/json").end(JSON.stringify({ wert: asked.length }));
    });
    await new Promise<void>((resolve) => peer.listen(0, "127.0.0.1", resolve));
  }, 1_800_000);
  afterAll(async () => {
    await browser?.close();
    await device?.stop();
    await vendor?.stop();
    peer?.close();
    await rm(scratch, { recursive: true, force: true });
    await keepFigures("image-figures", figures);
  });

  /** A session that began during a trial goes with it. */
  async function state(): Promise<State> {
    const { status, body } = await device.api.get("/update/state");
    if (status === 401) await signIn();
    return body as unknown as State;
  }
  async function signIn(): Promise<void> {
    device.api.token = undefined;
    await device.api.signIn(PASSWORD);
  }
  /** Of the update to this version. */
  async function ended(version: string): Promise<State & { last: NonNullable<State["last"]> }> {
    let found: State | undefined;
    await waitFor(
      async () => {
        found = await state().catch(() => undefined);
        return found?.last?.version === version;
      },
      { what: `the end of the update to ${version}`, timeout: LONGEST_MS, interval: 200 },
    ).catch(async (error: unknown) => {
      const journal = await device.run("journalctl", ["--no-pager", "-n", "80"]).catch(() => undefined);
      throw new Error(`${String(error)}\n${JSON.stringify(found)}\n${journal?.stdout}`, { cause: error });
    });
    if (!found?.last) throw new Error("no state");
    return { version: found.version, last: found.last };
  }
  const box = (name: string) => page.getByRole("region", { name, exact: true });
  async function updateInBrowser(version: string): Promise<void> {
    await byButton(page, "Nach Updates suchen").click();
    await box(`Version ${version}`).waitFor();
    const covered = await watchCover(page, "Update läuft");
    await byButton(box("Aktueller Stand"), /^Update$/).click();
    await byButton(page.getByRole("dialog"), /^Update$/).click();
    await ended(version);
    await page.getByRole("alertdialog").waitFor({ state: "detached", timeout: LONGEST_MS });
    // While the page loads itself anew there is nothing to ask.
    const told = await eventually(
      () => covered().catch(() => undefined),
      (seen) => seen !== undefined,
      PAGE_MS,
    );
    expect(told).toBe(true);
  }

  step(
    "starts by UEFI on a larger disk, which it takes, with keys and a certificate of its own",
    async () => {
      figures["first start until the console answers, s"] = seconds(await device.start());
      await device.must("systemctl", ["is-system-running", "--wait"], { timeout: LONGEST_MS });
      const size = Number((await device.must("df", ["--output=size", "-B1", "/"])).split("\n")[1]);
      expect(size).toBeGreaterThan(DISK * 0.95);
      expect(await device.must("hostname")).toBe("hubwart");
      expect(await device.must("cat", ["/etc/machine-id"])).toMatch(/^[0-9a-f]{32}$/);
      expect(await device.must("ls", ["/etc/ssh"])).toContain("ssh_host_ed25519_key");
      expect(await device.must("docker", ["version", "--format", "{{.Server.Version}}"])).toMatch(/^\d+\./);
      // What a person in front of the device reads.
      await eventually(
        () => device.must("cat", ["/dev/vcs1"]),
        (screen) => screen.includes(`https://${GUEST}`),
        PAGE_MS,
      );
      const answer = await device.fetch(`http://${GUEST}/`);
      expect([answer.status, answer.headers.get("location")]).toEqual([308, `https://${GUEST}/`]);
      figures["start until the console answers, as systemd has it"] = await device.must("systemd-analyze");
    },
  );

  step("is installed in a browser", async () => {
    const home = path.join(scratch, "home");
    await trustAuthority(device, home);
    browser = await launchBrowser({ home, elsewhere: { [`${GUEST}:443`]: device.ports[443] ?? 0 } });
    const tab = await openTab(browser, `https://${GUEST}`, { timeout: PAGE_MS });
    page = tab.page;
    await install(page);
    await device.api.signIn(PASSWORD);
    await vendor.serve(device);
    expect((await device.api.uploadProject(await project(peer), "pumpe.xlsx")).body["code"]).toBe(0);
    await waitFor(() => asked.length > 20, { what: "values", timeout: PAGE_MS });
  });

  step("takes the next version, asked for in the browser", async () => {
    await vendor.publish("0.2.0");
    await goTo(page, "Update", "Update");
    asked = [];
    const since = performance.now();
    await updateInBrowser("0.2.0");
    typical = performance.now() - since;
    expect(await ended("0.2.0")).toMatchObject({ version: "0.2.0", last: { success: true, reason: "" } });
    await box("Letztes Update").getByText("erfolgreich").waitFor({ timeout: LONGEST_MS });
    expect(await fact(box("Aktueller Stand"), "Version")).toBe("0.2.0");
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? at));
    figures["update, s"] = seconds(typical);
    figures["longest time between two polls during the update, s"] = seconds(Math.max(...gaps));
  });

  step("puts a version back that does not start, and shows why", async () => {
    await vendor.publish("0.3.0", CRASHES);
    await updateInBrowser("0.3.0");
    await box("Letztes Update")
      .getByText(/3 Mal unerwartet beendet .* Es läuft wieder Version 0\.2\.0/)
      .waitFor({ timeout: LONGEST_MS });
    expect(await ended("0.3.0")).toMatchObject({ version: "0.2.0", last: { success: false, code: 1102 } });
    await page.close();
  });

  step(
    `runs a release, with its settings, whenever the power is cut: ${KILLS} times`,
    async () => {
      const moments: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const bad = kill % 2 === 1;
        const version = `0.4.${kill}`;
        const level = kill % 2 === 0 ? "debug" : "error";
        const zone = kill % 2 === 0 ? "Europe/Rome" : "Europe/Riga";
        expect((await device.api.post("/network/tz/config", { zone })).body["code"]).toBe(0);
        const changed = await device.api.post("/system/log/level", { source: "hub", level, minutes: 60 });
        expect(changed.body["code"]).toBe(0);
        const before = (await state()).version;
        await vendor.publish(version, bad ? CRASHES : {});
        expect((await device.api.get("/system/restart", { action: "update" })).body).toEqual({ code: 0 });
        const stage = await stageAfter(Math.random() * typical);
        await device.cutPower();

        await device.start();
        await signIn();
        const { version: running, last } = await ended(version);
        moments.push(`${stage} (${last.success ? "the new one runs" : `the old one: ${last.reason}`})`);
        expect(running).toBe(last.success ? version : before);
        if (bad) expect(last.success).toBe(false);
        if (!last.success) expect(last.reason).not.toBe("");
        expect((await device.api.get("/network/tz/config")).body["zone"]).toBe(zone);
        const { sources } = (await device.api.get("/system/log/levels")).body as { sources: object[] };
        expect(sources).toContainEqual(expect.objectContaining({ source: "hub", level }));
      }
      console.log(`power cut while: ${moments.join(", ")}`);
      asked = [];
      await waitFor(() => asked.length > 5, { what: "values after all of it", timeout: PAGE_MS });
      expect(
        (
          await device.run("systemctl", ["is-system-running", "--wait"], { timeout: LONGEST_MS })
        ).stdout.trim(),
      ).toBe("running");
    },
    KILLS * 3 * LONGEST_MS,
  );

  /** @returns the last step of the job that was seen by then; "away" where the device did not answer */
  async function stageAfter(ms: number): Promise<string> {
    let stage = "begin";
    const look = async () => {
      const answer = await device.api.get("/jobs").catch(() => undefined);
      const jobs = (answer?.body["jobs"] ?? []) as {
        ended: number;
        steps: { id: string; state: string }[];
      }[];
      const job = jobs.find(({ ended: at }) => at === 0);
      stage = job?.steps.find(({ state: now }) => now === "running")?.id ?? (answer ? "over" : "away");
    };
    const timer = setInterval(() => void look(), 100);
    await new Promise((resolve) => setTimeout(resolve, ms));
    clearInterval(timer);
    return stage;
  }
});

const seconds = (ms: number) => Math.round(ms / 100) / 10;

/** One pod that asks the test ten times a second. */
function project(peer: Server): Promise<Uint8Array> {
  const url = `http://${HOST}:${(peer.address() as AddressInfo).port}/`;
  const sheet = (name: string, ...rows: (string | number)[][]) => ({ name, rows });
  return writeWorkbook([
    sheet("project", ["key", "value"], ["id", "pumpe"], ["name", "Pumpe"]),
    sheet("pods", ["id", "label", "url"], ["http_out.a", "Abfrage", url]),
    sheet(
      "http_out",
      ["pod", "channel", "type", "dir", "interval", "path"],
      ["a", "wert", "string", "in", 100, ""],
    ),
  ]);
}
