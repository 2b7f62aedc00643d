/**
 * Alarms in the status document: how they stand, and each transition since the document before. Where a document ended is kept with
 * the documents (`DocumentBuffer.told`), so that no transition is left out, whatever ends in between; one may come twice.
 */
import { LIVE_TRANSITIONS } from "@hubwart/contract/live";
import type { AlarmCounts, AlarmEvent, AlarmLook, StandingAlarm } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";

export interface DocumentAlarms {
  /** `unsure`: something is wrong with what keeps the alarms. */
  state: "watching" | "none" | "unsure";
  /** Those that count, by priority, and those that do not. */
  standing: AlarmCounts;
  /** The worst first, at most twenty. */
  worst: Pick<StandingAlarm, "nr" | "id" | "source" | "priority" | "state" | "text">[];
  transitions: Transition[];
  /** Lines that the journal has lost since the document before. */
  missed: number;
}

export interface Transition {
  /** Ascending on one device; the same number twice is the same transition. */
  line: number;
  /** ISO 8601, UTC. */
  time: string;
  what: string;
  nr: number;
  id: string;
  source: string;
  priority: number;
  text: string;
}

export interface ToldAlarms {
  alarms: DocumentAlarms;
  /** Number of the last line that this tells; 0 where nobody keeps a journal. */
  told: number;
}

const WORST = 20;
/** Of one document; more of them come with the next. */
const MOST_LINES = 1_000;

/** @param after the last line that was told; undefined: none yet, and none is told now. @throws UnavailableError */
export async function alarmsFor(
  hub: Pick<HubLink, "request">,
  after: number | undefined,
): Promise<ToldAlarms> {
  const look = await hub.request("alarms", { limit: WORST });
  const head = {
    state: stateOf(look),
    standing: look.counts,
    worst: look.standing.map(({ id, nr, priority, source, state, text }) => ({
      nr,
      id,
      source,
      priority,
      state,
      text,
    })),
  };
  const { last } = await hub.request("alarmNews", { after: 0, limit: 0 });
  if (after === undefined || look.alarms === 0)
    return { alarms: { ...head, transitions: [], missed: 0 }, told: Math.max(last, after ?? 0) };
  // With another journal all of it is new.
  const from = last < after ? 0 : after;
  const { events } = await hub.request("alarmNews", { after: from, limit: MOST_LINES });
  return {
    alarms: {
      ...head,
      transitions: events.flatMap(transitionOf),
      missed: (events[0]?.seq ?? from + 1) - from - 1,
    },
    told: events.at(-1)?.seq ?? last,
  };
}

/** People are not named: the document goes to other companies too. */
function transitionOf({ at, id, nr, priority, seq, source, text, what }: AlarmEvent): Transition[] {
  if (!LIVE_TRANSITIONS.some((kind) => kind === what)) return [];
  return [{ line: seq, time: new Date(at).toISOString(), what, nr, id, source, priority, text }];
}

const stateOf = ({ alarms, trouble }: AlarmLook): DocumentAlarms["state"] =>
  trouble !== undefined ? "unsure" : alarms === 0 ? "none" : "watching";
