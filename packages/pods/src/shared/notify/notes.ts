import { both } from "@hubwart/runtime/notes";

export const NOTIFY_RULES = [
  both(
    "`above` and `below` need a `limit` and a number; other triggers have no limit. `true` and `false` need the type `bool`.",
    "`above` und `below` brauchen ein `limit` und eine Zahl; andere Auslöser haben kein Limit. `true` und `false` brauchen den Typ `bool`.",
  ),
  both(
    "`clear` is for triggers that end: not for `change` and `always`.",
    "`clear` gibt es für Auslöser, die enden, also nicht für `change` und `always`.",
  ),
];
