/** Docker killed in the middle of a container's start: what it leaves, what people are told of it, and what helps. */
import { systemClock } from "@hubwart/core";
import { loadStandIn, startDocker, type TestEngine } from "@hubwart/testing/containers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CATALOGUE } from "../catalogue/index.ts";
import { dockerEngine } from "../docker/engine.ts";
import { LocalAddOns } from "./local.ts";
import { imageReference } from "./spec.ts";

const LEFT = /^Die Container-Engine hält Port 2(9000|8812) für belegt, obwohl ihn kein Container hat/;
/** After the start was asked for, ms; the daemon is gone a little later. Which of them leave a port depends on the machine's load. */
const MOMENTS = [
  60, 100, 140, 180, 220, 260, 300, 20, 340, 0, 380, 420, 80, 120, 160, 200, 240, 280, 320, 360,
];
const TOLD_ENOUGH = 2;

let docker: TestEngine;
let addOns: LocalAddOns;
beforeAll(async () => {
  docker = await startDocker();
  await loadStandIn(docker, "questdb", imageReference(CATALOGUE.questdb, undefined));
  const engine = dockerEngine({ socketPath: docker.socketPath });
  addOns = new LocalAddOns({ engine, registry: undefined, clock: systemClock });
});
afterAll(() => docker?.stop());

const again = async () => {
  await docker.kill();
  await docker.restart();
};

it("a port it left is told of, and the same container starts with its network after the next restart", async () => {
  let told = 0;
  for (const moment of MOMENTS) {
    if (told === TOLD_ENOUGH) break;
    await addOns.reset("questdb");
    const cut = addOns.start("questdb", {}).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, moment));
    await again();
    await cut;
    const refused = await addOns.start("questdb", {}).catch((error: Error) => error.message);
    if (refused !== undefined) {
      told += 1;
      expect(refused).toMatch(LEFT);
      await again();
      await addOns.start("questdb", {});
    }
    await addOns.awaitHealthy("questdb");
    const networks = await docker.cli("inspect", "-f", "{{json .NetworkSettings.Networks}}", "s4q_questdb");
    expect(Object.keys(JSON.parse(networks))).toEqual(["s4q"]);
  }
  expect(told).toBeGreaterThan(0);
}, 240_000);

it("a port that another container has is told with its name", async () => {
  await addOns.stop("questdb");
  const image = imageReference(CATALOGUE.questdb, undefined);
  await docker.cli("run", "-d", "--name", "foreign", "-p", "127.0.0.1:29000:9000", image);
  await expect(addOns.start("questdb", {})).rejects.toThrow("Port 29000 hat schon der Container „foreign“.");
  await docker.cli("rm", "-f", "foreign");
  await addOns.start("questdb", {});
  await addOns.awaitHealthy("questdb");
});
