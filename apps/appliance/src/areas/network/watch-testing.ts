/** A watch of the device in memory: its log, what it remembers, and time that tests let pass. */
import { createLogger, MemoryLogSink, Scope } from "@hubwart/core";
import type { AfterStartDeps } from "./after-start.ts";
import { MemoryDevice, memoryOf } from "./testing.ts";

/** @param begin starts the watch, once for each start of the appliance; what it remembers stays */
export function watchBench<W>(begin: (deps: AfterStartDeps<"lastApply" | "settingsLost">) => W) {
  const device = new MemoryDevice();
  const log = new MemoryLogSink();
  const memory = memoryOf({ told: 0, decided: 0 });
  let scope = new Scope();
  /** Time passes, and what it sets off is done. */
  const pass = async (ms: number): Promise<void> => {
    device.clock.advance(ms);
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  return {
    device,
    log,
    pass,
    start: async (): Promise<W> => {
      scope = new Scope();
      const { host, clock } = device;
      const watch = begin({ host, clock, scope, log: createLogger("system", "network", log), memory });
      await pass(0);
      return watch;
    },
    stop: () => scope.end(),
  };
}
