/**
 * Which interfaces of a project would send a secret elsewhere than it goes so far: for callers who never see stored secrets, and could have
 * them sent to a server of theirs.
 *
 *     secretsAstray(running, next, ["typed by himself"], podSchemas)      // [{ pod, iface, so_far: "broker:8883", weaker: false }]
 *
 * A secret may go where the running project sends it with a pod of the same type, as well protected at least. Those that the caller
 * typed go anywhere.
 */

import type { AstraySecret, CompiledIface, CompiledPod, PodSchema } from "@hubwart/project";
import type { Config } from "@hubwart/runtime/about";
import { podAbouts } from "./abouts.ts";
import { peerOf } from "./whereabouts.ts";

type Pods = readonly Pick<CompiledPod, "channels" | "id" | "ifaces" | "internal" | "type">[];

/** One secret on its way. */
interface Way {
  pod: string;
  iface: string;
  type: string;
  secret: string;
  /** Another text, another receiver. */
  to: string;
  /** 0: everybody on the way reads it; 1: nobody who only listens; 2: nobody but the receiver. */
  guard: 0 | 1 | 2;
  /** Whose certificates the receiver may show; of guard 2. */
  ca: string;
  /** For people. */
  peer: string | undefined;
}

/** @param own what the caller typed himself */
export function secretsAstray(
  running: Pods,
  next: Pods,
  own: readonly (string | number | boolean)[],
  schemas: readonly PodSchema[],
): AstraySecret[] {
  const typed = new Set(own.map(asCompared));
  const known = new Map<string, Way[]>();
  for (const way of waysOf(running, schemas)) {
    const same = known.get(way.secret);
    if (same) same.push(way);
    else known.set(way.secret, [way]);
  }
  const astray = new Map<string, AstraySecret>();
  for (const way of waysOf(next, schemas)) {
    const { iface, pod, secret, to, type } = way;
    if (typed.has(secret)) continue;
    const before = known.get(secret) ?? [];
    if (before.some((other) => isAsGood(way, other))) continue;
    const so_far = [...new Set(before.flatMap(({ peer }) => peer ?? []))].join(", ");
    const weaker = before.some((other) => other.type === type && other.to === to);
    const key = JSON.stringify([pod, iface]);
    if (!astray.has(key)) astray.set(key, { pod, iface, so_far, weaker });
  }
  return [...astray.values()];
}

function isAsGood(way: Way, before: Way): boolean {
  if (way.type !== before.type || way.to !== before.to || way.guard < before.guard) return false;
  return before.guard < 2 || way.ca === before.ca;
}

function waysOf(pods: Pods, schemas: readonly PodSchema[]): Way[] {
  return pods.flatMap((pod) => {
    const schema = schemas.find(({ type }) => type === pod.type);
    if (!schema) return [];
    const [ofIface, ofChannel] = [secretColumns(schema.ifaceColumns), secretColumns(schema.channelColumns)];
    return pod.ifaces.flatMap((iface) => {
      const sent = [
        ...secretsIn(iface.config, ofIface),
        ...pod.channels
          .filter((channel) => channel.iface === iface.id)
          .flatMap(({ config }) => secretsIn(config, ofChannel)),
      ];
      return sent.map((one) => wayOf(pod, iface, one));
    });
  });
}

const secretColumns = (columns: PodSchema["ifaceColumns"]): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.secret === true);

const secretsIn = (config: Config, columns: readonly string[]) =>
  columns.flatMap((column) => {
    const secret = asCompared(config[column] ?? "");
    return secret === "" ? [] : [{ column, secret }];
  });

function wayOf(
  { id, internal, type }: Pods[number],
  { config, id: iface }: CompiledIface,
  { column, secret }: { column: string; secret: string },
): Way {
  const { proven = [], stays = false, tls, to = [] } = podAbouts.get(type)?.sends?.(config) ?? { tls: false };
  const peer = peerOf(type, config);
  const guard = tls ? (config["verify"] === false ? 1 : 2) : proven.includes(column) ? 1 : 0;
  return {
    pod: id,
    iface,
    type,
    secret,
    // A pod that runs elsewhere is handed its secrets.
    to: JSON.stringify([internal ? "" : id, stays ? "" : peer, ...to]),
    guard,
    ca: guard === 2 ? asCompared(config["ca"] ?? "") : "",
    peer,
  };
}

/** As a cell keeps it, whatever way it came. */
const asCompared = (value: string | number | boolean): string =>
  String(value).replaceAll("\r\n", "\n").trim();
