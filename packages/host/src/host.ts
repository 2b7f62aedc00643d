/**
 * What Hubwart reads from and changes on the machine it runs on. One capability interface per matter;
 * a machine that lacks one says so with a reason instead of failing.
 */
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

export interface Host {
  readonly name: "systemd" | "embedded" | "fake";
  readonly facts: HostFacts;
}
