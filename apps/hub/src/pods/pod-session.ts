/**
 * One connection with one pod, from its hello to the end of the carrier.
 *
 * Order: `load` is sent at once; when the pod says loaded without problems it is started and gets the
 * newest value of each output. Invariant: after `closed` nothing of this session is reported any more.
 */
import {
  type Clock,
  errorText,
  type LogEntry,
  type LogLevel,
  type Pulse,
  UnavailableError,
} from "@hubwart/core";
import {
  Asks,
  Budget,
  type Carrier,
  type HubToPod,
  type IfaceState,
  LARGEST_OWN_ASK,
  type PodLoad,
  type PodStats,
  type PodToHub,
  type RefusalReport,
  type ValueBatch,
  ValueSender,
  type WriteOutcome,
} from "@hubwart/ipc";
import { texts } from "../texts.ts";
import { KeptWeight } from "./kept-weight.ts";
import { podMessage } from "./pod-message.ts";
import { Unsettled } from "./unsettled.ts";
import { WriteWatch } from "./write-watch.ts";

export interface PodSessionEvents {
  /** The pod runs; its outputs' newest values are wanted now. */
  online(): void;
  values(values: ValueBatch): void;
  iface(state: IfaceState): void;
  stats(stats: PodStats): void;
  refusals(reports: readonly RefusalReport[]): void;
  log(entries: LogEntry[]): void;
  /** The pod does not run with these parameters. */
  refused(problems: { field: string; message: string }[]): void;
  /** The pod said something that is no message, or nothing at all for too long. German. */
  broken(reason: string): void;
  /** Something went wrong on this side. */
  defect(text: string): void;
  /** The carrier closed because of what the pod did, German. `closed` follows. */
  offended(what: string): void;
  /** The pod asks the hub. */
  answer(method: string, params: unknown): unknown;
  closed(): void;
}

export interface PodOrder {
  load: PodLoad;
  logLevel: LogLevel;
  /** PEM. */
  authorities: readonly string[];
  /** As in `PodEnvironment`. */
  own?: { pace: number } | undefined;
}

/** A pod reports every 5 s; one that is silent for so long hangs. Those with a process of the hub's are ended sooner. */
const SILENCE = 60_000;
/** Batches of values beyond the last acknowledgement. A pod of ours stops at 8. */
const MOST_UNACKED = 64;
/** Reports of interfaces: each may concern all of the pod's channels. */
const REPORTS_PER_SECOND = 100;
const REPORTS_BURST = 2_000;

export class PodSession {
  readonly pid: number;
  readonly sender: ValueSender;
  readonly #asks: Asks;
  readonly #writes = new WriteWatch();
  readonly #unsettled = new Unsettled();
  readonly #carrier: Carrier<HubToPod, PodToHub>;
  readonly #clock: Clock;
  readonly #pulse: Pulse;
  readonly #channels: number;
  readonly #events: PodSessionEvents;
  #cancelWatchdog: () => void = () => {};
  #heard: number;
  readonly #kept = new KeptWeight();
  readonly #reports: Budget;
  /** Batches of values: received, and acknowledged. */
  #taken = 0;
  #acked = 0;
  #online = false;
  #closed = false;

