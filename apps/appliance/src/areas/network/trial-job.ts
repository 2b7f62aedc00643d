/**
 * A network test as a job: it holds the lane of the device until it is confirmed, cancelled or over. The test itself and
 * its putting back are the host's; the job follows it, also through restarts of the appliance and of the device.
 */
import { CODES, LIMITS, type NetworkAdapter, type NetworkTestRun } from "@hubwart/contract";
import type { EndedTrial, Host } from "@hubwart/host";
import * as z from "zod/mini";
import type { JobOrigin } from "../../http/ports.ts";
import { type JobHandle, RESTART_KINDS, type StepContext } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { texts } from "./texts.ts";
import type { TrialService } from "./trial-service.ts";

export interface TrialJobDeps {
  jobs: JobRunner;
  trials: Pick<TrialService, "begin" | "cancel" | "onEnd" | "settle">;
  network: Pick<Host["network"], "trials">;
}

const data = z.object({ id: z.optional(z.string()) });
type Data = z.output<typeof data>;
type Begun = { run: NetworkTestRun; before: NetworkAdapter[] };
interface Live {
  begin: () => Promise<Begun>;
  begun?: Begun;
}

/** Beyond the longest test; the host may be slow to put everything back. */
const LIMIT = LIMITS.networkTestMax * 1_000 + 120_000;

export class TrialJob {
  readonly #deps: TrialJobDeps;
  readonly #job: JobHandle<Data, Live>;

  constructor(deps: TrialJobDeps) {
    this.#deps = deps;
    const { network } = deps;
    this.#job = deps.jobs.define<Data, Live>({
      kind: "network.trial",
      title: () => texts.trial,
      lane: "device",
      yieldsTo: RESTART_KINDS,
      data,
      steps: [
        {
          id: "start",
          label: texts.applying,
          run: async ({ live, keep }) => {
            if (!live) throw new Error("what is to be tested is not stored");
            live.begun = await live.begin();
            keep({ id: live.begun.run.id });
          },
          undo: ({ data: { id } }) => this.#cancel(id),
          afterCrash: async () => ((await network.trials.current()) ? "done" : "undo"),
        },
        {
          id: "wait",
          label: texts.awaiting,
          run: (context) => this.#wait(context),
          afterCrash: "redo",
          cancellable: true,
          limit: LIMIT,
        },
      ],
    });
  }

  /** As `TrialService.begin`, which has the parameters. */
  async begin(
    given: readonly NetworkAdapter[],
    seconds: number,
    localAddress: string,
    origin: JobOrigin,
  ): Promise<Begun> {
    // A test that the host ended a moment ago no longer holds the lane.
    await this.#deps.trials.settle();
    await new Promise((resolve) => setImmediate(resolve));
    const live: Live = { begin: () => this.#deps.trials.begin(given, seconds, localAddress) };
    await this.#job.start({}, { live, origin }).passed("start");
    if (!live.begun) throw new Error("the test has not begun");
    return live.begun;
  }

  async #wait({ data: { id: known }, signal, keep, conclude }: StepContext<Data, Live>): Promise<void> {
    const { trials, network } = this.#deps;
    const stop: (() => void)[] = [];
    try {
      const outcome = await new Promise<EndedTrial["outcome"]>((resolve, reject) => {
        // Listening comes first: the test may end while the host is asked.
        stop.push(trials.onEnd(({ id, outcome: how }) => (known ?? id) === id && resolve(how)));
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        this.#look(known, network, keep).then((over) => over && resolve(over), reject);
      });
      if (outcome !== "confirmed") conclude(CODES.testOver, texts.outcomes[outcome]);
    } finally {
      for (const end of stop) end();
    }
  }

  /** How it ended, if it has. */
  async #look(
    known: string | undefined,
    network: TrialJobDeps["network"],
    keep: (change: Data) => void,
  ): Promise<EndedTrial["outcome"] | undefined> {
    const current = await network.trials.current();
    if (current && (known === undefined || current.id === known)) {
      if (known === undefined) keep({ id: current.id });
      return undefined;
    }
    const last = await network.trials.last();
    return last && (known === undefined || last.id === known) ? last.outcome : "failed";
  }

  /** Of the test that this job began, if it still runs. */
  async #cancel(id: string | undefined): Promise<void> {
    const { trials, network } = this.#deps;
    if (id !== undefined && (await network.trials.current())?.id === id) await trials.cancel(id);
  }
}
