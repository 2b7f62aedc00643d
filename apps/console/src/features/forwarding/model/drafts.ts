/** What is stored of a section, and what the appliance would refuse of it. Pure. */
import { schemaErrors } from "../../../lib/schema-form.ts";
import { commonTexts } from "../../../texts/index.ts";
import { bodies, type Section, type StoredConfig, type Values } from "../api/config.ts";

/** A section as the appliance has it, in the shape of its save. The token is not told, so it is not there. */
export function storedValues<S extends Section>(data: StoredConfig["data"], section: S): Values[S] {
  const { has_token: _, ...influxdb } = data.influxdb;
  const all: Values = { settings: data.settings, http: data.http, mqtt: data.mqtt, influxdb };
  return all[section];
}

/** What an active target cannot do without. */
const NEEDED: Record<Section, readonly string[]> = {
  settings: [],
  http: ["pod", "path"],
  mqtt: ["topic"],
  influxdb: ["bucket"],
};

/** Field → hint; empty if the appliance would accept the values. */
export function fieldErrors(section: Section, values: object): Record<string, string> {
  const errors = schemaErrors(bodies[section], values);
  if (!("active" in values) || values.active !== true) return errors;
  for (const field of NEEDED[section]) {
    if (String(Reflect.get(values, field) ?? "").trim() === "") errors[field] ??= commonTexts.form.required;
  }
  return errors;
}
