/**
 * The running product that the drill disturbs: the example "regelung", whose valve follows a temperature by a script, so that
 * "it works" means pod, hub, script and recorder together.
 */

import { writeWorkbook } from "@hubwart/project/workbook";
import { descendants, freePort, type Product, processes, startProduct, waitFor } from "@hubwart/testing";
import { zipOf } from "../packages/project/src/testing/zip.ts";
import { controlScript, controlTables } from "../scripts/examples/control.ts";

export const PASSWORD = "Drill-Probe-2026!";
/** Entry points of the processes, as `dist/server` names them. */
export type Part = "appliance" | "hub" | "vendor" | "recorder" | "scripts" | "pod";

const EXAMPLE_PORT = 18_090;

export class Plant {
  readonly product: Product;
  readonly podUrl: string;
  #open = false;

  private constructor(product: Product, podPort: number) {
    this.product = product;
    this.podUrl = `http://127.0.0.1:${podPort}`;
  }

  static async start(dataDir?: string): Promise<Plant> {
    const product = await startProduct(dataDir === undefined ? {} : { dataDir });
    const plant = new Plant(product, await freePort());
    await product.api.signIn(PASSWORD);
    await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
      what: "the licence",
      timeout: 60_000,
    });
    await plant.upload({});
    await plant.works(60_000);
    return plant;
  }

  /** @param scripts further ones, by name */
  async upload(scripts: Record<string, string>): Promise<void> {
    const port = Number(new URL(this.podUrl).port);
    const tables = controlTables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map((cell) => (cell === EXAMPLE_PORT ? port : cell))),
    }));
    const files = [
      { name: "regelung.xlsx", content: Buffer.from(await writeWorkbook(tables)) },
      { name: "regler.lua", content: controlScript },
      ...Object.entries(scripts).map(([name, content]) => ({ name: `${name}.lua`, content })),
    ];
    const { body } = await this.product.api.uploadProject(await zipOf(files), "regelung.zip");
    if (body["code"] !== 0) throw new Error(`upload: ${JSON.stringify(body).slice(0, 500)}`);
  }

  /** The valve follows the temperature. @returns ms until it did; undefined where it did not within `timeout` */
  async works(timeout: number): Promise<number | undefined> {
    this.#open = !this.#open;
    const began = performance.now();
    const done = await within(timeout, async () => {
      await ask(`${this.podUrl}/temperatur`, { method: "PUT", body: this.#open ? "10" : "30" });
      const valve = await (await ask(`${this.podUrl}/ventil`)).text();
      return valve.includes(String(this.#open));
    });
    return done ? performance.now() - began : undefined;
  }

  /** What Status says. Undefined where nobody answers. */
  async health(): Promise<{ level: number; findings: string[] } | undefined> {
    try {
      const { body } = await bounded(this.product.api.get("/info"), 2_000);
      if (body["session"] !== true) {
        await bounded(this.product.api.signIn(PASSWORD), 5_000);
        return await this.health();
      }
      const { level, findings } = body["health"] as { level: number; findings: { code: string }[] };
      return { level, findings: findings.map(({ code }) => code) };
    } catch {
      return undefined;
    }
  }

  async pids(part: Part): Promise<number[]> {
    const own = new Set(await descendants(this.product.launcher.pid ?? 0));
    return (await processes())
      .filter(({ pid, command }) => own.has(pid) && command.includes(`/dist/server/${part}.mjs`))
      .map(({ pid }) => pid);
  }

  async tree(): Promise<number[]> {
    const launcher = this.product.launcher.pid ?? 0;
    return [launcher, ...(await descendants(launcher))];
  }
}

/** @returns whether `check` came true in time; what it throws counts as "not yet" */
export async function within(timeout: number, check: () => Promise<boolean>, every = 250): Promise<boolean> {
  const end = performance.now() + timeout;
  for (;;) {
    if (await check().catch(() => false)) return true;
    if (performance.now() > end) return false;
    await pause(every);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A request that does not wait for what hangs. */
export const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });

async function bounded<T>(promise: Promise<T>, ms: number): Promise<T> {
  return await Promise.race([
    promise,
    pause(ms).then(() => {
      throw new Error("no answer in time");
    }),
  ]);
}
