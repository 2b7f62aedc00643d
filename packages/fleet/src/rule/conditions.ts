/** What a rule can ask of a site. */
import type { SiteShown } from "../central-calls.ts";
import { compareVersions, isVersion } from "./version.ts";

export type Operator = "<" | "<=" | "=" | "!=" | ">=" | ">";

/** undefined: nobody knows. */
type Judge = (site: SiteShown, now: number) => boolean | undefined;

export type Condition =
  | { takes: "nothing"; judge: Judge }
  /** `judge` gives undefined for a value that it does not take. */
  | {
      takes: "text" | "comparison";
      example: string;
      judge: (operator: Operator, value: string) => Judge | undefined;
    };

const MINUTE = 60_000;
const DAY = 86_400_000;

function holds(operator: Operator, difference: number): boolean {
  switch (operator) {
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case "=":
      return difference === 0;
    case "!=":
      return difference !== 0;
    case ">=":
      return difference >= 0;
    case ">":
      return difference > 0;
  }
}

/** A whole number, or one with a comma or a point. */
function amount(of: (site: SiteShown, now: number) => number | undefined, example: string): Condition {
  return {
    takes: "comparison",
    example,
    judge: (operator, value) => {
      if (!/^\d{1,9}(\.\d{1,3})?$/.test(value)) return undefined;
      const wanted = Number(value);
      return (site, now) => {
        const found = of(site, now);
        return found === undefined ? undefined : holds(operator, found - wanted);
      };
    },
  };
}

const word = (example: string, judge: (value: string) => Judge): Condition => ({
  takes: "text",
  example,
  judge: (_operator, value) => judge(value),
});

const alike = (text: string): string => text.toLocaleLowerCase("de");

/** Time since, in units; undefined where it never was. */
const since = (at: number | undefined, now: number, unit: number): number | undefined =>
  at === undefined || at === 0 ? undefined : (now - at) / unit;

export const CONDITIONS: Readonly<Record<string, Condition>> = {
  version: {
    takes: "comparison",
    example: "version < 0.5",
    judge: (operator, value) => {
      if (!isVersion(value)) return undefined;
      return ({ state }) => {
        const found = compareVersions(state?.version ?? "", value);
        return found === undefined ? undefined : holds(operator, found);
      };
    },
  },
  tag: word(
    "tag hotel",
    (value) =>
      ({ tags }) =>
        tags.some((tag) => alike(tag) === alike(value)),
  ),
  name: word(
    "name Nord",
    (value) =>
      ({ name }) =>
        alike(name).includes(alike(value)),
  ),
  kunde: word(
    "kunde main",
    (value) =>
      ({ customer }) =>
        customer === alike(value),
  ),
  projekt: word(
    "projekt 1.2",
    (value) =>
      ({ state }) =>
        state === undefined
          ? undefined
          : [state.project?.name ?? "", state.project?.version ?? ""].some(
              (text) => alike(text) === alike(value),
            ),
  ),
  verbunden: { takes: "nothing", judge: ({ online }) => online },
  gesperrt: { takes: "nothing", judge: ({ revoked }) => revoked > 0 },
  läuft: {
    takes: "nothing",
    judge: ({ state }) =>
      state === undefined || state.plant === "unknown" ? undefined : state.plant === "running",
  },
  lizenziert: { takes: "nothing", judge: ({ state }) => state?.license.valid },
  lizenztage: amount(
    ({ state }, now) => (state?.license.until === undefined ? undefined : (state.license.until - now) / DAY),
    "lizenztage < 30",
  ),
  befunde: amount(({ state }) => state?.counts?.findings, "befunde > 0"),
  störung: { takes: "nothing", judge: ({ state }) => state?.counts && state.counts.worst >= 3 },
  meldungen: amount(({ state }) => state?.alarms?.standing, "meldungen > 0"),
  unquittiert: amount(({ state }) => state?.alarms?.unacked, "unquittiert > 0"),
  sicherung: amount(({ state }, now) => since(state?.backup, now, DAY), "sicherung > 7"),
  kontakt: amount(({ seen }, now) => since(seen, now, MINUTE), "kontakt > 60"),
};
