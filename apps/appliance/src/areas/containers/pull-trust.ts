/**
 * Pulls of images trust what the device trusts: authorities that people added are handed to the engine when it is found and after
 * each change, and taken from it once they are removed.
 */
import { type Clock, errorText, type Logger, type Scope, SerialQueue } from "@hubwart/core";
import type { Authorities } from "../../context.ts";
import type { EngineLink } from "./link.ts";
import { texts } from "./texts.ts";

export interface PullTrustParts {
  authorities: Authorities;
  link: Pick<EngineLink, "available" | "get" | "onChange">;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

/** What could not be handed over is tried again so often, ms. */
const AGAIN_MS = 30_000;

export class PullTrust {
  readonly #parts: PullTrustParts;
  readonly #queue = new SerialQueue();
  /** As the engine has them; undefined: nobody knows. */
  #given: string | undefined;

  constructor(parts: PullTrustParts) {
    this.#parts = parts;
  }

  start(): void {
    const { authorities, clock, link, scope } = this.#parts;
    scope.add(authorities.onChange(() => this.sync()));
    scope.add(link.onChange(() => void this.sync()));
    scope.add(clock.every(AGAIN_MS, () => void this.sync()));
  }

  /** Pulls trust exactly the present authorities once this returns, unless there is no engine. */
  sync(): Promise<void> {
    const { authorities, link, log } = this.#parts;
    return this.#queue.run(async () => {
      if (!link.available) {
        this.#given = undefined;
        return;
      }
      const pems = authorities.pems();
      const now = pems.join("");
      if (now === this.#given) return;
      this.#given = undefined;
      try {
        await link.get().trust(pems);
        this.#given = now;
      } catch (error) {
        log.warn(texts.authoritiesUnknown(errorText(error)));
      }
    });
  }
}
