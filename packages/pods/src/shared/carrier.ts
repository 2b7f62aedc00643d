/** What carries the bytes of a line: a TCP connection or a serial port. */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import type { SerialSettings } from "./serial/columns.ts";
import { goneText, serialErrorText } from "./serial/errors.ts";

const CONNECT_MS = 3000;

export interface Carrier {
  /** As it is shown: host and port, or the serial port. */
  target: string;
  open(around: { clock: Clock; signal: AbortSignal }): Promise<Socket>;
  /** German. */
  failure(error: unknown): string;
  /** What is said when it ends without an error, German. */
  ended: string;
}

export function tcpCarrier(host: string, port: number): Carrier {
  const target = address(host, port);
  return {
    target,
    open: (around) => openSocket({ host, port, timeoutMs: CONNECT_MS, ...around }),
    failure: (error) => netErrorText(error, target),
    ended: runtimeTexts.hungUp(target),
  };
}

export function serialCarrier(settings: SerialSettings): Carrier {
  const { device } = settings;
  return {
    target: device,
    // Loaded where there is a serial line: a pod without one does not pay for it.
    open: async (around) => (await import("./serial/open.ts")).openSerial(settings, around),
    failure: (error) => serialErrorText(error, device),
    ended: goneText(device),
  };
}
