/** How long characters and the silence between frames take (Modbus over Serial Line V1.02, 2.5.1.1). */
import type { SerialSettings } from "./columns.ts";

export interface SerialTiming {
  /** One character on the line, ms. */
  charMs: number;
  /** Silence that ends a frame, ms. */
  gapMs: number;
}

/** Above this speed the silence stays as it is, so that short ones need not be told apart. */
const FASTEST_COUNTED = 19_200;
const SHORTEST_GAP = 1.75;

export function timingOf({ baud, parity, stopBits }: SerialSettings): SerialTiming {
  const bits = 1 + 8 + (parity === "none" ? 0 : 1) + stopBits;
  const charMs = (bits * 1000) / baud;
  return { charMs, gapMs: baud > FASTEST_COUNTED ? SHORTEST_GAP : 3.5 * charMs };
}
