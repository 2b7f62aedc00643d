import type { FormatNotes } from "@hubwart/project/document";
import { both, HOST } from "@hubwart/runtime/notes";

export const s7ClientNotes: FormatNotes = {
  notes: [
    both("", "S7-Client: liest und schreibt Variablen von SIMATIC-S7-CPUs (PUT/GET, ISO on TCP)."),
    both(
      "`in`: read each `interval`. `out`: written whenever a value comes. `inout`: both.",
      "`in`: in jedem `interval` gelesen. `out`: geschrieben, sobald ein Wert kommt. `inout`: beides.",
    ),
  ],
  rules: [
    HOST,
    both(
      "The address names an existing area and fits the data type, its length and the channel's type.",
      "Die Adresse nennt einen vorhandenen Bereich und passt zum Datentyp, seiner Länge und dem Typ des Channels.",
    ),
  ],
};
