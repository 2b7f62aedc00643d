import type { PodLoad } from "@hubwart/ipc";
import type { Target } from "./measurement.ts";
import type { PingChannel, PingIface } from "./schema.ts";

export function targetsOf(load: PodLoad): Target[] {
  const targets = new Map<string, Target>();
  const ifaces = new Map(load.ifaces.map(({ id, config }) => [id, config as PingIface]));
  for (const [index, { config, iface, type }] of load.channels.entries()) {
    const defaults = ifaces.get(iface);
    if (!defaults) continue;
    const own = config as PingChannel;
    const how = {
      host: own.host,
      port: own.port ?? defaults.port,
      interval: own.interval ?? defaults.interval,
      timeout: own.timeout ?? defaults.timeout,
      count: own.count ?? defaults.count,
    };
    const key = JSON.stringify(how);
    const target = targets.get(key) ?? { ...how, channels: [] };
    target.channels.push({ index, measure: own.measure, asNumber: type !== "bool" });
    targets.set(key, target);
  }
  return [...targets.values()];
}
