/** What one connection of the live channel API has to do with alarms: it follows them, and acknowledges some. */
import { LIVE_LIMITS, type LiveAlarmState, type LiveAnswer, type LiveRequest } from "@hubwart/contract/live";
import { Outbox, type Peer } from "@hubwart/live";
import type { Access } from "./access.ts";
import type { AlarmFeed, AlarmSubscriber } from "./alarm-feed.ts";
import type { LiveAlarms } from "./alarms.ts";
import type { Pace } from "./pace.ts";

/** What all connections have of alarms. */
export interface AlarmDesk {
  feed: Pick<AlarmFeed, "ready" | "add" | "delete" | "state">;
  alarms: Pick<LiveAlarms, "acknowledge">;
}

type Request = Extract<LiveRequest, { t: "subscribe_alarms" | "unsubscribe_alarms" | "acknowledge" }>;

/** What asking for all that stands counts for, in patterns that a user has looked for. */
const COUNTS_FOR = 25;

export class AlarmSide implements AlarmSubscriber {
  readonly #peer: Peer;
  readonly #address: string;
  readonly #parts: { alarms: AlarmDesk; pace: Pace };
  readonly #standing: Outbox;
  readonly #transitions: Outbox;
  #access: Access | undefined;
  #said = 0;
  #missed = 0;

  constructor(peer: Peer, address: string, parts: { alarms: AlarmDesk; pace: Pace }) {
    this.#peer = peer;
    this.#address = address;
    this.#parts = parts;
    this.#standing = new Outbox(peer, { open: '{"t":"alarms","alarms":[', close: "]}" });
    this.#transitions = new Outbox(
      peer,
      { open: '{"t":"transitions","transitions":[', close: "]}" },
      LIVE_LIMITS.transitions,
    );
  }

  /** @throws UnavailableError */
  async took(access: Access, request: Request): Promise<void> {
    const id = request.id === undefined ? {} : { id: request.id };
    switch (request.t) {
      case "subscribe_alarms":
        return await this.#subscribe(access, id);
      case "unsubscribe_alarms":
        this.end();
        return this.#say({ t: "unsubscribed_alarms", ...id });
      case "acknowledge": {
        await this.#parts.pace.turn(access.user, COUNTS_FOR);
        // Meanwhile the user may have lost the right to do it.
        if (this.#peer.closed) return;
        const outcome = await this.#parts.alarms.alarms.acknowledge(access, this.#address, request.nrs);
        return this.#say({ t: "acknowledged", ...id, ...outcome });
      }
    }
  }

  end(): void {
    this.#access = undefined;
    this.#parts.alarms.feed.delete(this);
    this.#standing.clear();
    this.#transitions.clear();
  }

  mayRead(chan: string): boolean {
    return this.#access?.mayRead(chan) === true;
  }

  takeAlarm(id: string, json: string): void {
    this.#standing.put(id, json);
  }

  takeTransition(json: string): void {
    // Many at once are no slowness of the reader.
    if (this.#transitions.size >= LIVE_LIMITS.transitions) this.flush();
    this.#said += 1;
    this.#transitions.put(String(this.#said), json);
  }

  takeState(state: LiveAlarmState): void {
    this.#say({ t: "alarm_state", state });
  }

  missed(count: number): void {
    this.#missed += count;
  }

  flush(): void {
    this.#standing.flush();
    if (this.#peer.busy || this.#peer.closed) return;
    const missed = this.#missed + this.#transitions.dropped;
    this.#missed = 0;
    this.#transitions.dropped = 0;
    if (missed > 0) this.#say({ t: "missed", transitions: missed });
    this.#transitions.flush();
  }

  async #subscribe(access: Access, id: { id?: LiveRequest["id"] }): Promise<void> {
    const { feed } = this.#parts.alarms;
    await this.#parts.pace.turn(access.user, COUNTS_FOR);
    this.end();
    await feed.ready();
    if (this.#peer.closed) return;
    this.#access = access;
    const standing = feed.add(this);
    this.#say({ t: "subscribed_alarms", ...id, state: feed.state, standing });
    this.flush();
  }

  #say(answer: LiveAnswer): void {
    this.#peer.sendJson(answer);
  }
}
