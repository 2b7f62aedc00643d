/** A host for unit tests. What nobody scripted fails loudly. */
import type { Host } from "../host.ts";

type Told = "lastApply" | "settingsLost";
type Scripted = { [K in Exclude<keyof Host, "name" | Told>]?: Partial<Host[K]> } & Partial<Pick<Host, Told>>;

export function fakeHost(parts: Scripted = {}): Host {
  const part = <T extends object>(of: string, given: Partial<T> = {}): T =>
    new Proxy(given, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (found !== undefined) return found;
        return () => Promise.reject(new Error(`fake host: nobody scripted ${of}.${String(name)}()`));
      },
    }) as T;
  return {
    name: "fake",
    facts: part("facts", parts.facts),
    power: part("power", parts.power),
    hostname: part("hostname", parts.hostname),
    timeZone: part("timeZone", parts.timeZone),
    ntp: part("ntp", parts.ntp),
    ssh: part("ssh", parts.ssh),
    network: part("network", parts.network),
    lastApply: parts.lastApply ?? (async () => undefined),
    settingsLost: parts.settingsLost ?? (async () => undefined),
  };
}
