/**
 * A status document as points of the line protocol (InfluxDB reference, "Line protocol"), precision ms:
 *
 *     device,host=hub-1 cpu=3.2,memory_used=1048576i 1700000000000
 *     pod,host=hub-1,pod=mqtt.halle,type=mqtt running=true,… 1700000000000
 *
 * Numbers that count are integers (`i`), measurements floats. What cannot be carried in a name or tag (line
 * breaks, a backslash at the end) is replaced, since the protocol has no escape for it.
 */
import type { StatusDocument } from "../document.ts";

export type FieldValue = string | number | boolean | bigint;

/** A line without its end. `fields` must not be empty; bigint is an integer, number a float. */
export function point(
  measurement: string,
  tags: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, FieldValue>>,
  timestamp: number,
): string {
  const tagText = Object.entries(tags)
    .filter(([, value]) => value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `,${key(name)}=${key(value)}`)
    .join("");
  const fieldText = Object.entries(fields)
    .map(([name, value]) => `${key(name)}=${field(value)}`)
    .join(",");
  return `${plain(measurement).replace(/[, ]/g, "\\$&")}${tagText} ${fieldText} ${timestamp}`;
}

/** Tag names, tag values and field names. */
function key(text: string): string {
  return plain(text).replace(/[,= ]/g, "\\$&");
}

function plain(text: string): string {
  return text.replace(/[\r\n\t]/g, " ").replace(/\\+$/, "/");
}

function field(value: FieldValue): string {
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`;
  return typeof value === "bigint" ? `${value}i` : String(value);
}

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
  return `${lines.join("\n")}\n`;
}
