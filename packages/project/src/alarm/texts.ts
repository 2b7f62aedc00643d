import type { AlarmKind } from "../compiled.ts";

/** What people read of an alarm whose row says nothing. */
export const texts = {
  usual: {
    above: "{label} ist über {limit} {unit}",
    below: "{label} ist unter {limit} {unit}",
    outside: "{label} ist außerhalb von {limit} {unit}",
    true: "{label}: ja",
    false: "{label}: nein",
    equals: "{label} ist {value} {unit}",
    rate: "{label} ändert sich um mehr als {limit} {unit} je Minute",
    stale: "{label}: seit {limit} s kein neuer Wert",
    bad: "{label} hat keinen gültigen Wert",
    device: "{value}",
    script: "{label}: Ein Skript meldet eine Störung",
    deviation: "{label} weicht zu weit ab: {value} {unit}",
  } satisfies Record<AlarmKind, string>,
  /** What the limit of a kind looks like, for hints. */
  forms: {
    number: "eine Zahl",
    bool: "ja oder nein",
    text: "ein Text",
    outside: "der untere und der obere Grenzwert, zum Beispiel 18;26",
    deviation: "ein Sollwert und der größte Abstand, zum Beispiel mqtt.a.soll;2",
    one: "ein Grenzwert, zum Beispiel 21,5",
  },
};
