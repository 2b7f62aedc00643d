/**
 * The status document that is forwarded, version 1. `docs/status-document.md` describes it for those who receive
 * it: a field is added at will, renamed or removed only with a new version.
 */
import type { HubPod } from "@hubwart/ipc";
import type { Status } from "../../status.ts";
import type { DocumentAlarms } from "./alarms.ts";

export const DOCUMENT_VERSION = 1;

export interface StatusDocument {
  version: typeof DOCUMENT_VERSION;
  /** Lower-case name of the product. */
  product: string;
  /** Counts the documents of this device, from 1; the same number twice is the same document. 0: a test. */
  seq: number;
  /** Made by "Jetzt senden". */
  test: boolean;
  /** ISO 8601, UTC. */
  time: string;
  device: {
    hostname: string;
    /** ISO 8601, UTC; null where the machine does not tell it. */
    started: string | null;
    /** Percent. */
    cpu: number | null;
    /** Bytes. */
    memory: { total: number; free: number; used: number };
    disk: { total: number; free: number; used: number };
  };
  system: { version: string; started: string | null; runtime: number };
  hub: {
    state: string;
    running: boolean;
    started: string | null;
    runtime: number;
    restarts: number;
    restart_reason: number;
  };
  license: { valid: boolean; expiry: string | null };
  project: { id: string; name: string; version: string | null; uploaded: string | null };
  pods: {
    id: string;
    type: string;
    running: boolean;
    started: string | null;
    starts: number;
    /** Bytes. */
    memory: number;
    /** Percent of one core. */
    cpu: number;
    connections: { total: number; up: number };
    values: { in: number; out: number; coalesced: number; failed: number };
    error: string | null;
  }[];
  health: { level: number; findings: { code: string; level: number; text: string }[] };
  /** null where no project runs, or what keeps the alarms does not answer. */
  alarms: DocumentAlarms | null;
}

export interface DocumentParts {
  product: string;
  seq: number;
  test: boolean;
  /** ms since the epoch. */
  now: number;
  status: Status;
  /** Percent; undefined before the first sample. */
  cpu: number | undefined;
  pods: readonly HubPod[];
  hubConnected: boolean;
  alarms: DocumentAlarms | undefined;
}

export function statusDocument(parts: DocumentParts): StatusDocument {
  const { status, now } = parts;
  const { hub, host, started, runtime } = status.system;
  const space = ({ total, free, used }: { total: number; free: number; used: number }) => ({
    total,
    free,
    used,
  });
  return {
    version: DOCUMENT_VERSION,
    product: parts.product,
    seq: parts.seq,
    test: parts.test,
    time: new Date(now).toISOString(),
    device: {
      hostname: host.hostname,
      started: iso(host.started),
      cpu: parts.cpu === undefined ? null : Math.round(parts.cpu * 10) / 10,
      memory: space(host.memory),
      disk: space(host.disk),
    },
    system: { version: status.version["Main"] ?? "", started: iso(started), runtime },
    hub: {
      state: hub.state,
      running: hub.state === "running" && hub.pid > 0 && status.project.id !== "",
      started: iso(hub.started),
      runtime: hub.runtime,
      restarts: Math.max(0, hub.restarts - 1),
      restart_reason: hub.lastrc,
    },
    license: { valid: status.license.valid, expiry: status.license.expiry },
    project: {
      id: status.project.id,
      name: status.project.name,
      version: status.project.version,
      uploaded: iso(status.project.modified),
    },
    pods: parts.pods.map((pod) => podState(pod, parts.hubConnected)),
    health: {
      level: status.health.level,
      findings: status.health.findings.map(({ code, level, text }) => ({ code, level, text })),
    },
    alarms: parts.alarms ?? null,
  };
}

function podState(pod: HubPod, hubConnected: boolean): StatusDocument["pods"][number] {
  const running = hubConnected && pod.running;
  const { in: inward, out, coalesced, failed } = pod.counters;
  return {
    id: pod.id,
    type: pod.type,
    running,
    started: running ? iso(pod.started) : null,
    starts: pod.starts,
    memory: running ? pod.memory : 0,
    cpu: running ? pod.cpu : 0,
    connections: {
      total: pod.ifaces.length,
      up: running ? pod.ifaces.filter((iface) => iface.state).length : 0,
    },
    values: { in: inward, out, coalesced, failed },
    error: pod.error ?? null,
  };
}

/** Unix seconds as ISO 8601; 0 is "unknown". */
function iso(seconds: number): string | null {
  return seconds > 0 ? new Date(seconds * 1000).toISOString() : null;
}
