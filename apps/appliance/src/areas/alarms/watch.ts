/**
 * How the alarms are in short: for the event stream, the header of the console and the health banner.
 *
 * Invariant: what was last known stays when the hub or its engine is away, and `state` says that it is old.
 */
import type { AlarmHead } from "@hubwart/contract";
import type { HubLink } from "../../hub-link.ts";
import type { Finding } from "../../status.ts";
import { stateOf } from "./service.ts";
import { isShown } from "./shown.ts";
import { texts } from "./texts.ts";

const WORST = 3;
/** Suppressed ones may stand among the worst. */
const LOOKED_AT = 50;

export class AlarmWatch {
  readonly #hub: Pick<HubLink, "connected" | "status" | "request" | "on">;
  #changes: number;
  #head: Omit<AlarmHead, "changes"> = { state: "unsure", worst: [] };

  /** @param first differs with each start of the appliance, so that none is taken for one before */
  constructor(hub: Pick<HubLink, "connected" | "status" | "request" | "on">, first = 0) {
    this.#hub = hub;
    this.#changes = first;
  }

  /** Calls back with each change the hub tells; the returned function ends it. */
  on(changed: () => void): () => void {
    const ends = [
      this.#hub.on("alarms", changed),
      this.#hub.on("status", changed),
      this.#hub.on("connected", changed),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /** Something is other than before. */
  noted(): void {
    this.#changes += 1;
  }

  async read(): Promise<AlarmHead> {
    this.#head = await this.#look();
    return { ...this.#head, changes: this.#changes };
  }

  findings(): Finding[] {
    const { trouble } = this.#head;
    if (trouble === undefined) return [];
    return [{ code: "alarms-trouble", level: 2, text: texts.trouble(trouble), route: "/runtime/alarms" }];
  }

  async #look(): Promise<Omit<AlarmHead, "changes">> {
    const { trouble: _, ...known } = this.#head;
    if (!this.#hub.connected) return { ...known, state: "unsure" };
    if (this.#hub.status()?.state !== "running") return { state: "no_project", worst: [] };
    const look = await this.#hub.request("alarms", { limit: LOOKED_AT }).catch(() => undefined);
    if (!look) return { ...known, state: "unsure" };
    return {
      state: stateOf(look),
      ...(look.trouble === undefined ? {} : { trouble: look.trouble }),
      counts: look.counts,
      worst: look.standing.filter((alarm) => isShown(alarm, {})).slice(0, WORST),
    };
  }
}
