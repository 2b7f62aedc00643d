import type { FormatNotes } from "@hubwart/project/document";
import { BIND, both } from "@hubwart/runtime/notes";

export const assetNotes: FormatNotes = {
  notes: [
    both("", "Zugang für Feldgeräte über WebSocket, jedes als Benutzer mit eigenem Token."),
    both(
      "`in`: the device delivers the value. `out`: it receives it. `inout`: both. The newest value is told again after any break.",
      "`in`: Das Gerät liefert den Wert. `out`: Es bekommt ihn. `inout`: beides. Nach jeder Unterbrechung wird der neueste Wert nachgereicht.",
    ),
  ],
  rules: [
    BIND,
    both(
      "Each channel of a device (`asset`) has a `key` of its own.",
      "Jeder Channel eines Geräts (`asset`) hat einen eigenen `key`.",
    ),
  ],
};
