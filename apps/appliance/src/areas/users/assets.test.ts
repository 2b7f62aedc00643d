import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import type { LiveUser } from "@hubwart/live";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { AssetHandover } from "./assets.ts";

const folder = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(async () => {
  await scope.end();
});

const user = (n: number): LiveUser => ({ username: `u${n}`, role: "x", pwd: "h", token: "" });

function bench() {
  const hub = new ScriptedHub();
  const clock = new ManualClock();
  const told: { pod: string; method: string; names: string[]; first?: unknown; last?: unknown }[] = [];
  let refuse = false;
  hub.answers.podAsk = ({ pod, method, params }) => {
    if (refuse) throw new UnavailableError("away");
    const { users = [], first, last } = params as { users?: LiveUser[]; first?: boolean; last?: boolean };
    told.push({ pod, method, names: users.map(({ username }) => username), first, last });
    return { result: {} };
  };
  let users: LiveUser[] = [user(1)];
  let renew: () => void = () => undefined;
  const handover = new AssetHandover({
    hub,
    folder: folder(),
    users: () => users,
    certificate: {
      server: { key: "KEY", certificate: "CERT" },
      onChange: (handler) => {
        renew = () => handler({ key: "KEY", certificate: "CERT" });
        return () => undefined;
      },
    },
    clock,
    scope,
    log: createLogger("system", "test", new MemoryLogSink()),
  });
  /** Until so much has been told, and a moment longer for what must not follow. */
  const settle = async (count: number) => {
    const end = Date.now() + 10_000;
    while (told.length < count && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    hub,
    clock,
    told,
    handover,
    settle,
    renew: () => renew(),
    set: (next: LiveUser[]) => {
      users = next;
      handover.changed();
    },
    refuse: (so: boolean) => {
      refuse = so;
    },
  };
}

it("hands files for the next start and tells the running pod, once per start and change", async () => {
  const { hub, told, settle, set, renew } = bench();
  hub.say({ state: "running" });
  hub.podList = [scriptedPod("asset.gate"), scriptedPod("mqtt.x")];
  hub.sayPods();
  hub.sayPods();
  await settle(2);
  expect(told.map(({ pod, method }) => `${pod} ${method}`)).toEqual(["asset.gate users", "asset.gate tls"]);
  const files = await new PodHandover(folder(), "asset.gate").read();
  expect(Object.keys(files.files)).toEqual(["tls-certificate.pem", "tls-key.pem", "users.json"]);
  set([user(1), user(2)]);
  await settle(4);
  expect(told.at(-2)).toMatchObject({ method: "users", names: ["u1", "u2"], first: true, last: true });
  const count = told.length;
  hub.podList = [scriptedPod("asset.gate", { started: 9, starts: 2 })];
  hub.sayPods();
  await settle(count + 2);
  expect(told.length).toBe(count + 2);
  renew();
  await settle(count + 4);
  expect(told.length).toBe(count + 4);
});

it("tells many in pieces, none as an empty list, and the key to no pod elsewhere", async () => {
  const { hub, told, settle, set } = bench();
  set(Array.from({ length: 450 }, (_, n) => user(n)));
  hub.podList = [scriptedPod("asset.far", { internal: false })];
  hub.say({ state: "running" });
  await settle(3);
  expect(told.map(({ names, first, last }) => [names.length, first, last])).toEqual([
    [200, true, false],
    [200, false, false],
    [50, false, true],
  ]);
  expect(Object.keys((await new PodHandover(folder(), "asset.far").read()).files)).toEqual(["users.json"]);
  set([]);
  await settle(4);
  expect(told.at(-1)).toMatchObject({ names: [], first: true, last: true });
});

it("tries again until the pod has taken it", async () => {
  const { hub, clock, told, settle, refuse } = bench();
  const tries = () => hub.asked.length;
  refuse(true);
  hub.podList = [scriptedPod("asset.gate")];
  hub.say({ state: "running" });
  while (tries() < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await settle(0);
  refuse(false);
  expect(told).toEqual([]);
  clock.advance(2_000);
  await settle(2);
  expect(told.map(({ method }) => method)).toEqual(["users", "tls"]);
});
