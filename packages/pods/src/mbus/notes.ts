import type { FormatNotes } from "@hubwart/project/document";
import { both, HOST } from "@hubwart/runtime/notes";

export const mbusNotes: FormatNotes = {
  notes: [
    both(
      "",
      "M-Bus: liest Zähler für Strom, Wärme, Kälte, Wasser und Gas (EN 13757-2 und -3) über ein TCP-Gateway oder einen Pegelwandler am seriellen Port.",
    ),
    both(
      "A meter is read once for all its channels, at each `interval`. One that does not answer is asked again ever more seldom and holds up no other. The search on the pod's page lists the meters of a line and their values as rows for this table.",
      "Ein Zähler wird in jedem `interval` einmal für alle seine Channels gelesen. Antwortet einer nicht, wird er immer seltener gefragt und hält keinen anderen auf. Die Suche auf der Seite des Pods nennt die Zähler der Leitung und ihre Werte als Zeilen für diese Tabelle.",
    ),
    both(
      "Values come in kWh, kW, kvarh, kVAh, m3, m3/h, kg, kg/h, °C, K, bar, s, V, A and Hz, in whichever power of ten the meter counts; `value_unit` wants another unit of the same kind. Times are text (`2026-11-25T10:30`) by the meter's clock. A value that the meter marks as wrong is bad; while its status tells an error, its values are uncertain.",
      "Werte kommen in kWh, kW, kvarh, kVAh, m3, m3/h, kg, kg/h, °C, K, bar, s, V, A und Hz, gleich in welcher Zehnerpotenz der Zähler zählt; `value_unit` wählt eine andere Einheit derselben Größe. Zeiten sind Text (`2026-11-25T10:30`) nach der Uhr des Zählers. Ein Wert, den der Zähler als falsch kennzeichnet, ist ungültig; meldet sein Status einen Fehler, sind seine Werte unsicher.",
    ),
  ],
  rules: [
    HOST,
    both(
      "`device` is for `mode` = `serial`, which needs it, `host` for `tcp`. A port belongs to one interface of the project (error 1319).",
      "`device` gilt bei `mode` = `serial` und ist dann nötig, `host` bei `tcp`. Ein Port gehört zu einer Schnittstelle des Projekts (Fehler 1319).",
    ),
    both(
      "`meter` is 0 to 250 or eight digits; 254 only where it is the only meter of its interface, 253 only without secondary addresses. `manufacturer`, `version` and `medium` belong to secondary addresses.",
      "`meter` ist 0 bis 250 oder acht Ziffern; 254 nur als einziger Zähler der Schnittstelle, 253 nur ohne Sekundäradressen. `manufacturer`, `version` und `medium` gehören zur Sekundäradresse.",
    ),
    both(
      "A row needs `quantity` or `record_number`. Times, names and texts have the type `string`; `value_unit` is of the quantity's kind.",
      "Eine Zeile braucht `quantity` oder `record_number`. Zeiten, Namen und Texte haben den Typ `string`; `value_unit` passt zur Messgröße.",
    ),
  ],
};
