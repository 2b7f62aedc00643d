/** What of the alarms is shown, as it stands in the address. */
import { parseTab } from "../../../lib/parse-tab.ts";

export const TABS = [
  "standing",
  "history",
  "shelved",
  "maintenance",
  "duty",
  "figures",
  "heartbeat",
] as const;

export const SHOWN_VIEWS = ["open", "suppressed", "maintenance", "all"] as const;
export type ShownView = (typeof SHOWN_VIEWS)[number];

/** Events that are looked for together; `all` is none of them. */
export const KINDS = {
  all: "",
  raised: "raised",
  cleared: "cleared",
  acked: "acked",
  reset: "reset",
  shelving: "shelved,unshelved",
  told: "told,untold",
  suppressing: "suppressed,unsuppressed",
  commented: "commented",
  closed: "closed",
  maintenance: "maintenance,maintenanceOver",
} as const;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const SPANS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY } as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as readonly Span[];

export interface AlarmSearch {
  tab?: Exclude<(typeof TABS)[number], "standing">;
  text?: string;
  /** This one and those more urgent. */
  priority?: 1 | 2 | 3;
  /** Absent: open. */
  view?: Exclude<ShownView, "open">;
  /** Absent: all. */
  kind?: Exclude<Kind, "all">;
  /** Absent: a week. */
  range?: Span;
  /** From 1. */
  page?: number;
}

/** Takes what is valid of an address that anybody may have typed, and drops the rest. */
export function parseAlarmSearch(raw: Record<string, unknown>): AlarmSearch {
  const { text: given } = raw;
  const text = typeof given === "string" || typeof given === "number" ? String(given).slice(0, 200) : "";
  const priority = ([1, 2, 3] as const).find((known) => known === Number(raw["priority"]));
  const view = SHOWN_VIEWS.find((known) => known === raw["view"]);
  const kind = KIND_NAMES.find((known) => known === raw["kind"]);
  const range = SPAN_NAMES.find((known) => known === raw["range"]);
  const page = Math.floor(Number(raw["page"]));
  return {
    ...parseTab(TABS, raw),
    ...(text === "" ? {} : { text }),
    ...(priority === undefined ? {} : { priority }),
    ...(view === undefined || view === "open" ? {} : { view }),
    ...(kind === undefined || kind === "all" ? {} : { kind }),
    ...(range === undefined || range === "week" ? {} : { range }),
    ...(page > 1 && page <= 10_000 ? { page } : {}),
  };
}

/** "1,2": a priority and those more urgent. */
export const priorityList = (most: number): string =>
  Array.from({ length: most }, (_, at) => at + 1).join(",");

export const isFiltered = ({ text, priority, view }: AlarmSearch): boolean =>
  text !== undefined || priority !== undefined || view !== undefined;
