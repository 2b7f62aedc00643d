import { didYouMean, error, oneOf, warning } from "./kind.ts";
import { elsewhere, NAMES } from "./words.ts";

/** 1700–1729: alarms; 1730–1749: classes. */
export const alarmKinds = {
  badAlarmId: error<{ value: string }>(
    1700,
    (p) => `„${p.value}“ ist kein gültiger Name einer Meldung`,
    NAMES,
  ),
  duplicateAlarm: error<{ first: string }>(1701, () => "Die Meldung kommt mehrfach vor", elsewhere),
  patternOfNone: error<{ value: string }>(
    1702,
    (p) => `Zu „${p.value}“ passt kein Channel, keine Konstante, kein Zeitprogramm und kein Verbrauch`,
    "„*“ steht für beliebigen Text, „?“ für ein Zeichen; verglichen wird der volle Name, zum Beispiel „modb_client.*.temperatur“.",
  ),
  alarmType: error<{ kind: string; chan: string; type: string; types: string[] }>(
    1704,
    (p) => `Die Art „${p.kind}“ passt nicht zum Typ „${p.type}“ von „${p.chan}“`,
    (p) => `Möglich ist sie bei ${oneOf(p.types)}. Wählen Sie eine andere Art oder eine andere Quelle.`,
  ),
  mixedTypes: error<{ chan: string; type: string; other: string }>(
    1705,
    (p) => `Das Muster trifft auch „${p.chan}“ vom Typ „${p.type}“, andere sind vom Typ „${p.other}“`,
    "Mit „equals“ braucht jeder Typ eine eigene Zeile.",
  ),
  limitNeeded: error<{ kind: string; form: string }>(
    1706,
    (p) => `Der Grenzwert passt nicht zur Art „${p.kind}“`,
    (p) => `Erwartet wird ${p.form}.`,
  ),
  limitUnwanted: error<{ kind: string }>(
    1707,
    (p) => `Die Art „${p.kind}“ hat keinen Grenzwert`,
    "Leeren Sie die Zelle oder wählen Sie eine andere Art.",
  ),
  badLimit: error<{ part: string; form: string }>(
    1708,
    (p) => `Mit „${p.part}“ lässt sich nicht vergleichen`,
    (p) => `Erwartet wird ${p.form}, oder der volle Name einer Quelle.`,
  ),
  limitType: error<{ value: string; type: string; types: string[] }>(
    1709,
    (p) => `„${p.value}“ vom Typ „${p.type}“ kann hier kein Grenzwert sein`,
    (p) => `Möglich ist ${oneOf(p.types)}.`,
  ),
  limitOrder: error<{ min: number; max: number }>(
    1710,
    (p) => `Der untere Grenzwert (${p.min}) ist nicht kleiner als der obere (${p.max})`,
    "Tragen Sie zuerst den unteren ein, zum Beispiel 18;26.",
  ),
  limitNotPositive: error<{ part: string }>(
    1711,
    (p) => `„${p.part}“ ist nicht größer als 0`,
    "Mit 0 oder weniger stünde die Meldung immer an.",
  ),
  hysteresisUnwanted: error<{ kind: string; kinds: string[] }>(
    1712,
    (p) => `Die Art „${p.kind}“ hat keine Hysterese`,
    (p) => `Hysterese gibt es bei ${oneOf(p.kinds)}. Leeren Sie die Zelle; gegen Flattern hilft „off_delay“.`,
  ),
  unknownClass: error<{ value: string; names: string[]; near: string | undefined }>(
    1713,
    (p) => `Die Klasse „${p.value}“ gibt es nicht`,
    (p) =>
      p.names.length === 0
        ? "Legen Sie sie in der Tabelle „classes“ an."
        : `Möglich ist ${oneOf(p.names)}.${didYouMean(p.near)}`,
  ),
  unknownParent: error<{ value: string; near: string | undefined }>(
    1714,
    (p) => `Die Meldung „${p.value}“ gibt es nicht`,
    (p) => `Tragen Sie die „id“ einer anderen Zeile dieser Tabelle ein.${didYouMean(p.near)}`,
  ),
  parentOfNone: error<{ value: string }>(
    1715,
    (p) => `Zu keiner Meldung dieser Zeile gehört eine der Zeile „${p.value}“`,
    "Zusammen gehören Meldungen derselben Quelle oder desselben Pods. Ändern Sie das Muster oder „parent“.",
  ),
  parentOfSeveral: error<{ value: string; pod: string }>(
    1716,
    (p) => `Die Zeile „${p.value}“ hat mehrere Meldungen des Pods „${p.pod}“`,
    "Ihr Muster darf je Pod nur einen Channel treffen, oder es trifft dieselben Channels wie diese Zeile.",
  ),
  alarmCycle: error<{ path: string }>(
    1717,
    (p) => `Die Meldungen erklären sich im Kreis: ${p.path}`,
    "Leeren Sie „parent“ in einer dieser Zeilen.",
  ),
  enableType: error<{ value: string; type: string }>(
    1718,
    (p) => `„${p.value}“ vom Typ „${p.type}“ kann nichts freigeben`,
    "Wählen Sie einen Channel, eine Konstante oder ein Zeitprogramm vom Typ „bool“.",
  ),
  tooManyAlarms: error<{ limit: number }>(
    1719,
    (p) => `Das Projekt hat mehr als ${p.limit.toLocaleString("de-DE")} Meldungen`,
    "Wählen Sie engere Muster.",
  ),
  patternsTooWide: error(
    1720,
    () => "Die Muster der Tabelle lassen sich nicht in vertretbarer Zeit vergleichen",
    "Beginnen Sie Muster mit dem Typ oder dem Pod, oder nennen Sie am Ende den Channel: „modb_client.*.temperatur“.",
  ),
  badFinding: error<{ value: string }>(
    1722,
    (p) => `„${p.value}“ ist kein Befund des Geräts`,
    "Schreiben Sie „device.*“ für alle, oder ein Muster wie „device.disk*“.",
  ),
  findingOfNone: warning<{ value: string; near: string | undefined }>(
    1723,
    (p) => `Einen Befund „${p.value}“ gibt es auf dem Gerät nicht; die Meldung kommt nie`,
    (p) => `Die Befunde stehen im Projektformat unter „Meldungen“.${didYouMean(p.near)}`,
  ),
  delayUnwanted: error(
    1721,
    () => "Eine Meldung der Art „script“ hat keine Verzögerung",
    "Leeren Sie die Zelle; das Skript ruft „alarm.raise“ auf, wenn es so weit ist, zum Beispiel aus „after“.",
  ),

  badClass: error<{ value: string }>(1730, (p) => `„${p.value}“ ist kein gültiger Name einer Klasse`, NAMES),
  duplicateStep: error<{ count: number; name: string; first: string }>(
    1731,
    (p) => `Die Klasse „${p.name}“ hat die Stufe ${p.count} mehrfach`,
    (p) => `Zuerst angegeben in ${p.first}. Geben Sie jeder Stufe eine eigene Zahl in der Spalte „step“.`,
  ),
  stepTooEarly: error<{ count: number; name: string }>(
    1732,
    (p) => `Die Stufe ${p.count} der Klasse „${p.name}“ käme vor der Stufe davor`,
    "Jede Stufe darf frühestens mit der vorigen beginnen. Vergrößern Sie „after“ oder ändern Sie „step“.",
  ),
  unknownWay: error<{ value: string; near: string | undefined }>(
    1733,
    (p) => `Den Weg „${p.value}“ gibt es nicht`,
    (p) =>
      `Tragen Sie einen Pod ein, der Nachrichten sendet, oder einen seiner Channels, zum Beispiel „email.mail“ oder „email.mail.technik“.${didYouMean(p.near)}`,
  ),
  wayOfType: error<{ value: string; types: string[] }>(
    1734,
    (p) => `Über „${p.value}“ lässt sich niemand benachrichtigen`,
    (p) => `Möglich sind Pods des Typs ${oneOf(p.types)}.`,
  ),
  wayIsIn: error<{ value: string }>(
    1735,
    (p) => `Der Channel „${p.value}“ sendet nichts (Richtung „in“)`,
    "Ein Weg braucht die Richtung „out“ oder „inout“.",
  ),
  tooManyClasses: error<{ limit: number }>(
    1736,
    (p) => `Das Projekt hat mehr als ${p.limit} Klassen`,
    "Fassen Sie Klassen zusammen.",
  ),
  tooManySteps: error<{ name: string; limit: number }>(
    1737,
    (p) => `Die Klasse „${p.name}“ hat mehr als ${p.limit} Stufen`,
    "Löschen Sie Stufen; „repeat“ erinnert auch ohne weitere.",
  ),
};
