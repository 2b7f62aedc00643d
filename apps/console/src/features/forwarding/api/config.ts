/** The settings of the status forwarding; each section is saved by a call of its own. */
import {
  type AnswerOf,
  type BodyInput,
  stateConfig,
  stateHttpSave,
  stateInfluxSave,
  stateMqttSave,
  stateSettingsSave,
} from "@hubwart/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { callApi, callWithEtag } from "../../../api/client.ts";
import type { Stored } from "../../../lib/use-edit.ts";

export interface Values {
  settings: BodyInput<typeof stateSettingsSave>;
  http: BodyInput<typeof stateHttpSave>;
  mqtt: BodyInput<typeof stateMqttSave>;
  influxdb: BodyInput<typeof stateInfluxSave>;
}
export type Section = keyof Values;

export type StoredConfig = Stored<AnswerOf<typeof stateConfig>>;

export const configQuery = queryOptions({
  queryKey: ["forwarding", "config"],
  queryFn: ({ signal }): Promise<StoredConfig> => callWithEtag(stateConfig, { signal }),
});
export const useStoredConfig = () => useQuery(configQuery);

export const bodies = {
  settings: stateSettingsSave.body,
  http: stateHttpSave.body,
  mqtt: stateMqttSave.body,
  influxdb: stateInfluxSave.body,
};

type Save = { [S in Section]: (body: Values[S], ifMatch: string | undefined) => Promise<unknown> };

export const saveSection: Save = {
  settings: (body, ifMatch) => callApi(stateSettingsSave, { body, ifMatch }),
  http: (body, ifMatch) => callApi(stateHttpSave, { body, ifMatch }),
  mqtt: (body, ifMatch) => callApi(stateMqttSave, { body, ifMatch }),
  influxdb: (body, ifMatch) => callApi(stateInfluxSave, { body, ifMatch }),
};
