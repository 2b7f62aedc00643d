/** Kills at random moments, and what was lost. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { killAlarms, killedPlant } from "../../apps/hub/src/testing/alarm-kills.ts";
import type { HubBuild } from "../../apps/hub/src/testing/hub-process.ts";
import type { Figure } from "../support/results.ts";

export async function kills(build: HubBuild, count: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-kills-"));
  const told = path.join(folder, "told");
  const hub = await build.start({ project: killedPlant(), env: { HUBWART_TEST_TOLD: told } });
  try {
    await hub.until("the pod", async () => (await hub.pod("fake.b")).ifaces[0]?.state === true);
    const found = await killAlarms(hub, { kills: count, random: Math.random, told });
    for (const fault of found.faults) process.stdout.write(`${fault}\n`);
    const { acked, events, faults, messages, states } = found;
    return [
      {
        what: `${count} times SIGKILL of the alarms' process, alarms ${[...states].sort().join(", ")}: lines lost, done twice, or told after they were acknowledged`,
        aim: "0",
        measured: `${faults.length}; ${events} lines, ${acked} acknowledged, ${messages} messages`,
      },
    ];
  } finally {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
