/** The central with three real nats-servers that stand in for one another: hubs at different ones, one that dies, one that comes back. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Identity } from "@hubwart/fleet/uplink";
import { freePort, startProcess } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import type { NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAuthority, makePair } from "./authority/certificates.ts";
import { CentralKeys } from "./authority/keys.ts";
import { routePassword } from "./programs/cluster.ts";
import { connectAsCentral, startTestCentral, type TestCentral } from "./testing/central.ts";
import { SERVERS, TestCluster } from "./testing/cluster.ts";
import { rawHub, TestSite } from "./testing/site.ts";

const folder = useSharedFolder();
let cluster: TestCluster;
let central: TestCentral;
const sites: TestSite[] = [];
const connections: NatsConnection[] = [];
beforeAll(async () => {
  cluster = await TestCluster.of(folder());
  const starting = startTestCentral(folder(), { more: cluster.config });
  // The central is there first, and waits.
  await cluster.start();
  central = await starting;
}, 90_000);
afterAll(async () => {
  await central?.stop();
  await cluster?.stop();
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
  for (const connection of connections.splice(0)) await connection.close();
});

const at = (identity: Identity, ...servers: number[]): Identity => ({
  ...identity,
  servers: servers.map((index) => cluster.server(index)),
});
async function siteAt(first: number, site: object = {}): Promise<TestSite> {
  const identity = await central.join(site);
  const made = new TestSite(at(identity, first), folder());
  made.storedWithin = 3_000;
  sites.push(made);
  return made;
}
async function rawAt(identity: Identity, index: number): Promise<NatsConnection> {
  const connection = await rawHub(at(identity, index));
  connections.push(connection);
  return connection;
}
const refusedAt = (identity: Identity, index: number) =>
  expect(rawHub(at(identity, index)), `server ${index}`).rejects.toThrow(/authorization/i);

async function stored(hub: string): Promise<number[]> {
  const { body } = await central.call("GET", `/sites/alarms?hub=${hub}&limit=500`);
  return (body["entries"] as { seq: number }[]).map(({ seq }) => seq).toReversed();
}
const complete = (site: TestSite, within = 30_000) =>
  vi.waitFor(async () => expect(await stored(site.identity.hub)).toEqual(site.alarms.map(({ seq }) => seq)), {
    timeout: within,
    interval: 200,
  });

interface StreamInfo {
  config: { num_replicas: number };
  cluster: { leader?: string; replicas: { current: boolean }[] };
}
async function stream(by: Identity): Promise<StreamInfo> {
  const connection = await connectAsCentral(central, by);
  try {
    return (await connection.request("$JS.API.STREAM.INFO.SITES", "", { timeout: 2_000 })).json<StreamInfo>();
  } finally {
    await connection.close();
  }
}
/** Index of the server that leads the stream. */
async function leader(by: Identity): Promise<number> {
  const led = await vi.waitFor(
    async () => {
      const { cluster: state } = await stream(by);
      expect(state.replicas.map(({ current }) => current)).toEqual([true, true]);
      return state.leader ?? expect.fail("no leader");
    },
    { timeout: 10_000, interval: 200 },
  );
  return Number(led.replace("central-", "")) - 1;
}

