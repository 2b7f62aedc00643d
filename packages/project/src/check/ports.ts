/** What two interfaces of one project claim of this device; the second one would never get it. */
import { type Place, placeText } from "../report.ts";
import type { Draft } from "./draft.ts";

interface Listener {
  pod: string;
  bind: string;
  place: Place;
}

interface Owner {
  pod: string;
  place: Place;
}

/** An external pod may run on another device, where such a thing is another one. */
export function checkDevices(draft: Draft): void {
  const owners = new Map<string, Owner>();
  for (const { pod, schema, ifaces } of draft.pods.values()) {
    if (!pod.internal) continue;
    for (const { iface, place } of ifaces.values()) {
      const device = schema.claims?.(iface.config);
      if (device === undefined) continue;
      const owner = owners.get(device);
      if (owner) {
        draft.report.add(
          "deviceTaken",
          { ...place, channel: pod.id, attribute: "device" },
          { device, pod: owner.pod, first: placeText(owner.place) },
        );
      } else owners.set(device, { pod: pod.id, place });
    }
  }
}

/** Within one pod its type's own rules say so; an external pod may run on another device. */
export function checkPorts(draft: Draft): void {
  const byPort = new Map<number, Listener[]>();
  for (const { pod, schema, ifaces } of draft.pods.values()) {
    if (!schema.listens || !pod.internal) continue;
    for (const { iface, place } of ifaces.values()) {
      const { bind = "", port = 0 } = schema.listens(iface.config) ?? {};
      if (!(port > 0)) continue;
      const listeners = byPort.get(port) ?? [];
      const other = listeners.find((listener) => listener.pod !== pod.id && overlap(listener.bind, bind));
      if (other) {
        draft.report.add(
          "portTaken",
          { ...place, channel: pod.id, attribute: "port" },
          { port, pod: other.pod, first: placeText(other.place) },
        );
      }
      listeners.push({ pod: pod.id, bind, place });
      byPort.set(port, listeners);
    }
  }
}

/** An address for all takes the port of each; `::` takes that of IPv4 too. */
function overlap(a: string, b: string): boolean {
  return a === b || isForAll(a, b) || isForAll(b, a);
}

function isForAll(bind: string, other: string): boolean {
  return bind === "::" || (bind === "0.0.0.0" && !other.includes(":"));
}
