import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { writeWorkbook } from "@hubwart/project/workbook";
import { descendants, freePort, type Product, startProduct, waitFor } from "@hubwart/testing";
import { type Harm, makeRelease, repositoryOf } from "./test-releases.ts";

const PASSWORD = "Update-2026!";

interface Options {
  dataDir: string;
  httpPort: number;
  env: Record<string, string>;
}
export interface UpdateState {
  version: string;
  previous: string | null;
  trial: { from: string } | null;
  back: { version: string } | null;
  last: {
    version: string;
    started: number;
    ended: number;
    success: boolean;
    code: number;
    reason: string;
    log: boolean;
  } | null;
}

/** The whole product, updated from the repository of its embedded vendor service. */
export class UpdateBench {
  product: Product;
  readonly #options: Options;
  readonly #top: string;

  private constructor(product: Product, options: Options, top: string) {
    this.product = product;
    this.#options = options;
    this.#top = top;
  }
  /**
   * @param top the folder for everything the test makes
   * @param gate how long a release has to show that it works, seconds
   * @param trial how long it may be put back after that, seconds
   */
  static async start(top: string, gate: number, dataDir?: string, trial = 0): Promise<UpdateBench> {
    const env = {
      HUBWART_UPDATE_GATE: String(gate),
      HUBWART_UPDATE_TRIAL: String(trial),
      HUBWART_RESTART_DELAY_MAX: "300",
      HUBWART_VENDOR_PORT: String(await freePort()),
    };
    const options = {
      dataDir: dataDir ?? (await mkdtemp(path.join(top, "data-"))),
      httpPort: await freePort(),
      env,
    };
    const bench = new UpdateBench(await startProduct(options), options, top);
    await bench.signIn();
    await bench.ready();
    return bench;
  }
  async again(): Promise<void> {
    this.product = await startProduct(this.#options);
    await this.signIn();
  }
  async signIn(): Promise<void> {
    this.product.api.token = undefined;
    await this.product.api.signIn(PASSWORD);
  }
  /** The vendor service answers, which starts after the rest, and the licence is there. */
  async ready(): Promise<void> {
    const health = `http://127.0.0.1:${this.#options.env["HUBWART_VENDOR_PORT"]}/health`;
    const answers = () =>
      fetch(health).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitFor(answers, { what: "the vendor service", timeout: 60_000 });
    await waitFor(async () => (await this.info())["license"]?.["valid"] === true, {
      what: "the licence",
      timeout: 60_000,
      detail: () => this.product.output().slice(-3_000),
    });
  }
  async info(): Promise<Record<string, Record<string, unknown>>> {
    return (await this.product.api.get("/info")).body as Record<string, Record<string, unknown>>;
  }
  async publish(version: string, harm: Harm = {}): Promise<void> {
    const archive = await makeRelease(await mkdtemp(path.join(this.#top, "release-")), version, harm);
    await this.offer(archive);
    await rm(path.dirname(archive), { recursive: true });
  }
  async offer(archive: string): Promise<void> {
    await repositoryOf(this.product.dataDir).publish(archive, "stable");
  }
  async state(): Promise<UpdateState> {
    return (await this.product.api.get("/update/state")).body as unknown as UpdateState;
  }
  async begin(): Promise<number> {
    return Number((await this.product.api.get("/system/restart", { action: "update" })).body["code"]);
  }
  /** Until the last update is the one to this version. */
  async ended(version: string): Promise<UpdateState> {
    return await this.until(({ last }) => last?.version === version, `the end of the update to ${version}`);
  }
  async until(holds: (state: UpdateState) => boolean, what: string, timeout = 120_000): Promise<UpdateState> {
    let state: UpdateState | undefined;
    await waitFor(
      async () => {
        state = await this.state();
        return holds(state);
      },
      {
        what,
        timeout,
        interval: 250,
        detail: () => `${JSON.stringify(state)}\n${this.product.output().slice(-3_000)}`,
      },
    );
    if (!state) throw new Error("no state");
    return state;
  }
  async update(version: string, harm: Harm = {}): Promise<UpdateState> {
    await this.publish(version, harm);
    const code = await this.begin();
    if (code !== 0) throw new Error(`the update was refused with ${code}`);
    return await this.ended(version);
  }
  /** A setting that a bad release must not cost. */
  async mark(zone: string): Promise<void> {
    const { body } = await this.product.api.post("/network/tz/config", { zone });
    if (body["code"] !== 0) throw new Error(`the time zone was not saved: ${JSON.stringify(body)}`);
  }
  async marked(): Promise<unknown> {
    return (await this.product.api.get("/network/tz/config")).body["zone"];
  }
  async killTree(): Promise<void> {
    const pid = this.product.launcher.pid ?? 0;
    const all = [pid, ...(await descendants(pid))];
    for (const one of all) {
      try {
        process.kill(one, "SIGKILL");
      } catch {
        // It ended by itself meanwhile.
      }
    }
    await waitFor(() => this.product.launcher.signalCode !== null, { what: "the launcher's end" });
  }
}

/** A project with one pod that asks the address ten times a second. */
export async function pollingProject(url: string): Promise<Uint8Array> {
  return await writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "update"],
        ["name", "Update"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "label", "url"],
        ["http_out.a", "Abfrage", url],
      ],
    },
    {
      name: "http_out",
      rows: [
        ["pod", "channel", "type", "dir", "interval", "path"],
        ["a", "wert", "string", "in", 100, ""],
      ],
    },
  ]);
}
