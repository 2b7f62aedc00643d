/** A rule as the dialog edits it. */
import type { Rule, RuleBody } from "../api/proxy.ts";

export type TargetKind = "container" | "pod" | "user";
export const CONTAINER_TARGETS = ["grafana", "influxdb", "mosquitto", "questdb"] as const;
const FIRST_PORT = 9_000;

export interface RuleDraft {
  active: boolean;
  name: string;
  port: number | "";
  protocol: Rule["protocol"];
  kind: TargetKind;
  container: string;
  pod: string;
  user_url: string;
  user_header: string;
  /** Id of an uploaded one; empty: the device's. */
  certificate: string;
}

/** One above the highest port, 9000 for the first. */
export function nextPort(rules: readonly Pick<Rule, "port">[]): number {
  return Math.min(65_535, Math.max(FIRST_PORT - 1, ...rules.map(({ port }) => port)) + 1);
}

export function draftOf(rule: Rule | undefined, rules: readonly Rule[]): RuleDraft {
  const target: string = rule?.target ?? "user";
  const kind = target === "user" ? "user" : target.includes(".pod.") ? "pod" : "container";
  return {
    active: rule?.active ?? true,
    name: rule?.name ?? "",
    port: rule?.port ?? nextPort(rules),
    protocol: rule?.protocol ?? "http",
    kind,
    container: kind === "container" ? target : CONTAINER_TARGETS[0],
    pod: kind === "pod" ? target : "",
    user_url: rule?.user_url ?? "",
    user_header: rule?.user_header ?? "",
    certificate: rule?.certificate ?? "",
  };
}

export const portValid = (port: number | ""): port is number =>
  port !== "" && Number.isInteger(port) && port >= 1 && port <= 65_535 && port !== 80 && port !== 443;

export const usesTls = ({ protocol }: Pick<RuleDraft, "protocol">): boolean =>
  protocol === "https" || protocol === "tcps";

export const canSave = ({ name, port }: RuleDraft): boolean => name.trim() !== "" && portValid(port);

export function bodyOf(draft: RuleDraft, id: string | undefined): RuleBody {
  const { active, name, port, protocol, kind, container, pod, user_url, user_header, certificate } = draft;
  const target = kind === "user" ? "user" : kind === "pod" ? pod : container;
  return {
    ...(id === undefined ? {} : { id }),
    active,
    name,
    port: Number(port),
    protocol,
    target,
    user_url: kind === "user" ? user_url.trim() : "",
    user_header: protocol === "http" || protocol === "https" ? user_header : "",
    ...(usesTls(draft) && certificate !== "" ? { certificate } : {}),
  };
}

/** Ports of more than one rule. */
export function doublePorts(rules: readonly Pick<Rule, "port">[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(rules.flatMap(({ port }) => (seen.has(port) ? [port] : (seen.add(port), []))));
}
