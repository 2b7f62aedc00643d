/**
 * What a pod type implements. The runtime around it (`run-pod.ts`) owns the carrier, batching,
 * counters, logging and the end of the process; a pod only speaks its protocol.
 */
import type { Clock, Logger, Overload, Scope } from "@hubwart/core";
import type { AskOptions, PodLoad, Quality } from "@hubwart/ipc";
import type { PodSchema } from "@hubwart/project";
import type { CheckResult } from "./methods.ts";
import type { Request } from "./refusals.ts";

export type PodChannel = PodLoad["channels"][number];

export interface PodContext {
  readonly load: PodLoad;
  readonly log: Logger;
  readonly clock: Clock;
  /** Everything the pod opens is registered here; ends when the pod stops. */
  readonly scope: Scope;
  /** A value came from outside. `index` is the channel's place in `load.channels`; `ts` in ms, default now. */
  emit(index: number, value: unknown, quality?: Quality, ts?: number): void;
  /** The connection of an interface changed. The runtime counts and timestamps. */
  connection(
    iface: string,
    change: { state: boolean; active?: number; port?: number; error?: string; overload?: Overload },
  ): void;
  /**
   * One value could not be read or delivered. Counted; the message goes to the log, throttled per channel, and stands beside
   * the channel until a request of the same kind succeeds. `what`: absent, reading for a channel that is read.
   */
  failed(index: number, reason: string, what?: Request): void;
  /**
   * The other side has acknowledged a value, as far as its protocol can. Until then a value is waiting, however long;
   * this or `refused` is called once for each write that no newer one replaced. `sent` false: there was nothing to send, so
   * that a refusal which stands beside the channel goes on.
   */
  written(write: PodWrite, sent?: boolean): void;
  /** A value was given up: it does not fit, or the other side does not take it. Counted and logged as `failed` does. */
  refused(write: PodWrite, reason: string): void;
  /** The other side took something of the channel that is no write of the hub's: no refusal stands any more. */
  delivered?(index: number): void;
  /** A value that waited for the outside was replaced by a newer one of the same channel. Counted. */
  coalesced?(index: number): void;
  /**
   * Asks the hub. Rejects with the hub's refusal, or UnavailableError where there is no answer in time.
   * Methods: `apps/hub/src/pods/hub-methods.ts`.
   */
  ask(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
}

/** One value to be written outside. */
export interface PodWrite {
  index: number;
  value: unknown;
  ts: number;
  /** The hub's number of the batch it came with. */
  seq: number;
  /** Absent when good. */
  quality?: Quality;
}

export interface Pod {
  /**
   * Opens connections. Resolves when the pod is set up, not when the peers are there: a pod connects
   * and reconnects by itself. Throws InvalidInputError for parameters it refuses.
   */
  start(): Promise<void>;
  /**
   * Writes outside, in order. Resolves when the values have been taken over; the hub sends more only then. What became
   * of each is told by `written` and `refused`, then or later.
   * While a peer is away the newest value of each channel is kept and sent on reconnection.
   */
  write(writes: readonly PodWrite[]): Promise<void>;
  /**
   * Answers a question by one of the type's methods (`methods.ts`), whose params the hub has checked. Throws an
   * AppError to refuse, with a German text. `signal` is aborted when nobody waits any more.
   */
  ask?(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
}

export interface PodKind {
  readonly schema: PodSchema;
  create(context: PodContext): Pod;
  /** Nobody asks what became of a value that it is given: a process of the hub's own. */
  readonly untold?: true;
  /**
   * Tries the connection of an interface of a pod that is not started, and leaves nothing open. Absent where only a running pod
   * can be asked.
   */
  check?(context: PodContext, iface: string, signal: AbortSignal): Promise<CheckResult>;
}
