/** Acknowledging from where a message is read: by its link, or by an answer in the chat. */
import { NotFoundError } from "@hubwart/core";
import type { AlarmRequests, LinkedAlarm } from "@hubwart/ipc";
import type { Addressees } from "./addressees.ts";
import type { Engine } from "./engine.ts";
import type { Links } from "./links.ts";
import type { AlarmRecord } from "./record.ts";
import { isUnacked } from "./states.ts";
import { texts } from "./texts.ts";

type Question<M extends keyof AlarmRequests> = AlarmRequests[M][0];
type Answer<M extends keyof AlarmRequests> = AlarmRequests[M][1];

export class RemoteAcks {
  readonly #engine: Engine;
  readonly #links: Links;
  readonly #addressees: Pick<Addressees, "named" | "sender">;

  constructor(engine: Engine, links: Links, addressees: Pick<Addressees, "named" | "sender">) {
    this.#engine = engine;
    this.#links = links;
    this.#addressees = addressees;
  }

  /** @throws NotFoundError */
  look({ token }: Question<"alarmLink">): Answer<"alarmLink"> {
    const { nrs, used } = this.#found(token);
    return { alarms: this.#shown(nrs), count: nrs.length, ...(used === undefined ? {} : { used }) };
  }

  /** Once: whoever comes later changes nothing. @throws NotFoundError */
  byLink({ address, token }: Question<"alarmLinkAck">): Answer<"alarmLinkAck"> {
    const { nrs, used, way } = this.#found(token);
    const by = texts.byLink(this.#addressees.named(way), address);
    if (used !== undefined) return { done: [], by, alarms: this.#shown(nrs) };
    const before = this.#shown(nrs);
    this.#links.use(token);
    const done = this.#engine.ack(nrs, by);
    return { done, by, alarms: before.filter(({ nr }) => done.includes(nr)) };
  }

  byChat({ from, nrs, pod }: Question<"alarmChatAck">): Answer<"alarmChatAck"> {
    const by = this.#addressees.sender(pod, from);
    const wanted = nrs === "all" ? this.#waiting() : nrs;
    const before = this.#shown(wanted);
    const done = this.#engine.ack(wanted, by);
    return { done: before.filter(({ nr }) => done.includes(nr)), by };
  }

  #found(token: string) {
    const link = this.#links.find(token);
    if (!link) throw new NotFoundError(texts.noSuchLink);
    return link;
  }

  /** Those that people see: what is suppressed or shelved is acknowledged by nobody in passing. */
  #waiting(): number[] {
    return [...this.#engine.records]
      .filter((record) => isUnacked(record.state) && this.#engine.audible(record))
      .map(({ nr }) => nr);
  }

  #shown(nrs: readonly number[]): LinkedAlarm[] {
    const wanted = new Set(nrs);
    return [...this.#engine.records].filter(({ nr }) => wanted.has(nr)).map((record) => this.#one(record));
  }

  #one({ id, nr, since, state, text }: AlarmRecord): LinkedAlarm {
    const alarm = this.#engine.alarm(id);
    return {
      nr,
      priority: alarm?.priority ?? 4,
      text,
      source: alarm?.source ?? "",
      since,
      state,
      ...(alarm?.action === undefined ? {} : { action: alarm.action }),
    };
  }
}
