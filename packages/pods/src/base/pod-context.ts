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
import type { IfaceStates } from "./iface-states.ts";
import type { PodContext } from "./pod.ts";
import type { PodLogSink, Repetition } from "./pod-log.ts";
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
  outcomes: WriteOutcomes;
  asks: Asks;
  /** The pod is ending: nothing more goes out. */
  ended: () => boolean;
}

export function podContext(load: PodLoad, parts: PodContextParts): PodContext {
  const { asks, clock, counters, ended, ifaces, log, outcomes, repetition, scope, sender, sink } = parts;
  const values = new ValueLog(log, sink, load);
  const failed = (index: number, reason: string) => {
    counters.failed += 1;
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
        failed(index, `Der Wert hat mehr als ${DEEPEST_VALUE} Ebenen und wurde verworfen.`);
        return;
      }
      if (weigh(value) > LARGEST_VALUE) {
        failed(index, "Der Wert ist zu groß (mehr als 8\u00a0MB) und wurde verworfen.");
        return;
      }
      if (!isNoValue(value, quality)) counters.in += 1;
      values.received(index, value);
      // A peer's clock may say anything.
      sender.push(index, value, quality, ts >= 0 && ts <= LAST_TIME ? ts : clock.now());
    },
    connection: (iface, change) => {
      if (!ended()) ifaces.change(iface, change);
    },
    failed,
    written: (write) => {
      if (ended()) return;
      counters.out += 1;
      values.written(write);
      outcomes.settle(write.index, write.seq);
    },
    refused: ({ index, seq }, reason) => {
      if (ended()) return;
      failed(index, reason);
      outcomes.settle(index, seq, reason);
    },
    coalesced: () => {
      counters.coalesced += 1;
    },
    ask: (method, params, options) => asks.ask(method, params, options),
  };
}
