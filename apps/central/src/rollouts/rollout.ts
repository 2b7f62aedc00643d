/** What is kept of one rollout, and the rules of its stages: pure, over what the register and the sites say. */
import { includes, type Level } from "@hubwart/contract";
import {
  ROLLOUT_SITE_STATES,
  type RolloutRow,
  type RolloutSiteState,
  type RolloutState,
  rolloutRow,
  rolloutSite,
  type SiteShown,
} from "@hubwart/fleet";
import * as z from "zod/mini";

export const rolloutEntry = z.object({
  ...rolloutSite.def.shape,
  /**
   * The newest that the hub had before it was asked, in its own numbers: when its last update had begun, or its last version of a project.
   * What is newer is ours. -1: it was not asked yet.
   */
  before: z.number(),
  /** The worst finding before. */
  worst: z.int(),
  /** Of a project: version that the site ran before, by its own number. Absent: none, or it was not asked. */
  was: z.optional(z.string()),
  /** Of a project: hash of what it is to run, as the site compiled it. */
  target: z.optional(z.string()),
  /** Where it is put back: the version that it is to run again, and the hash of what it got instead. */
  earlier: z.optional(z.object({ version: z.string(), since: z.string() })),
  /** The hub has said yes. */
  sure: z.boolean(),
  /** Somebody went on although it failed. */
  excused: z.boolean(),
});
export type RolloutEntry = z.output<typeof rolloutEntry>;

const { counts: _counts, by: _by, stage: _stage, ...kept } = rolloutRow.def.shape;
export const storedRollout = z.object({
  ...kept,
  by: z.object({ id: z.string(), name: z.string() }),
  sites: z.array(rolloutEntry),
});
export type Rollout = z.output<typeof storedRollout>;

/** A tenth of the sites, at least one. */
const PART = 0.1;
const OPEN: ReadonlySet<RolloutState> = new Set(["running", "paused", "stopped"]);
const UNDER_WAY: ReadonlySet<RolloutSiteState> = new Set(["begun", "trial"]);
const TRIED: ReadonlySet<RolloutSiteState> = new Set(["begun", "trial", "good", "failed"]);

export const isOpen = ({ state }: Rollout): boolean => OPEN.has(state);
export const isUnderWay = ({ state }: RolloutEntry): boolean => UNDER_WAY.has(state);

/** It was asked once, and nobody knows yet what it did. */
export const mayHaveBegun = ({ before, state }: RolloutEntry): boolean => state === "waiting" && before >= 0;

/** Of a site that waits. */
export const entryFor = ({ hub, name }: Pick<SiteShown, "hub" | "name">, now: number): RolloutEntry => ({
  hub,
  name,
  state: "waiting",
  reason: "",
  at: now,
  before: -1,
  worst: 0,
  sure: false,
  excused: false,
});

/** The sites that a rollout of a project reached and that ran something before, as those of the one that puts it back. */
export const backOf = ({ sites }: Rollout, now: number): RolloutEntry[] =>
  sites.flatMap((entry) => {
    const { state, target: since, was: version } = entry;
    if (!TRIED.has(state) || version === undefined || since === undefined) return [];
    return [{ ...entryFor(entry, now), earlier: { version, since } }];
  });

export const tenthOf = ({ sites }: Rollout): number => Math.max(1, Math.floor(sites.length * PART));

const settled = (sites: readonly RolloutEntry[]): number =>
  sites.filter(({ excused, state }) => state === "good" || excused).length;

/** 1 until the first site is well, 2 until a tenth is, 3 afterwards. */
export function stageOf(rollout: Rollout): number {
  const well = settled(rollout.sites);
  if (well === 0) return 1;
  return well < tenthOf(rollout) ? 2 : 3;
}

/**
 * How many more may begin now. A tenth of all is under way at most, so a version that no site stands never touches more than
 * that: the first stages are as small, and whatever fails ends it.
 */
export function mayBegin(rollout: Rollout): number {
  const underWay = rollout.sites.filter((entry) => isUnderWay(entry) || mayHaveBegun(entry)).length;
  const stage = stageOf(rollout);
  if (stage === 1) return 1 - underWay;
  if (stage === 2)
    return (
      tenthOf(rollout) - rollout.sites.filter((entry) => TRIED.has(entry.state) || mayHaveBegun(entry)).length
    );
  return tenthOf(rollout) - underWay;
}

/** Failed, and nobody has gone on since. */
export const broken = ({ sites }: Rollout): RolloutEntry | undefined =>
  sites.find(({ excused, state }) => state === "failed" && !excused);

export const isDone = ({ sites }: Rollout): boolean =>
  sites.length > 0 && sites.every(({ state }) => state === "good" || state === "failed");

export function rowOfRollout(rollout: Rollout): RolloutRow {
  const { by, sites, ...rest } = rollout;
  const counts = Object.fromEntries(ROLLOUT_SITE_STATES.map((each) => [each, 0])) as RolloutRow["counts"];
  for (const { state } of sites) counts[state] = (counts[state] ?? 0) + 1;
  return { ...rest, by: by.name, stage: stageOf(rollout), counts };
}

/** Whether an update may begin at this time of day, by the zone of this machine; over midnight too. */
export function isInside(window: Rollout["window"], now: number): boolean {
  if (!window) return true;
  const at = new Date(now);
  const time = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  const { from, to } = window;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** The site lets people of the central do so much there. */
export const allows = ({ state }: SiteShown, level: Level): boolean =>
  state !== undefined && state.may !== "none" && includes(state.may, level);
