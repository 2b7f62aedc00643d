/** What the pages ask again and again. */
import { alarmLook, pods } from "@hubwart/contract";
import {
  centralBackups,
  centralDesired,
  centralHistory,
  centralHistoryOf,
  centralOverview,
  centralPeople,
  centralProject,
  centralProjectDifference,
  centralProjects,
  centralRollout,
  centralRollouts,
  centralSites,
} from "@hubwart/fleet/calls";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { askSite, callCentral } from "./api.ts";

const EVERY_MS = 10_000;
const SITE_EVERY_MS = 15_000;

/** Which sites: those of a group, or those that a rule takes. */
export interface Chosen {
  group: string;
  rule: string;
}
const ALL: Chosen = { group: "", rule: "" };

export function useOverview({ group, rule }: Chosen = ALL) {
  return useQuery({
    queryKey: ["overview", group, rule],
    queryFn: ({ signal }) =>
      callCentral(centralOverview, {
        query: { ...(group !== "" && { group }), ...(rule !== "" && { rule }) },
        signal,
      }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

export function useSite(hub: string) {
  return useQuery({
    queryKey: ["site", hub],
    queryFn: async ({ signal }) => {
      const { sites } = await callCentral(centralSites, { query: { hub }, signal });
      return sites[0] ?? null;
    },
    refetchInterval: EVERY_MS,
  });
}

export function useSitePods(hub: string) {
  return useQuery({
    queryKey: ["site", hub, "pods"],
    queryFn: async ({ signal }) => (await askSite(hub, "pods", pods, { signal })).pods,
    refetchInterval: SITE_EVERY_MS,
  });
}

const MOST_ALARMS = "100";

export function useSiteAlarms(hub: string) {
  return useQuery({
    queryKey: ["site", hub, "alarms"],
    queryFn: ({ signal }) => askSite(hub, "alarmLook", alarmLook, { query: { limit: MOST_ALARMS }, signal }),
    refetchInterval: SITE_EVERY_MS,
  });
}

export function useSiteBackups(hub: string) {
  return useQuery({
    queryKey: ["site", hub, "backups"],
    queryFn: ({ signal }) => callCentral(centralBackups, { query: { hub }, signal }),
    refetchInterval: EVERY_MS,
  });
}

export function useRollouts() {
  return useQuery({
    queryKey: ["rollouts"],
    queryFn: async ({ signal }) => (await callCentral(centralRollouts, { signal })).rollouts,
    refetchInterval: EVERY_MS,
  });
}

export function useRollout(id: string) {
  return useQuery({
    queryKey: ["rollouts", id],
    queryFn: ({ signal }) => callCentral(centralRollout, { query: { id }, signal }),
    refetchInterval: EVERY_MS,
  });
}

/** While sites are asked, their answers come one by one. */
const ASKING_MS = 1_500;

export function useDesired(group: string) {
  return useQuery({
    queryKey: ["desired", group],
    queryFn: ({ signal }) => callCentral(centralDesired, { query: { group }, signal }),
    refetchInterval: ({ state }) => (state.data?.asking ? ASKING_MS : EVERY_MS),
  });
}

export function useProjects() {
  return useQuery({
    queryKey: ["projects"],
    queryFn: async ({ signal }) => (await callCentral(centralProjects, { signal })).projects,
    refetchInterval: EVERY_MS,
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: ["projects", id],
    queryFn: ({ signal }) => callCentral(centralProject, { query: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.asking ? ASKING_MS : EVERY_MS),
  });
}

/** @param at when the site answered: another answer may differ */
export function useProjectDifference(id: string, hub: string, at: number) {
  return useQuery({
    queryKey: ["projects", id, hub, at],
    queryFn: ({ signal }) => callCentral(centralProjectDifference, { query: { id, hub }, signal }),
  });
}

export function useHistoryOf(group: string) {
  return useQuery({
    queryKey: ["history", group],
    queryFn: ({ signal }) =>
      callCentral(centralHistoryOf, { query: { ...(group !== "" && { group }) }, signal }),
  });
}

/** @param span it is drawn for this one until another is chosen */
export function useHistory(group: string, channel: string, span: { from: number; to: number }) {
  return useQuery({
    queryKey: ["history", group, channel, span],
    queryFn: ({ signal }) =>
      callCentral(centralHistory, {
        query: {
          channel,
          from: String(span.from),
          to: String(span.to),
          ...(group !== "" && { group }),
        },
        signal,
      }),
    enabled: channel !== "",
    placeholderData: keepPreviousData,
  });
}

export function usePeople() {
  return useQuery({
    queryKey: ["people"],
    queryFn: ({ signal }) => callCentral(centralPeople, { signal }),
    refetchInterval: EVERY_MS,
  });
}

/** Who is signed in may change projects of sites. */
export function usePublishes(): boolean {
  const level = useOverview().data?.me.level;
  return level === "admin" || level === "engineer";
}

/** Who is signed in manages the central. */
export const useManages = (): boolean => useOverview().data?.me.level === "admin";
