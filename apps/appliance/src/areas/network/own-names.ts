/** The names the device answers to: the one that is active, and the one that will be after the next restart. */
import type { Host } from "@hubwart/host";
import { namesOf } from "../../http/host-check.ts";

export class OwnNames {
  readonly #host: Host;
  #names: readonly string[] = [];

  private constructor(host: Host) {
    this.#host = host;
  }

  /** Waits only for the name the machine has now; the others follow. */
  static async start(host: Host): Promise<OwnNames> {
    const names = new OwnNames(host);
    names.#use([await host.facts.hostname().catch(() => "")]);
    void names.refresh();
    return names;
  }

  /** As of the last refresh. */
  list(): readonly string[] {
    return this.#names;
  }

  async refresh(): Promise<void> {
    const { facts, hostname } = this.#host;
    const read = [facts.hostname(), hostname.active(), hostname.configured()];
    this.#use(await Promise.all(read.map((name) => name.catch(() => ""))));
  }

  #use(names: readonly string[]): void {
    this.#names = [...new Set(names.filter((name) => name !== "").flatMap(namesOf))];
  }
}
