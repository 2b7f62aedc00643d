/**
 * What Hubwart reads from and changes on the machine it runs on. One capability interface per matter;
 * a machine that lacks one says so with a reason instead of failing.
 *
 * Settings have two values (`Setting`): the configured one, which a save changes at once, and the active one, which
 * follows at the next restart of the device.
 */
import type { NetworkAdapter, NetworkSettings, NtpSettings, SshSettings, Support } from "@hubwart/contract";

export interface NetInterface {
  device: string;
  /** IPv4 dotted quad, empty without an address. */
  ip: string;
  mask: string;
  gw: string;
  mac: string;
}
export interface Route {
  /** CIDR, or `default`. */
  net: string;
  /** Gateway, empty for a directly connected net. */
  ip: string;
  device: string;
}
/** Sizes in bytes. */
export interface Capacity {
  total: number;
  free: number;
  used: number;
}

/** Of what can be used at all, as df(1) has it: a part of the disk may be kept for root. */
export function usedPercent({ free, used }: Capacity): number {
  const usable = used + free;
  return usable > 0 ? (used / usable) * 100 : 0;
}

/** What the machine is. */
export interface HostFacts {
  hostname(): Promise<string>;
  /** Unix seconds of the last boot (of Hubwart's start where the machine's own cannot be read). */
  started(): Promise<number>;
  /** IANA name. */
  zone(): Promise<string>;
  interfaces(): Promise<NetInterface[]>;
  routes(): Promise<Route[]>;
  disk(): Promise<Capacity>;
  memory(): Promise<Capacity>;
  /** Percent of all cores since the last call. */
  cpu(): Promise<number>;
}

/** `A`: also what `active` says where it cannot be read. */
export interface Setting<T, A = T> {
  /**
   * Whether a save changes this machine. Where it does not, the device refuses it (`save`), and the embedded driver
   * keeps the values all the same.
   */
  support(): Promise<Support>;
  /** What holds from the next restart of the device on; what is active where nothing was saved yet. */
  configured(): Promise<T>;
  /** What holds now, read from the machine itself. */
  active(): Promise<A>;
  /**
   * Kept through a power cut once this returns.
   * @throws InvalidInputError that names the fields; ResultError with the reason and `CODES.unsupported`
   */
  save(value: T): Promise<void>;
}

/** An adapter that can be configured; the order is the same at every start. */
export interface Device {
  device: string;
  mac: string;
  /** A cable is plugged and the other side is on. */
  carrier: boolean;
}

/** Settings that hold for a while, and are taken back unless somebody confirms them. */
export interface Trial {
  /** Unguessable. */
  id: string;
  interfaces: NetworkAdapter[];
  /** Chosen length, s. */
  seconds: number;
  /** Left of it, s. */
  remaining: number;
}
export interface EndedTrial {
  id: string;
  outcome: "confirmed" | "cancelled" | "expired" | "rebooted" | "failed";
  /** Unix seconds. */
  at: number;
}
export interface NetworkTrials {
  /** Applies `interfaces` now. Refuses with `ConflictError` while another trial runs. */
  start(interfaces: NetworkAdapter[], seconds: number): Promise<Trial>;
  current(): Promise<Trial | undefined>;
  last(): Promise<EndedTrial | undefined>;
  /** What is tried becomes the configured value and stays active. `NotFoundError` if `id` is not running. */
  confirm(id: string): Promise<void>;
  /** Puts back, byte for byte, what was before; within seconds. `NotFoundError` if `id` is not running. */
  cancel(id: string): Promise<void>;
}

export interface NetworkCapability extends Setting<NetworkSettings> {
  devices(): Promise<Device[]>;
  trials: NetworkTrials;
}

export interface Power {
  support(): Promise<Support>;
  /** Restarts the device; what is configured becomes active. Returns once it is under way. */
  reboot(): Promise<void>;
}

/** How the settings of the last save fared at the first start of the device after it. */
export interface ApplyReport {
  /** Unix seconds. */
  at: number;
  outcome: "kept" | "put-back";
  /** Why they were put back, one per adapter. */
  failures: { device: string; cause: "no-address" | "gateway-silent" | "refused" }[];
}

export interface Host {
  readonly name: "systemd" | "embedded" | "fake";
  readonly facts: HostFacts;
  readonly power: Power;
  readonly hostname: Setting<string>;
  readonly timeZone: Setting<string>;
  /** `active` is null where it cannot be read. */
  readonly ntp: Setting<NtpSettings, NtpSettings | null>;
  /** `active` is null where it cannot be read. */
  readonly ssh: Setting<SshSettings, SshSettings | null>;
  readonly network: NetworkCapability;
  /** undefined while nothing was judged yet. */
  lastApply(): Promise<ApplyReport | undefined>;
  /** When the configured values could not be read and were put aside, Unix seconds; undefined: never. */
  settingsLost(): Promise<number | undefined>;
}
