/** The verbs on a real Docker engine with a real registry: our own images, and stand-ins for the makers'. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ResultError, systemClock } from "@hubwart/core";
import {
  loadOwn,
  loadStandIn,
  type Registry,
  type StandIn,
  startDocker,
  startRegistry,
  type TestEngine,
} from "@hubwart/testing/containers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADD_ON_IDS, type AddOnId } from "../catalogue/ids.ts";
import { CATALOGUE } from "../catalogue/index.ts";
import { dockerEngine } from "../docker/engine.ts";
import { LocalAddOns } from "./local.ts";
import { imageReference } from "./spec.ts";

const run = promisify(execFile);
const PARAMETERS: Readonly<Record<AddOnId, object>> = {
  caddyproxy: { rules: [] },
  influxdb: { org: "hubwart", bucket: "hubwart_state", password: "geheim123", token: "t0ken" },
  grafana: { influx: { token: "t0ken", org: "hubwart", bucket: "hubwart_state" } },
  grafana_ir: {},
  mosquitto: { users: [] },
  tailscale: { token: "tskey-auth-x", hostname: "hub" },
  ngrok: { authtoken: "x", tunnels: [{ proto: "http", addr: "127.0.0.1:8080" }] },
  questdb: {},
};
const OWN = ["caddyproxy", "mosquitto"] as const;

let docker: TestEngine;
let registry: Registry;
let addOns: LocalAddOns;

/** Makes an image the registry's newest of an add-on. */
async function publish(id: AddOnId, service: StandIn, revision: string): Promise<void> {
  const reference = imageReference(CATALOGUE[id], registry.address);
  await loadStandIn(docker, service, reference, revision);
  await docker.cli("push", "-q", reference);
  await docker.cli("rmi", "-f", reference);
}

beforeAll(async () => {
  [docker, registry] = await Promise.all([startDocker(), startRegistry()]);
  await loadOwn(docker);
  // The stand-ins share its first layer, which then need not travel again and again.
  await loadStandIn(docker, "idle", "localhost/foreign:1");
  for (const id of ADD_ON_IDS) {
    const own = OWN.find((one) => one === id);
    if (!own) {
      await publish(id, id as StandIn, "1");
      continue;
    }
    const { repository, tag } = CATALOGUE[own].image;
    const reference = imageReference(CATALOGUE[own], registry.address);
    await docker.cli("tag", `${repository}:${tag}`, reference);
    await docker.cli("push", "-q", reference);
    await docker.cli("rmi", "-f", reference, `${repository}:${tag}`);
  }
  addOns = new LocalAddOns({
    engine: dockerEngine({ socketPath: docker.socketPath }),
    registry: registry.address,
    clock: systemClock,
  });
});
afterAll(async () => {
  await registry?.stop();
  await docker?.stop();
});

describe.each(ADD_ON_IDS)("%s", (id) => {
  it("comes from nothing to running, stops and starts", async () => {
    expect(await addOns.hasImage(id)).toBe(false);
    const seen: { done: number; total: number }[] = [];
    await addOns.pull(id, (now) => seen.push({ ...now }));
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
    if (OWN.some((one) => one === id)) expect(seen.at(-1)?.total).toBeGreaterThan(1_000_000);
    await addOns.start(id, PARAMETERS[id]);
    await addOns.awaitHealthy(id);
    expect(await addOns.state(id)).toMatchObject({ exists: true, running: true, aside: false });
    await addOns.stop(id);
    expect(await addOns.state(id)).toMatchObject({ exists: true, running: false });
    await addOns.start(id, PARAMETERS[id]);
    await addOns.awaitHealthy(id);
  });
});

it("the overview agrees with docker stats, and shows 20 foreign containers as foreign", async () => {
  for (let i = 0; i < 20; i += 1) await docker.cli("create", "--name", `foreign${i}`, "localhost/foreign:1");
  await docker.cli("start", "foreign0");
  await addOns.overview();
  const stats = await docker.cli("stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}}");
  const { containers } = await addOns.overview();
  expect(containers.filter(({ addOn }) => addOn === undefined)).toHaveLength(20);
  expect(containers.filter(({ addOn }) => addOn !== undefined)).toHaveLength(ADD_ON_IDS.length);
  const theirs = Object.fromEntries(
    stats
      .trim()
      .split("\n")
      .map((line) => [line.split(" ")[0], Number.parseFloat(line.split(" ")[1] ?? "")]),
  );
  for (const one of containers.filter(({ running }) => running)) {
    const mine = one.memory / 1024 / 1024;
    expect(Math.abs(mine - (theirs[one.name] ?? 0)), one.name).toBeLessThan(Math.max(8, mine * 0.2));
    expect(Date.now() - Date.parse(one.started ?? "")).toBeLessThan(300_000);
  }
  const foreign = await docker.cli("ps", "-aq", "--filter", "name=foreign");
  await docker.cli("rm", "-f", ...foreign.trim().split("\n"));
});

