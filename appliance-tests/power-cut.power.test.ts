/**
 * The power is cut in every stage of updates to good and to bad releases, and at random moments. The device is the disk image
 * started by Linux as a process (support/user-mode-device.ts): with it goes whatever it had not handed to its disk.
 */
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { inOrder } from "../e2e/support/steps.ts";
import { AskedPeer } from "./support/asked-peer.ts";
import { CRASHES, DeviceVendor } from "./support/device-releases.ts";
import { keepFigures } from "./support/figures.ts";
import { makeImage } from "./support/image.ts";
import { UserModeDevice, userModeModules, userModePlace } from "./support/user-mode-device.ts";

const STAGES = [
  "check",
  "download",
  "verify",
  "space",
  "snapshot",
  "unpack",
  "switch",
  "gate",
  "done",
] as const;
type Stage = (typeof STAGES)[number];
/** As many as one likes with HUBWART_POWER_CUTS; the first ones go through the stages, those after them are random. */
const CUTS = Number(process.env["HUBWART_POWER_CUTS"] ?? STAGES.length);
/** Devices, each cut off again and again. */
const AT_ONCE = 2;
/** Every third release crashes. */
const BAD = 3;
/** Bytes: of the device's disk, larger than the image. */
const DISK = 8 * 1024 ** 3;
/** s that a release has to prove itself. */
const GATE = 300;
const LONGEST_MS = 900_000;
/** ms at most between the look that saw the stage and the cut; once the switch has begun the device cannot be asked. */
const [LATER_MS, AWAY_MS] = [150, 4_000];
/** ms between two looks, each of which costs the device a handshake: the first stages are over soon. */
const LOOK_MS = { early: 20, late: 250 };
const PASSWORD = "ein gutes Passwort";
const REPOSITORY = 8090;
const PEER = 8091;
const RELEASES = "/var/lib/hubwart-releases/releases";
interface State {
  version: string;
  last: { version: string; success: boolean; reason: string } | null;
}
interface Job {
  ended: number;
  steps: { id: string; state: string }[];
}

describe("an update during which the power is cut", () => {
  const step = inOrder();
  const scratch = useSharedFolder();
  let vendor: DeviceVendor;
  let image: { image: string; key: string };
  let installed: UserModeDevice;
  const devices: UserModeDevice[] = [];
  const releases: { version: string; bad: boolean }[] = [];
  let publishing: Promise<unknown> = Promise.resolve();
  const cuts: { stage: string; bad: boolean; success: boolean; reason: string; boot: number }[] = [];
  const figures: Record<string, number | string> = {};

  beforeAll(async () => {
    vendor = await DeviceVendor.make(scratch(), userModePlace(REPOSITORY));
    image = await makeImage(scratch(), vendor, GATE, userModeModules);
  }, 1_800_000);
  afterAll(async () => {
    for (const device of devices) await device.stop();
    await vendor?.stop();
    await keepFigures("power-cut-figures", { ...figures, ...summary(cuts) });
  });

  async function switchedOn(
    name: string,
    disk: string,
  ): Promise<{ device: UserModeDevice; peer: AskedPeer }> {
    const device = await UserModeDevice.make(path.join(scratch(), name), {
      image: disk,
      diskSize: DISK,
      key: image.key,
    });
    devices.push(device);
    const peer = await AskedPeer.open(device, PEER);
    return { device, peer };
  }
  step("is of a device that starts from its image and is set up", async () => {
    const { device, peer } = await switchedOn("installed", image.image);
    installed = device;
    figures["first start until the console answers, s"] = seconds(await device.start());
    await device.api.signIn(PASSWORD);
    await vendor.serve(device);
    expect((await device.api.uploadProject(await peer.project(), "pumpe.xlsx")).body["code"]).toBe(0);
    await peer.asksAgain(LONGEST_MS);
    const size = Number((await device.must("df", ["--output=size", "-B1", "/"])).split("\n")[1]);
    expect(size).toBeGreaterThan(DISK * 0.95);
    const state = await device.run("systemctl", ["is-system-running", "--wait"], { timeout: LONGEST_MS });
    expect(state.stdout.trim()).toBe("running");
    // What a cut is for: the second file is in the memory of the kernel only.
    const write = "echo kept > /root/kept && sync && echo lost > /root/lost";
    await device.must("sh", ["-c", write]);
    await device.cutPower();
    await device.stop();
  });

  step(
    `leaves a release that runs, with the settings, and says why: ${CUTS} times`,
    async () => {
      const wanted = Array.from({ length: CUTS }, (_, at) => STAGES[at] ?? STAGES[random(STAGES.length)]);
      const began = performance.now();
      const lanes = await Promise.allSettled(
        Array.from({ length: Math.min(AT_ONCE, CUTS) }, async (_, at) => {
          const { device, peer } = await switchedOn(`device-${at}`, installed.disk);
          await vendor.listen(device);
          await device.start();
          expect((await device.must("ls", ["/root"])).split("\n")).toEqual(["kept"]);
          for (let stage = wanted.shift(); stage !== undefined; stage = wanted.shift()) {
            await cut(device, peer, stage).catch((error: unknown) => {
              // The other devices go on, and this one is not cut any more.
              process.stdout.write(`cut ${cuts.length + 1}: ${String(error)}\n`);
              throw error;
            });
          }
        }),
      );
      for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
      figures["power cuts with all that belongs to them, s"] = seconds(performance.now() - began);
    },
    LONGEST_MS + CUTS * LONGEST_MS,
  );

  async function cut(device: UserModeDevice, peer: AskedPeer, wanted: Stage): Promise<void> {
    const [level, zone] = cuts.length % 2 === 0 ? ["debug", "Europe/Rome"] : ["error", "Europe/Riga"];
    await signIn(device);
    expect((await device.api.post("/network/tz/config", { zone })).body["code"]).toBe(0);
    const changed = await device.api.post("/system/log/level", { source: "hub", level, minutes: 60 });
    expect(changed.body["code"]).toBe(0);
    const before = await stateOf(device);
    await publish();
    expect((await device.api.get("/system/restart", { action: "update" })).body).toEqual({ code: 0 });
    const began = performance.now();
    const stage = await reached(device, wanted);
    await pause(Math.random() * (stage === "switch" ? AWAY_MS : LATER_MS));
    const until = performance.now() - began;
    await device.cutPower();

    const boot = await device.start();
    await signIn(device);
    await over(device);
    const times = [until, boot, performance.now() - began - until - boot].map(seconds).join(", ");
    const { version, last } = await stateOf(device);
    const bad = releases.find((release) => release.version === last?.version)?.bad ?? false;
    const [success, reason] = [last?.success ?? false, last?.reason ?? ""];
    const outcome = `${success ? "new" : "old"} after a ${bad ? "bad" : "good"} one`;
    process.stdout.write(
      `power cut while ${stage}: ${outcome}; until it, start, rest: ${times} s; ${reason}\n`,
    );
    expect(last?.version).not.toBe(before.last?.version);
    expect(version).toBe(success ? last?.version : before.version);
    if (bad) expect(success).toBe(false);
    if (!success) expect(reason).not.toBe("");
    expect((await device.api.get("/network/tz/config")).body["zone"]).toBe(zone);
    const { sources } = (await device.api.get("/system/log/levels")).body as { sources: object[] };
    expect(sources).toContainEqual(expect.objectContaining({ source: "hub", level }));
    await peer.asksAgain(LONGEST_MS);
    await nothingLeft(device, [before.version, version]);
    cuts.push({ stage, bad, success, reason, boot });
  }

  /** Of all devices; each takes what is the newest. */
  async function publish(): Promise<void> {
    const next = publishing.then(async () => {
      const number = releases.length + 1;
      const release = { version: `0.2.${number}`, bad: number % BAD === 0 };
      releases.push(release);
      await vendor.publish(release.version, release.bad ? CRASHES : {});
    });
    publishing = next;
    await next;
  }
});

