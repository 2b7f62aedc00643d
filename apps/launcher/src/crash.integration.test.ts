/**
 * Every process is killed at random moments, again and again: it must come back by itself, values must
 * flow, and nothing that was saved may be lost or half-written. Each test has a product of its own, all at the same time.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort, often, type Product, processes, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { describe, expect, it as sequentialIt } from "vitest";
import { firstSteps } from "../../../scripts/examples/first-steps.ts";

const KILLS = often(50);
const LIMIT = 480_000;
const PASSWORD = "Absturz-2026!";
const FILE = "projekt.xlsx";

/** The example for beginners on ports of its own. */
async function firstProject(): Promise<Uint8Array> {
  const ports = new Map([
    [15020, await freePort()],
    [18080, await freePort()],
  ]);
  return writeWorkbook(
    firstSteps.map(({ rows, ...table }) => ({
      ...table,
      rows: rows.map((row) =>
        row.map((cell) => (typeof cell === "number" ? (ports.get(cell) ?? cell) : cell)),
      ),
    })),
  );
}

/** The product with a running project, which a test may kill. */
class Plant {
  product!: Product;
  readonly project: Uint8Array;
  readonly #folder: string;
  readonly #httpPort: number;

  private constructor(folder: string, httpPort: number, project: Uint8Array) {
    this.#folder = folder;
    this.#httpPort = httpPort;
    this.project = project;
  }

