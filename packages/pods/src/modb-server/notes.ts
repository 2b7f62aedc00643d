import type { FormatNotes } from "@hubwart/project/document";
import { BIND, both } from "@hubwart/runtime/notes";
import { MODBUS_RULES, MODBUS_WRITES } from "../shared/modbus/notes.ts";
import { SERIAL_NOTES, SERIAL_RULES } from "../shared/serial/notes.ts";

export const modbServerNotes: FormatNotes = {
  notes: [
    both(
      "",
      "Modbus-Server über TCP oder am seriellen Port: Clients lesen, was der Hub schreibt (out), und schreiben, was der Hub liest (in).",
    ),
    both(
      "`out`: clients read the value. `in`: clients write it. `inout`: both. Seen from the hub, so a register that clients write is `in`.",
      "`out`: Clients lesen den Wert. `in`: Clients schreiben ihn. `inout`: beides. Gesehen vom Hub aus: Ein Register, das Clients schreiben, ist also `in`.",
    ),
    MODBUS_WRITES,
    ...SERIAL_NOTES,
  ],
  rules: [
    BIND,
    ...SERIAL_RULES,
    both(
      "A server at a serial port has a `unit_id` of its own from 1 to 247.",
      "Ein Server am seriellen Port hat eine eigene `unit_id` von 1 bis 247.",
    ),
    ...MODBUS_RULES,
    both(
      "Clients write only to `coil` and `holding`. Channels of one interface do not overlap, except different bits of one register.",
      "Clients schreiben nur in `coil` und `holding`. Channels einer Schnittstelle überlappen sich nicht, außer verschiedene Bits eines Registers.",
    ),
  ],
};
