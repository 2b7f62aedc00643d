/** Which channel of a pod tells best why the pod does not do what it should. */
import type { ValueStore } from "../../../lib/value-store.ts";

/** The first whose value does not hold, else the first behind a connection that is not there; undefined where all is well. */
export function asksWhy(
  store: Pick<ValueStore, "names" | "record">,
  ifaces: readonly { iface: string; state: boolean }[],
): string | undefined {
  const down = new Set(ifaces.filter(({ state }) => !state).map(({ iface }) => iface));
  const doubtful = store.names.find(({ chan }) => {
    const record = store.record(chan);
    return record !== undefined && record.last > 0 && record.quality > 0;
  });
  return (doubtful ?? store.names.find(({ details }) => down.has(details?.iface ?? "")))?.chan;
}
