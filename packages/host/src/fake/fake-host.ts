/** A host for unit tests. A fact that nobody scripted fails loudly. */
import type { Host, HostFacts } from "../host.ts";

export function fakeHost(facts: Partial<HostFacts> = {}): Host {
  const scripted = new Proxy(facts, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (found !== undefined) return found;
      return () => Promise.reject(new Error(`fake host: nobody scripted ${String(name)}()`));
    },
  });
  return { name: "fake", facts: scripted as HostFacts };
}
