/** The forwarding with scripted targets, for unit tests. `boot` again on the same folder is a restart. */
import { FORWARDING_TARGETS, type ForwardingTarget } from "@hubwart/contract";
import { createLogger, type ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { TargetError } from "@hubwart/core/delivery";
import { openStore, type Store } from "@hubwart/core/store";
import { type BufferLimits, DocumentBuffer } from "./buffer.ts";
import type { StatusDocument } from "./document.ts";
import { ForwardingService } from "./service.ts";
import { type ForwardingConfig, ForwardingSettings } from "./settings.ts";
import type { Target } from "./targets/target.ts";

const NO_ROOM = { total: 1, free: 1, used: 0 };

/** Of a device that runs an empty project. */
export const quietDocument = (alarms: StatusDocument["alarms"] = null): StatusDocument => ({
  version: 1,
  product: "hub",
  seq: 1,
  test: false,
  time: "2026-11-06T08:49:37Z",
  device: { hostname: "hub", started: null, cpu: null, memory: NO_ROOM, disk: NO_ROOM },
  system: { version: "1", started: null, runtime: 0 },
  hub: { state: "running", running: true, started: null, runtime: 0, restarts: 0, restart_reason: 0 },
  license: { valid: true, expiry: null },
  project: { id: "p", name: "P", version: null, uploaded: null },
  pods: [],
  health: { level: 1, findings: [] },
  alarms,
});

export class ScriptedTarget implements Target {
  readonly label: string;
  down = false;
  readonly got: number[] = [];
  attempts = 0;

  constructor(label: string) {
    this.label = label;
  }

  async send(content: string): Promise<string> {
    this.attempts += 1;
    if (this.down) throw new TargetError(`${this.label} ist nicht da`);
    this.got.push((JSON.parse(content) as StatusDocument).seq);
    return "angenommen";
  }

  async release(): Promise<void> {
    // Keeps nothing.
  }
}

export type ScriptedTargets = Record<ForwardingTarget, ScriptedTarget>;

export function scriptedTargets(): ScriptedTargets {
  return {
    http: new ScriptedTarget("HTTP"),
    mqtt: new ScriptedTarget("MQTT"),
    influxdb: new ScriptedTarget("InfluxDB"),
  };
}

export interface Booted {
  service: ForwardingService;
  log: MemoryLogSink;
  /** Lets time pass in steps, and what falls due happen. */
  pass(minutes: number, stepMs?: number): Promise<void>;
  /** As SIGTERM. */
  end(): Promise<void>;
}

export interface BootOptions {
  folder: string;
  store: Store;
  clock: ManualClock;
  targets: ScriptedTargets;
  limits?: BufferLimits;
  config?: Partial<ForwardingConfig>;
}

export function testStore(folder: string, clock: ManualClock): Store {
  return openStore({
    file: `${folder}/state.db`,
    credentialFile: `${folder}/credential.json`,
    now: () => clock.now(),
  });
}

export async function boot({ folder, store, clock, targets, limits, config }: BootOptions): Promise<Booted> {
  const scope = new Scope();
  const log = new MemoryLogSink();
  const logger = createLogger("system", "forwarding", log);
  const settings = new ForwardingSettings(store, "hubwart");
  if (config) settings.write(config, clock.now());
  const buffer = await DocumentBuffer.open(
    `${folder}/forwarding`,
    limits ?? { documents: 1_000, bytes: 1e6 },
    logger,
  );
  const service = await ForwardingService.start({
    settings,
    buffer,
    targets: {
      http: () => targets.http,
      mqtt: () => targets.mqtt,
      influxdb: () => targets.influxdb,
    },
    document: async () => ({ as: (seq, test) => ({ seq, test }) as StatusDocument }),
    clock,
    log: logger,
    scope,
  });
  return {
    service,
    log,
    async pass(minutes, stepMs = 5_000) {
      for (let ms = 0; ms < minutes * 60_000; ms += stepMs) {
        clock.advance(stepMs);
        await service.idle();
      }
    },
    end: () => scope.end(),
  };
}

/** Every target with what it needs, switched on; documents every minute. */
export function allActive(): Partial<ForwardingConfig> {
  return {
    settings: { interval: 1 },
    http: { active: true, pod: "http_in.a", path: "/s" },
    mqtt: { active: true, server: "mosquitto:1884", topic: "t" },
    influxdb: { active: true, server: "influxdb:8086", token: "", org: "o", bucket: "b" },
  };
}

export const gotOf = (targets: ScriptedTargets) => FORWARDING_TARGETS.map((name) => targets[name].got);
