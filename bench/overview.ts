/**
 * The overview of a central with 1,000 sites that all reported: from the question to the whole answer over HTTPS, with nothing, a search
 * and a rule. The central is a real one, with nats-server and PostgreSQL; the reports are published by one connection. `--quick`: 100 sites,
 * `--sites=10000`: so many.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type HubState, subjectsOf } from "@hubwart/fleet";
import type { Identity } from "@hubwart/fleet/uplink";
import { waitFor } from "@hubwart/testing";
import { connectAsCentral, startTestCentral, type TestCentral } from "../apps/central/src/testing/central.ts";
import { addSites } from "../apps/central/src/testing/many-sites.ts";
import { report } from "./support/results.ts";

const given = /^--sites=(\d+)$/.exec(process.argv.find((one) => one.startsWith("--sites=")) ?? "")?.[1];
const SITES = Number(given ?? (process.argv.includes("--quick") ? 100 : 1_000));
const TIMES = 20;
const GROUPS = 20;
const DAY = 86_400_000;

const stateOf = (n: number): HubState => ({
  v: 1,
  at: Date.now(),
  name: `hub-${n}`,
  version: `0.${n % 7}.${n % 13}`,
  started: Date.now() - DAY,
  may: "see",
  plant: n % 50 === 0 ? "stopped" : "running",
  license: { valid: n % 40 !== 0, until: Date.now() + (n % 400) * DAY },
  project: { name: `Haus ${n}`, version: String(n % 9) },
  backup: Date.now() - (n % 12) * DAY,
  counts: { findings: n % 21, worst: n % 4 },
  findings: Array.from({ length: n % 21 }, (_, at) => ({
    code: `code-${at}`,
    level: at % 4,
    text: "Ein Befund. ".repeat(10),
  })),
  alarms: { standing: n % 30, unacked: n % 3 },
});

const folder = await mkdtemp(path.join(os.tmpdir(), "overview-"));
const central = await startTestCentral(folder);
try {
  await reported(central, await joined(central));
  for (let n = 0; n < GROUPS; n += 1)
    await central.call("POST", "/groups/save", {
      name: `Gruppe ${n}`,
      rule: `version < 0.${n % 7} und tag hotel`,
    });
  const kilobytes = JSON.stringify((await central.call("GET", "/sites/overview")).body).length / 1_000;
  await report("overview", [
    {
      what: `overview of ${SITES} sites, ${GROUPS} groups (${kilobytes.toFixed(0)} kB)`,
      aim: "2 s",
      measured: await timed(""),
    },
    { what: "with a search", aim: "2 s", measured: await timed("?search=hotel%2012") },
    {
      what: "with a rule",
      aim: "2 s",
      measured: await timed(`?rule=${encodeURIComponent("version < 0.5 und tag hotel")}`),
    },
    {
      what: "memory of the central's process, the measurement in it",
      measured: `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    },
  ]);
} finally {
  await central.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Median and worst. */
async function timed(query: string): Promise<string> {
  const took: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now();
    const { status } = await central.call("GET", `/sites/overview${query}`);
    if (status !== 200) throw new Error(`answered with ${status}`);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return `${took[TIMES / 2]?.toFixed(0)} ms, worst ${took.at(-1)?.toFixed(0)} ms`;
}

/** One of them joins; the others stand in the register as if they had, since only their reports are of interest here. */
async function joined(to: TestCentral): Promise<Identity> {
  const first = await to.join({ name: "Standort 0", tags: ["hotel", "nr0"] });
  const others = Array.from({ length: SITES - 1 }, (_, at) => {
    const n = at + 1;
    return { hub: idOf(n), name: `Standort ${n}`, tags: n % 2 === 0 ? ["hotel", `nr${n}`] : ["schule"] };
  });
  await addSites(to, others);
  return first;
}

function idOf(n: number): string {
  return n.toString(16).padStart(16, "0");
}

async function reported(to: TestCentral, first: Identity): Promise<void> {
  const connection = await connectAsCentral(to, first);
  for (let n = 0; n < SITES; n += 1)
    connection.publish(subjectsOf(n === 0 ? first.hub : idOf(n)).state, JSON.stringify(stateOf(n)));
  await connection.flush();
  const all = async () => {
    const { body } = await to.call("GET", "/sites/overview");
    return (body["conditions"] as Record<string, number>)["new"] === 0;
  };
  await waitFor(all, { what: "reports", timeout: 60_000 });
  await connection.close();
}
