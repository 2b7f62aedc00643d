/** What a measurement of one pod type consists of: its peers, the project, the flows that do the same, and a value's way through. */
import type { MqttClient } from "mqtt";
import type { RedNode } from "../support/node-red.ts";
import type { startReady } from "../support/product.ts";
import type { Lanes } from "./lanes.ts";

type Product = Awaited<ReturnType<typeof startReady>>;

/** The other end of most jobs: topics `to/N` in, `from/N` out. */
export interface Plant {
  lanes: Lanes;
  /** Port of the broker. */
  broker: number;
  client: MqttClient;
  publish: (topic: string, value: number) => Promise<void>;
}

export interface Setup {
  /** The pod whose memory is shown alone. */
  pod: string;
  tables: [string, string][];
  /** Before the upload. */
  prepare?(product: Product): Promise<void>;
  /** Absent where Node-RED has no node for the job. */
  red?: {
    /** Packages of its nodes; those it brings itself need none. */
    nodes: readonly RedNode[];
    flows: unknown[];
    credentials?: Record<string, Record<string, string>>;
    /** Where its web server listens, if the job needs one. */
    port?: number;
  };
  /** Once the program runs: connections of the peer into it. */
  connect?(program: "hubwart" | "node-red"): Promise<void>;
  send(lane: number, value: number): unknown;
  /** Values on their way at once. */
  count: number;
  /** Values that are read by the clock, per second: these are counted instead. */
  polled?: number;
  /** ms that the program itself tells, instead of the time of a value's way. */
  told?: number[];
  stop(): Promise<void>;
}

export interface Job {
  /** Pod type and what it does, as the table says it. */
  what: string;
  start(plant: Plant): Promise<Setup>;
}
