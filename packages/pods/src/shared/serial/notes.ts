import { both } from "@hubwart/runtime/notes";

export const SERIAL_NOTES = [
  both(
    "With `mode` = `serial` the line is RTU at `device`: all units of the line are channels of one interface, which alone holds the port; a port that another program has locked (flock) is left to it. Frames are told apart by their checksum and by silence (3.5 characters, 1.75 ms above 19200 bit/s). The adapter must not echo what it sends. An adapter that is unplugged is found again by its path; only `/dev/serial/by-id/…` and `/dev/serial/by-path/…` stay the same with several adapters.",
    "Bei `mode` = `serial` läuft RTU am Port `device`: Alle Geräte der Leitung sind Channels einer Schnittstelle, der der Port allein gehört; einen Port, den ein anderes Programm gesperrt hat (flock), lässt sie ihm. Rahmen werden an Prüfsumme und Stille erkannt (3,5 Zeichen, über 19200 Bit/s 1,75 ms). Der Adapter darf nicht zurückgeben, was er sendet. Ein abgezogener Adapter wird an seinem Pfad wiedergefunden; bei mehreren Adaptern bleiben nur `/dev/serial/by-id/…` und `/dev/serial/by-path/…` gleich.",
  ),
];
export const SERIAL_RULES = [
  both(
    "`device`, `baud`, `data_bits`, `parity` and `stop_bits` are for `mode` = `serial`, which needs a `device`. A port belongs to one interface of the project (error 1319).",
    "`device`, `baud`, `data_bits`, `parity` und `stop_bits` gelten bei `mode` = `serial`; dann ist `device` nötig. Ein Port gehört zu einer Schnittstelle des Projekts (Fehler 1319).",
  ),
];
