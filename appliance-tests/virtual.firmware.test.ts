/**
 * The image on a machine of its own: started by UEFI and GRUB from an empty disk with the kernel of the image, set up in a browser,
 * updated, put back from a version that does not start, and switched off by force in the middle of updates.
 */
import { describe, expect } from "vitest";
import { eventually } from "../e2e/support/console.ts";
import { CRASHES } from "./support/device-releases.ts";
import { GUEST, HOST, type ImageDeviceOptions } from "./support/image-device.ts";
import { Journey, LONGEST_MS, PAGE_MS } from "./support/journey.ts";
import { accelerator, VirtualDevice } from "./support/virtual-device.ts";

/** Random moments of updates at which the power is cut; as many as one likes with HUBWART_IMAGE_KILLS. */
const KILLS = Number(process.env["HUBWART_IMAGE_KILLS"] ?? 1);

describe("the image, in a virtual machine started by UEFI", () => {
  const machine = {
    name: "firmware-figures",
    place: (port: number) => ({ bind: "127.0.0.1", port, url: `http://${HOST}:${port}` }),
    make: (folder: string, options: ImageDeviceOptions) => VirtualDevice.make(folder, options),
  };
  const journey = new Journey(machine, async (device) => {
    expect(await device.must("docker", ["version", "--format", "{{.Server.Version}}"])).toMatch(/^\d+\./);
    // What a person in front of the device reads.
    await eventually(
      () => device.must("cat", ["/dev/vcs1"]),
      (screen) => screen.includes(`https://${GUEST}`),
      PAGE_MS,
    );
  });
  journey.figures["accelerator"] = accelerator();

  journey.step(
    `runs a release, with its settings, whenever the power is cut: ${KILLS} times`,
    async () => {
      const { device, vendor, peer } = journey;
      const moments: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const bad = kill % 2 === 1;
        const version = `0.4.${kill}`;
        const level = kill % 2 === 0 ? "debug" : "error";
        const zone = kill % 2 === 0 ? "Europe/Rome" : "Europe/Riga";
        expect((await device.api.post("/network/tz/config", { zone })).body["code"]).toBe(0);
        const changed = await device.api.post("/system/log/level", { source: "hub", level, minutes: 60 });
        expect(changed.body["code"]).toBe(0);
        const before = (await journey.state()).version;
        await vendor.publish(version, bad ? CRASHES : {});
        expect((await device.api.get("/system/restart", { action: "update" })).body).toEqual({ code: 0 });
        const stage = await stageAfter(Math.random() * journey.typical);
        await device.cutPower();

        await device.start();
        await journey.signIn();
        const { version: running, last } = await journey.ended(version);
        moments.push(`${stage} (${last.success ? "the new one runs" : `the old one: ${last.reason}`})`);
        expect(running).toBe(last.success ? version : before);
        if (bad) expect(last.success).toBe(false);
        if (!last.success) expect(last.reason).not.toBe("");
        expect((await device.api.get("/network/tz/config")).body["zone"]).toBe(zone);
        const { sources } = (await device.api.get("/system/log/levels")).body as { sources: object[] };
        expect(sources).toContainEqual(expect.objectContaining({ source: "hub", level }));
      }
      console.log(`power cut while: ${moments.join(", ")}`);
      await peer.asksAgain(PAGE_MS);
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
      const answer = await journey.device.api.get("/jobs").catch(() => undefined);
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
