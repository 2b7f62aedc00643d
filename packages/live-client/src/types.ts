/**
 * Live values, writes and alarms of a hub in a page of one's own:
 *
 *     import { connect } from "/ws/hubwart-live.js";
 *
 *     const hub = connect({ token: "…" });
 *     hub.onState((state, reason) => …);
 *     const end = hub.watch(["knx.line.temp", "mqtt.hall.*"], ({ chan, value, quality, ts }) => …);
 *     const { state, reason } = await hub.write("knx.line.light", true);
 *
 * The connection comes back by itself after a break, and all that is watched is told anew. The device serves this file as
 * `/ws/hubwart-live.d.ts`; what is said on the wire is in `/ws/asyncapi.json`.
 */

export interface LiveOptions {
  /** Of the hub: `wss://hub.example/ws`. Without it the hub that the page comes from, or this script. */
  url?: string;
  /** Made in the console: Ressourcen → Benutzer → WebSocket. Either this, or user and password. */
  token?: string;
  user?: string;
  password?: string;
}

export interface LiveValue {
  /** Full name of the channel. */
  chan: string;
  value: unknown;
  /** 0 good, 1 uncertain, 2 bad. */
  quality: 0 | 1 | 2;
  /** ms since the epoch; 0 if there was never a value. */
  ts: number;
}

/**
 * - `connecting`: not there yet, or no more; it is tried again by itself.
 * - `ready`: values are live.
 * - `away`: the appliance is reached, the hub behind it is not; values are old.
 * - `refused`: nobody of that token, user or password, or the access was changed. It is not tried again.
 * - `closed`: by `close()`.
 */
export type LiveState = "connecting" | "ready" | "away" | "refused" | "closed";

export interface LiveOutcome {
  /** written: acknowledged by the other side as far as its protocol can; waiting: the newest value is kept and sent. */
  state: "written" | "waiting" | "refused";
  /** German, of a refusal or why it waits. */
  reason?: string;
}

export interface LiveAlarm {
  /** Comes back with every alarm of the same row and source. */
  id: string;
  /** Of this one time; what `acknowledge` takes. */
  nr: number;
  /** Channel. */
  source: string;
  text: string;
  /** 1 is the most urgent. */
  priority: number;
  /** As ISA-18.2 names them; `normal` ones are over, and are not told by `alarms`. */
  state: string;
  [more: string]: unknown;
}

export interface LiveAccess {
  user: string;
  /** Patterns of channels that may be read, and written. */
  read: readonly string[];
  write: readonly string[];
}

export interface Live {
  readonly state: LiveState;
  /** undefined: not signed in yet. */
  readonly access: LiveAccess | undefined;
  /** Told at once, and after each change; `reason` is the hub's, German. Returns what ends it, as the others do. */
  onState(told: (state: LiveState, reason?: string) => void): () => void;
  /**
   * Values of these channels, now and from now on: at most four times a second each, the newest never left out.
   * `*` stands for any text, `?` for one character.
   */
  watch(channels: string | readonly string[], told: (value: LiveValue) => void): () => void;
  /** All alarms that stand, worst first, each time one of them changes. */
  alarms(told: (standing: LiveAlarm[]) => void): () => void;
  /** Rejects if the connection is not there, or breaks off before the answer: then nobody knows. */
  write(chan: string, value: unknown): Promise<LiveOutcome>;
  /** At most 1,000 numbers. */
  acknowledge(nrs: readonly number[]): Promise<{ done: number[]; refused: { nr: number; reason: string }[] }>;
  close(): void;
}

export declare function connect(options: LiveOptions): Live;
