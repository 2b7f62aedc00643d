/** The KNX interfaces of the running project, by their ids `knx.iface.{pod}.{iface}`. */
import { NotFoundError } from "@hubwart/core";
import type { HubPod } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { texts } from "./texts.ts";

export interface KnxInterface {
  id: string;
  pod: HubPod;
  iface: string;
  state: boolean;
  error: string | undefined;
}

export function knxInterfaces(hub: Pick<HubLink, "pods" | "connected">): KnxInterface[] {
  return hub
    .pods()
    .filter(({ type }) => type === "knx")
    .flatMap((pod) =>
      pod.ifaces.map(({ iface, state, error }) => ({
        id: `knx.iface.${pod.id.slice("knx.".length)}.${iface}`,
        pod,
        iface,
        state: hub.connected && state,
        error: error ?? pod.error,
      })),
    );
}

/** @throws NotFoundError */
export function findInterface(hub: Pick<HubLink, "pods" | "connected">, id: string): KnxInterface {
  const found = knxInterfaces(hub).find((each) => each.id === id);
  if (!found) throw new NotFoundError(texts.noInterface);
  return found;
}
