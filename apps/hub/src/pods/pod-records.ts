/** Connection records of a pod, as `/trace/meta` shows them: the pod itself, then its interfaces. */
import type { ConnRecord, IfaceState } from "@hubwart/ipc";

export interface PodConnection {
  type: string;
  name: string;
  online: boolean;
  /** Times it came online. */
  count: number;
  /** When it last came or went, ms since the epoch. */
  last: number;
  error: string | undefined;
  ifaces: readonly IfaceState[];
}

export function connRecordsOf({
  type,
  name,
  online,
  count,
  last,
  error,
  ifaces,
}: PodConnection): ConnRecord[] {
  return [
    {
      chan: `${type}.pod.${name}`,
      conn_state: online,
      conn_active: online ? 1 : 0,
      conn_count: count,
      conn_last: last,
      ...failed(error),
    },
    ...ifaces.map((iface) => ({
      chan: `${type}.iface.${name}.${iface.iface}`,
      conn_state: iface.state,
      conn_active: iface.active,
      conn_count: iface.count,
      conn_last: iface.last,
      ...failed(iface.error),
    })),
  ];
}

function failed(error: string | undefined): Pick<ConnRecord, "err_text" | "level"> {
  return error === undefined ? {} : { err_text: error, level: "err" };
}
