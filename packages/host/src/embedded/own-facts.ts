/** What the machine is, but with the name and the zone that Hubwart gave itself. */
import { type FactsOptions, LinuxFacts } from "../facts/linux-facts.ts";

export interface Own {
  hostname?: string | undefined;
  zone?: string | undefined;
}

export class OwnFacts extends LinuxFacts {
  readonly #own: () => Own;

  constructor(options: FactsOptions, own: () => Own) {
    super(options);
    this.#own = own;
  }

  override async hostname(): Promise<string> {
    return this.#own().hostname ?? (await super.hostname());
  }

  override async zone(): Promise<string> {
    return this.#own().zone ?? (await super.zone());
  }
}
