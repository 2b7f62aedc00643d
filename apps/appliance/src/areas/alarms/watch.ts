/**
 * How the alarms are in short: for the event stream, the header of the console and the health banner.
 *
 * Invariant: what was last known stays when the hub or its engine is away, and `state` says that it is old.
 */
import { type AlarmHead, LIMITS } from "@hubwart/contract";
import type { AlarmLook } from "@hubwart/ipc";
import type { Kept } from "../../http/bounds.ts";
import type { HubLink } from "../../hub-link.ts";
import type { Finding } from "../../status.ts";
import { ownLook } from "./own.ts";
import { stateOf } from "./service.ts";
import { isShown } from "./shown.ts";
import { texts } from "./texts.ts";

const WORST = 3;
/** Suppressed ones may stand among the worst. */
const LOOKED_AT = 50;

export class AlarmWatch {
  readonly #hub: Pick<HubLink, "connected" | "status" | "request" | "on">;
  #changes: number;
  #rosters: readonly string[] = [];
  #ofDevice = false;
  #ranOut: AlarmLook["maintenance"] = [];
  #damaged: string | undefined;
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

  /** As `read`, for who is kept to some channels; it says nothing of how the device's own findings stand. */
  async readKept(kept: Kept): Promise<AlarmHead> {
    const changes = this.#changes;
    const { state, trouble } = this.#head;
    const known = { changes, state, ...(trouble === undefined ? {} : { trouble }) };
    if (!this.#hub.connected || this.#hub.status()?.state !== "running") return { ...known, worst: [] };
    const look = await this.#hub.request("alarms", { limit: LIMITS.alarmsStanding }).catch(() => undefined);
    if (!look) return { ...known, worst: [] };
    const { counts, standing } = ownLook(kept, look);
    return { ...known, counts, worst: standing.filter((alarm) => isShown(alarm, {})).slice(0, WORST) };
  }

  /** Names of rosters that the running project has, as it was last heard. */
  get rosters(): readonly string[] {
    return this.#rosters;
  }

  /** The running project has alarms for what the device finds wrong with itself. */
  get ofDevice(): boolean {
    return this.#ofDevice;
  }

  findings(): Finding[] {
    const { trouble } = this.#head;
    const route = "/runtime/alarms";
    return [
      ...(trouble === undefined
        ? []
        : [{ code: "alarms-trouble" as const, level: 2 as const, text: texts.trouble(trouble), route }]),
      ...(this.#ranOut.length === 0
        ? []
        : [
            {
              code: "alarms-maintenance-over" as const,
              level: 2 as const,
              text: texts.maintenanceRanOut(this.#ranOut.map(({ scope }) => scope)),
              route,
            },
          ]),
      ...(this.#damaged === undefined
        ? []
        : [{ code: "alarms-damaged" as const, level: 1 as const, text: this.#damaged, route }]),
    ];
  }

  async #look(): Promise<Omit<AlarmHead, "changes">> {
    const { trouble: _, ...known } = this.#head;
    if (!this.#hub.connected) return { ...known, state: "unsure" };
    if (this.#hub.status()?.state !== "running") {
      this.#rosters = [];
      this.#ofDevice = false;
      this.#ranOut = [];
      return { state: "no_project", worst: [] };
    }
    const look = await this.#hub.request("alarms", { limit: LOOKED_AT }).catch(() => undefined);
    if (!look) return { ...known, state: "unsure" };
    this.#ofDevice = look.ofDevice;
    this.#ranOut = look.maintenance.filter(({ ranOut }) => ranOut !== undefined);
    this.#rosters = [...new Set(look.classes.flatMap(({ rosters }) => rosters))];
    this.#damaged = look.damaged;
    return {
      state: stateOf(look),
      ...(look.trouble === undefined ? {} : { trouble: look.trouble }),
      counts: look.counts,
      worst: look.standing.filter((alarm) => isShown(alarm, {})).slice(0, WORST),
    };
  }
}
