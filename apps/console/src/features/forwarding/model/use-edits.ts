/** The edits of the sections of the page, each applied by its own button. They outlive a change of the tab. */
import { useQueryClient } from "@tanstack/react-query";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { type Edit, useEdit } from "../../../lib/use-edit.ts";
import { forwardingTexts } from "../../../texts/index.ts";
import { configQuery, type Section, type StoredConfig, saveSection, type Values } from "../api/config.ts";
import { fieldErrors, storedValues } from "./drafts.ts";

export type SectionEdit<S extends Section> = Edit<StoredConfig["data"], Values[S]>;
export type Edits = { [S in Section]: SectionEdit<S> };

const { active, http, influxdb, mqtt, settings } = forwardingTexts;
const LABELS: Record<Section, Record<string, string>> = {
  settings: { interval: settings.interval },
  http: { active, pod: http.pod, path: http.path },
  mqtt: { active, server: mqtt.server, topic: mqtt.topic },
  influxdb: { active, server: influxdb.server, org: influxdb.org, bucket: influxdb.bucket },
};
const intervalText = (minutes: number) => (minutes === 0 ? settings.off : settings.minutes(minutes));

function useSection<S extends Section>(name: S, stored: StoredConfig): SectionEdit<S> {
  const client = useQueryClient();
  const edit = useEdit<StoredConfig["data"], Values[S], unknown>({
    form: `forwarding.${name}`,
    queryKey: configQuery.queryKey,
    eager: true,
    values: (data) => storedValues(data, name),
    errors: (values) => fieldErrors(name, values),
    save: (values, _, ifMatch) => saveSection[name](values, ifMatch),
    words: namedFields(LABELS[name], (field, value) =>
      field === "interval" ? intervalText(Number(value)) : undefined,
    ),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ["forwarding", "status"] });
      notice.success(forwardingTexts.saved);
    },
  });
  return edit(stored);
}

export function useEdits(stored: StoredConfig): Edits {
  return {
    settings: useSection("settings", stored),
    http: useSection("http", stored),
    mqtt: useSection("mqtt", stored),
    influxdb: useSection("influxdb", stored),
  };
}
