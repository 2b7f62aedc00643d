/** What carries the requests of a line: a TCP connection or a serial port. */

import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { settingsOf } from "../shared/serial/columns.ts";
import { goneText, serialErrorText } from "../shared/serial/errors.ts";
import { type SerialTiming, timingOf } from "../shared/serial/timing.ts";
import type { ModbClientIface } from "./schema.ts";

const CONNECT_MS = 3000;

export interface Carrier {
  /** As it is shown: host and port, or the serial port. */
  target: string;
  framing: "tcp" | "rtu";
  /** Of a serial line. */
  timing: SerialTiming | undefined;
  open(around: { clock: Clock; signal: AbortSignal }): Promise<Socket>;
  /** German. */
  failure(error: unknown): string;
  /** What is said when it ends without an error, German. */
  ended: string;
}

export function carrierOf(config: ModbClientIface): Carrier {
  return config.mode === "serial" ? serialCarrier(config) : tcpCarrier(config, config.mode);
}

function tcpCarrier({ host = "", port }: ModbClientIface, framing: "tcp" | "rtu"): Carrier {
  const target = address(host, port);
  return {
    target,
    framing,
    timing: undefined,
    open: (around) => openSocket({ host, port, timeoutMs: CONNECT_MS, ...around }),
    failure: (error) => netErrorText(error, target),
    ended: runtimeTexts.hungUp(target),
  };
}

function serialCarrier(config: ModbClientIface): Carrier {
  const settings = settingsOf(config);
  const { device } = settings;
  return {
    target: device,
    framing: "rtu",
    timing: timingOf(settings),
    // Loaded where there is a serial line: a pod without one does not pay for it.
    open: async (around) => (await import("../shared/serial/open.ts")).openSerial(settings, around),
    failure: (error) => serialErrorText(error, device),
    ended: goneText(device),
  };
}
