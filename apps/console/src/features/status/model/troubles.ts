/** What is wrong, each thing once, the worst first: what the appliance found, and pods that the page itself sees in trouble. */
import type { AlarmHead } from "@hubwart/contract";
import type { Status } from "../../../api/info.ts";
import type { Pod } from "../../../api/pods.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { Trouble } from "./plant.ts";

const texts = statusTexts.troubles;

export type Finding = Status["health"]["findings"][number];

export interface TroubleRow {
  key: string;
  level: 1 | 2 | 3;
  /** What it is about, as people call it. */
  title: string;
  /** How it is called in the project, where that differs. */
  id?: string;
  why?: string;
  /** ms since the epoch; 0 if unknown. */
  since: number;
  /** Where it is mended, and what the button there says. */
  next?: { to: string; text: string };
}

export interface Wrong {
  findings: readonly Finding[];
  trouble?: readonly Trouble[] | undefined;
  pods?: readonly Pod[] | undefined;
  /** The worst that count. */
  alarms?: AlarmHead["worst"] | undefined;
}

export function troublesOf({ findings, trouble = [], pods = [], alarms = [] }: Wrong): TroubleRow[] {
  const byId = new Map(pods.map((pod) => [pod.id, pod]));
  const since = new Map(trouble.map(({ pod, since: at }) => [pod, at]));
  const told = new Set<string>();
  // The way to a first project stands below, step by step.
  const said = findings.filter(({ code }) => code !== "no-project");
  const found = said.map((finding): TroubleRow => {
    const pod = byId.get(podOfRoute(finding.route) ?? "");
    if (!pod) return plainRow(finding);
    told.add(pod.id);
    return {
      ...podRow(pod, since.get(pod.id) ?? 0),
      level: finding.level,
      why: pod.error ?? withoutId(finding.text, pod.id),
    };
  });
  const more = trouble.flatMap(({ pod: id, since: at }) => {
    const pod = byId.get(id);
    return pod && !told.has(id) ? [podRow(pod, at)] : [];
  });
  // Those who wait longest first; what has no time keeps its place behind.
  const order = ({ since: at }: TroubleRow) => (at > 0 ? at : Number.MAX_SAFE_INTEGER);
  return [...alarms.map(alarmRow), ...found, ...more].toSorted(
    (a, b) => b.level - a.level || order(a) - order(b),
  );
}

function plainRow({ code, level, route, text }: Finding): TroubleRow {
  return {
    key: code,
    level,
    title: text,
    since: 0,
    ...(route !== undefined
      ? { next: { to: route, text: statusTexts.health.routes[route] ?? statusTexts.health.mend } }
      : {}),
  };
}

/** Urgent ones are errors, low ones only told. */
function alarmRow({ action, nr, priority, since, text }: AlarmHead["worst"][number]): TroubleRow {
  return {
    key: `alarm-${nr}`,
    level: priority === 1 ? 3 : priority === 4 ? 1 : 2,
    title: text,
    ...(action === undefined ? {} : { why: action }),
    since,
    next: { to: "/runtime/alarms", text: texts.alarms },
  };
}

function podRow({ error, id, label, running, type }: Pod, since: number): TroubleRow {
  const why = error ?? (running ? texts.away : texts.stopped);
  return {
    key: id,
    level: 2,
    ...(label === "" ? { title: id } : { title: label, id }),
    why,
    since,
    next: { to: `/pods/${type}/${id}`, text: texts.pod },
  };
}

const podOfRoute = (route: string | undefined): string | undefined =>
  /^\/pods\/[^/]+\/([^/?]+)$/.exec(route ?? "")?.[1];

/** Its name stands before it. */
function withoutId(text: string, id: string): string {
  const start = texts.ofPod.map((words) => `${words} ${id}`).find((words) => text.startsWith(words));
  const rest = start === undefined ? "" : text.slice(start.length).replace(/^[:,]?\s*/, "");
  return rest === "" ? text : rest.replace(/\.$/, "");
}
