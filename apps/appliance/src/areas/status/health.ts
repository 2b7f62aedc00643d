/** The banner of the status page: every finding with its level, its text and the page that mends it. */
import type { ChildState, HubPod, HubStatus } from "@hubwart/ipc";
import type { Finding, Status } from "../../status.ts";
import { texts } from "./texts.ts";

export interface HealthInput {
  /** Findings of other areas: licence, services of the manufacturer. */
  reported: readonly Finding[];
  license: Status["license"];
  hub: Status["system"]["hub"];
  project: Status["project"];
  disk: Status["system"]["host"]["disk"];
  children: readonly ChildState[];
  pods: readonly Pick<HubPod, "id" | "type" | "crashes" | "silent">[];
  /** The process of the project's scripts; undefined where there is none. */
  scripts: Pick<HubPod, "crashes" | "silent"> | undefined;
  /** Of external pods; undefined where none is set up. */
  broker: HubStatus["broker"];
}

const CRASHES = 5;
const DISK_WARN_PERCENT = 90;

export function assess(input: HealthInput): Status["health"] {
  const findings = [
    ...input.reported,
    ...hub(input),
    ...silent(input),
    ...crashes(input),
    ...machine(input),
  ].toSorted((a, b) => b.level - a.level);
  return { level: findings[0]?.level ?? 1, findings };
}

function hub({ hub, license, project, reported }: HealthInput): Finding[] {
  const findings: Finding[] = [];
  if (project.put_back !== undefined) {
    findings.push({ code: "project-put-back", level: 2, text: project.put_back, route: "/project/upload" });
  }
  if (hub.state === "running" && hub.pid > 0) return findings;
  // A new device: no fault, but its next step.
  if (hub.state === "no_project" && hub.pid > 0) {
    return reported.some(({ code }) => code === "project-unknown") ? findings : [...findings, WELCOME];
  }
  // The missing licence is a finding of its own.
  if (hub.state === "no_license" && !license.valid) return findings;
  return [...findings, hubDown(hub)];
}

const WELCOME: Finding = {
  code: "no-project",
  level: 1,
  text: texts.ready,
  route: "/project/upload",
};

function hubDown(hub: Status["system"]["hub"]): Finding {
  const restart = "/system/restart";
  switch (hub.state) {
    case "init":
      return { code: "hub-starting", level: 3, text: texts.hubStarting, route: restart };
    case "no_license":
      return {
        code: "hub-no-license",
        level: 3,
        text: texts.hubUnlicensed,
        route: restart,
      };
    case "no_project":
    case "running":
    case "stopped": {
      const text = hub.error === undefined ? texts.hubStopped : texts.hubFailed(hub.error);
      return { code: "hub-stopped", level: 3, text, route: restart };
    }
  }
}

const SCRIPTS = texts.scriptsProcess;

/** What does not answer. Of the hub its state tells, of the recorder the area of the stores. */
function silent({ children, pods, scripts }: HealthInput): Finding[] {
  const finding = (name: string, who: string, route: string): Finding => ({
    code: `silent-${name}`,
    level: 2,
    text: texts.silent(who),
    route,
  });
  return [
    ...children
      .filter((child) => child.silent && child.name !== "hub")
      .map(({ name }) => finding(name, texts.processes[name], "/runtime/logging")),
    ...(scripts?.silent ? [finding("scripts", SCRIPTS, "/resources/scripts")] : []),
    ...pods
      .filter((pod) => pod.silent)
      .map(({ id, type }) => finding(`pod-${id}`, texts.pod(id), `/pods/${type}/${id}`)),
  ];
}

function crashes({ children, pods, scripts }: HealthInput): Finding[] {
  const finding = (name: string, who: string, times: number, route: string): Finding => ({
    code: `crashes-${name}`,
    level: 2,
    text: texts.crashed(who, times),
    route,
  });
  return [
    ...children
      .filter((child) => child.crashes >= CRASHES)
      .map(({ name, crashes }) => finding(name, texts.processes[name], crashes, "/runtime/logging")),
    ...(scripts && scripts.crashes >= CRASHES
      ? [finding("scripts", SCRIPTS, scripts.crashes, "/resources/scripts")]
      : []),
    ...pods
      .filter((pod) => pod.crashes >= CRASHES)
      .map(({ id, type, crashes }) =>
        finding(`pod-${id}`, texts.pod(id), crashes, `/pods/${type}/${id}/logging`),
      ),
  ];
}

function machine({ broker, disk }: HealthInput): Finding[] {
  const findings: Finding[] = [];
  // While it has not failed yet it is on its way.
  if (broker?.error !== undefined) {
    const text = texts.brokerAway(broker.error);
    findings.push({ code: "pod-broker", level: 2, text, route: "/runtime/logging" });
  }
  if (disk.used_perc >= DISK_WARN_PERCENT) {
    const text = texts.diskFilling(Math.round(disk.used_perc));
    findings.push({ code: "disk-full", level: 2, text });
  }
  return findings;
}