async function signIn(device: UserModeDevice): Promise<void> {
  device.api.token = undefined;
  await device.api.signIn(PASSWORD);
}
/** A session that began during a trial goes with it. */
async function stateOf(device: UserModeDevice): Promise<State> {
  return (await device.api.get("/update/state")).body as unknown as State;
}

/** undefined: the device does not answer. */
async function jobsOf(device: UserModeDevice): Promise<Job[] | undefined> {
  try {
    const { status, body } = await device.api.get("/jobs");
    if (status === 200) return body["jobs"] as Job[];
    await signIn(device);
  } catch {
    // It is away for the switch.
  }
  return undefined;
}

/** @returns the stage that runs when it is this one or a later one; "over" after the last */
async function reached(device: UserModeDevice, wanted: Stage): Promise<string> {
  const from = STAGES.indexOf(wanted);
  const end = performance.now() + LONGEST_MS;
  let seen = "";
  while (performance.now() < end) {
    const jobs = await jobsOf(device);
    const job = jobs?.find(({ ended }) => ended === 0);
    if (jobs && !job) return "over";
    const running = job?.steps.find(({ state }) => state === "running")?.id;
    // Only the switch takes the console away.
    seen = running ?? (jobs ? seen : "switch");
    if (STAGES.findIndex((stage) => stage === seen) >= from) return seen;
    await pause(from < STAGES.indexOf("unpack") ? LOOK_MS.early : LOOK_MS.late);
  }
  throw new Error(`${wanted} was not reached; last seen: ${seen}`);
}

async function over(device: UserModeDevice): Promise<void> {
  await waitFor(async () => (await jobsOf(device))?.every(({ ended }) => ended !== 0) ?? false, {
    what: "the end of the update",
    timeout: LONGEST_MS,
    interval: 500,
  }).catch(async (error: unknown) => {
    const { stdout } = await device.run("journalctl", ["--no-pager", "-n", "100"]);
    throw new Error(`${String(error)}\n${stdout}`, { cause: error });
  });
  await signIn(device);
}

/** Nothing grows with the updates that were cut: at most two releases lie there, and no archive. */
async function nothingLeft(device: UserModeDevice, versions: string[]): Promise<void> {
  const names = await device.must("ls", ["-A", RELEASES, "/var/lib/hubwart/updates"]);
  const [releases = "", updates = ""] = names.split("\n\n");
  const loaded = releases.split("\n").filter((name) => !["", `${RELEASES}:`, "current"].includes(name));
  expect(loaded.length).toBeLessThanOrEqual(2);
  expect(loaded.filter((name) => !versions.includes(name)).length).toBeLessThanOrEqual(1);
  expect(updates).not.toContain(".archive");
}

function summary(cuts: { stage: string; bad: boolean; success: boolean; boot: number }[]) {
  const told: Record<string, number | string> = { "power cuts": cuts.length };
  const count = (key: string) => (told[key] = Number(told[key] ?? 0) + 1);
  for (const { stage, bad, success } of cuts) {
    count(`power cuts while: ${stage}`);
    count(`updates to a ${bad ? "bad" : "good"} release that ended on the ${success ? "new" : "old"} one`);
  }
  const boots = cuts.map(({ boot }) => boot).toSorted((a, b) => a - b);
  if (boots.length > 0)
    told["start after a power cut until the console answers, s: median"] = seconds(
      boots[Math.floor(boots.length / 2)] ?? 0,
    );
  return told;
}

const seconds = (ms: number) => Math.round(ms / 100) / 10;
const random = (below: number) => Math.floor(Math.random() * below);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
