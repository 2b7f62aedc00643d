/** Settings of single add-ons: users of the broker, Grafana's password, Tailscale, ngrok. */
import {
  type AnswerOf,
  type BodyInput,
  grafanaPassword,
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
import { callApi } from "../../../api/client.ts";

export type BrokerUser = AnswerOf<typeof mosquittoUsers>["users"][number];
export type NgrokConfig = AnswerOf<typeof ngrokConfig>;
export type Tunnel = NgrokConfig["tunnels"][number];

/** How soon a VPN that has no state yet is looked at again, ms. */
const NO_STATE_MS = 2_500;
/** A restart of the container is part of saving, ms. */
const PATIENCE = 10 * 60_000;

const usersKey = ["container", "mosquitto", "users"];
export const useBrokerUsers = () =>
  useQuery({ queryKey: usersKey, queryFn: ({ signal }) => callApi(mosquittoUsers, { signal }) });

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
    save: (body: BodyInput<typeof mosquittoUserSet>) => callApi(mosquittoUserSet, { body }).finally(reload),
    remove: (usr: string) => callApi(mosquittoUserDelete, { query: { usr } }).finally(reload),
    may: (usr: string, topic: string) => callApi(mosquittoMay, { body: { usr, topic } }),
  };
}

export const setGrafanaPassword = (pwd: string) =>
  callApi(grafanaPassword, { body: { pwd }, timeout: PATIENCE });

export const useTailscaleInfo = () =>
  useQuery({
    queryKey: ["container", "tailscale", "info", "own"],
    queryFn: ({ signal }) => callApi(tailscaleInfo, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.BackendState === "NoState" ? NO_STATE_MS : LIMITS.statusPoll,
  });
export const useTailscaleConfig = () =>
  useQuery({
    queryKey: ["container", "tailscale", "config"],
    queryFn: ({ signal }) => callApi(tailscaleConfig, { signal }),
  });
export const useNgrokInfo = () =>
  useQuery({
    queryKey: ["container", "ngrok", "info", "own"],
    queryFn: ({ signal }) => callApi(ngrokInfo, { signal }),
    refetchInterval: LIMITS.statusPoll,
  });
export const useNgrokConfig = () =>
  useQuery({
    queryKey: ["container", "ngrok", "config"],
    queryFn: ({ signal }) => callApi(ngrokConfig, { signal }),
    refetchOnWindowFocus: false,
  });

export function useSaves() {
  const client = useQueryClient();
  const reload = (name: string) => void client.invalidateQueries({ queryKey: ["container", name] });
  return {
    tailscale: (body: BodyInput<typeof tailscaleConfigSave>) =>
      callApi(tailscaleConfigSave, { body, timeout: PATIENCE }).finally(() => reload("tailscale")),
    ngrok: (body: BodyInput<typeof ngrokConfigSave>) =>
      callApi(ngrokConfigSave, { body, timeout: PATIENCE }).finally(() => reload("ngrok")),
  };
}
