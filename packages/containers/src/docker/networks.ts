/**
 * The network of the add-ons. Docker makes two of one name where two ask at the same moment, and starts no container in either from then
 * on: so one question at a time, and of several all go but one.
 */
import { SerialQueue } from "@hubwart/core";
import type Docker from "dockerode";
import { EngineError } from "../engine.ts";
import { understood } from "./errors.ts";
import { ANSWER_MS, CHANGE_MS, type Patience } from "./patience.ts";

export class Networks {
  readonly #docker: Docker;
  readonly #patience: Patience;
  readonly #queue = new SerialQueue();

  constructor(docker: Docker, patience: Patience) {
    this.#docker = docker;
    this.#patience = patience;
  }

  ensure(name: string): Promise<void> {
    return this.#queue.run(async () => {
      let left = await this.#called(name);
      if (left.length === 0) await this.#create(name);
      for (const id of left) {
        if (left.length < 2) break;
        if (await this.#removed(id)) left = left.filter((other) => other !== id);
      }
    });
  }

  /** Ids. */
  async #called(name: string): Promise<string[]> {
    // The engine also gives those whose names only contain it.
    const filters = JSON.stringify({ name: [name] });
    const all = await this.#patience.within(ANSWER_MS, (abortSignal) =>
      this.#docker.listNetworks({ filters, abortSignal }),
    );
    return understood(() => all.filter(({ Name }) => Name === name).map(({ Id }) => Id));
  }

  async #create(name: string): Promise<void> {
    const options = { Name: name, Driver: "bridge", CheckDuplicate: true };
    await this.#patience.within(CHANGE_MS, (abortSignal) =>
      this.#docker.createNetwork({ ...options, abortSignal }),
    );
  }

  /** false for one that a running container is in */
  async #removed(id: string): Promise<boolean> {
    try {
      await this.#patience.within(CHANGE_MS, (abortSignal) =>
        this.#docker.getNetwork(id).remove({ abortSignal }),
      );
      return true;
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
  }
}
