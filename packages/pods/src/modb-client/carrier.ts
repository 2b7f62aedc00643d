/** What carries the requests of a line: a TCP connection or a serial port. */
import { type Carrier as Line, serialCarrier, tcpCarrier } from "../shared/carrier.ts";
import { settingsOf } from "../shared/serial/columns.ts";
import { type SerialTiming, timingOf } from "../shared/serial/timing.ts";
import type { ModbClientIface } from "./schema.ts";

export interface Carrier extends Line {
  framing: "tcp" | "rtu";
  /** Of a serial line. */
  timing: SerialTiming | undefined;
}

export function carrierOf(config: ModbClientIface): Carrier {
  const { host = "", mode, port } = config;
  if (mode !== "serial") return { ...tcpCarrier(host, port), framing: mode, timing: undefined };
  const settings = settingsOf(config);
  return { ...serialCarrier(settings), framing: "rtu", timing: timingOf(settings) };
}
