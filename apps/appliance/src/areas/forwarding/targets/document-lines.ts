/**
 * A status document as points of the line protocol, precision ms:
 *
 *     device,host=hub-1 cpu=3.2,memory_used=1048576i 1700000000000
 *     pod,host=hub-1,pod=mqtt.halle,type=mqtt running=true,… 1700000000000
 */
import { point } from "@hubwart/core/delivery";
import type { DocumentAlarms } from "../alarms.ts";
import type { StatusDocument } from "../document.ts";

const whole = (value: number) => BigInt(Math.round(value));

/** `content`: a document of this device as JSON text. */
export function documentLines(content: string): string {
  const document = JSON.parse(content) as StatusDocument;
  const { device, system, hub, license, health, pods, seq, project } = document;
  const at = Date.parse(document.time);
  const host = { host: device.hostname };
  const lines = [
    point(
      "device",
      host,
      {
        ...(device.cpu === null ? {} : { cpu: device.cpu }),
        memory_total: whole(device.memory.total),
        memory_used: whole(device.memory.used),
        memory_free: whole(device.memory.free),
        disk_total: whole(device.disk.total),
        disk_used: whole(device.disk.used),
        disk_free: whole(device.disk.free),
      },
      at,
    ),
    point(
      "system",
      host,
      { version: system.version, runtime: whole(system.runtime), seq: whole(seq), test: document.test },
      at,
    ),
    point(
      "hub",
      host,
      {
        state: hub.state,
        running: hub.running,
        runtime: whole(hub.runtime),
        restarts: whole(hub.restarts),
        restart_reason: whole(hub.restart_reason),
        project: project.id,
        license_valid: license.valid,
      },
      at,
    ),
    point("health", host, { level: whole(health.level), findings: whole(health.findings.length) }, at),
    ...pods.map((pod) =>
      point(
        "pod",
        { ...host, pod: pod.id, type: pod.type },
        {
          running: pod.running,
          starts: whole(pod.starts),
          memory: whole(pod.memory),
          cpu: pod.cpu,
          connections: whole(pod.connections.total),
          connections_up: whole(pod.connections.up),
          values_in: whole(pod.values.in),
          values_out: whole(pod.values.out),
          values_coalesced: whole(pod.values.coalesced),
          values_failed: whole(pod.values.failed),
        },
        at,
      ),
    ),
  ];
  if (document.alarms) lines.push(...alarmLines(document.alarms, host, at));
  return `${lines.join("\n")}\n`;
}

/** Transitions carry their own time: one that is told twice overwrites itself. */
function alarmLines(alarms: DocumentAlarms, host: { host: string }, at: number): string[] {
  const { maintenance, priorities, shelved, suppressed, unacked } = alarms.standing;
  const [p1, p2, p3, p4] = priorities;
  const counts = { p1, p2, p3, p4, unacked, shelved, suppressed, maintenance };
  return [
    point(
      "alarms",
      host,
      {
        state: alarms.state,
        missed: whole(alarms.missed),
        ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, whole(count)])),
      },
      at,
    ),
    ...alarms.transitions.map(({ id, line, nr, priority, source, text, time, what }) =>
      point(
        "alarm",
        { ...host, alarm: id, what },
        { line: whole(line), nr: whole(nr), priority: whole(priority), source, text },
        Date.parse(time),
      ),
    ),
  ];
}
