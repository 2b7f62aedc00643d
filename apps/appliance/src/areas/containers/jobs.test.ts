import { type AddOnId, EngineError, LocalAddOns } from "@hubwart/containers";
import { FakeEngine } from "@hubwart/containers/fake";
import { ManualClock } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import type { JobKind, JobStep } from "../../platform/jobs/kind.ts";
import { defineJobs } from "./jobs.ts";
import { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import type { Wanted } from "./wanted.ts";

const IMAGE = "docker.io/questdb/questdb:8.3.1";
const NAME = "s4q_questdb";
interface Data {
  id: AddOnId;
  newer?: boolean;
  renew?: boolean;
}

let engine: FakeEngine;
let addOns: LocalAddOns;
let wanted: Set<AddOnId>;
let kinds: Map<string, readonly JobStep<Data>[]>;
let lanes: Lanes;

beforeEach(() => {
  engine = new FakeEngine({ images: { [IMAGE]: "sha256:a" } });
  engine.script.pull[IMAGE] = async () => undefined;
  addOns = new LocalAddOns({ engine, registry: undefined, clock: new ManualClock() });
  addOns.awaitHealthy = async (id) => {
    if (!(await addOns.state(id)).running) throw new EngineError("Der Container wurde beendet (Code 1).", 0);
  };
  wanted = new Set(["questdb"]);
  kinds = new Map();
  lanes = new Lanes();
  const define = (kind: JobKind<Data>) => {
    kinds.set(kind.kind, kind.steps);
    return {};
  };
  defineJobs({
    jobs: { define } as never,
    link: { get: () => addOns } as unknown as EngineLink,
    wanted: {
      active: (id: AddOnId) => wanted.has(id),
      set: (id: AddOnId, on: boolean) => void (on ? wanted.add(id) : wanted.delete(id)),
    } as unknown as Wanted,
    lanes,
    parameters: async () => ({}),
  });
});

/** As the runner does: one step after the other; the first error ends it. */
async function run(
  kind: string,
  signal = new AbortController().signal,
  data: Data = { id: "questdb" },
): Promise<void> {
  const keep = (more: Partial<Data>) => void Object.assign(data, more);
  for (const step of kinds.get(kind) ?? []) {
    await step.run({ data, signal, keep, progress: () => undefined } as never);
  }
}

it("an update leaves a container that is to run running, also where the image is the same", async () => {
  await addOns.start("questdb", {});
  await engine.remove(NAME);
  await engine.create({
    name: NAME,
    image: IMAGE,
    labels: { "org.hubwart.add-on": "questdb" },
    volumes: {},
  } as never);
  await run("container.update");
  expect(engine.containers.get(NAME)?.status).toBe("running");
});

it("one that only was created is no success, not even where there is no newer image", async () => {
  engine.start = async () => undefined;
  for (const kind of ["container.start", "container.restart", "container.update"]) {
    await expect(run(kind)).rejects.toMatchObject({
      code: 1002,
      message: "Der Container wurde beendet (Code 1).",
    });
  }
});

it("what the engine refuses has the specification's code and its reason, whatever was asked", async () => {
  engine.start = async () => {
    throw new EngineError("port is already allocated", 409);
  };
  for (const kind of ["container.update", "container.start", "container.restart", "container.reset"]) {
    await expect(run(kind)).rejects.toMatchObject({ code: 1002 });
  }
  engine.start = async () => {
    throw new Error("a defect of a library");
  };
  await expect(run("container.start")).rejects.toMatchObject({ code: 1002 });
});

it("what waited behind a hanging engine until its job gave up deletes nothing once the engine answers", async () => {
  await addOns.start("questdb", {});
  let answers: () => void = () => undefined;
  const answer = new Promise<void>((resolve) => (answers = resolve));
  const hanging = lanes.run("questdb", () => answer);
  const job = new AbortController();
  const reset = run("container.reset", job.signal);
  job.abort(new Error("took too long"));
  answers();
  await hanging;
  await expect(reset).rejects.toThrow("took too long");
  expect(engine.containers.get(NAME)?.status).toBe("running");
});

describe("with another image in the catalogue, which no registry gives", () => {
  const running = () => engine.containers.get(NAME)?.status === "running";
  beforeEach(async () => {
    await addOns.start("questdb", {});
    const before = addOns;
    addOns = new LocalAddOns({ engine, registry: "10.0.0.1:5000", clock: new ManualClock() });
    addOns.awaitHealthy = (id) => before.awaitHealthy(id);
  });

  it("a restart is one of what is there", async () => {
    await run("container.restart");
    expect(running()).toBe(true);
    expect(engine.calls.slice(-2)).toEqual([`stop ${NAME}`, `start ${NAME}`]);
  });

  it("nothing is stopped or deleted for what cannot be done", async () => {
    await expect(run("container.reset")).rejects.toMatchObject({ code: 1002 });
    const renewal = run("container.restart", undefined, { id: "questdb", renew: true });
    await expect(renewal).rejects.toMatchObject({ code: 1002 });
    expect(running()).toBe(true);
    expect(engine.volumes).toContain("s4q_questdb_data");
  });

  it("an update that is undone leaves the one before it", async () => {
    const image = "10.0.0.1:5000/questdb/questdb:8.3.1";
    engine.script.pull[image] = async () => void engine.images.set(image, "sha256:broken");
    addOns.awaitHealthy = async () => {
      throw new EngineError("Der Dienst antwortet nicht.", 0);
    };
    await expect(run("container.update")).rejects.toMatchObject({ code: 1002 });
    const data: Data = { id: "questdb", newer: true };
    await kinds
      .get("container.update")
      ?.find(({ id }) => id === "aside")
      ?.undo?.({ data } as never);
    expect(running()).toBe(true);
    expect(engine.containers.get(NAME)?.imageId).toBe("sha256:a");
  });
});
