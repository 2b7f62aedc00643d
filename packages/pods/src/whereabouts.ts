/**
 * Where an interface goes to or listens, and where a channel lies on the other side, in one line for people. Made of the
 * project's cells alone: nothing of a pod's implementation is loaded, and no cell that holds a secret is read.
 */

import type { Config } from "@hubwart/runtime/about";
import { podAbouts } from "./abouts.ts";

/** `GET /meter`, `holding 40`; undefined where the cells say nothing. */
export function channelPlace(type: string, config: Config): string | undefined {
  const columns = podAbouts.get(type)?.place ?? [];
  const parts = columns.flatMap((column) => (config[column] === undefined ? [] : [String(config[column])]));
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** `192.168.1.5:502`; for one that listens, the address and port it listens on; `/dev/ttyUSB0` at a serial line. */
export function peerOf(type: string, config: Config): string | undefined {
  const { url, bind, mode } = config;
  if (mode === "serial") return text(config["device"]);
  if (typeof url === "string") return hostOf(url);
  const follows = podAbouts.get(type)?.peer?.(config) ?? {};
  if (follows.name !== undefined) return follows.name;
  const port = typeof config["port"] === "number" ? config["port"] : follows.port;
  if (port === undefined || port === 0) return undefined;
  const host = text(config["host"]) ?? text(bind) ?? follows.host;
  if (host === undefined) return undefined;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Without path, user and password. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
