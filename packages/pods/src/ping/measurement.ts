/** What one look at a host found. */
export interface Measurement {
  sent: number;
  received: number;
  /** Mean round trip time in ms; absent when nothing came back. */
  rtt?: number;
  /** German; why the host could not be asked at all, e.g. because its name is unknown. */
  problem?: string;
}

/** Channels that want the same host asked in the same way share one target. */
export interface Target {
  host: string;
  /** TCP port, for probes by connection. */
  port: number;
  /** ms. */
  interval: number;
  /** ms. */
  timeout: number;
  count: number;
  channels: TargetChannel[];
}

export interface TargetChannel {
  /** Index of the channel. */
  index: number;
  measure: "reachable" | "rtt" | "loss";
  /** Reachability as 1 and 0 instead of true and false. */
  asNumber: boolean;
}
