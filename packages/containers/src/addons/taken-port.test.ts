import { ManualClock, UnavailableError } from "@hubwart/core";
import { beforeEach, expect, it } from "vitest";
import type { ContainerSpec } from "../engine.ts";
import { EngineError } from "../engine.ts";
import { FakeEngine } from "../fake/engine.ts";
import { LocalAddOns } from "./local.ts";

const QUESTDB = "docker.io/questdb/questdb:8.3.1";
/** As Docker 20.10 answers it, and as the driver words it. */
const SAID =
  "Ein Port, den der Container braucht, ist schon belegt. Ihre Meldung: driver failed programming external connectivity on " +
  "endpoint s4q_questdb (1902e62e0336): Bind for 127.0.0.1:28812 failed: port is already allocated";

let engine: FakeEngine;
let clock: ManualClock;
let addOns: LocalAddOns;
let said: string;
let left: number;

beforeEach(() => {
  engine = new FakeEngine({ images: { [QUESTDB]: "sha256:q" } });
  clock = new ManualClock();
  addOns = new LocalAddOns({ engine, registry: undefined, clock });
  [said, left] = [SAID, 3];
  const start = engine.start.bind(engine);
  engine.start = async (name) => {
    if (name === "s4q_questdb" && left-- > 0) throw new EngineError(said, 500);
    await start(name);
  };
});

async function failed(): Promise<Error> {
  const starting = addOns.start("questdb", {}).then(
    () => expect.fail("it started"),
    (error: Error) => error,
  );
  for (let tries = 0; tries < 3; tries += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1_000);
  }
  return starting;
}

it("a port that the engine holds for nobody is told with what helps, and the container keeps its network", async () => {
  const error = await failed();
  expect(error.message).toBe(
    "Die Container-Engine hält Port 28812 für belegt, obwohl ihn kein Container hat: ein Rest aus ihrem Absturz. " +
      "Starten Sie die Container-Engine oder das Gerät neu.",
  );
  // The cards show the first 300 characters.
  expect(error.message.length).toBeLessThan(300);
  expect(error).toMatchObject({ kind: "unavailable", status: 500, cause: { message: SAID } });
  // Nothing was taken apart meanwhile; the engine started again, the same container starts.
  expect(engine.calls).toEqual(["create s4q_questdb"]);
  await addOns.start("questdb", {});
  expect(engine.containers.get("s4q_questdb")).toMatchObject({
    status: "running",
    spec: { network: { kind: "own", name: "s4q" } },
  });
});

it("a port that somebody's running container has is told with its name", async () => {
  const foreign: ContainerSpec = {
    name: "foreign",
    image: QUESTDB,
    labels: {},
    env: {},
    command: undefined,
    network: { kind: "own", name: "other", alias: "foreign" },
    ports: [{ container: 80, host: 28_812 }],
    volumes: {},
    capabilities: [],
    limits: { memoryMiB: 64, cpus: 1, processes: 16 },
  };
  await engine.create(foreign);
  await engine.start("foreign");
  expect((await failed()).message).toBe("Port 28812 hat schon der Container „foreign“.");
  // One that does not run holds none.
  engine.end("foreign", 0);
  left = 3;
  expect((await failed()).message).toContain("obwohl ihn kein Container hat");
});

it("a program that listens there, and anything else, stays as the engine words it", async () => {
  for (const other of ["listen tcp4 127.0.0.1:28812: bind: address already in use", "cgroup is busy"]) {
    [said, left] = [other, 3];
    expect((await failed()).message).toBe(other);
  }
});

it("an engine that goes away meanwhile leaves its first word", async () => {
  engine.holderOf = async () => {
    throw new UnavailableError("Es läuft keine Container-Engine.");
  };
  expect((await failed()).message).toBe(SAID);
});
