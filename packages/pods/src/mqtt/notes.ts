import type { FormatNotes } from "@hubwart/project/document";
import { both, CA } from "@hubwart/runtime/notes";

export const mqttNotes: FormatNotes = {
  notes: [
    both("", "MQTT-Client (3.1.1 und 5): abonniert Topics und veröffentlicht in ihnen."),
    both(
      "`in`: messages of `topic` (wildcards allowed) set the value. `out`: a value is published to `topic`. `inout`: listens to `topic` and publishes to `set_topic`, or to `topic` where that is empty.",
      "`in`: Nachrichten von `topic` (Platzhalter erlaubt) setzen den Wert. `out`: Ein Wert wird in `topic` veröffentlicht. `inout`: abonniert `topic` und veröffentlicht in `set_topic`, ohne dieses in `topic`.",
    ),
    both(
      "`retain` of this table asks the broker to keep a published message; it does not keep the value on this device.",
      "`retain` in dieser Tabelle bittet den Broker, die veröffentlichte Nachricht aufzubewahren; den Wert auf diesem Gerät hält es nicht.",
    ),
    both(
      "A refused sign-in is tried again after pauses that grow to 5 minutes, or at once after a change of the parameters. A broker that refers to another server is not followed; the connection names that server.",
      "Eine abgelehnte Anmeldung wird nach Pausen wiederholt, die bis auf 5 Minuten wachsen, nach einer Änderung der Parameter sofort. Verweist ein Broker auf einen anderen Server, nennt die Verbindung diesen; gefolgt wird ihm nicht.",
    ),
  ],
  rules: [
    both(
      "Without `clean` there must be a `client_id`. A `password` needs a `user`. `ca` needs `tls`.",
      "Ohne `clean` ist eine `client_id` nötig. Zu `password` gehört `user`. `ca` wirkt nur mit `tls`.",
    ),
    CA,
    both(
      "Wildcards stand in topics that are only listened to: `+` is a whole level, `#` the last one. `set_topic` is for `inout`, `pointer` for receiving, `template` for sending.",
      "Platzhalter stehen nur in Topics, die empfangen werden: `+` ist eine ganze Ebene, `#` die letzte. `set_topic` gilt für `inout`, `pointer` beim Empfangen, `template` beim Senden.",
    ),
  ],
};
