import { didYouMean, error, oneOf, warning } from "./kind.ts";
import { elsewhere, NAMES } from "./words.ts";

/** 1750–1759: schedules; 1760–1779: their times; 1780–1799: calendars. */
export const scheduleKinds = {
  badSchedule: error<{ value: string }>(
    1750,
    (p) => `„${p.value}“ ist kein gültiger Name eines Zeitprogramms`,
    `Schreiben Sie „name“ oder „gruppe.name“. ${NAMES}`,
  ),
  duplicateSchedule: error<{ first: string }>(1751, () => "Das Zeitprogramm kommt mehrfach vor", elsewhere),
  unknownCalendar: error<{ value: string; names: string[]; near: string | undefined }>(
    1752,
    (p) => `Den Kalender „${p.value}“ gibt es nicht`,
    (p) =>
      p.names.length === 0
        ? "Legen Sie ihn in der Tabelle „calendars“ an, zum Beispiel mit „Feiertage BY“ in der Spalte „from“."
        : `Möglich ist ${oneOf(p.names)}.${didYouMean(p.near)}`,
  ),
  tooManySchedules: error<{ limit: number }>(
    1753,
    (p) => `Das Projekt hat mehr als ${p.limit.toLocaleString("de-DE")} Zeitprogramme`,
    "Fassen Sie Zeitprogramme zusammen; eines kann viele Channels versorgen.",
  ),
  editedGone: warning(
    1754,
    () => "Das Zeitprogramm ist auf dem Gerät geändert und steht nicht mehr im Projekt",
    "Die Änderung wird aufgehoben und gilt wieder, wenn das Projekt das Zeitprogramm wieder hat. Verwerfen können Sie sie unter Übersicht > Zeitprogramme.",
  ),
  editedChanged: warning(
    1755,
    () => "Das Zeitprogramm ist auf dem Gerät geändert, und das Projekt hat seitdem einen anderen Plan",
    "Es gilt weiter, was auf dem Gerät eingestellt ist. Vergleichen und zurücksetzen können Sie es unter Übersicht > Zeitprogramme.",
  ),
  editedMisfit: warning<{ fault: string }>(
    1756,
    (p) => `Das Zeitprogramm ist auf dem Gerät geändert, und die Änderung passt nicht mehr: ${p.fault}`,
    "Es gilt der Plan des Projekts.",
  ),

  unknownSchedule: error<{ value: string; near: string | undefined }>(
    1760,
    (p) => `Das Zeitprogramm „${p.value}“ gibt es nicht`,
    (p) => `Legen Sie es in der Tabelle „schedules“ an oder berichtigen Sie den Namen.${didYouMean(p.near)}`,
  ),
  unknownDays: error<{ value: string; near: string | undefined }>(
    1761,
    (p) => `„${p.value}“ ist weder ein Wochentag noch ein Kalender`,
    (p) =>
      `Möglich sind „Mo“ bis „So“, „Mo–Fr“, „täglich“ und Namen aus der Tabelle „calendars“, mehrere durch Komma getrennt.${didYouMean(p.near)}`,
  ),
  badTime: error<{ value: string }>(
    1762,
    (p) => `„${p.value}“ ist keine Uhrzeit`,
    "Schreiben Sie „07:00“, „Sonnenaufgang“, „Sonnenaufgang+30“ oder „Sonnenuntergang-15“ (höchstens 720 Minuten).",
  ),
  duplicateTime: error<{ value: string; first: string }>(
    1763,
    (p) => `Für „${p.value}“ gibt es zu dieser Zeit schon einen Wert`,
    elsewhere,
  ),
  placeNeeded: error(
    1764,
    () => "Wann die Sonne auf- und untergeht, hängt vom Ort ab, und den nennt das Projekt nicht",
    "Tragen Sie in der Tabelle „project“ die Schlüssel „latitude“ und „longitude“ ein, zum Beispiel 52,52 und 13,41.",
  ),
  tooManyTimes: error<{ limit: number }>(
    1765,
    (p) => `Das Zeitprogramm hat mehr als ${p.limit} Zeiten`,
    "Teilen Sie es auf mehrere Zeitprogramme auf.",
  ),

  badCalendar: error<{ value: string }>(
    1780,
    (p) => `„${p.value}“ ist kein gültiger Name eines Kalenders`,
    `${NAMES} Ein Wochentag ist kein Kalender.`,
  ),
  badDate: error<{ value: string }>(
    1781,
    (p) => `„${p.value}“ ist kein Datum`,
    "Schreiben Sie „24.12.2026“, „24.12.“ für jedes Jahr oder „Feiertage BY“. Formatieren Sie die Zelle als Text, wenn sie kein Jahr haben soll.",
  ),
  dateOrder: error(
    1782,
    () => "Der letzte Tag liegt vor dem ersten",
    "Vertauschen Sie „from“ und „to“ oder berichtigen Sie das Jahr.",
  ),
  mixedDates: error(
    1783,
    () => "Nur einer der beiden Tage hat ein Jahr",
    "Schreiben Sie beide mit Jahr oder beide ohne.",
  ),
  holidaysAlone: error<{ column: string }>(
    1784,
    (p) => `Die Spalte „${p.column}“ gilt nicht für Feiertage`,
    "Leeren Sie die Zelle: Feiertage bringen ihre Tage und Namen mit.",
  ),
  otherPriority: error<{ first: string }>(
    1785,
    () => "Der Kalender hat schon eine andere Priorität",
    (p) => `Zuerst angegeben in ${p.first}. Nennen Sie überall dieselbe oder nur in einer Zeile.`,
  ),
  tooManyDates: error<{ limit: number }>(
    1786,
    (p) => `Die Kalender haben zusammen mehr als ${p.limit.toLocaleString("de-DE")} Zeilen`,
    "Fassen Sie aufeinanderfolgende Tage mit „from“ und „to“ zusammen.",
  ),
};
