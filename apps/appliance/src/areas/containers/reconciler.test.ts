import { type AddOnId, EngineError, LocalAddOns } from "@hubwart/containers";
import { FakeEngine } from "@hubwart/containers/fake";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Crashes } from "./crashes.ts";
import { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import { Reconciler } from "./reconciler.ts";
import type { Wanted } from "./wanted.ts";

const IMAGE = "docker.io/questdb/questdb:8.3.1";
const NAME = "s4q_questdb";
let engine: FakeEngine;
let addOns: LocalAddOns;
let clock: ManualClock;
let scope: Scope;
let wanted: Set<AddOnId>;
let busy: Set<AddOnId>;
let available: boolean;
let crashes: Crashes;
let reconciler: Reconciler;
let lanes: Lanes;
let log: MemoryLogSink;

beforeEach(() => {
  engine = new FakeEngine({ images: { [IMAGE]: "sha256:a" } });
  engine.script.logs[NAME] = [{ ts: 0, stream: "stderr", text: "out of luck" }];
  clock = new ManualClock();
  scope = new Scope();
  wanted = new Set();
  busy = new Set();
  available = true;
  crashes = new Crashes(clock);
  lanes = new Lanes();
  log = new MemoryLogSink();
  addOns = new LocalAddOns({ engine, registry: undefined, clock });
  const link = {
    get: () => addOns,
    get available() {
      return available;
    },
    onChange: () => () => undefined,
  };
  reconciler = new Reconciler({
    link: link as unknown as EngineLink,
    wanted: { active: (id: AddOnId) => wanted.has(id) } as unknown as Wanted,
    lanes,
    crashes,
    parameters: async () => ({}),
    busy: (id) => busy.has(id),
    clock,
    scope,
    log: createLogger("system", "container", log),
  });
});
afterEach(() => scope.end());

const round = async () => {
  reconciler.poke();
  for (let i = 0; i < 400; i += 1) await Promise.resolve();
};
const status = () => engine.containers.get(NAME)?.status;

it("starts what is to run, stops what is not", async () => {
  wanted.add("questdb");
  await round();
  expect(status()).toBe("running");
  wanted.clear();
  await round();
  expect(status()).toBe("exited");
});

it("leaves an add-on alone while a job works on it", async () => {
  wanted.add("questdb");
  busy.add("questdb");
  await round();
  expect(engine.calls).toEqual([]);
});

it("does nothing without an engine, and begins when it is back", async () => {
  wanted.add("questdb");
  available = false;
  await round();
  expect(engine.calls).toEqual([]);
  available = true;
  await round();
  expect(status()).toBe("running");
});

it("starts one that ended again, later each time, and tells of it with its last lines", async () => {
  wanted.add("questdb");
  const waits: number[] = [];
  for (let ends = 0; ends < 5; ends += 1) {
    await round();
    expect(status()).toBe("running");
    await round();
    engine.end(NAME, 3);
    await round();
    expect(status()).toBe("exited");
    expect(crashes.findings()).toHaveLength(ends < 4 ? 0 : 1);
    waits.push(crashes.wait("questdb"));
    clock.advance(crashes.wait("questdb"));
  }
  expect(waits[4]).toBeGreaterThan(waits[0] ?? 0);
  expect(crashes.findings()[0]?.text).toBe("QuestDB endet immer wieder: Code 3. Letzte Zeilen: out of luck");
  crashes.forget("questdb");
  expect(crashes.findings()).toEqual([]);
});

describe("what an update left when the engine was killed", () => {
  const ASIDE = `${NAME}.vorher`;
  const images = () => [...engine.containers.values()].map(({ name, imageId }) => `${name} ${imageId}`);
  /** The old one is aside, and the new one made. */
  const interrupted = async () => {
    wanted.add("questdb");
    await round();
    await addOns.setAside("questdb");
    engine.images.set(IMAGE, "sha256:b");
    await addOns.start("questdb", {});
    await engine.stop(NAME);
  };
  let well: boolean;
  beforeEach(() => {
    well = true;
    addOns.awaitHealthy = async () => {
      if (!well) throw new Error("Der Dienst antwortet nicht.");
    };
  });

  it("is finished when the new container proves itself", async () => {
    await interrupted();
    await round();
    expect(images()).toEqual([`${NAME} sha256:b`]);
    expect(status()).toBe("running");
  });

  it("is undone when it does not, and the last good one runs", async () => {
    await interrupted();
    well = false;
    await round();
    expect(images()).toEqual([`${NAME} sha256:a`]);
    expect(status()).toBe("running");
  });

  it("is undone when there is no new one, or nobody could judge it", async () => {
    await interrupted();
    await engine.remove(NAME);
    await round();
    expect(images()).toEqual([`${NAME} sha256:a`]);
    await addOns.setAside("questdb");
    await addOns.start("questdb", {});
    wanted.clear();
    await round();
    expect(images()).toEqual([`${NAME} sha256:a`]);
    expect(status()).toBe("exited");
  });

  it("waits for an engine that goes away meanwhile, and for a job", async () => {
    await interrupted();
    busy.add("questdb");
    await round();
    expect(engine.containers.has(ASIDE)).toBe(true);
    busy.clear();
    addOns.awaitHealthy = async () => {
      engine.away = true;
      throw new Error("weg");
    };
    await round();
    expect(engine.containers.has(ASIDE)).toBe(true);
    engine.away = false;
    addOns.awaitHealthy = async () => undefined;
    clock.advance(60_000);
    await round();
    expect(images()).toEqual([`${NAME} sha256:b`]);
  });
});

it("starts one that is there also where a newer product names an image that no registry gives", async () => {
  wanted.add("questdb");
  await round();
  engine.end(NAME, 0);
  addOns = new LocalAddOns({ engine, registry: "10.0.0.1:5000", clock });
  await round();
  clock.advance(crashes.wait("questdb"));
  await round();
  expect(status()).toBe("running");
});

it("is not stopped for the others by one that cannot start", async () => {
  engine.images.clear();
  engine.images.set("docker.io/grafana/grafana-image-renderer:3.12.5", "sha256:b");
  wanted.add("questdb").add("grafana_ir");
  engine.script.pull[IMAGE] = async () => {
    throw new Error("no registry");
  };
  await round();
  expect(engine.containers.get("s4q_grafana_ir")?.status).toBe("running");
  expect(crashes.wait("questdb")).toBeGreaterThan(0);
});

describe("an image that loads no further", () => {
  const RENDERER = "docker.io/grafana/grafana-image-renderer:3.12.5";
  let signals: (AbortSignal | undefined)[];
  beforeEach(async () => {
    engine.images.delete(IMAGE);
    engine.images.set(RENDERER, "sha256:b");
    signals = [];
    addOns.pull = (_, __, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(new Error("x"))),
      );
    };
    wanted.add("questdb").add("grafana_ir");
    await round();
  });

  it("keeps no other add-on waiting, and is asked for once", async () => {
    await round();
    engine.end("s4q_grafana_ir", 1);
    engine.script.logs["s4q_grafana_ir"] = [];
    await round();
    clock.advance(crashes.wait("grafana_ir"));
    await round();
    expect(engine.containers.get("s4q_grafana_ir")?.status).toBe("running");
    expect(signals).toHaveLength(1);
  });

  it.each(["nobody", "a job"])("is let go for %s that wants it", async (who) => {
    if (who === "nobody") wanted.delete("questdb");
    else busy.add("questdb");
    // Whoever works on it waits for nothing.
    expect(lanes.working("questdb")).toBe(false);
    await round();
    expect(signals[0]?.aborted).toBe(true);
    expect(crashes.wait("questdb")).toBe(0);
  });
});

it("one that is stopped for a copy of its data has not ended", async () => {
  wanted.add("questdb");
  await round();
  await round();
  let copied: () => void = () => undefined;
  const copying = lanes.run("questdb", () => new Promise<void>((resolve) => (copied = resolve)));
  engine.end(NAME, 0);
  await round();
  expect(log.entries).toEqual([]);
  await engine.start(NAME);
  copied();
  await copying;
  await round();
  expect(log.entries).toEqual([]);
  expect(crashes.wait("questdb")).toBe(0);
});

it("an engine that fails is no crash of add-ons that nobody wants, and none that could not even start has ended", async () => {
  wanted.add("questdb");
  addOns.state = async () => {
    throw new EngineError("layer does not exist", 500);
  };
  for (let times = 0; times < 6; times += 1) await round();
  expect(crashes.findings().map(({ text }) => text)).toEqual([
    "QuestDB soll laufen und lässt sich nicht starten: layer does not exist",
  ]);
});
