/** All sites in short, found by search, rule or group. */
import type { AnswerOf, QueryOf } from "@hubwart/contract";
import type { Clock } from "@hubwart/core";
import { type centralOverview, countConditions, rowOf, searched } from "@hubwart/fleet";
import { type Groups, matcherOf } from "./register/groups.ts";
import type { Person } from "./register/people.ts";
import type { Sites } from "./register/sites.ts";

export interface OverviewParts {
  name: string;
  clock: Clock;
  sites: Pick<Sites, "shown">;
  groups: Pick<Groups, "get" | "list">;
}

type Overview = Omit<AnswerOf<typeof centralOverview>, "code">;

/** @throws InvalidInputError for a rule that is none; NotFoundError for a group that there is not */
export function overviewOf(
  { clock, groups, name, sites }: OverviewParts,
  { group, rule, search = "" }: QueryOf<typeof centralOverview>,
  person: Person | undefined,
): Overview {
  const all = sites.shown();
  const at = clock.now();
  const filters = [
    searched(search),
    ...(rule === undefined ? [] : [matcherOf(rule)]),
    ...(group === undefined ? [] : [groups.get(group).matches]),
  ];
  return {
    central: name,
    at,
    me: { name: person?.name ?? "", level: person?.level ?? "see" },
    total: all.length,
    conditions: countConditions(all),
    sites: all.filter((site) => filters.every((filter) => filter(site, at))).map(rowOf),
    groups: groups.list().map(({ matches, ...shown }) => ({
      ...shown,
      sites: all.filter((site) => matches(site, at)).length,
    })),
  };
}
