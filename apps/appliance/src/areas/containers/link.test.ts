import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EngineLink } from "./link.ts";

let clock: ManualClock;
let scope: Scope;
let link: EngineLink;
let here: boolean;
let leave: () => void;
let answers: boolean;
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
  here = false;
  answers = true;
  const answer = async () => {
    if (!answers) throw new UnavailableError("Die Container-Engine antwortet nicht.");
  };
  const addOns = {
    state: answer,
    hasImage: answer,
    watch: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        leave = resolve;
        signal.addEventListener("abort", () => resolve());
      }),
  };
  link = new EngineLink({
    choose: async () => (here ? { addOns: addOns as never } : { reason: "Es läuft keine Container-Engine." }),
    clock,
    scope,
    log: createLogger("system", "container", new MemoryLogSink()),
  });
});
afterEach(() => scope.end());

it("an engine that is missing for longer is told of, by the add-ons that are to run", async () => {
  link.start();
  await settled();
  expect(link.findings(["mosquitto"])).toEqual([]);
  clock.advance(60_000);
  await settled();
  expect(link.findings([])).toEqual([]);
  expect(link.findings(["mosquitto", "grafana"])).toMatchObject([
    {
      level: 2,
      text: "Diese Container sollen laufen und sind nicht erreichbar: Mosquitto, Grafana. Es läuft keine Container-Engine.",
      route: "/container",
    },
  ]);
  here = true;
  for (let tries = 0; tries < 10 && !link.available; tries += 1) {
    clock.advance(60_000);
    await settled();
  }
  expect(link.findings(["mosquitto"])).toEqual([]);
  here = false;
  leave();
  for (let tries = 0; tries < 10 && link.available; tries += 1) {
    await settled();
    clock.advance(1_000);
  }
  expect(link.available).toBe(false);
  expect(link.findings(["mosquitto"])).toEqual([]);
  clock.advance(60_000);
  expect(link.findings(["mosquitto"])).toHaveLength(1);
});

it("who follows the engine hears each time that it is found, and of no change in between", async () => {
  let found = 0;
  const end = link.onFound(() => (found += 1));
  here = true;
  link.start();
  await settled();
  expect(found).toBe(1);
  for (const times of [2, 3]) {
    leave();
    for (let tries = 0; tries < 10 && found < times; tries += 1) {
      await settled();
      clock.advance(1_000);
    }
    expect(found).toBe(times);
  }
  end();
});

it("an engine that hangs is lost, and found again once it answers; one that is late once is not", async () => {
  const looked = async () => {
    clock.advance(30_000);
    for (let i = 0; i < 3; i += 1) await settled();
  };
  here = true;
  link.start();
  await settled();
  answers = false;
  await looked();
  answers = true;
  await looked();
  answers = false;
  await looked();
  expect(link.available).toBe(true);
  await looked();
  expect(() => link.get()).toThrow("Die Container-Engine antwortet nicht.");
  await looked();
  await looked();
  expect(link.findings(["mosquitto"])).toHaveLength(1);
  answers = true;
  await looked();
  await looked();
  expect(link.available).toBe(true);
});