  constructor(
    carrier: Carrier<HubToPod, PodToHub>,
    pid: number,
    order: PodOrder,
    clock: Clock,
    pulse: Pulse,
    events: PodSessionEvents,
  ) {
    this.pid = pid;
    this.#carrier = carrier;
    this.#clock = clock;
    this.#pulse = pulse;
    this.#events = events;
    this.#heard = pulse.awake;
    this.sender = new ValueSender({
      pace: order.own?.pace ?? 0,
      send: (seq, values) => {
        if (!order.own) {
          this.#writes.left(seq, values);
          this.#unsettled.left(seq, values, clock.now());
        }
        carrier.send({ t: "write", seq, values });
      },
    });
    this.#asks = new Asks({
      clock,
      here: texts.inHub,
      other: texts.pod(order.load.id),
      send: (message) => carrier.send(message),
      answer: async (method, params) => events.answer(method, params),
      defect: (method, error) => events.defect(texts.ask(method, errorText(error))),
      largest: order.own && (() => LARGEST_OWN_ASK),
    });
    const { channels, ifaces } = order.load;
    this.#reports = new Budget({
      perSecond: REPORTS_PER_SECOND + ifaces.length,
      burst: REPORTS_BURST + 10 * ifaces.length,
      now: () => clock.monotonic(),
    });
    this.#channels = channels.length;
    carrier.onMessage((raw) => this.#guarded(raw));
    carrier.onClose((offence) => this.#ended(offence));
    carrier.onDrain?.(() => this.#acknowledge());
    this.#cancelWatchdog = pulse.onTick(() => this.#watch());
    if (order.authorities.length > 0) this.setTrust(order.authorities);
    carrier.send({ t: "load", pod: order.load, logLevel: order.logLevel });
  }

  get online(): boolean {
    return this.#online;
  }

  /** @throws UnavailableError where there is no answer in time, or what the pod refuses with */
  ask(method: string, params: unknown, ms: number): Promise<unknown> {
    if (!this.#online) return Promise.reject(new UnavailableError(texts.podOff));
    return this.#asks.ask(method, params, { ms });
  }

  /** What becomes of a value that has just been pushed; it waits if that is not known within `ms`. */
  async outcome(local: number, value: unknown, ms: number): Promise<WriteOutcome> {
    const { forget, outcome } = this.#writes.expect(local, value);
    const cancel = this.#clock.after(ms, forget);
    const found = await outcome;
    cancel();
    return found;
  }

  /** Since when a value of the channel waits for what becomes of it, ms since the epoch. */
  unsettled(local: number): number | undefined {
    return this.#unsettled.since(local);
  }

  setLogLevel(level: LogLevel): void {
    this.#carrier.send({ t: "logLevel", level });
  }

  /** PEM; the pod trusts exactly these beside the usual ones. */
  setTrust(authorities: readonly string[]): void {
    this.#carrier.send({ t: "trust", authorities: [...authorities] });
  }

  /** Asks the pod to end; the carrier closes when it has, or now if it does not matter any more. */
  stop(): void {
    this.#carrier.send({ t: "stop" });
  }

  /** Closes the carrier from this side. */
  close(): void {
    this.#carrier.close();
    this.#ended();
  }

  /** Whatever a message does, it ends its own session at most. */
  #guarded(raw: unknown): void {
    if (this.#closed) return;
    try {
      this.#received(raw);
    } catch (error) {
      this.#events.defect(`Nachricht des Pods: ${errorText(error)}`);
      this.#events.broken(texts.notProcessed);
    }
  }

  #received(raw: unknown): void {
    this.#heard = this.#pulse.awake;
    const message = podMessage(raw, this.#channels);
    if (!message) {
      this.#events.broken(texts.garbledMessage);
      return;
    }
    switch (message.t) {
      case "values":
        this.#values(message.seq, message.values);
        break;
      case "ack":
        this.sender.ack(message.seq);
        break;
      case "written":
        this.#writes.settled(message.results);
        this.#unsettled.settled(message.results);
        break;
      case "loaded":
        this.#loaded(message.problems);
        break;
      case "conn":
        if (this.#reports.take(1)) this.#events.iface(message.iface);
        else this.#events.broken(texts.tooManyStates);
        break;
      case "stats":
        this.#events.stats(message.stats);
        if (message.refusals) this.#refusals(message.refusals);
        break;
      case "log":
        this.#events.log(message.entries);
        break;
      case "ask":
      case "unask":
      case "answer":
        this.#asks.received(message);
        break;
      case "hello":
        this.#events.broken(texts.signedInTwice);
        break;
    }
  }

  #values(seq: number, values: ValueBatch): void {
    if (seq !== this.#taken + 1) {
      this.#events.broken(texts.countsWrong);
      return;
    }
    if (seq > this.#acked + MOST_UNACKED) {
      this.#events.broken(texts.notReading);
      return;
    }
    for (const [i, channel] of values.n.entries()) {
      if (this.#kept.keep(channel, values.v[i])) continue;
      this.#events.broken(texts.valuesTooLarge);
      return;
    }
    this.#taken = seq;
    this.#events.values(values);
    this.#acknowledge();
  }

  #refusals(reports: readonly RefusalReport[]): void {
    // They weigh like values, beside those of the channels.
    if (reports.every(({ n, refusal }) => this.#kept.keep(this.#channels + n, refusal?.text ?? ""))) {
      this.#events.refusals(reports);
    } else this.#events.broken(texts.messagesTooLarge);
  }

  /** Later where the pod does not read: one acknowledgement stands for all before it. */
  #acknowledge(): void {
    if (this.#closed || this.#acked === this.#taken || this.#carrier.busy) return;
    this.#acked = this.#taken;
    this.#carrier.send({ t: "ack", seq: this.#acked }, "soon");
  }

  #loaded(problems: { field: string; message: string }[]): void {
    if (problems.length > 0) {
      this.#events.refused(problems);
      return;
    }
    if (this.#online) return;
    this.#online = true;
    this.#carrier.send({ t: "start" });
    this.#events.online();
  }

  #watch(): void {
    if (this.#pulse.awake - this.#heard < SILENCE) return;
    this.#events.broken(texts.minuteSilent);
  }

  #ended(offence?: string): void {
    if (this.#closed) return;
    if (offence !== undefined) this.#events.offended(offence);
    this.#closed = true;
    this.#online = false;
    this.#cancelWatchdog();
    this.sender.close();
    this.#asks.close();
    this.#writes.end();
    this.#events.closed();
  }
}
