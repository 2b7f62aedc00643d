/** What one sample of the hub and of a pod holds, in the order of their fields. */
import type { HubPod } from "@hubwart/ipc";

export function hubFigures(pods: readonly HubPod[], rate: (id: string) => number): number[] {
  const running = pods.filter((pod) => pod.running);
  const sum = (of: (pod: HubPod) => number) => running.reduce((total, pod) => total + of(pod), 0);
  return [sum((pod) => pod.memory), sum((pod) => pod.cpu), sum((pod) => rate(pod.id))];
}

export function podFigures(pod: HubPod, rate: number): number[] {
  if (!pod.running) return [0, 0, 0, 0];
  const up = pod.ifaces.filter((iface) => iface.state).length;
  return [pod.memory, pod.cpu, rate, pod.ifaces.length === 0 ? 1 : up / pod.ifaces.length];
}
