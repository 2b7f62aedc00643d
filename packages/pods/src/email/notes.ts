import type { FormatNotes } from "@hubwart/project/document";
import { both, HOST } from "@hubwart/runtime/notes";
import { NOTIFY_RULES } from "../shared/notify/notes.ts";

export const emailNotes: FormatNotes = {
  notes: [
    both("", "Sendet Nachrichten als E-Mail, wenn ein Wert es verlangt."),
    both(
      "`out` only: a value that meets `when` sends a message.",
      "Nur `out`: Ein Wert, der `when` erfüllt, sendet eine Nachricht.",
    ),
  ],
  rules: [
    HOST,
    both(
      "`from` and `to` are e-mail addresses; `to` stands at the interface or at the channel, at most 50 separated by commas. `user` and `password` belong together and need encryption.",
      "`from` und `to` sind E-Mail-Adressen; `to` steht bei der Schnittstelle oder beim Channel, höchstens 50, durch Komma getrennt. `user` und `password` gehören zusammen und brauchen eine Verschlüsselung.",
    ),
    ...NOTIFY_RULES,
  ],
};
