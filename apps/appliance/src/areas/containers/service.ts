/** What people do with an add-on. No HTTP here. */
import { type AddOnId, CATALOGUE, containerName, isAddOnId } from "@hubwart/containers";
import { ConflictError, InvalidInputError, NotFoundError } from "@hubwart/core";
import type { JobOrigin } from "../../http/ports.ts";
import type { Crashes } from "./crashes.ts";
import type { AddOnJobs } from "./jobs.ts";
import type { EngineLink } from "./link.ts";
import type { Overview } from "./overview.ts";
import { texts } from "./texts.ts";
import type { Wanted } from "./wanted.ts";

export interface ServiceParts {
  link: EngineLink;
  wanted: Wanted;
  jobs: AddOnJobs;
  overview: Overview;
  crashes: Crashes;
  /** German; what must be there before an add-on can start, undefined if nothing is missing. */
  missing: (id: AddOnId) => string | undefined;
}

export class ContainerService {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** The add-on a path names. @throws NotFoundError */
  find(name: string): AddOnId {
    if (!isAddOnId(name)) throw new NotFoundError(texts.noContainer(name));
    return name;
  }

  async info(name: string) {
    const id = this.find(name);
    const { controls } = CATALOGUE[id];
    const seen = await this.#parts.overview.seen();
    const found = seen.containers.find(({ addOn }) => addOn === id);
    const engine = seen.engine !== undefined;
    return {
      name: containerName(id),
      running: found?.running ?? false,
      started: found?.started ?? null,
      cpu: Math.round((found?.cpu ?? 0) * 10) / 10,
      memory: Math.round(((found?.memory ?? 0) / 1024 / 1024) * 10) / 10,
      net_in: found?.netIn ?? 0,
      net_out: found?.netOut ?? 0,
      imageid: found?.imageId ?? "",
      control: engine && controls.control,
      reset: engine && controls.reset,
      ...(seen.engine ? {} : { reason: seen.reason }),
    };
  }

  active(name: string): boolean {
    return this.#parts.wanted.active(this.find(name));
  }

  /** Starts or stops it, and waits until it does or has. */
  async setActive(name: string, on: boolean, origin: JobOrigin): Promise<{ changed: boolean }> {
    const id = this.find(name);
    const { wanted, jobs } = this.#parts;
    const state = await this.#parts.link.get().state(id);
    if (wanted.active(id) === on && state.running === on) return { changed: false };
    const missing = on ? this.#parts.missing(id) : undefined;
    if (missing !== undefined) throw new InvalidInputError([{ field: "active", message: missing }]);
    await this.#do(id, jobs[on ? "start" : "stop"].start({ id }, { origin }));
    return { changed: true };
  }

  async restart(name: string, origin: JobOrigin): Promise<void> {
    const id = this.find(name);
    if (!this.#parts.wanted.active(id)) throw new ConflictError(texts.stopped(CATALOGUE[id].title));
    this.#parts.link.get();
    await this.#do(id, this.#parts.jobs.restart.start({ id }, { origin }));
  }

  async update(name: string, origin: JobOrigin): Promise<void> {
    const id = this.find(name);
    this.#parts.link.get();
    await this.#do(id, this.#parts.jobs.update.start({ id }, { origin }));
  }

  async reset(name: string, origin: JobOrigin): Promise<void> {
    const id = this.find(name);
    if (!CATALOGUE[id].controls.reset) {
      throw new ConflictError(texts.cannotReset(CATALOGUE[id].title));
    }
    this.#parts.link.get();
    await this.#do(id, this.#parts.jobs.reset.start({ id }, { origin }));
  }

  /** New settings of one that runs and reads them only at its start. */
  async renew(id: AddOnId, origin: JobOrigin): Promise<void> {
    await this.#do(id, this.#parts.jobs.restart.start({ id, renew: true }, { origin }));
  }

  async #do(id: AddOnId, job: { ended: Promise<unknown> }): Promise<void> {
    this.#parts.crashes.forget(id);
    try {
      await job.ended;
    } finally {
      this.#parts.overview.forget();
    }
  }
}
