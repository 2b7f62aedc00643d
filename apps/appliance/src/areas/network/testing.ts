/** A device in memory for tests: settings with both values, and network tests that a hand-moved clock ends. */
import type { NetworkAdapter, NetworkSettings } from "@hubwart/contract";
import { ConflictError, ManualClock, NotFoundError } from "@hubwart/core";
import {
  type ApplyReport,
  type Device,
  type EndedTrial,
  fakeHost,
  type Host,
  type NetInterface,
  type Setting,
} from "@hubwart/host";
import type { Memory } from "./memory.ts";

export const adapter = (device: string, change: Partial<NetworkAdapter> = {}): NetworkAdapter => ({
  device,
  active: true,
  dhcp: false,
  ip: "",
  mask: "",
  gw: "",
  dns1: "",
  dns2: "",
  ...change,
});

export const fixed = (device: string, ip: string, change: Partial<NetworkAdapter> = {}): NetworkAdapter =>
  adapter(device, { ip, mask: "255.255.255.0", ...change });

export function memorySetting<T>(first: T): Setting<T> & { activate(): void } {
  let configured = first;
  let active = first;
  return {
    support: async () => ({ supported: true }),
    configured: async () => configured,
    active: async () => active,
    save: async (value) => {
      configured = value;
    },
    activate: () => {
      active = configured;
    },
  };
}

export function memoryOf<T>(first: T): Memory<T> {
  let kept = first;
  return {
    read: () => kept,
    write: (value) => {
      kept = value;
    },
  };
}

interface Running {
  id: string;
  interfaces: NetworkAdapter[];
  seconds: number;
  ends: number;
}

/** One device with eth0 (192.168.1.10/24) and eth1 (10.0.0.1/24), network switched on. */
export class MemoryDevice {
  readonly clock = new ManualClock();
  devices: Device[] = ["eth0", "eth1"].map((device, i) => ({
    device,
    mac: `02:00:00:00:00:0${i}`,
    carrier: true,
  }));
  readonly hostname = memorySetting("hubwart");
  readonly zone = memorySetting<string>("Europe/Berlin");
  readonly ntp = memorySetting({ use: false, server: "", fallback: "" });
  readonly ssh = memorySetting({ use: false, start: false });
  network: NetworkSettings = {
    use: true,
    interfaces: [fixed("eth0", "192.168.1.10", { gw: "192.168.1.1" }), fixed("eth1", "10.0.0.1")],
  };
  active: NetworkSettings = this.network;
  supported = true;
  /** Addresses the next leases bring. */
  readonly leases = new Map<string, string>();
  report: ApplyReport | undefined;
  /** When its settings were put aside, Unix seconds. */
  lost: number | undefined;
  #running: Running | undefined;
  #last: EndedTrial | undefined;
  #started = 0;

  readonly host: Host = fakeHost({
    facts: { hostname: () => this.hostname.active(), interfaces: async () => this.#interfaces() },
    hostname: this.hostname,
    timeZone: this.zone,
    ntp: this.ntp,
    ssh: this.ssh,
    network: {
      support: async () =>
        this.supported ? { supported: true } : { supported: false, reason: "Hier nicht unterstützt." },
      devices: async () => this.devices,
      configured: async () => this.network,
      active: async () => this.active,
      save: async (value) => {
        this.network = value;
      },
      trials: {
        start: async (interfaces, seconds) => {
          if (this.#running) throw new ConflictError("läuft schon");
          const id = `versuch-${(this.#started += 1)}`;
          const before = this.active;
          this.#running = { id, interfaces, seconds, ends: this.clock.monotonic() + seconds * 1000 };
          this.active = { use: true, interfaces };
          this.clock.after(seconds * 1000, () => {
            if (this.#running?.id === id) this.#end("expired", before);
          });
          this.#before = before;
          return this.#trial(this.#running);
        },
        current: async () => this.#running && this.#trial(this.#running),
        last: async () => this.#last,
        confirm: async (id) => {
          if (this.#running?.id !== id) throw new NotFoundError("läuft nicht");
          this.network = { use: true, interfaces: this.#running.interfaces };
          this.#end("confirmed", this.active);
        },
        cancel: async (id) => {
          if (this.#running?.id !== id) throw new NotFoundError("läuft nicht");
          this.#end("cancelled", this.#before);
        },
      },
    },
    lastApply: async () => this.report,
    settingsLost: async () => this.lost,
  });
  #before: NetworkSettings = this.network;

  reboot(): void {
    if (this.#running) this.#end("rebooted", this.#before);
    else this.active = this.network;
  }

  #end(outcome: EndedTrial["outcome"], active: NetworkSettings): void {
    this.#last = { id: this.#running?.id ?? "", outcome, at: Math.floor(this.clock.now() / 1000) };
    this.#running = undefined;
    this.active = active;
  }

  #trial({ id, interfaces, seconds, ends }: Running) {
    return { id, interfaces, seconds, remaining: (ends - this.clock.monotonic()) / 1000 };
  }

  #interfaces(): NetInterface[] {
    return this.active.interfaces.flatMap(({ device, active, dhcp, ip, mask }) => {
      const address = dhcp ? (this.leases.get(device) ?? "") : ip;
      return active && address !== "" ? [{ device, ip: address, mask, gw: "", mac: "" }] : [];
    });
  }
}
