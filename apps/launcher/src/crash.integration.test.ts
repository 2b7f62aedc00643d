/**
 * Every process is killed at random moments, again and again: it must come back by itself, values must
 * flow, and nothing that was saved may be lost or half-written.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort, type Product, processes, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const KILLS = 50;
const PASSWORD = "Absturz-2026!";
const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");

let folder: string;
let httpPort: number;
let product: Product;

async function start(): Promise<Product> {
  return startProduct({ dataDir: folder, httpPort, env: { HUBWART_RESTART_DELAY_MAX: "400" } });
}

/** Own processes of the product under test, by entry point. */
async function pidsOf(entry: string): Promise<number[]> {
  const mine = await family(product.launcher.pid ?? 0);
  return mine.filter((p) => p.command.includes(`/dist/server/${entry}.mjs`)).map((p) => p.pid);
}

async function family(rootPid: number) {
  const all = await processes();
  const members = new Set([rootPid]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const entry of all) {
      if (!members.has(entry.pid) && members.has(entry.parent)) {
        members.add(entry.pid);
        grown = true;
      }
    }
  }
  return all.filter((entry) => members.has(entry.pid));
}

/** Sum of the counters of all data channels: it grows only while values flow. */
async function flow(): Promise<number> {
  const reply = await product.api.get("/trace/data", { filter: "*" });
  if (reply.status !== 200) throw new Error(`trace: ${reply.status}`);
  return (reply.body["entries"] as { count: number }[]).reduce((sum, entry) => sum + entry.count, 0);
}

async function running(): Promise<boolean> {
  const { body } = await product.api.get("/info");
  const status = body as { system: { hub: { state: string } } } | undefined;
  return status?.system.hub.state === "running";
}

async function valuesMove(): Promise<void> {
  let before = 0;
  // What the appliance last heard may be of the hub that was just killed; only its answer proves that it is back.
  await waitFor(
    async () => {
      before = await flow();
      return running();
    },
    { what: "the project to run", timeout: 30_000, detail: () => product.output().slice(-2000) },
  );
  await waitFor(async () => (await flow()) !== before, { what: "values to move", timeout: 30_000 });
}

/** Kills one process of an entry point; false if none ran at this moment (it is just being started again). */
async function strike(entry: string): Promise<boolean> {
  const pids = await pidsOf(entry);
  const victim = pids[Math.floor(Math.random() * pids.length)];
  if (victim === undefined) return false;
  try {
    return process.kill(victim, "SIGKILL");
  } catch {
    return false;
  }
}

const someTime = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-crash-"));
  httpPort = await freePort();
  product = await start();
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the trial licence",
    timeout: 30_000,
  });
  const upload = await product.api.uploadProjectFile(EXAMPLE);
  expect(upload.body["code"], JSON.stringify(upload.body)).toBe(0);
  await valuesMove();
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("kill -9", () => {
  it.each(["pod", "hub", "appliance"])(
    `of a %s, ${KILLS} times at random moments: always back by itself`,
    async (entry) => {
      for (let kills = 0; kills < KILLS; ) {
        await someTime(400);
        if (await strike(entry)) kills += 1;
      }
      await valuesMove();
      expect(await pidsOf("hub")).toHaveLength(1);
      expect(await pidsOf("appliance")).toHaveLength(1);
    },
    240_000,
  );

  it("of the hub is told with its signal", async () => {
    const [hub] = await pidsOf("hub");
    process.kill(hub ?? 0, "SIGKILL");
    await valuesMove();
    const { body } = await product.api.get("/info");
    const status = body as {
      system: { hub: { lastrc: number; exit?: { signal: string | null } } };
    };
    expect(status.system.hub.lastrc).toBe(0);
    expect(status.system.hub.exit?.signal).toBe("SIGKILL");
  }, 60_000);

  it("of the appliance leaves the hub and its pods at work", async () => {
    await valuesMove();
    const before = new Set([...(await pidsOf("hub")), ...(await pidsOf("pod"))]);
    expect(before.size).toBeGreaterThan(1);
    const [appliance] = await pidsOf("appliance");
    process.kill(appliance ?? 0, "SIGKILL");
    await valuesMove();
    expect(new Set([...(await pidsOf("hub")), ...(await pidsOf("pod"))])).toEqual(before);
  }, 60_000);

  it(`of the launcher, ${KILLS} times: nothing is left running, and the next start is whole`, async () => {
    for (let i = 0; i < KILLS; i += 1) {
      await someTime(600);
      const left = new Set((await family(product.launcher.pid ?? 0)).map((entry) => entry.pid));
      product.launcher.kill("SIGKILL");
      await waitFor(async () => (await processes()).every((entry) => !left.has(entry.pid)), {
        what: "every process to end after the launcher's death",
        timeout: 10_000,
      });
      product = await start();
    }
    await product.api.signIn(PASSWORD);
    await valuesMove();
  }, 480_000);

  it("during uploads leaves the old or the new project, never a half one", async () => {
    const other = path.join(repoRoot(), "examples/mqtt.xlsx");
    for (let i = 0, kills = 0; kills < KILLS; i += 1) {
      const file = i % 2 === 0 ? other : EXAMPLE;
      const upload = product.api.uploadProjectFile(file).catch(() => undefined);
      await someTime(700);
      if (await strike(i % 3 === 0 ? "hub" : "appliance")) kills += 1;
      await upload;
      await waitFor(async () => (await product.api.get("/info")).status === 200, {
        what: "the appliance to be back",
      });
      const { body } = await product.api.get("/project/history");
      const current = (body["versions"] as { current: boolean; id: string }[]).filter(
        (version) => version.current,
      );
      expect(current).toHaveLength(1);
    }
    const last = await product.api.uploadProjectFile(EXAMPLE);
    expect(last.body["code"], JSON.stringify(last.body)).toBe(0);
    await valuesMove();
  }, 480_000);

  it("during saves of settings loses none that was confirmed", async () => {
    const { body } = await product.api.get("/pods");
    const pod = (body["pods"] as { id: string }[])[0]?.id ?? "";
    let confirmed = true;
    for (let i = 0, kills = 0; kills < KILLS; i += 1) {
      const internal = i % 2 === 0;
      const save = product.api.post("/pods/config", { pod, internal, params: {} }).catch(() => undefined);
      await someTime(60);
      if (await strike("appliance")) kills += 1;
      const reply = await save;
      await waitFor(async () => (await product.api.get("/info")).status === 200, {
        what: "the appliance to be back",
      });
      const stored = await product.api.get("/pods/config", { pod });
      expect(stored.status).toBe(200);
      if (reply?.body["code"] === 0) expect(stored.body["internal"]).toBe(internal);
      else expect([confirmed, internal]).toContain(stored.body["internal"]);
      confirmed = stored.body["internal"] as boolean;
    }
    await product.api.post("/pods/config", { pod, internal: true, params: {} });
    await valuesMove();
  }, 480_000);
});
