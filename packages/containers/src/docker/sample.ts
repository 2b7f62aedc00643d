/** The engine's counters → ours. Names of fields: Docker Engine API, "Get container stats". */
import * as z from "zod/mini";
import type { Sample } from "../engine.ts";

const count = z._default(z.number(), 0);
const traffic = z.object({ rx_bytes: count, tx_bytes: count });
const networks = z.optional(z.nullable(z.record(z.string(), traffic)));
const stats = z.object({
  cpu_stats: z.object({
    cpu_usage: z.object({ total_usage: count, percpu_usage: z.optional(z.nullable(z.array(z.number()))) }),
    system_cpu_usage: z.optional(z.number()),
    online_cpus: z.optional(z.number()),
  }),
  memory_stats: z.object({
    usage: z.optional(z.number()),
    stats: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  }),
  networks,
  // Podman 4's name of the same.
  network: networks,
});

export function toSample(raw: unknown, at: number): Sample {
  const { cpu_stats: cpu, memory_stats: memory, ...rest } = z.parse(stats, raw);
  const nets = Object.values(rest.networks ?? rest.network ?? {});
  return {
    cpuTotal: cpu.cpu_usage.total_usage,
    systemTotal: cpu.system_cpu_usage,
    cpus: cpu.online_cpus || cpu.cpu_usage.percpu_usage?.length || 1,
    memory: Math.max(0, (memory.usage ?? 0) - cached(memory.stats ?? {})),
    netIn: nets.reduce((sum, net) => sum + net.rx_bytes, 0),
    netOut: nets.reduce((sum, net) => sum + net.tx_bytes, 0),
    at,
  };
}

/** What `docker stats` takes off: files the kernel could drop. cgroup v1 and v2 name it differently. */
function cached(stats: Readonly<Record<string, unknown>>): number {
  const value = stats["total_inactive_file"] ?? stats["inactive_file"];
  return typeof value === "number" ? value : 0;
}