describe("an update", () => {
  const lines = async () => (await fetch("http://127.0.0.1:28086/lines")).json();
  const write = () =>
    fetch("http://127.0.0.1:28086/api/v2/write?org=hubwart&bucket=hubwart_state", {
      method: "POST",
      headers: { authorization: "Token t0ken" },
      body: "a b=1",
    });

  it("to a newer image keeps the data", async () => {
    expect((await write()).status).toBe(204);
    const before = await addOns.state("influxdb");
    await publish("influxdb", "influxdb", "2");
    expect(await addOns.pull("influxdb", () => undefined)).toEqual({ newer: true });
    await addOns.setAside("influxdb");
    await addOns.start("influxdb", PARAMETERS.influxdb);
    await addOns.awaitHealthy("influxdb");
    await addOns.dropAside("influxdb");
    const after = await addOns.state("influxdb");
    expect(after).toMatchObject({ running: true, aside: false });
    expect(after.imageId).not.toBe(before.imageId);
    expect(await lines()).toEqual(["a b=1"]);
    expect(await addOns.pull("influxdb", () => undefined)).toEqual({ newer: false });
  });

  it("to a broken image tells why, and the old one comes back with its data", async () => {
    const before = await addOns.state("influxdb");
    await publish("influxdb", "broken", "3");
    expect(await addOns.pull("influxdb", () => undefined)).toEqual({ newer: true });
    await addOns.setAside("influxdb");
    await addOns.start("influxdb", PARAMETERS.influxdb);
    await expect(addOns.awaitHealthy("influxdb")).rejects.toThrow(
      /wurde beendet \(Code 1\)[\s\S]*fatal: the new version cannot read the data/,
    );
    await addOns.putBack("influxdb");
    await addOns.start("influxdb", PARAMETERS.influxdb);
    await addOns.awaitHealthy("influxdb");
    expect(await addOns.state("influxdb")).toMatchObject({
      imageId: before.imageId,
      running: true,
      aside: false,
    });
    expect(await lines()).toEqual(["a b=1"]);
  });

  it("an image the registry does not have is the registry's own reason", async () => {
    const away = new LocalAddOns({
      engine: dockerEngine({ socketPath: docker.socketPath }),
      registry: `${registry.address}/none`,
      clock: systemClock,
    });
    await expect(away.pull("questdb", () => undefined)).rejects.toThrow(/not found|manifest unknown/i);
  });
});

it("a reset deletes the data", async () => {
  await addOns.reset("influxdb");
  expect(await addOns.state("influxdb")).toMatchObject({ exists: false });
  expect(await docker.cli("volume", "ls", "-q")).not.toContain("s4q_influxdb");
});

it("the engine killed: its containers are down, and start again when it is back", async () => {
  await docker.kill();
  await expect(addOns.overview()).rejects.toThrow("Container-Engine");
  await docker.restart();
  expect(await addOns.state("mosquitto")).toMatchObject({ exists: true, running: false });
  await addOns.start("mosquitto", PARAMETERS.mosquitto);
  await addOns.awaitHealthy("mosquitto");
});

it("Grafana: provisioned with its source, and the password set without knowing the present one", async () => {
  await addOns.start("grafana", PARAMETERS.grafana);
  await addOns.awaitHealthy("grafana");
  const ask = (password: string, path = "/api/user") =>
    fetch(`http://127.0.0.1:23000${path}`, {
      headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString("base64")}` },
    });
  await addOns.command("grafana", "reset-password", { password: "ne$u `x` 'y'" });
  expect((await ask("admin")).status).toBe(401);
  expect((await ask("ne$u `x` 'y'")).status).toBe(200);
  expect(await (await ask("ne$u `x` 'y'", "/api/datasources")).json()).toMatchObject([
    { name: "Hubwart", url: "http://influxdb:8086" },
  ]);
  await expect(addOns.command("grafana", "reset-password", { password: "abc" })).rejects.toThrow(ResultError);
});

it("Tailscale has no state at first, then its addresses", async () => {
  await addOns.reset("tailscale");
  await addOns.start("tailscale", PARAMETERS.tailscale);
  const states = new Set<string>();
  for (let tries = 0; tries < 60 && !states.has("Running"); tries += 1) {
    const text = await addOns.command("tailscale", "status", {}).catch(() => "{}");
    states.add((JSON.parse(text) as { BackendState?: string }).BackendState ?? "");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(states).toContain("NoState");
  expect(states).toContain("Running");
});

it("our own images are the same whenever they are built", async () => {
  const build = async () =>
    (await run(process.execPath, ["scripts/run.mjs", "scripts/build-images.ts"])).stdout;
  expect(await build()).toBe(await build());
});
