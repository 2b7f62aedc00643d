import { didYouMean, error, oneOf } from "./kind.ts";

/**
 * A name that there is not. `figure` is one that its meter has not, whatever it may have; `deviation` is one that a meter would have, had
 * it a requirement value.
 */
export interface MissingName {
  value: string;
  of: "channel" | "constant" | "schedule" | "meter" | "figure" | "deviation";
  /** Those of the meter. */
  figures: readonly string[];
  near: string | undefined;
}

const MISSING: Readonly<Partial<Record<string, { called: string; remedy: (p: MissingName) => string }>>> = {
  channel: {
    called: "Den Channel",
    remedy: () => "Legen Sie den Channel an oder berichtigen Sie den Namen.",
  },
  constant: {
    called: "Die Konstante",
    remedy: () => "Legen Sie die Konstante in der Tabelle „constants“ an oder berichtigen Sie den Namen.",
  },
  schedule: {
    called: "Das Zeitprogramm",
    remedy: () => "Legen Sie das Zeitprogramm in der Tabelle „schedules“ an oder berichtigen Sie den Namen.",
  },
  meter: {
    called: "Den Zähler zu",
    remedy: () => "Legen Sie den Zähler in der Tabelle „meters“ an oder berichtigen Sie den Namen.",
  },
  figure: {
    called: "Den Verbrauch",
    remedy: ({ figures }) => `Bei diesem Zähler ist möglich: ${oneOf(figures)}.`,
  },
  deviation: {
    called: "Den Verbrauch",
    remedy: () =>
      "„deviation“ setzt einen Anforderungswert voraus. Tragen Sie ihn beim Zähler in der Spalte „target“ ein.",
  },
};

const called = ({ of }: MissingName): string =>
  MISSING[of]?.called ?? "Den Channel (die Konstante, das Zeitprogramm, den Zähler)";
const remedy = (p: MissingName): string =>
  (MISSING[p.of]?.remedy(p) ?? "Legen Sie an, was so heißen soll, oder berichtigen Sie den Namen.") +
  didYouMean(p.near);

/** 1500–1599: links. */
export const linkKinds = {
  badReference: error<{ value: string }>(
    1500,
    (p) => `„${p.value}“ ist kein vollständiger Name eines Channels`,
    "Ein Name besteht aus Typ, Pod und Channel, zum Beispiel „mqtt.anlage.temperatur“.",
  ),
  unknownSource: error<MissingName>(1501, (p) => `${called(p)} „${p.value}“ (Quelle) gibt es nicht`, remedy),
  unknownTarget: error<{ value: string; near: string | undefined }>(
    1502,
    (p) => `Den Channel „${p.value}“ (Ziel) gibt es nicht`,
    (p) => `Legen Sie den Channel an oder berichtigen Sie den Namen.${didYouMean(p.near)}`,
  ),
  sourceIsOut: error<{ value: string }>(
    1503,
    (p) => `Der Channel „${p.value}“ liefert keine Werte (Richtung „out“)`,
    "Eine Quelle braucht die Richtung „in“ oder „inout“.",
  ),
  targetIsIn: error<{ value: string }>(
    1504,
    (p) => `Der Channel „${p.value}“ nimmt keine Werte an (Richtung „in“)`,
    "Ein Ziel braucht die Richtung „out“ oder „inout“.",
  ),
  targetIsConstant: error<{ value: string }>(
    1505,
    (p) => `Die Konstante „${p.value}“ kann kein Ziel sein`,
    "Wählen Sie als Ziel den Channel eines Pods.",
  ),
  targetIsSchedule: error<{ value: string }>(
    1515,
    (p) => `Das Zeitprogramm „${p.value}“ kann kein Ziel sein`,
    "Wählen Sie als Ziel den Channel eines Pods.",
  ),
  targetIsMeter: error<{ value: string }>(
    1516,
    (p) => `Der Verbrauch „${p.value}“ kann kein Ziel sein`,
    "Wählen Sie als Ziel den Channel eines Pods; der Zähler liest seine Quelle aus der Tabelle „meters“.",
  ),
  linkTypes: error<{ source: string; target: string }>(
    1506,
    (p) => `Ein Wert vom Typ „${p.source}“ passt nicht in ein Ziel vom Typ „${p.target}“`,
    "Gleichen Sie die Typen an oder übersetzen Sie die Werte mit der Spalte „map“.",
  ),
  numbersOnly: error<{ column: string; source: string; target: string }>(
    1507,
    (p) => `Die Spalte „${p.column}“ wirkt nur auf Zahlen (hier „${p.source}“ nach „${p.target}“)`,
    "Leeren Sie die Zelle oder ändern Sie den Typ der Channels.",
  ),
  booleansOnly: error<{ source: string }>(
    1508,
    (p) => `Die Spalte „invert“ wirkt nur auf Quellen vom Typ „bool“ (hier „${p.source}“)`,
    "Leeren Sie die Zelle oder ändern Sie den Typ der Quelle.",
  ),
  mapWithOthers: error(
    1509,
    () => "Die Spalte „map“ verträgt sich nicht mit „scale“, „offset“ und „invert“",
    "Benutzen Sie entweder „map“ oder die anderen Spalten.",
  ),
  badMap: error<{ part: string }>(
    1510,
    (p) => `Die Zuordnung ist fehlerhaft bei „${p.part}“`,
    "Schreiben Sie „wert=neuer Wert“, mehrere durch Semikolon getrennt; „*“ steht für alle übrigen.",
  ),
  mapValue: error<{ part: string; type: string }>(
    1511,
    (p) => `Der zugeordnete Wert „${p.part}“ passt nicht zum Typ „${p.type}“ des Ziels`,
    "Ändern Sie die Zuordnung oder den Typ des Ziels.",
  ),
  mapKey: error<{ part: string; type: string }>(
    1514,
    (p) =>
      `Der Wert vor dem Gleichheitszeichen in „${p.part}“ kommt beim Typ „${p.type}“ der Quelle nicht vor`,
    "Ändern Sie die Zuordnung; „*“ steht für alle übrigen Werte.",
  ),
  duplicateLink: error<{ first: string }>(
    1512,
    () => "Die Verknüpfung kommt mehrfach vor",
    (p) => `Zuerst angegeben in ${p.first}. Löschen Sie einen der Einträge.`,
  ),
  linkCycle: error<{ path: string }>(
    1513,
    (p) => `Die Verknüpfungen bilden einen Kreis: ${p.path}`,
    "Unterbrechen Sie den Kreis, sonst laufen Werte ohne Ende im Kreis.",
  ),
  /** Wherever a name stands, not in links alone. */
  unknownChannel: error<MissingName>(1703, (p) => `${called(p)} „${p.value}“ gibt es nicht`, remedy),
};
