/**
 * The states of an alarm after ISA-18.2 and IEC 62682, as one table: docs/states/alarm.md draws it.
 *
 *     next("unacked", "off", { ack: "on", latch: false });    // "returned"
 */
import type { AlarmState } from "@hubwart/ipc";
import type { AlarmAck } from "@hubwart/project/compiled";

export type State = AlarmState | "normal";
/** The condition came, went; somebody acknowledged, somebody reset. */
export type Input = "on" | "off" | "ack" | "reset";
export interface Manner {
  ack: AlarmAck;
  latch: boolean;
}

type Row = Readonly<Record<Input, (manner: Manner) => State>>;

const come = ({ ack }: Manner): State => (ack === "none" ? "acked" : "unacked");

const TABLE: Readonly<Record<State, Row>> = {
  normal: { on: come, off: () => "normal", ack: () => "normal", reset: () => "normal" },
  unacked: {
    on: () => "unacked",
    off: ({ latch }) => (latch ? "latchedUnacked" : "returned"),
    ack: () => "acked",
    reset: () => "unacked",
  },
  acked: {
    on: () => "acked",
    off: ({ ack, latch }) => (latch ? "latchedAcked" : ack === "both" ? "returned" : "normal"),
    ack: () => "acked",
    reset: () => "acked",
  },
  returned: { on: come, off: () => "returned", ack: () => "normal", reset: () => "returned" },
  latchedUnacked: {
    on: come,
    off: () => "latchedUnacked",
    ack: () => "latchedAcked",
    reset: () => "latchedUnacked",
  },
  latchedAcked: { on: come, off: () => "latchedAcked", ack: () => "latchedAcked", reset: () => "normal" },
};

/** The state as it was where the input changes nothing. */
export function next(state: State, input: Input, manner: Manner): State {
  return TABLE[state][input](manner);
}

/** The condition holds. */
export const isActive = (state: State): boolean => state === "unacked" || state === "acked";

export const isUnacked = (state: State): boolean =>
  state === "unacked" || state === "returned" || state === "latchedUnacked";
