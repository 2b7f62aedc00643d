import type { FormatNotes } from "@hubwart/project/document";
import { both, HOST } from "@hubwart/runtime/notes";

export const pingNotes: FormatNotes = {
  notes: [
    both("", "Misst, ob und wie schnell andere Rechner antworten (ICMP oder TCP)."),
    both(
      "`in` only. `reachable` is true or false, as `int` 1 or 0. `rtt` is the mean time of the answers in ms; while no answer comes it is bad. `loss` is the share of requests without an answer in percent, 100 while no answer comes. A host that could not even be asked (unknown name, no route) counts as not reachable, but uncertain.",
      "Nur `in`. `reachable` ist wahr oder falsch, als `int` 1 oder 0. `rtt` ist die mittlere Antwortzeit in ms; solange keine Antwort kommt, ist der Wert schlecht. `loss` ist der Anteil der Anfragen ohne Antwort in Prozent, ohne jede Antwort 100. Ein Rechner, der gar nicht gefragt werden konnte (unbekannter Name, kein Weg), gilt als nicht erreichbar, aber unsicher.",
    ),
  ],
  rules: [
    HOST,
    both(
      "`reachable` needs the type `bool` or `int`, `rtt` and `loss` need `float`.",
      "`reachable` braucht den Typ `bool` oder `int`, `rtt` und `loss` brauchen `float`.",
    ),
  ],
};
