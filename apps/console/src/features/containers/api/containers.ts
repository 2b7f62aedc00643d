/** Containers: the list (live), and what is done with one. */
import {
  type AnswerOf,
  containerConfigSave,
  containerInfo,
  containerReset,
  containerUpdate,
  LIMITS,
  systemPs,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../../api/client.ts";
import { besideStream } from "../../../api/poll.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useStream } from "../../../api/use-stream.ts";

export type ContainerRow = AnswerOf<typeof systemPs>["containers"][number];
export type ContainerInfo = AnswerOf<typeof containerInfo>;

/** An update loads an image first, which may take long; the appliance answers when it is over. */
const PATIENCE = 60 * 60_000;

export function useContainerList() {
  const live = useStream(["containers"]);
  return useQuery({
    queryKey: queryKeys.containers,
    queryFn: ({ signal }) => callApi(systemPs, { signal }),
    refetchInterval: besideStream(live),
  });
}

export const infoKey = (name: string) => ["container", name, "info"] as const;

export function useContainerInfo(name: string) {
  return useQuery({
    queryKey: infoKey(name),
    queryFn: ({ signal }) => callApi(containerInfo, { params: { container: name }, signal }),
    refetchInterval: LIMITS.statusPoll,
  });
}

export function useContainerActions(name: string) {
  const client = useQueryClient();
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["container", name] }),
      client.invalidateQueries({ queryKey: queryKeys.containers }),
    ]);
  const params = { container: name };
  const done = <T>(work: Promise<T>) => work.finally(() => void reload());
  return {
    reload,
    setActive: (active: boolean) =>
      done(callApi(containerConfigSave, { params, body: { active }, timeout: PATIENCE })),
    update: () => done(callApi(containerUpdate, { params, timeout: PATIENCE })),
    reset: () => done(callApi(containerReset, { params, timeout: PATIENCE })),
  };
}
