/**
 * Fixed names of the add-ons, `mosquitto:1884` or `influxdb:8086`, and where they are reached from the host. One table,
 * made from the catalogue, for status forwarding, pods and proxy targets alike.
 */

import { isAddOnId } from "./ids.ts";
import { CATALOGUE } from "./index.ts";

export interface Reached {
  host: string;
  port: number;
}

/** Where a name and port are reached from the host; undefined if they are no add-on's. */
export function resolveAddOn(host: string, port: number): Reached | undefined {
  const id = host.toLowerCase();
  if (!isAddOnId(id)) return undefined;
  const published = CATALOGUE[id].ports.find(({ container }) => container === port);
  return published && { host: "127.0.0.1", port: published.host };
}

/** Which add-on publishes a port of the host on loopback. */
export function publisherOf(port: number): string | undefined {
  return Object.values(CATALOGUE).find(({ ports }) => ports.some(({ host }) => host === port))?.title;
}
