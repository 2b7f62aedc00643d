/** What the runtime gives a pod: values, states and outcomes go out through it, checked, counted and logged. */
import { type Clock, DEEPEST_VALUE, type Logger, type Scope, tooDeep } from "@hubwart/core";
import {
  type Asks,
  isNoValue,
  type PodCounters,
  type PodLoad,
  type Quality,
  type ValueSender,
  weigh,
} from "@hubwart/ipc";
import { Ages } from "./ages.ts";
import type { IfaceStates } from "./iface-states.ts";
import type { PodContext } from "./pod.ts";
import type { PodLogSink, Repetition } from "./pod-log.ts";
import type { Refusals, Request } from "./refusals.ts";
import { texts } from "./texts.ts";
import { ValueLog } from "./value-log.ts";
import type { WriteOutcomes } from "./write-outcomes.ts";

/** A larger value is refused; it is no measured value, and a pod's memory is bounded. */
const LARGEST_VALUE = 8 * 1024 * 1024;
/** The times that a date can hold (ECMA-262, 21.4.1.1); the hub takes no others. */
const LAST_TIME = 8.64e15;

export interface PodContextParts {
  clock: Clock;
  scope: Scope;
  log: Logger;
  sink: PodLogSink;
  counters: PodCounters;
  repetition: Repetition;
  sender: ValueSender;
  ifaces: IfaceStates;
  /** Undefined where nobody asks for them. */
  outcomes: WriteOutcomes | undefined;
  refusals: Refusals;
  asks: Asks;
  /** The pod is ending: nothing more goes out. */
  ended: () => boolean;
}

export function podContext(load: PodLoad, parts: PodContextParts): PodContext {
  const { asks, clock, counters, ended, ifaces, log, outcomes, refusals, repetition, scope, sender, sink } =
    parts;
  const values = new ValueLog(log, sink, load);
  const ages = new Ages(clock, load.channels, (index, value, ts) => sender.push(index, value, 1, ts));
  scope.add(ages.start());
  const failed = (index: number, reason: string, what?: Request) => {
    counters.failed += 1;
    refusals.refused(index, reason, what);
    const text = repetition.pass(index, reason);
    if (text !== undefined) log.warn(text, load.channels[index]?.chan);
  };
  return {
    load,
    log,
    clock,
    scope,
    emit: (index, value, quality: Quality = 0, ts = clock.now()) => {
      if (ended()) return;
      if (!(index >= 0 && index < load.channels.length)) throw new RangeError(`no channel ${index}`);
      if (tooDeep(value)) {
        failed(index, texts.tooDeep(DEEPEST_VALUE));
        return;
      }
      if (weigh(value) > LARGEST_VALUE) {
        failed(index, texts.tooLarge);
        return;
      }
      if (!isNoValue(value, quality)) counters.in += 1;
      if (quality === 0) refusals.succeeded(index, "read");
      values.received(index, value);
      // A peer's clock may say anything.
      const time = ts >= 0 && ts <= LAST_TIME ? ts : clock.now();
      ages.came(index, value, quality, time);
      sender.push(index, value, quality, time);
    },
    connection: (iface, change) => {
      if (!ended()) ifaces.change(iface, change);
    },
    failed,
    written: (write, sent = true) => {
      if (ended()) return;
      counters.out += 1;
      if (sent) refusals.succeeded(write.index, "write");
      values.written(write);
      outcomes?.settle(write.index, write.seq);
    },
    refused: ({ index, seq }, reason) => {
      if (ended()) return;
      failed(index, reason, "write");
      outcomes?.settle(index, seq, reason);
    },
    delivered: (index) => {
      if (!ended()) refusals.succeeded(index, "write");
    },
    coalesced: () => {
      counters.coalesced += 1;
    },
    ask: (method, params, options) => asks.ask(method, params, options),
  };
}
