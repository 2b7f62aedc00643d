import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, expect, it } from "vitest";
import { killAlarms, killedPlant } from "../testing/alarm-kills.ts";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";

const build = useHubBuild();
let hub: HubProcess;
const folder = useFolder();
afterEach(async () => {
  await hub.stop();
});

it("loses nothing, does nothing twice and tells nothing of what was acknowledged, wherever it is killed", async () => {
  const told = path.join(folder(), "told");
  hub = await build.start({ project: killedPlant(), env: { HUBWART_TEST_TOLD: told } });
  await hub.until("the pod", async () => (await hub.pod("fake.b")).ifaces[0]?.state === true);
  const { acked, events, faults, messages } = await killAlarms(hub, { kills: 10, random: Math.random, told });
  expect(faults).toEqual([]);
  expect([acked > 0, events > 20, messages > 0]).toEqual([true, true, true]);
});
