/** Where a rule leads: an add-on, a pod's port, or an address as written. */
import { resolveAddOn } from "@hubwart/containers";
import { texts } from "./texts.ts";

export interface TargetParts {
  /** Ports that a pod listens on; undefined if the project has no such pod. */
  podPorts: (pod: string) => number[] | undefined;
  /** Port of the console over http. */
  ownPort: number;
}

/** The port a rule means when its target is only a name. */
const ADD_ON_PORTS = { grafana: 3000, influxdb: 8086, mosquitto: 1883, questdb: 9000 } as const;
/** The console, whichever port it has; any other port of `hub` is the device's own of that number. */
const HTTP = 80;
const ADDRESS = /^(?<host>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(?<port>[0-9]{1,5})$/;

export type Resolved = { dial: string } | { problem: string; circle?: true; about?: "target" };

export function resolveTarget(
  { target, user_url }: { target: string; user_url: string },
  parts: TargetParts,
): Resolved {
  if (target === "user") return resolveAddress(user_url, parts);
  if (isAddOnTarget(target)) return resolveAddress(`${target}:${ADD_ON_PORTS[target]}`, parts);
  const [type = "", , ...name] = target.split(".");
  const pod = `${type}.${name.join(".")}`;
  const ports = parts.podPorts(pod);
  if (!ports) return { problem: texts.noPod(pod) };
  const [port] = ports;
  if (port === undefined) return { problem: texts.noOpenPort(pod) };
  return { dial: `127.0.0.1:${port}` };
}

/** `address:port`; names of add-ons and `hub` lead to where they are reached on this device. */
export function resolveAddress(address: string, { ownPort }: Pick<TargetParts, "ownPort">): Resolved {
  const { host = "", port: digits = "" } = ADDRESS.exec(address.trim())?.groups ?? {};
  const port = Number(digits);
  if (host === "" || port < 1 || port > 65_535) return { problem: texts.addressExpected };
  if (host.toLowerCase() === "hub") return { dial: `127.0.0.1:${port === HTTP ? ownPort : port}` };
  const known = resolveAddOn(host, port);
  return { dial: known ? `${known.host}:${known.port}` : `${host}:${port}` };
}

const isAddOnTarget = (target: string): target is keyof typeof ADD_ON_PORTS =>
  Object.hasOwn(ADD_ON_PORTS, target);
