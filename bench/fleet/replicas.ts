/**
 * What three copies of each batch cost: the same hubs with the same backlog at a central with one nats-server, and at one with three that
 * keep three copies. All on this machine and in one process with the central, so the figures say how both compare, and no more.
 *
 *     npm run bench -- fleet-replicas [--record]
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { startTestCentral, type TestCentral } from "../../apps/central/src/testing/central.ts";
import { TestCluster } from "../../apps/central/src/testing/cluster.ts";
import { TestSite } from "../../apps/central/src/testing/site.ts";
import { report } from "../support/results.ts";

const HUBS = 40;
const BACKLOG = 10_000;

/** @returns entries per second */
async function backlog(central: TestCentral, folder: string): Promise<number> {
  const sites: TestSite[] = [];
  try {
    for (let nr = 0; nr < HUBS; nr += 1) {
      const site = new TestSite(await central.join({ name: `Standort ${nr}` }), folder);
      await site.start();
      sites.push(site);
    }
    await waitFor(() => sites.every(({ connected }) => connected), { what: "hubs", timeout: 60_000 });
    for (const site of sites) site.alarm("Vorlauftemperatur über 78 °C im Heizkreis Nord", BACKLOG);
    const began = performance.now();
    const complete = async () => {
      const { body } = await central.call("GET", "/sites/feeds");
      return (body["feeds"] as { seq: number }[]).filter(({ seq }) => seq === BACKLOG).length === HUBS;
    };
    await waitFor(complete, { what: "all entries", timeout: 300_000, interval: 100 });
    return (HUBS * BACKLOG) / ((performance.now() - began) / 1_000);
  } finally {
    for (const site of sites) await site.stop();
  }
}

async function within<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "bench-replicas-"));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const one = await within(async (folder) => {
  const central = await startTestCentral(folder);
  try {
    return await backlog(central, folder);
  } finally {
    await central.stop();
  }
});
const three = await within(async (folder) => {
  const cluster = await TestCluster.of(folder);
  const starting = startTestCentral(folder, { more: cluster.config });
  await cluster.start();
  const central = await starting;
  try {
    return await backlog(central, folder);
  } finally {
    await central.stop();
    await cluster.stop();
  }
});
await report("fleet-replicas", [
  {
    what: `${BACKLOG} entries from each of ${HUBS} hubs, one nats-server: entries per second into the database`,
    measured: one.toFixed(0),
  },
  { what: "the same, three nats-servers with three copies", measured: three.toFixed(0) },
]);
