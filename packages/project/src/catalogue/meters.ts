import { mediumText } from "@hubwart/contract/media-texts";
import { didYouMean, error, oneOf } from "./kind.ts";
import { elsewhere, NAMES } from "./words.ts";

/** 1800–1829: meters. */
export const meterKinds = {
  badMeter: error<{ value: string }>(1800, (p) => `„${p.value}“ ist kein gültiger Name eines Zählers`, NAMES),
  duplicateMeter: error<{ first: string }>(1801, () => "Der Zähler kommt mehrfach vor", elsewhere),
  meterUnit: error<{ unit: string; medium: string; units: string[] }>(
    1802,
    (p) => `Die Einheit „${p.unit}“ passt nicht zum Medium „${p.medium}“ (${mediumText(p.medium)})`,
    (p) => `Möglich ist ${oneOf(p.units)}.`,
  ),
  meterKind: error<{ kind: string; medium: string }>(
    1803,
    (p) => `Die Art „${p.kind}“ passt nicht zum Medium „${p.medium}“ (${mediumText(p.medium)})`,
    "Die Außentemperatur hat die Art „temperature“, alles andere „counter“ oder „power“. Leeren Sie die Zelle, wenn Sie unsicher sind.",
  ),
  meterSource: error<{ value: string }>(
    1804,
    (p) => `„${p.value}“ ist kein Channel`,
    "Ein Zähler liest den Channel eines Pods. Konstanten und Zeitprogramme können Preis und CO₂-Faktor sein.",
  ),
  meterType: error<{ value: string; type: string }>(
    1805,
    (p) => `„${p.value}“ hat keine Zahlen, sondern den Typ „${p.type}“`,
    "Wählen Sie eine Quelle vom Typ „int“ oder „float“ oder ändern Sie deren Typ.",
  ),
  meterFactor: error(
    1806,
    () => "Der Faktor muss größer als 0 sein",
    "Schreiben Sie zum Beispiel 0,001, wenn die Quelle Wh liefert und der Verbrauch in kWh gezählt wird.",
  ),
  otherUnit: error<{ channelUnit: string; unit: string; kind: string }>(
    1807,
    (p) =>
      `Die Quelle hat die Einheit „${p.channelUnit}“, und daraus wird kein Verbrauch in „${p.unit}“ (Art „${p.kind}“)`,
    "Prüfen Sie Einheit und Art: Ein Zählerstand hat zum Beispiel kWh, eine Leistung kW. Ist es so gemeint, tragen Sie den Faktor ein.",
  ),
  counterOnly: error<{ column: string; kind: string }>(
    1808,
    (p) => `Die Spalte „${p.column}“ gilt nicht für die Art „${p.kind}“`,
    "Leeren Sie die Zelle.",
  ),
  rolloverOrReset: error(
    1809,
    () => "Ein Zähler beginnt entweder an seinem Ende oder von selbst wieder bei 0",
    "Füllen Sie nur eine der Spalten „rollover“ und „resets“.",
  ),
  targetZero: error(
    1810,
    () => "Der Anforderungswert muss größer als 0 sein",
    "Tragen Sie den Verbrauch ein, der nicht überschritten werden soll, oder leeren Sie die Zelle.",
  ),
  badRate: error<{ value: string }>(
    1811,
    (p) => `„${p.value}“ ist weder eine Zahl noch eine Quelle`,
    "Schreiben Sie eine Zahl (0,28) oder den vollen Namen einer Konstante, eines Zeitprogramms oder eines Channels, zum Beispiel „const.main.strompreis“.",
  ),
  unknownMeter: error<{ value: string; near: string | undefined }>(
    1812,
    (p) => `Den Zähler „${p.value}“ gibt es nicht`,
    (p) => `Tragen Sie ihn in der Tabelle „meters“ ein oder berichtigen Sie den Namen.${didYouMean(p.near)}`,
  ),
  parentUnit: error<{ parent: string; unit: string; above: string }>(
    1813,
    (p) => `„${p.parent}“ zählt in „${p.above}“, dieser Zähler in „${p.unit}“`,
    "Nur gleiche Größen lassen sich aufrechnen, zum Beispiel kWh und MWh oder l und m³.",
  ),
  meterCycle: error<{ way: string }>(
    1814,
    (p) => `Die Zähler sitzen im Kreis hintereinander: ${p.way}`,
    "Leeren Sie „parent“ bei dem Zähler, der zuvorderst sitzt.",
  ),
  tooManyMeters: error<{ limit: number }>(
    1815,
    (p) => `Das Projekt hat mehr als ${p.limit.toLocaleString("de-DE")} Zähler`,
    "Teilen Sie das Projekt auf mehrere Geräte auf.",
  ),
};
