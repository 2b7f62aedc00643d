import type { SerialSettings } from "../shared/serial/columns.ts";
import type { MbusIface } from "./columns.ts";

/** Of a level converter: eight bits, one stop bit, even parity by the standard. */
export function serialSettings({ baud, device = "", parity }: MbusIface): SerialSettings {
  return { device, baud, parity, stopBits: 1 };
}
