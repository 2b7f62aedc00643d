/** Settings of single add-ons: users of the broker, Grafana's password, Tailscale, ngrok. */
import {
  type AnswerOf,
  type BodyInput,
  grafanaPassword,
  influxAccessShow,
  influxPassword,
  influxTokenRenew,
  LIMITS,
  mosquittoClients,
  mosquittoMay,
  mosquittoUserDelete,
  mosquittoUserSet,
  mosquittoUsers,
  ngrokConfig,
  ngrokConfigSave,
  ngrokInfo,
  tailscaleConfig,
  tailscaleConfigSave,
  tailscaleInfo,
} from "@hubwart/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export type BrokerUser = AnswerOf<typeof mosquittoUsers>["users"][number];
export type RightsChange = AnswerOf<typeof mosquittoUserSet>["changes"][number];
export type NgrokConfig = AnswerOf<typeof ngrokConfig>;
export type TailscaleConfig = AnswerOf<typeof tailscaleConfig>;
export type Tunnel = NgrokConfig["tunnels"][number];

/** How soon a VPN that has no state yet is looked at again, ms. */
const NO_STATE_MS = 2_500;
/** A restart of the container is part of saving, ms. */
const PATIENCE = 10 * 60_000;
/** A second broker is started for it, one for each who asks, ms. */
const BROKER_MS = 60_000;

const usersKey = ["container", "mosquitto", "users"];
export const useBrokerUsers = () =>
  useQuery({ queryKey: usersKey, queryFn: ({ signal }) => callWithEtag(mosquittoUsers, { signal }) });

export type BrokerClient = AnswerOf<typeof mosquittoClients>["clients"][number];
const clientsKey = ["container", "mosquitto", "clients"];
export const useBrokerClients = () =>
  useQuery({
    queryKey: clientsKey,
    queryFn: ({ signal }) => callApi(mosquittoClients, { signal }),
    refetchInterval: LIMITS.statusPoll,
  });

export function useBrokerActions() {
  const client = useQueryClient();
  const reload = () => {
    void client.invalidateQueries({ queryKey: usersKey });
    // Who is deleted is disconnected.
    void client.invalidateQueries({ queryKey: clientsKey });
  };
  return {
    save: (body: BodyInput<typeof mosquittoUserSet>, ifMatch: string | undefined) =>
      callApi(mosquittoUserSet, { body, ifMatch, timeout: BROKER_MS }).finally(reload),
    remove: (usr: string, ifMatch: string | undefined) =>
      callApi(mosquittoUserDelete, { query: { usr }, ifMatch, timeout: BROKER_MS }).finally(reload),
    /** The list as it is now. */
    latest: async () => {
      await client.invalidateQueries({ queryKey: usersKey });
      return client.getQueryData<Stored<AnswerOf<typeof mosquittoUsers>>>(usersKey);
    },
    may: (usr: string, topic: string) => callApi(mosquittoMay, { body: { usr, topic }, timeout: BROKER_MS }),
  };
}

export const showInfluxAccess = () => callApi(influxAccessShow);
export const renewInfluxToken = () => callApi(influxTokenRenew, { timeout: PATIENCE });
export const setInfluxPassword = (pwd: string) =>
  callApi(influxPassword, { body: { pwd }, timeout: PATIENCE });

export const setGrafanaPassword = (pwd: string) =>
  callApi(grafanaPassword, { body: { pwd }, timeout: PATIENCE });

export const useTailscaleInfo = () =>
  useQuery({
    queryKey: ["container", "tailscale", "info", "own"],
    queryFn: ({ signal }) => callApi(tailscaleInfo, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.BackendState === "NoState" ? NO_STATE_MS : LIMITS.statusPoll,
  });
export const TAILSCALE = ["container", "tailscale", "config"];
export const useTailscaleConfig = () =>
  useQuery({
    queryKey: TAILSCALE,
    queryFn: ({ signal }) => callWithEtag(tailscaleConfig, { signal }),
    refetchOnWindowFocus: false,
  });
export const useNgrokInfo = () =>
  useQuery({
    queryKey: ["container", "ngrok", "info", "own"],
    queryFn: ({ signal }) => callApi(ngrokInfo, { signal }),
    refetchInterval: LIMITS.statusPoll,
  });
export const NGROK = ["container", "ngrok", "config"];
export const useNgrokConfig = () =>
  useQuery({
    queryKey: NGROK,
    queryFn: ({ signal }) => callWithEtag(ngrokConfig, { signal }),
    refetchOnWindowFocus: false,
  });

export function useSaves() {
  const client = useQueryClient();
  const reload = (name: string) => void client.invalidateQueries({ queryKey: ["container", name] });
  return {
    tailscale: (body: BodyInput<typeof tailscaleConfigSave>, ifMatch: string | undefined) =>
      callApi(tailscaleConfigSave, { body, ifMatch, timeout: PATIENCE }).finally(() => reload("tailscale")),
    ngrok: (body: BodyInput<typeof ngrokConfigSave>, ifMatch: string | undefined) =>
      callApi(ngrokConfigSave, { body, ifMatch, timeout: PATIENCE }).finally(() => reload("ngrok")),
  };
}
