/** What Prometheus reads of this device. `docs/metrics.md` lists it for those who write rules and dashboards. */
import { FORWARDING_TARGETS } from "@hubwart/contract";
import { type AlarmTally, HUB_STATES, type HubPod } from "@hubwart/ipc";
import type { Offers } from "../../offers.ts";
import type { Status } from "../../status.ts";
import { alarmFamilies } from "./alarms.ts";
import { MetricsText } from "./text-format.ts";

export interface PageParts {
  status: Status;
  /** Percent; undefined before the first sample. */
  cpu: number | undefined;
  pods: readonly HubPod[];
  hubConnected: boolean;
  forwarding: ReturnType<Offers["forwarding"]["status"]>;
  /** `away`: what counts them does not answer. Undefined: no project runs. */
  alarms: AlarmTally | "away" | undefined;
}

export function metricsPage(parts: PageParts): string {
  const page = new MetricsText();
  device(page, parts);
  processes(page, parts);
  state(page, parts);
  podFamilies(page, parts);
  forwardingFamilies(page, parts);
  alarmFamilies(page, parts.alarms);
  return page.text();
}

const flag = (value: boolean) => (value ? 1 : 0);

function device(page: MetricsText, { status, cpu }: PageParts): void {
  const { disk, memory, started } = status.system.host;
  page
    .family("hubwart_host_cpu_usage_ratio", "gauge", "Share of all cores in use over the last sample.")
    .add(cpu === undefined ? undefined : cpu / 100);
  page.family("hubwart_host_memory_size_bytes", "gauge", "Memory of the device.").add(memory.total);
  page
    .family("hubwart_host_memory_free_bytes", "gauge", "Memory of the device that is available.")
    .add(memory.free);
  page
    .family("hubwart_host_disk_size_bytes", "gauge", "Size of the disk with the data folder.")
    .add(disk.total);
  page
    .family("hubwart_host_disk_free_bytes", "gauge", "Free space of the disk with the data folder.")
    .add(disk.free);
  page
    .family("hubwart_host_boot_time_seconds", "gauge", "When the device was started, since the epoch.")
    .add(started > 0 ? started : undefined);
}

function processes(page: MetricsText, { status }: PageParts): void {
  const { user, system } = process.cpuUsage();
  page
    .family("process_cpu_seconds_total", "counter", "Processor time of the appliance.")
    .add((user + system) / 1e6);
  page
    .family("process_resident_memory_bytes", "gauge", "Memory of the appliance.")
    .add(process.memoryUsage.rss());
  page
    .family("process_start_time_seconds", "gauge", "When the appliance was started, since the epoch.")
    .add(status.system.started);
}

function state(page: MetricsText, { status }: PageParts): void {
  const { hub } = status.system;
  page
    .family("hubwart_build_info", "gauge", "Version of the release; always 1.")
    .add(1, { version: status.version["Main"] ?? "", node: status.version["Node"] ?? "" });
  page
    .family("hubwart_hub_up", "gauge", "Whether the hub runs a project.")
    .add(flag(hub.state === "running" && hub.pid > 0));
  const states = page.family("hubwart_hub_state", "gauge", "State of the hub: 1 for the present one.");
  for (const name of HUB_STATES) states.add(flag(hub.state === name), { state: name });
  page.family("hubwart_hub_starts_total", "counter", "Starts of the hub.").add(hub.restarts);
  page
    .family("hubwart_hub_start_time_seconds", "gauge", "When the hub was started, since the epoch.")
    .add(hub.started > 0 ? hub.started : undefined);
  page
    .family("hubwart_project_info", "gauge", "The project that runs; always 1.")
    .add(status.project.id === "" ? undefined : 1, {
      id: status.project.id,
      version: status.project.version ?? "",
    });
  page
    .family("hubwart_license_valid", "gauge", "Whether there is a valid licence.")
    .add(flag(status.license.valid));
  const expiry = status.license.expiry === null ? Number.NaN : Date.parse(status.license.expiry);
  page
    .family("hubwart_license_expiry_timestamp_seconds", "gauge", "When the licence ends, since the epoch.")
    .add(Number.isNaN(expiry) ? undefined : expiry / 1000);
  page
    .family("hubwart_health_level", "gauge", "State of the device: 1 fine, 2 warning, 3 error.")
    .add(status.health.level);
  const findings = page.family("hubwart_health_finding", "gauge", "Findings of the device; 1 each.");
  for (const code of new Set(status.health.findings.map((finding) => finding.code))) {
    findings.add(1, { code });
  }
}

function podFamilies(page: MetricsText, { pods, hubConnected }: PageParts): void {
  const up = page.family("hubwart_pod_up", "gauge", "Whether the pod runs.");
  const starts = page.family(
    "hubwart_pod_starts_total",
    "counter",
    "Starts of the pod since the hub's start.",
  );
  const memory = page.family("hubwart_pod_memory_bytes", "gauge", "Memory of the pod.");
  const cpu = page.family("hubwart_pod_cpu_usage_ratio", "gauge", "Share of one core the pod uses.");
  const values = page.family("hubwart_pod_values_total", "counter", "Values between pod and hub.");
  const coalesced = page.family(
    "hubwart_pod_values_coalesced_total",
    "counter",
    "Values replaced by newer ones of the same channel under load.",
  );
  const failed = page.family("hubwart_pod_writes_failed_total", "counter", "Values the pod could not write.");
  const connected = page.family("hubwart_pod_interface_up", "gauge", "Whether the interface is connected.");
  const connections = page.family("hubwart_pod_interface_connections", "gauge", "Open connections.");
  for (const pod of pods) {
    const labels = { pod: pod.id, type: pod.type };
    const running = hubConnected && pod.running;
    up.add(flag(running), labels);
    starts.add(pod.starts, labels);
    if (running) {
      memory.add(pod.memory, labels);
      cpu.add(pod.cpu / 100, labels);
    }
    values.add(pod.counters.in, { ...labels, direction: "in" });
    values.add(pod.counters.out, { ...labels, direction: "out" });
    coalesced.add(pod.counters.coalesced, labels);
    failed.add(pod.counters.failed, labels);
    for (const { iface, state: isUp, active } of pod.ifaces) {
      connected.add(flag(running && isUp), { ...labels, interface: iface });
      connections.add(running ? active : 0, { ...labels, interface: iface });
    }
  }
}

function forwardingFamilies(page: MetricsText, { forwarding }: PageParts): void {
  const sent = page.family(
    "hubwart_forwarding_documents_sent_total",
    "counter",
    "Status documents a target has taken.",
  );
  const dropped = page.family(
    "hubwart_forwarding_documents_dropped_total",
    "counter",
    "Status documents lost because the buffer was full.",
  );
  const pending = page.family("hubwart_forwarding_documents_pending", "gauge", "Status documents that wait.");
  const success = page.family(
    "hubwart_forwarding_last_success_timestamp_seconds",
    "gauge",
    "When a target last took a document, since the epoch.",
  );
  for (const target of FORWARDING_TARGETS) {
    const status = forwarding[target];
    sent.add(status.sent, { target });
    dropped.add(status.dropped, { target });
    pending.add(status.pending, { target });
    success.add(status.last_success > 0 ? status.last_success / 1000 : undefined, { target });
  }
}