describe("a central over a cluster", () => {
  it("hears hubs at each server, and keeps what they write on three", async () => {
    const all = await Promise.all(SERVERS.map((index) => siteAt(index)));
    for (const site of all) {
      await site.start();
      site.alarm("Vorlauf zu warm", 20);
    }
    for (const site of all) await complete(site);
    const by = all[0]?.identity ?? expect.fail();
    expect((await stream(by)).config.num_replicas).toBe(3);
  }, 40_000);

  it("keeps customers apart over all servers", async () => {
    const [mine, foreign] = [await central.join(), await central.join({ customer: "andere" })];
    const heard: string[] = [];
    const foreigners = await Promise.all(SERVERS.map((index) => rawAt(foreign, index)));
    for (const one of foreigners)
      one.subscribe(`_INBOX_${foreign.hub}.>`, {
        callback: (_error, { subject }) => void heard.push(subject),
      });
    await Promise.all(foreigners.map((one) => one.flush()));
    const refused = new Promise<string>((resolve) => {
      foreigners[1]?.subscribe(`hw.${mine.hub}.>`, {
        callback: (error) => resolve(error?.message ?? "heard"),
      });
    });
    expect(await refused).toMatch(/permissions violation/i);
    // With every right in the first one's account, at another server: what is not shared is not there.
    const insider = await connectAsCentral(central, at(mine, 2));
    connections.push(insider);
    insider.publish(`_INBOX_${foreign.hub}.x`, "y");
    const other: string[] = [];
    insider.subscribe(">", { callback: (_error, { subject }) => void other.push(subject) });
    await insider.flush();
    foreigners[0]?.publish(`hw.${foreign.hub}.state`, "{}");
    await foreigners[0]?.flush();
    // The same account is one over all servers.
    const mineAt = await rawAt(mine, 0);
    mineAt.publish(`hw.${mine.hub}.ask`, "{}");
    await vi.waitFor(() => expect(other).toContain(`hw.${mine.hub}.ask`), 3_000);
    expect(other.filter((subject) => subject.includes(foreign.hub))).toEqual([]);
    expect(heard).toEqual([]);
  });

  it("locks a hub out at every server within a second", async () => {
    const identity = await central.join();
    const open = await Promise.all(SERVERS.map((index) => rawAt(identity, index)));
    let closed = 0;
    for (const one of open) void one.closed().then(() => (closed += 1));
    expect((await central.call("POST", "/sites/revoke", { hub: identity.hub })).status).toBe(200);
    await vi.waitFor(() => expect(closed).toBe(3), { timeout: 1_000, interval: 5 });
    for (const index of SERVERS) await refusedAt(identity, index);
  });

  it("loses nothing when the server dies that leads, and a hub at it goes on at another", async () => {
    const by = await central.join();
    const dying = await leader(by);
    const others = SERVERS.filter((index) => index !== dying);
    const orphan = await siteAt(dying);
    const steady = await Promise.all(others.map((index) => siteAt(index)));
    const all = [orphan, ...steady];
    for (const site of all) await site.start();
    await vi.waitFor(() => expect(all.every(({ connected }) => connected)).toBe(true), 10_000);
    // It is at the one that dies, and knows of the others.
    orphan.identity.servers.push(...others.map((index) => cluster.server(index)));
    const write = setInterval(() => {
      for (const site of all) site.alarm("während der Leiter stirbt");
    }, 40);
    try {
      // Batches are on their way by then.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await cluster.kill(dying);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
    } finally {
      clearInterval(write);
    }
    for (const site of all) await complete(site);
    expect(orphan.connected).toBe(true);
    const late = await central.join({ customer: "spaet" });
    const out = await central.join();
    await (await rawHub(at(out, others[0] ?? 0))).close();
    expect((await central.call("POST", "/sites/revoke", { hub: out.hub })).status).toBe(200);
    await cluster.run(dying);
    // What was said while it was away, it knows: who is new, and who is locked out.
    await vi.waitFor(async () => await (await rawHub(at(late, dying))).close(), 5_000);
    await vi.waitFor(() => refusedAt(out, dying), { timeout: 2_000, interval: 50 });
    orphan.alarm("danach", 5);
    await complete(orphan);
  }, 60_000);
});

describe("a server that joins", () => {
  interface Routes {
    num_routes: number;
  }
  /** Routes that a server has which knows where the cluster is. */
  async function routes(pair: { key: string; certificate: string }, password: string): Promise<number> {
    const at = path.join(folder(), `stranger-${Math.random()}`);
    const { authority } = await CentralKeys.open(path.join(folder(), "central/trust"), "x", 0);
    await writeFile(`${at}.key`, pair.key);
    await writeFile(`${at}.pem`, pair.certificate);
    await writeFile(`${at}.ca`, authority.certificate);
    const [port, http, route] = [await freePort(), await freePort(), await freePort()];
    const wanted = cluster.routePorts.map((one) => `"nats-route://server:${password}@localhost:${one}"`);
    await writeFile(
      `${at}.conf`,
      `listen: "127.0.0.1:${port}"
http: "127.0.0.1:${http}"
cluster: {
  name: central, listen: "127.0.0.1:${route}"
  tls: { cert_file: "${at}.pem", key_file: "${at}.key", ca_file: "${at}.ca", verify: true }
  routes: [${wanted.join(", ")}]
}
`,
    );
    const stranger = await startProcess("nats-server", ["-c", `${at}.conf`], { ready: /Server is ready/ });
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return ((await (await fetch(`http://127.0.0.1:${http}/routez`)).json()) as Routes).num_routes;
    } finally {
      await stranger.stop("SIGKILL");
    }
  }

  it("needs a certificate of the authority, and more than a hub has", async () => {
    const keys = await CentralKeys.open(path.join(folder(), "central/trust"), "x", 0);
    const order = { name: "x", now: Date.now(), days: 5, both: true };
    const foreign = await makePair(await makeAuthority(order), order, ["127.0.0.1"]);
    const hub = await central.join();
    const right = await makePair(keys.authority, order, ["127.0.0.1"]);
    const password = routePassword(keys);
    expect(await routes(foreign, password)).toBe(0);
    expect(await routes(hub, password.replace(/./g, "0"))).toBe(0);
    expect(await routes(right, password)).toBe(3);
  }, 20_000);
});
