import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Scope, systemClock, tailLog } from "@hubwart/core";
import { BrokerClient, parseBrokerAddress } from "@hubwart/mqtt/broker";
import { freePort, type Mosquitto, makeCertificates, startMosquitto } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { type PodCommand, usePodCommands } from "./testing/pod-commands.ts";
import { channel, pod, project } from "./testing/projects.ts";

const ACL = `
user hub
topic readwrite plant/pods/#

user door
topic read plant/pods/hub
topic read plant/pods/http_in.door/pod/#
topic write plant/pods/http_in.door/hub/#

user other
topic read plant/pods/http_in.other/pod/#
topic write plant/pods/http_in.other/hub/#
`;
const USERS = ["hub", "door", "other"].map((user) => ({ user, password: `${user}-secret` }));

const build = useHubBuild();
let broker: Mosquitto;
let hub: HubProcess;
let port: number;
/** What a second machine has: its own folder with a token, a password and the authority's certificate. */
const machine = useFolder();

beforeAll(async () => {
  broker = await startMosquitto({ tls: true, auth: USERS, acl: ACL });
});
afterAll(() => broker.stop());
beforeEach(async () => {
  port = await freePort();
  for (const { user, password } of USERS) await writeFile(path.join(machine(), user), `${password}\n`);
  await writeFile(path.join(machine(), "ca.pem"), broker.certificates?.ca ?? "");
  hub = await build.start({ project: plant(), env: brokerEnvironment() });
  await writeFile(
    path.join(machine(), "token"),
    await readFile(path.join(hub.layout.podTokens, "http_in.door"), "utf8"),
  );
});
afterEach(() => hub.stop());

const brokerEnvironment = () => ({
  HUBWART_POD_BROKER: `mqtts://127.0.0.1:${broker.port}`,
  HUBWART_POD_BROKER_USER: "hub",
  HUBWART_POD_BROKER_PASSWORD_FILE: path.join(machine(), "hub"),
  HUBWART_POD_BROKER_CA: path.join(machine(), "ca.pem"),
  HUBWART_POD_BROKER_TOPIC: "plant/pods",
});

/** An external HTTP pod; what is set there comes back to it as `state`, and a counter runs beside. */
function plant() {
  const config = { port, bind: "127.0.0.1", auth: "none" };
  const door = pod(
    "http_in.door",
    [
      channel("http_in.door.open", { config: { path: "/open", method: "any" } }),
      channel("http_in.door.state", { dir: "out", config: { path: "/state", method: "any" } }),
    ],
    { internal: false, config },
  );
  const echo = pod("fake.e", [
    channel("fake.e.set", { dir: "out" }),
    channel("fake.e.back", { config: { of: "fake.e.set" } }),
    channel("fake.e.received"),
  ]);
  return project(
    [door, echo],
    [
      { source: "http_in.door.open", target: "fake.e.set" },
      { source: "fake.e.back", target: "http_in.door.state", offset: 100 },
    ],
  );
}

const runCommand = usePodCommands(build);
function runPod(options: { user?: string; tokenFile?: string; address?: string } = {}): PodCommand {
  const { address = `mqtts://127.0.0.1:${broker.port}`, user = "door" } = options;
  return runCommand("http_in.door", machine(), [
    "--token-file",
    options.tokenFile ?? path.join(machine(), "token"),
    "--broker",
    address,
    "--topic",
    "plant/pods",
    "--user",
    user,
    "--password-file",
    path.join(machine(), user),
    "--ca",
    path.join(machine(), "ca.pem"),
  ]);
}

const online = async () => (await hub.pod("http_in.door")).running;
const listening = async () => (await hub.pod("http_in.door")).ifaces[0]?.state === true;
const set = (value: number) =>
  fetch(`http://127.0.0.1:${port}/open`, { method: "PUT", body: String(value) }).then(({ ok }) => ok);
const shown = () => fetch(`http://127.0.0.1:${port}/state`).then((reply) => reply.text());