  static async within(test: (plant: Plant) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-crash-"));
    const plant = new Plant(folder, await freePort(), await firstProject());
    try {
      await plant.start();
      await plant.product.api.signIn(PASSWORD);
      await waitFor(async () => (await plant.product.api.get("/license")).body["valid"] === true, {
        what: "the trial licence",
        timeout: 30_000,
      });
      const upload = await plant.product.api.uploadProject(plant.project, FILE);
      expect(upload.body["code"], JSON.stringify(upload.body)).toBe(0);
      await plant.valuesMove();
      await test(plant);
    } finally {
      await plant.product?.stop();
      await rm(plant.#folder, { recursive: true, force: true });
    }
  }

  async start(): Promise<void> {
    const env = { HUBWART_RESTART_DELAY_MAX: "400" };
    this.product = await startProduct({ dataDir: this.#folder, httpPort: this.#httpPort, env });
  }

  /** Own processes of the product under test, by entry point. */
  async pidsOf(entry: string): Promise<number[]> {
    const mine = await this.family();
    return mine.filter((p) => p.command.includes(`/dist/server/${entry}.mjs`)).map((p) => p.pid);
  }

  async family() {
    const all = await processes();
    const members = new Set([this.product.launcher.pid ?? 0]);
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
  async #flow(): Promise<number> {
    const reply = await this.product.api.get("/trace/data", { filter: "*" });
    if (reply.status !== 200) throw new Error(`trace: ${reply.status}`);
    return (reply.body["entries"] as { count: number }[]).reduce((sum, entry) => sum + entry.count, 0);
  }

  async #running(): Promise<boolean> {
    const { body } = await this.product.api.get("/info");
    const status = body as { system: { hub: { state: string } } } | undefined;
    return status?.system.hub.state === "running";
  }

  async valuesMove(): Promise<void> {
    let before = 0;
    // What the appliance last heard may be of the hub that was just killed; only its answer proves that it is back.
    await waitFor(
      async () => {
        before = await this.#flow();
        return this.#running();
      },
      { what: "the project to run", timeout: 60_000, detail: () => this.product.output().slice(-2000) },
    );
    await waitFor(async () => (await this.#flow()) !== before, { what: "values to move", timeout: 60_000 });
  }

  async isBack(): Promise<void> {
    await waitFor(async () => (await this.product.api.get("/info")).status === 200, {
      what: "the appliance to be back",
      timeout: 60_000,
    });
  }

  /** Kills one process of an entry point; false if none ran at this moment (it is just being started again). */
  async strike(entry: string): Promise<boolean> {
    const pids = await this.pidsOf(entry);
    const victim = pids[Math.floor(Math.random() * pids.length)];
    if (victim === undefined) return false;
    try {
      return process.kill(victim, "SIGKILL");
    } catch {
      return false;
    }
  }
}

const someTime = (most: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * most));
const it = sequentialIt.concurrent;

describe("kill -9", () => {
  it.each(["pod", "hub", "appliance"])(
    `of a %s, ${KILLS} times at random moments: always back by itself`,
    (entry) =>
      Plant.within(async (plant) => {
        for (let kills = 0; kills < KILLS; ) {
          await someTime(400);
          if (await plant.strike(entry)) kills += 1;
        }
        await plant.valuesMove();
        expect(await plant.pidsOf("hub")).toHaveLength(1);
        expect(await plant.pidsOf("appliance")).toHaveLength(1);
      }),
    LIMIT,
  );

  it(
    "of the hub is told with its signal",
    () =>
      Plant.within(async (plant) => {
        const [hub] = await plant.pidsOf("hub");
        process.kill(hub ?? 0, "SIGKILL");
        await plant.valuesMove();
        const { body } = await plant.product.api.get("/info");
        const status = body as {
          system: { hub: { lastrc: number; exit?: { signal: string | null } } };
        };
        expect(status.system.hub.lastrc).toBe(0);
        expect(status.system.hub.exit?.signal).toBe("SIGKILL");
      }),
    LIMIT,
  );

  it(
    "of the appliance leaves the hub and its pods at work",
    () =>
      Plant.within(async (plant) => {
        await plant.valuesMove();
        const before = new Set([...(await plant.pidsOf("hub")), ...(await plant.pidsOf("pod"))]);
        expect(before.size).toBeGreaterThan(1);
        const [appliance] = await plant.pidsOf("appliance");
        process.kill(appliance ?? 0, "SIGKILL");
        await plant.valuesMove();
        expect(new Set([...(await plant.pidsOf("hub")), ...(await plant.pidsOf("pod"))])).toEqual(before);
      }),
    LIMIT,
  );

  it(
    `of the launcher, ${KILLS} times: nothing is left running, and the next start is whole`,
    () =>
      Plant.within(async (plant) => {
        for (let i = 0; i < KILLS; i += 1) {
          await someTime(600);
          const left = new Set((await plant.family()).map((entry) => entry.pid));
          plant.product.launcher.kill("SIGKILL");
          await waitFor(async () => (await processes()).every((entry) => !left.has(entry.pid)), {
            what: "every process to end after the launcher's death",
            timeout: 10_000,
          });
          await plant.start();
        }
        await plant.product.api.signIn(PASSWORD);
        await plant.valuesMove();
      }),
    LIMIT,
  );

  it(
    "during uploads leaves the old or the new project, never a half one",
    () =>
      Plant.within(async (plant) => {
        const other = await readFile(path.join(repoRoot(), "examples/mqtt.xlsx"));
        for (let i = 0, kills = 0; kills < KILLS; i += 1) {
          const project = i % 2 === 0 ? other : plant.project;
          const upload = plant.product.api.uploadProject(project, FILE).catch(() => undefined);
          await someTime(700);
          if (await plant.strike(i % 3 === 0 ? "hub" : "appliance")) kills += 1;
          await upload;
          await plant.isBack();
          const { body } = await plant.product.api.get("/project/history");
          const current = (body["versions"] as { current: boolean; id: string }[]).filter(
            (version) => version.current,
          );
          expect(current).toHaveLength(1);
        }
        // An upload that was cut off is finished or undone first.
        let code: unknown;
        await waitFor(
          async () => {
            code = (await plant.product.api.uploadProject(plant.project, FILE)).body["code"];
            return code !== 409;
          },
          { what: "the uploads before to end", timeout: 60_000 },
        );
        expect(code).toBe(0);
        await plant.valuesMove();
      }),
    LIMIT,
  );

  it(
    "during saves of settings loses none that was confirmed",
    () =>
      Plant.within(async (plant) => {
        const { body } = await plant.product.api.get("/pods");
        const pod = (body["pods"] as { id: string }[])[0]?.id ?? "";
        let confirmed = true;
        for (let i = 0, kills = 0; kills < KILLS; i += 1) {
          const internal = i % 2 === 0;
          const save = plant.product.api
            .post("/pods/config", { pod, internal, params: {} })
            .catch(() => undefined);
          await someTime(60);
          if (await plant.strike("appliance")) kills += 1;
          const reply = await save;
          await plant.isBack();
          const stored = await plant.product.api.get("/pods/config", { pod });
          expect(stored.status).toBe(200);
          if (reply?.body["code"] === 0) expect(stored.body["internal"]).toBe(internal);
          else expect([confirmed, internal]).toContain(stored.body["internal"]);
          confirmed = stored.body["internal"] as boolean;
        }
        await plant.product.api.post("/pods/config", { pod, internal: true, params: {} });
        await plant.valuesMove();
      }),
    LIMIT,
  );
});
