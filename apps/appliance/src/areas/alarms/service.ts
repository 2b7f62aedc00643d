/** What people ask about alarms and do about them. All of it is forwarded to the hub, whose engine keeps them. */
import type { AnswerOf, alarmFigures, alarmHistory, alarmLook, QueryOf } from "@hubwart/contract";
import { ALARM_KINDS, LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import {
  ALARMS_TOLD_MAX,
  type AlarmCounts,
  type AlarmEvent,
  type AlarmEventKind,
  type AlarmHistoryQuestion,
  type AlarmLook,
  type RestingAlarm,
  type StandingAlarm,
} from "@hubwart/ipc";
import { type Kept, keptTo } from "../../http/bounds.ts";
import type { HubLink } from "../../hub-link.ts";
import { ownLook } from "./own.ts";
import { isShown, RIGHT_FOR, type Shown } from "./shown.ts";
import { texts } from "./texts.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const LONGEST_FIGURES = 366 * DAY;
const DEFAULT_HISTORY = 100;
/** Lines of a download, and how many of them are asked for at once. */
const MOST_LINES = 100_000;
const LINES_AT_ONCE = 500;

const NO_COUNTS: AlarmCounts = {
  priorities: [0, 0, 0, 0],
  unacked: 0,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
};

type Answer<C extends typeof alarmLook | typeof alarmHistory | typeof alarmFigures> = Omit<
  AnswerOf<C>,
  "code"
>;

export interface Which {
  nrs?: number[] | undefined;
  all?: Shown | undefined;
}

/** What was done, and to which alarms, for the change log. */
export interface Done {
  done: number[];
  alarms: StandingAlarm[];
}

export class AlarmService {
  readonly #hub: Pick<HubLink, "connected" | "status" | "request">;
  readonly #clock: Pick<Clock, "now">;

  constructor(hub: Pick<HubLink, "connected" | "status" | "request">, clock: Pick<Clock, "now">) {
    this.#hub = hub;
    this.#clock = clock;
  }

  async look(
    query: QueryOf<typeof alarmLook>,
    kept: Kept = keptTo(undefined),
  ): Promise<Answer<typeof alarmLook>> {
    const { offset = 0, limit = LIMITS.alarmsPage, ...shown } = query;
    if (this.#idle) return { state: "no_project", ...NOTHING };
    const look = ownLook(kept, await this.#hub.request("alarms", { limit: LIMITS.alarmsStanding }));
    const standing = look.standing.filter((alarm) => isShown(alarm, shown));
    return {
      state: stateOf(look),
      ...(look.trouble === undefined ? {} : { trouble: look.trouble }),
      alarms: look.alarms,
      counts: look.counts,
      standing: standing.slice(offset, offset + limit),
      total: standing.length,
      unacked: standing.filter(RIGHT_FOR.ack).length,
      ...(query.view === "shelved" && look.resting ? { resting: look.resting } : {}),
      maintenance: look.maintenance,
      classes: look.classes,
    };
  }

  async history(
    query: QueryOf<typeof alarmHistory>,
    kept: Kept = keptTo(undefined),
  ): Promise<Answer<typeof alarmHistory>> {
    this.#running();
    if (kept.patterns) return await this.#ownHistory(query, kept);
    return await this.#hub.request("alarmHistory", historyQuestion(query));
  }

  /** Newest first; whatever comes meanwhile is not among them. */
  async *lines(
    query: Omit<QueryOf<typeof alarmHistory>, "offset" | "limit">,
    kept: Kept = keptTo(undefined),
  ): AsyncGenerator<AlarmEvent[]> {
    this.#running();
    const asked = historyQuestion({ ...query, to: Math.min(query.to, this.#clock.now()) });
    for (let offset = 0; offset < MOST_LINES; offset += LINES_AT_ONCE) {
      const { events } = await this.#hub.request("alarmHistory", { ...asked, offset, limit: LINES_AT_ONCE });
      yield events.filter(({ source }) => kept.channel(source));
      if (events.length < LINES_AT_ONCE) return;
    }
  }

  /** Read through from the newest line on: only who is kept to some channels waits for that. */
  async #ownHistory(query: QueryOf<typeof alarmHistory>, kept: Kept): Promise<Answer<typeof alarmHistory>> {
    const { limit = DEFAULT_HISTORY, offset = 0, ...rest } = query;
    const own: AlarmEvent[] = [];
    for await (const events of this.lines(rest, kept)) own.push(...events);
    return { events: own.slice(offset, offset + limit), total: own.length };
  }

  async figures(
    { from, to }: QueryOf<typeof alarmFigures>,
    { patterns }: Kept = keptTo(undefined),
  ): Promise<Answer<typeof alarmFigures>> {
    refuseBackwards(from, to);
    if (to - from > LONGEST_FIGURES) throw wrong("to", texts.span);
    this.#running();
    const { ackTime, ...rest } = await this.#hub.request("alarmFigures", {
      from,
      to,
      ...(patterns ? { within: [...patterns] } : {}),
    });
    return { ...rest, ...(ackTime === undefined ? {} : { ack_time: ackTime }) };
  }

  /** `all` takes only those that it is right for. */
  async act(
    what: "ack" | "reset",
    { all, nrs }: Which,
    by: string,
    kept: Kept = keptTo(undefined),
  ): Promise<Done> {
    if ((all === undefined) === (nrs === undefined)) throw wrong("nrs", texts.which);
    // All means all, also of a plant where more stands than any page shows.
    const { standing } = await this.#watched(
      kept,
      all === undefined ? LIMITS.alarmsStanding : ALARMS_TOLD_MAX,
    );
    const alarms = standing.filter((alarm) =>
      all === undefined ? nrs?.includes(alarm.nr) : isShown(alarm, all) && RIGHT_FOR[what](alarm),
    );
    return await this.#told(alarms, (of) => this.#hub.request("alarmAct", { what, nrs: of, by }));
  }

  /** @param ids of those that do not stand; whoever is kept to some channels takes up only theirs */
  async unshelve(
    { ids = [], nrs = [] }: { nrs?: readonly number[] | undefined; ids?: readonly string[] | undefined },
    by: string,
    kept: Kept = keptTo(undefined),
  ): Promise<{ done: (number | string)[]; alarms: (StandingAlarm | RestingAlarm)[] }> {
    const look = await this.#watched(kept);
    const standing = look.standing.filter(({ nr }) => nrs.includes(nr));
    const resting = look.resting?.filter(({ id }) => ids.includes(id)) ?? [];
    if (standing.length + resting.length === 0) return { done: [], alarms: [] };
    const own = resting.map(({ id }) => id);
    const of = standing.map(({ nr }) => nr);
    const { done } = await this.#hub.request("alarmAct", { what: "unshelve", nrs: of, ids: own, by });
    const alarms = [...standing.filter(({ nr }) => done.includes(nr)), ...resting];
    return { done: [...done, ...own], alarms };
  }

  async shelve(
    { minutes, nrs, why }: { nrs: readonly number[]; why: string; minutes: number },
    by: string,
    kept: Kept = keptTo(undefined),
  ): Promise<Done> {
    const until = this.#clock.now() + minutes * MINUTE;
    return await this.#told(await this.#named(nrs, kept), (of) =>
      this.#hub.request("alarmShelve", { nrs: of, by, why, until }),
    );
  }

  /** @throws NotFoundError where it does not stand */
  async comment(
    nr: number,
    text: string,
    by: string,
    kept: Kept = keptTo(undefined),
  ): Promise<StandingAlarm> {
    const [alarm] = await this.#named([nr], kept);
    if (!alarm) throw new NotFoundError(texts.gone);
    await this.#hub.request("alarmComment", { nr, by, text });
    return alarm;
  }

  async maintain({ minutes, scope, why }: { scope: string; why: string; minutes: number }, by: string) {
    await this.#watched();
    const until = this.#clock.now() + minutes * MINUTE;
    return (await this.#hub.request("alarmMaintain", { scope, by, why, until })).maintenance;
  }

  /** @returns what was maintained */
  async maintainEnd(nr: number, by: string): Promise<AlarmLook["maintenance"][number]> {
    const { maintenance } = await this.#watched();
    const found = maintenance.find((each) => each.nr === nr);
    if (!found) throw new NotFoundError(texts.noMaintenance);
    await this.#hub.request("alarmMaintainEnd", { nr, by });
    return found;
  }

  async test(name: string) {
    const { classes } = await this.#watched();
    if (!classes.some(({ id }) => id === name)) throw new NotFoundError(texts.noClass(name));
    return await this.#hub.request("alarmTest", { class: name });
  }

  /** The hub is there and runs no project. */
  get #idle(): boolean {
    return this.#hub.connected && this.#hub.status()?.state !== "running";
  }

  #running(): void {
    if (this.#idle) throw new UnavailableError(texts.noProject);
  }

  /** @throws UnavailableError, ConflictError where there is nothing to do anything about */
  async #watched(kept: Kept = keptTo(undefined), limit: number = LIMITS.alarmsStanding): Promise<AlarmLook> {
    this.#running();
    const look = ownLook(kept, await this.#hub.request("alarms", { limit }));
    if (look.alarms === 0) throw new ConflictError(texts.noAlarms);
    return look;
  }

  async #named(nrs: readonly number[], kept: Kept): Promise<StandingAlarm[]> {
    const { standing } = await this.#watched(kept);
    const wanted = new Set(nrs);
    return standing.filter(({ nr }) => wanted.has(nr));
  }

  async #told(
    alarms: StandingAlarm[],
    request: (nrs: number[]) => Promise<{ done: number[] }>,
  ): Promise<Done> {
    if (alarms.length === 0) return { done: [], alarms };
    const { done } = await request(alarms.map(({ nr }) => nr));
    const was = new Set(done);
    return { done, alarms: alarms.filter(({ nr }) => was.has(nr)) };
  }
}