describe("external pod over a broker", () => {
  it("connects, is shown as external and carries values both ways", async () => {
    const { child } = runPod();
    await hub.until("the pod", online);
    expect(await hub.pod("http_in.door")).toMatchObject({ internal: false, pid: child.pid });
    await hub.until("a listener", listening);
    expect(await set(7)).toBe(true);
    await hub.until("the answer", async () => (await shown()).includes("107"));
    expect((await hub.client.request("status", {})).broker).toEqual({ connected: true });
  });

  it("is refused with a wrong token, and that is logged without it", async () => {
    const tokenFile = path.join(machine(), "wrong");
    await writeFile(tokenFile, "not-the-token-at-all\n");
    const run = runPod({ tokenFile });
    expect(await run.exit).toBe(1);
    expect(run.errors()).toContain("Kein externer Pod dieses Namens mit diesem Token.");
    await hub.until("the log entry", async () => {
      const entries = await tailLog(hub.layout.logs, { src: ["hub"], text: "abgewiesen" }, 5);
      return entries.length === 1 && !JSON.stringify(entries).includes("not-the-token");
    });
    expect(await online()).toBe(false);
  });

  it("gets nowhere with the rights of another pod, whatever its token", async () => {
    const run = runPod({ user: "other" });
    await hub.until("the broker's refusal", () => run.errors().includes("keine Berechtigung"));
    expect(await online()).toBe(false);
  });

  it("is let in while strangers begin 400 sessions a second, in its own topics too", async () => {
    const scope = new Scope();
    const connected: Promise<void>[] = [];
    const strangers = ["door", "other"].map((user) => {
      let up = () => {};
      connected.push(new Promise((resolve) => (up = resolve)));
      return new BrokerClient({
        address: parseBrokerAddress(`mqtts://127.0.0.1:${broker.port}`),
        credentials: async () => ({ user, password: `${user}-secret`, ca: broker.certificates?.ca ?? "" }),
        clientId: `stranger-${user}`,
        filters: [`plant/pods/http_in.${user}/pod/+`],
        will: { topic: `plant/pods/http_in.${user}/hub/x`, payload: "" },
        clock: systemClock,
        scope,
        events: { up, down: () => undefined, message: () => undefined, refused: () => undefined },
      });
    });
    try {
      await Promise.all(connected);
      let sent = 0;
      const junk = () => {
        for (const [i, user] of ["door", "other"].entries()) {
          sent += 1;
          const topic = `plant/pods/http_in.${user}/hub/${sent.toString(16).padStart(32, "0")}`;
          const hello = { t: "hello", protocol: 2, id: `http_in.${user}`, pid: 1, token: `guess ${sent}` };
          strangers[i]?.publish(topic, `d 1 0\n${JSON.stringify(sent % 3 === 0 ? { junk: sent } : hello)}`);
        }
      };
      scope.add(systemClock.every(5, junk));
      await hub.until("some junk", () => sent > 400);
      runPod();
      await hub.until("the pod", online, 10_000);
      await hub.until("a listener", listening);
      expect(await set(9)).toBe(true);
      await hub.until("the answer", async () => (await shown()).includes("109"));
    } finally {
      await scope.end();
    }
  });

  it("loses and repeats nothing when the broker is killed and comes back", async () => {
    runPod();
    await hub.until("a listener", listening);
    for (let value = 1; value <= 20; value += 1) expect(await set(value)).toBe(true);
    await broker.kill();
    for (let value = 21; value <= 60; value += 1) expect(await set(value)).toBe(true);
    const { starts } = await hub.pod("http_in.door");
    await broker.restart();
    await hub.until("all values", async () => (await hub.value("fake.e.received")).value === 60);
    await hub.until("the last answer", async () => (await shown()).includes("160"));
    expect((await hub.value("fake.e.received")).value).toBe(60);
    expect((await hub.value("http_in.door.open")).count).toBe(60);
    expect(await hub.pod("http_in.door")).toMatchObject({ running: true, starts });
  });

  it("is seen to be gone when it is killed, and comes back with a new session", async () => {
    const { child } = runPod();
    await hub.until("a listener", listening);
    await set(7);
    await hub.until("the value", async () => (await hub.value("http_in.door.open")).value === 7);
    child.kill("SIGKILL");
    await hub.until("the loss", async () => !(await online()), 6_000);
    expect((await hub.value("http_in.door.open")).quality).toBe(1);
    runPod();
    await hub.until("the pod", online);
  });

  it("takes over from one that still runs, which is told so", async () => {
    const first = runPod();
    await hub.until("the pod", online);
    const second = runPod();
    expect(await first.exit).toBe(1);
    expect(first.errors()).toContain("hat sich an anderer Stelle neu verbunden");
    await hub.until("the second", async () => {
      const { pid, running } = await hub.pod("http_in.door");
      return running && pid === second.child.pid;
    });
  });

  it("lets go of the outside when the hub is gone, and comes back with it", async () => {
    runPod();
    await hub.until("a listener", listening);
    const dataDir = hub.layout.root;
    const died = new Promise((resolve) => hub.child.once("exit", resolve));
    hub.child.kill("SIGKILL");
    await died;
    await hub.until(
      "the port to be closed",
      () =>
        set(1).then(
          () => false,
          () => true,
        ),
      10_000,
    );
    const again = await build.start({ dataDir, env: brokerEnvironment() });
    try {
      await again.until("the pod", async () => (await again.pod("http_in.door")).running);
    } finally {
      await again.stop();
    }
  });

  it("ends cleanly when told to, and the hub knows at once", async () => {
    const { child, exit } = runPod();
    await hub.until("the pod", online);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    await hub.until("the end", async () => !(await online()), 2_000);
  });

  it("does not talk to a broker of another authority, nor without TLS to another machine", async () => {
    await writeFile(path.join(machine(), "ca.pem"), (await otherAuthority()).trim());
    const run = runPod();
    await hub.until("the refusal", () => run.errors().includes("als vertrauenswürdig"));
    const plain = runPod({ address: "mqtt://192.0.2.1:1883" });
    expect(await plain.exit).toBe(2);
    expect(plain.errors()).toContain("mqtts://");
  });
});

async function otherAuthority(): Promise<string> {
  const folder = await mkdtemp(path.join(machine(), "authority-"));
  return (await makeCertificates(folder)).ca;
}
