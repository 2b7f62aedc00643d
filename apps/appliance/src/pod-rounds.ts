/**
 * Brings something to every pod of a type, again after each of its starts and each change, until it has arrived.
 *
 *     const rounds = new PodRounds({ hub, clock, scope, log }, "asset", (pod) => …);
 *     rounds.go();                 // something changed
 *
 * Invariant: one round at a time.
 */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { HubPod } from "@hubwart/ipc";
import type { HubLink } from "./hub-link.ts";
import { common } from "./texts.ts";

export interface RoundParts {
  hub: Pick<HubLink, "on" | "pods">;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

const AGAIN_MS = 2_000;

export class PodRounds {
  readonly #parts: RoundParts;
  readonly #type: string;
  readonly #bring: (pod: HubPod) => Promise<void>;
  #running = false;
  #again = false;
  #cancel: () => void = () => undefined;

  /** @param bring does nothing for a pod that has it already; what it throws is tried again soon */
  constructor(parts: RoundParts, type: string, bring: (pod: HubPod) => Promise<void>) {
    this.#parts = parts;
    this.#type = type;
    this.#bring = bring;
    const { hub, scope } = parts;
    scope.add(hub.on("pods", () => this.go()));
    scope.add(hub.on("connected", (connected) => connected && this.go()));
    scope.add(() => this.#cancel());
  }

  go(): void {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    const { clock, hub, log, scope } = this.#parts;
    this.#cancel();
    let failed = false;
    while (this.#again && !scope.ended) {
      this.#again = false;
      failed = false;
      for (const pod of hub.pods()) {
        if (pod.type !== this.#type) continue;
        try {
          await this.#bring(pod);
        } catch (error) {
          failed = true;
          log.debug(common.handover(pod.id, errorText(error)));
        }
      }
    }
    this.#running = false;
    if (failed && !scope.ended) this.#cancel = clock.after(AGAIN_MS, () => this.go());
  }
}