const NOTHING = {
  alarms: 0,
  counts: NO_COUNTS,
  standing: [],
  total: 0,
  unacked: 0,
  maintenance: [],
  classes: [],
};

/** Whether what a look says holds now. */
export const stateOf = ({ alarms, trouble }: Pick<AlarmLook, "alarms" | "trouble">) =>
  trouble !== undefined ? "unsure" : alarms === 0 ? "none" : "watching";

function historyQuestion(query: QueryOf<typeof alarmHistory>): AlarmHistoryQuestion {
  const { from, to, text, what, priority, offset = 0, limit = DEFAULT_HISTORY } = query;
  refuseBackwards(from, to);
  return {
    from,
    to,
    offset,
    limit,
    ...(text === undefined || text.trim() === "" ? {} : { text: text.trim() }),
    ...(what === undefined ? {} : { what: what.split(",").map(kindOf) }),
    ...(priority === undefined ? {} : { priority: priority.split(",").map(Number) }),
  };
}

function kindOf(name: string): AlarmEventKind {
  const kind = ALARM_KINDS.find((each) => each === name);
  if (kind === undefined) throw wrong("what", texts.kind(ALARM_KINDS.join(", ")));
  return kind;
}

function refuseBackwards(from: number, to: number): void {
  if (to <= from) throw wrong("to", texts.order);
}

const wrong = (field: string, message: string) => new InvalidInputError([{ field, message }]);
