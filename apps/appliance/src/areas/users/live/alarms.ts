/** Acknowledging by users of the live channel API: as their role opens the channel that an alarm is about. */
import { LIMITS } from "@hubwart/contract";
import type { StandingAlarm } from "@hubwart/ipc";
import type { AuditTrail } from "../../../http/ports.ts";
import type { HubLink } from "../../../hub-link.ts";
import { texts } from "../texts.ts";
import type { Access } from "./access.ts";

export interface Acknowledged {
  /** Numbers of those that needed it. */
  done: number[];
  refused: { nr: number; reason: string }[];
}

/** Of the change log: more than anybody reads, and no more. */
const AUDITED = 20;

export class LiveAlarms {
  readonly #hub: Pick<HubLink, "request">;
  readonly #audit: AuditTrail;

  constructor(hub: Pick<HubLink, "request">, audit: AuditTrail) {
    this.#hub = hub;
    this.#audit = audit;
  }

  /** One entry in the change log, where it changed something. @throws UnavailableError */
  async acknowledge(access: Access, address: string, nrs: readonly number[]): Promise<Acknowledged> {
    const { standing } = await this.#hub.request("alarms", { limit: LIMITS.alarmsStanding, nrs: [...nrs] });
    const known = new Map(standing.map((alarm) => [alarm.nr, alarm]));
    const open: StandingAlarm[] = [];
    const refused: Acknowledged["refused"] = [];
    for (const nr of new Set(nrs)) {
      const alarm = known.get(nr);
      // What the role does not open is not there for its user.
      if (!alarm || !access.mayRead(alarm.source)) refused.push({ nr, reason: texts.noAlarm });
      else if (!access.mayWrite(alarm.source))
        refused.push({ nr, reason: texts.mayNotAcknowledge(alarm.source) });
      else open.push(alarm);
    }
    if (open.length === 0) return { done: [], refused };
    const { done } = await this.#hub.request("alarmAct", {
      what: "ack",
      nrs: open.map(({ nr }) => nr),
      by: texts.byLiveUser(access.user),
    });
    const was = new Set(done);
    const alarms = open.filter(({ nr }) => was.has(nr));
    if (alarms.length > 0)
      this.#audit.record({
        call: "alarmAck",
        address,
        code: 0,
        before: undefined,
        after: {
          done: alarms.length,
          alarms: alarms.slice(0, AUDITED).map(({ source, text }) => `${text} (${source})`),
          user: access.user,
        },
      });
    return { done, refused };
  }
}
