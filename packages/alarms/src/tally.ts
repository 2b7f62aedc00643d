/**
 * Counts what happens to alarms since this process began, for the page of figures.
 *
 *     const tally = new Tally(kept.alarms, (id) => …);
 *     tally.committed(change);          // what the disk has taken
 *     tally.message("email.mail", true);
 */
import type { AlarmTally } from "@hubwart/ipc";
import type { Engine } from "./engine.ts";
import type { Change } from "./journal.ts";
import type { AlarmRecord } from "./record.ts";
import { isUnacked } from "./states.ts";

type PerPriority = [number, number, number, number];
type Messages = AlarmTally["messages"][number];

export class Tally {
  readonly #raised: PerPriority = [0, 0, 0, 0];
  readonly #acked: PerPriority = [0, 0, 0, 0];
  readonly #ackTime: PerPriority = [0, 0, 0, 0];
  readonly #messages = new Map<string, Messages>();
  /** Since when each waits for somebody, by id. */
  readonly #waiting = new Map<string, { nr: number; since: number }>();

  constructor(kept: Iterable<AlarmRecord>) {
    for (const record of kept) this.#look(record.id, record);
  }

  /** `raised`: without those that were suppressed, as in all figures of alarms. */
  committed({ alarms, events }: Pick<Change, "alarms" | "events">): void {
    for (const { at, by = "", id, nr, priority, what, why } of events) {
      if (what === "raised") {
        if (why === undefined) this.#raised[priority - 1] = (this.#raised[priority - 1] ?? 0) + 1;
        this.#waiting.set(id, { nr, since: at });
      } else if (what === "acked") this.#ack(priority, this.#waiting.get(id), { at, nr });
      // Nobody's name becomes a label: `email.mail (Anna Berger)`.
      else if (what === "untold") this.#of(by.split(" ")[0] ?? by).givenUp += 1;
    }
    for (const [id, record] of alarms) this.#look(id, record);
  }

  /** A pod was handed a message, and took it or did not. */
  message(way: string, taken: boolean): void {
    this.#of(way)[taken ? "told" : "failed"] += 1;
  }

  read(engine: Pick<Engine, "alarm" | "audible" | "records">): Omit<AlarmTally, "alarms" | "counts"> {
    const standing = new Map<string, AlarmTally["standing"][number]>();
    for (const record of engine.records) {
      const priority = engine.alarm(record.id)?.priority;
      if (priority === undefined || !engine.audible(record)) continue;
      const key = `${record.state} ${priority}`;
      const found = standing.get(key) ?? { state: record.state, priority, count: 0 };
      standing.set(key, { ...found, count: found.count + 1 });
    }
    return {
      standing: [...standing.values()],
      raised: [...this.#raised],
      acked: [...this.#acked],
      ackTime: [...this.#ackTime],
      messages: [...this.#messages.values()].map((each) => ({ ...each })),
    };
  }

  #ack(
    priority: 1 | 2 | 3 | 4,
    waited: { nr: number; since: number } | undefined,
    { at, nr }: { at: number; nr: number },
  ): void {
    if (waited?.nr !== nr) return;
    this.#acked[priority - 1] = (this.#acked[priority - 1] ?? 0) + 1;
    // A clock that was set back makes no time negative.
    this.#ackTime[priority - 1] = (this.#ackTime[priority - 1] ?? 0) + Math.max(0, at - waited.since);
  }

  #look(id: string, record: AlarmRecord | undefined): void {
    if (record && isUnacked(record.state)) this.#waiting.set(id, { nr: record.nr, since: record.since });
    else this.#waiting.delete(id);
  }

  #of(way: string): Messages {
    const known = this.#messages.get(way) ?? { way, told: 0, failed: 0, givenUp: 0 };
    this.#messages.set(way, known);
    return known;
  }
}
