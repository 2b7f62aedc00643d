import type { FormatNotes } from "@hubwart/project/document";
import { both, HOST } from "@hubwart/runtime/notes";
import { MODBUS_RULES, MODBUS_WRITES } from "../shared/modbus/notes.ts";
import { SERIAL_NOTES, SERIAL_RULES } from "../shared/serial/notes.ts";

export const modbClientNotes: FormatNotes = {
  notes: [
    both(
      "",
      "Modbus-Client: liest und schreibt die Register von Geräten über Modbus TCP, RTU über TCP oder RTU am seriellen Port.",
    ),
    both(
      "`in`: read each `interval`. `out`: written whenever a value comes. `inout`: both.",
      "`in`: in jedem `interval` gelesen. `out`: geschrieben, sobald ein Wert kommt. `inout`: beides.",
    ),
    MODBUS_WRITES,
    both(
      "Numbers hold 53 bits: larger values of `int64` and `uint64` are rounded and uncertain, unless the type is `string`.",
      "Zahlen fassen 53 Bit: Größere Werte von `int64` und `uint64` werden gerundet und sind unsicher, außer beim Typ `string`.",
    ),
    ...SERIAL_NOTES,
  ],
  rules: [
    HOST,
    ...SERIAL_RULES,
    ...MODBUS_RULES,
    both(
      "`discrete` and `input` can only be read. Unit id 0 with mode rtu and serial (broadcast) can only be written, without `bit` and `readback`. `function`: 5 or 15 for coils, 6 for one register, 16 for any number.",
      "`discrete` und `input` lassen sich nur lesen. Unit-ID 0 in den Modi rtu und serial (an alle) lässt sich nur schreiben, ohne `bit` und `readback`. `function`: 5 oder 15 für Coils, 6 für ein Register, 16 für beliebig viele.",
    ),
  ],
};
