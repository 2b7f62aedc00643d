/** The edit of a pod's settings: those that every pod has, and those of its type. */
import { LIMITS } from "@hubwart/contract";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Edit, type Stored, useEdit } from "../../../lib/use-edit.ts";
import { commonTexts, podsTexts } from "../../../texts/index.ts";
import { configQuery, type PodConfig, savePodConfig } from "../api/pod-config.ts";

export interface Settings {
  internal: boolean;
  params: Readonly<Record<string, unknown>>;
}
export type SettingsEdit = Edit<PodConfig, Settings>;

export function useSettings(pod: string, type: string, stored: Stored<PodConfig>): SettingsEdit {
  return useEdit<PodConfig, Settings, unknown>({
    form: `pods:${pod}`,
    queryKey: configQuery(pod).queryKey,
    eager: true,
    values: ({ internal, params }) => ({ internal, params }),
    errors: ({ params }) => (type === "knx" ? knxErrors(params) : {}),
    save: ({ internal, params }, _, ifMatch) => savePodConfig({ pod, internal, params }, ifMatch),
    words: namedFields({
      internal: podsTexts.settings.internal,
      "params.nat": podsTexts.knx.nat,
      "params.time": podsTexts.knx.time,
    }),
    onSaved: () => notice.success(commonTexts.edit.saved),
  })(stored);
}

export function setParam({ values, set }: SettingsEdit, name: string, value: unknown): void {
  set({ params: { ...values.params, [name]: value } });
}

/** The pace is given in whole milliseconds. */
function knxErrors({ time }: Settings["params"]): Record<string, string> {
  const right = Number.isInteger(time) && Number(time) >= 0 && Number(time) <= LIMITS.podTimeMax;
  return right ? {} : { "params.time": podsTexts.knx.timeWrong(LIMITS.podTimeMax) };
}
