/** Pods of the real types for tests of the hub, with the defaults of their schemas. */
import { podSchemas } from "@hubwart/pods/schemas";
import type { Columns, CompiledChannel, CompiledPod } from "@hubwart/project";

type Config = CompiledChannel["config"];

/** @param channels last part of the name → what differs from the type's defaults; `iface` absent: the first */
export function realPod(
  id: string,
  ifaces: Record<string, Config>,
  channels: Record<string, Partial<Omit<CompiledChannel, "chan">>>,
  internal = true,
): CompiledPod {
  const [type = "", name = ""] = id.split(".");
  const schema = podSchemas.find((each) => each.type === type);
  if (!schema) throw new Error(`there is no pod type ${type}`);
  const [first = ""] = Object.keys(ifaces);
  return {
    id,
    type,
    name,
    internal,
    ifaces: Object.entries(ifaces).map(([iface, config]) => ({
      id: iface,
      config: withDefaults(schema.ifaceColumns, config),
    })),
    channels: Object.entries(channels).map(([chan, { config = {}, ...own }]) => ({
      iface: first,
      type: "float",
      dir: "in",
      ...own,
      chan: `${id}.${chan}`,
      config: withDefaults(schema.channelColumns, config),
    })),
  };
}

function withDefaults(columns: Columns, given: Config): Config {
  const unknown = Object.keys(given).find((name) => !(name in columns));
  if (unknown !== undefined) throw new Error(`there is no column ${unknown}`);
  const found: Config = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = given[name] ?? column.default;
    if (value !== undefined) found[name] = value;
  }
  return found;
}
