/** What a pod is told to run: its part of the project under the administrator's settings. */
import type { PodLoad, PodSetting } from "@hubwart/ipc";
import type { CompiledPod } from "@hubwart/project/compiled";

/** Files and secrets that the appliance keeps for the pod, and its own folder. */
export type PodHandedOver = Pick<PodLoad, "files" | "secrets" | "folder">;

export function podLoadOf(
  pod: CompiledPod,
  setting: PodSetting | undefined,
  handover: PodHandedOver,
): PodLoad {
  const params = setting?.params ?? {};
  return {
    id: pod.id,
    type: pod.type,
    ifaces: ifacesOf(pod, params),
    channels: pod.channels.map(({ chan, iface, type, dir, config }) => ({ chan, iface, type, dir, config })),
    params,
    ...handover,
  };
}

/** Interfaces as they run: the project's cells under the administrator's. */
export function ifacesOf(pod: CompiledPod, params: Record<string, unknown>): PodLoad["ifaces"] {
  return pod.ifaces.map(({ id, config }) => ({ id, config: { ...config, ...overrides(params, id) } }));
}

/** The parameters meant for one interface; the ones that name it win. */
function overrides(params: Record<string, unknown>, iface: string): PodLoad["ifaces"][number]["config"] {
  const prefix = `${iface}.`;
  const general: PodLoad["ifaces"][number]["config"] = {};
  const own: PodLoad["ifaces"][number]["config"] = {};
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    if (name.startsWith(prefix)) own[name.slice(prefix.length)] = value;
    else if (!name.includes(".")) general[name] = value;
  }
  return { ...general, ...own };
}

/** Parameters that the console offers as settings of a pod, by type. */
const OFFERED: Readonly<Record<string, readonly string[]>> = { knx: ["nat", "time"] };

/** What the project says for the parameters that the console offers; of the first interface if there are several. */
export function projectParams({
  type,
  ifaces,
}: CompiledPod): { projectParams: Record<string, string | number | boolean> } | undefined {
  const names = Object.hasOwn(OFFERED, type) ? OFFERED[type] : undefined;
  const config = ifaces[0]?.config;
  if (!names || !config) return undefined;
  return {
    projectParams: Object.fromEntries(
      names.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])),
    ),
  };
}
