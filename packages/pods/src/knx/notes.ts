import type { FormatNotes } from "@hubwart/project/document";
import { both } from "@hubwart/runtime/notes";

export const knxNotes: FormatNotes = {
  notes: [
    both(
      "",
      "KNX über eine KNX-IP-Schnittstelle oder einen Router: liest, schreibt und beantwortet Gruppentelegramme.",
    ),
    both(
      "`in`: telegrams to `address` and `listen` set the value. `out`: a value is written to `address`. `inout`: both.",
      "`in`: Telegramme an `address` und `listen` setzen den Wert. `out`: Ein Wert wird an `address` geschrieben. `inout`: beides.",
    ),
    both(
      "The type follows from `dpt` if it is empty, e.g. 1.x is `bool`, 9.x is `float`, 16.x is `string`.",
      "Ohne `type` folgt der Typ aus `dpt`, z. B. ist 1.x `bool`, 9.x `float`, 16.x `string`.",
    ),
    both(
      "Times and dates that do not exist (DPT 10, 11 and 19: 31:63:63, 30 February) are bad values when they come, and are never sent.",
      "Unmögliche Uhrzeiten und Daten (DPT 10, 11 und 19: 31:63:63, 30. Februar) gelten als schlecht, wenn sie kommen, und werden nie gesendet.",
    ),
  ],
  rules: [
    both(
      "Tunnelling needs a `host`; routing takes a multicast group (224.0.0.0 to 239.255.255.255). `local` is an IPv4 address, `individual_address` reaches from 0.0.1 to 15.15.255.",
      "Tunneling braucht einen `host`; bei Routing ist er eine Multicast-Gruppe (224.0.0.0 bis 239.255.255.255). `local` ist eine IPv4-Adresse, `individual_address` liegt zwischen 0.0.1 und 15.15.255.",
    ),
    both(
      "Group addresses are `1/2/3` (up to 31/7/255), `1/515` or `2563`, not 0/0/0. `type` fits `dpt`; raw data as a number can only be read.",
      "Gruppenadressen sind `1/2/3` (höchstens 31/7/255), `1/515` oder `2563`, nicht 0/0/0. `type` passt zu `dpt`; Rohdaten lassen sich als Zahl nur lesen.",
    ),
    both(
      "`respond` is for `out` and `inout`; `listen`, `read_on_start`, `interval` and `max_age` are for `in` and `inout`.",
      "`respond` gilt für `out` und `inout`; `listen`, `read_on_start`, `interval` und `max_age` gelten für `in` und `inout`.",
    ),
  ],
};
