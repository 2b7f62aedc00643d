/** Compiled projects for tests, in few words. */
import type { CompiledChannel, CompiledLink, CompiledPod, CompiledProject } from "@hubwart/project";

type Config = CompiledChannel["config"];

export function channel(chan: string, options: Partial<Omit<CompiledChannel, "chan">> = {}): CompiledChannel {
  return { chan, iface: "main", type: "int", dir: "in", config: {}, ...options };
}

export function pod(
  id: string,
  channels: CompiledChannel[],
  options: { internal?: boolean; config?: Config } = {},
): CompiledPod {
  const [type = "", name = ""] = id.split(".");
  return {
    id,
    type,
    name,
    internal: options.internal ?? true,
    ifaces: [{ id: "main", config: options.config ?? {} }],
    channels,
  };
}

export function project(
  pods: CompiledPod[],
  links: CompiledLink[] = [],
  rest: Partial<CompiledProject> = {},
): CompiledProject {
  return { format: 1, id: "test", name: "Test", pods, links, constants: [], scripts: {}, ...rest };
}
