import type { WorkbookTable } from "@hubwart/project/workbook";
import { table } from "./table.ts";

/** Rows of schedules, their times and calendars, each with its fault. */
export const brokenSchedules: WorkbookTable[] = [
  table("schedules", [
    { id: "licht im Flur", default: "nein", calendar: null, _fehler: "Name mit Leerzeichen" },
    { id: "licht", default: "nein", _fehler: "in Ordnung" },
    { id: "main.licht", default: "nein", _fehler: "doppelt" },
    { id: "lueftung", default: "nein", calendar: "Urlaub", _fehler: "Kalender unbekannt" },
  ]),
  table("schedule_times", [
    { schedule: "lihct", days: "Mo", at: "07:00", value: "ja", _fehler: "Zeitprogramm unbekannt" },
    { schedule: "licht", days: "Mo, Feiertga", at: "07:00", value: "ja", _fehler: "Tag unbekannt" },
    { schedule: "licht", days: "Mo", at: "25:00", value: "ja", _fehler: "keine Uhrzeit" },
    { schedule: "licht", days: "Mo–Fr", at: "08:00", value: "ja", _fehler: "in Ordnung" },
    { schedule: "licht", days: "Mi", at: "08:00", value: "nein", _fehler: "zur selben Zeit noch ein Wert" },
    { schedule: "licht", days: "Mo", at: "Sonnenaufgang", value: "ja", _fehler: "ohne Ort" },
  ]),
  table("calendars", [
    { calendar: "Samstag", from: "24.12.", _fehler: "heißt wie ein Wochentag" },
    { calendar: "Feiertag", from: "Feiertage BY", label: "Bayern", _fehler: "Feiertage haben eigene Namen" },
    { calendar: "Feiertag", from: "31.02.", _fehler: "kein Datum" },
    { calendar: "Ferien", from: "14.09.2026", to: "03.08.2026", priority: 4, _fehler: "verkehrt herum" },
    { calendar: "Ferien", from: "24.12.", to: "06.01.2027", _fehler: "nur einer mit Jahr" },
    { calendar: "Ferien", from: "01.05.", priority: 5, _fehler: "andere Priorität" },
  ]),
];
