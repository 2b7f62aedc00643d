/**
 * The fork channel as a carrier: between the hub and a pod it started. Closed as soon as either process is
 * gone, however it ended.
 */
import type { Serializable } from "node:child_process";
import type { EventEmitter } from "node:events";
import type { Carrier } from "../pod-messages.ts";

/** What `process` (in the child) and `ChildProcess` (in the parent) have in common. */
export interface IpcEnd extends EventEmitter {
  readonly connected: boolean;
  send?:
    | ((message: Serializable, handle: undefined, options: undefined, callback: () => void) => boolean)
    | undefined;
  disconnect?: (() => void) | undefined;
}

/** Longest wait of what may wait, ms. */
const COMPANY = 2;

/**
 * What may wait travels with what follows it: several messages leave as one list, because a write, and the
 * turn that the other end spends on it, cost more than what is in it.
 */
export function forkCarrier<S extends object, R>(end: IpcEnd): Carrier<S, R> {
  let receive: ((message: R) => void) | undefined;
  let waiting: S[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const [first, ...more] = waiting;
    if (first === undefined) return;
    const packed: Serializable = more.length === 0 ? first : waiting;
    waiting = [];
    // A message lost because the channel is closing is reported by the close itself.
    if (end.connected) end.send?.(packed, undefined, undefined, () => undefined);
  };
  const late = () => {
    timer = undefined;
    flush();
  };
  return {
    send(message, when) {
      waiting.push(message);
      // The timer is left running when something takes this along: one for each would cost more than it saves.
      if (when === undefined) flush();
      else timer ??= setTimeout(late, COMPANY);
    },
    onMessage(handler) {
      if (!receive) {
        end.on("message", (packed: R | R[]) => {
          if (Array.isArray(packed)) for (const message of packed) receive?.(message);
          else receive?.(packed);
        });
      }
      receive = handler;
    },
    onClose(handler) {
      if (end.connected) end.once("disconnect", handler);
      else setImmediate(handler);
    },
    close() {
      clearTimeout(timer);
      flush();
      if (end.connected) end.disconnect?.();
    },
  };
}
