/**
 * The listener of an http_in pod of the running project: the document is posted to one of its json channels, and
 * links of the project take it from there. Address and credentials are the project's own.
 */
import { exchange, saying, TargetError } from "@hubwart/core/delivery";
import type { HubPod } from "@hubwart/ipc";
import type { CompiledPod } from "@hubwart/project";
import { texts } from "../texts.ts";
import type { Target } from "./target.ts";

export interface HttpSettings {
  pod: string;
  path: string;
}

export interface HttpTargetParts {
  settings: () => HttpSettings;
  /** The pod in the running project; undefined if the project has none of that name. */
  compiled: (pod: string) => Promise<CompiledPod | undefined>;
  /** As the hub reports it now; undefined while it does not. */
  running: (pod: string) => Promise<HubPod | undefined>;
}

export function httpTarget(parts: HttpTargetParts): Target {
  return {
    label: "HTTP",
    release: async () => undefined,
    async send(content, signal) {
      const { pod, path } = parts.settings();
      if (pod === "") throw new TargetError(texts.noPod);
      const compiled = await parts.compiled(pod);
      if (!compiled) throw new TargetError(texts.podNotOfProject(pod));
      const place = listenerOf(compiled, await parts.running(pod), path);
      const { status, text } = await exchange({
        ...place,
        method: "POST",
        path,
        body: content,
        headers: { "content-type": "application/json", ...place.headers },
        signal,
      });
      if (status === 200) return texts.podAccepted(pod);
      const why = saying(text, "error");
      throw new TargetError(texts.podRefused(pod, status, why));
    },
  };
}

/** The interface that the path's channel belongs to, else the pod's first one, where it listens right now. */
export function listenerOf(
  compiled: CompiledPod,
  running: HubPod | undefined,
  path: string,
): { host: string; port: number; headers: Record<string, string> } {
  const channel = compiled.channels.find((candidate) => candidate.config["path"] === path);
  const iface = compiled.ifaces.find(({ id }) => id === channel?.iface) ?? compiled.ifaces[0];
  if (!iface) throw new TargetError(texts.podHasNoInterface(compiled.id));
  const state = running?.ifaces.find((candidate) => candidate.iface === iface.id);
  if (!running?.running || !state?.state) {
    const why = state?.error ?? running?.error;
    throw new TargetError(texts.podOff(compiled.id, why));
  }
  const { bind, port } = iface.config;
  return {
    host: reachable(String(bind ?? "")),
    port: state.port ?? Number(port),
    headers: credentials(iface.config),
  };
}

/** A listener on all addresses is asked on the loopback one. */
function reachable(bind: string): string {
  if (bind === "" || bind === "0.0.0.0") return "127.0.0.1";
  return bind === "::" ? "::1" : bind;
}

function credentials(config: CompiledPod["ifaces"][number]["config"]): Record<string, string> {
  if (config["auth"] === "token") return { authorization: `Bearer ${String(config["token"])}` };
  if (config["auth"] !== "basic") return {};
  const pair = `${String(config["user"])}:${String(config["password"])}`;
  return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}
