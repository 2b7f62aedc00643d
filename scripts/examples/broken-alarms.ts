import type { WorkbookTable } from "@hubwart/project/workbook";
import { table } from "./table.ts";

const TEMP = "mqtt.broker.temp";
const LIGHT = "mqtt.broker.licht";

/** Rows of alarms and classes, each with its fault. */
export const brokenAlarms: WorkbookTable[] = [
  table("alarms", [
    { id: "zu warm", source: TEMP, kind: "bad", _fehler: "Name mit Leerzeichen" },
    { id: "licht", source: "mqtt.broker.l*", kind: "true", _fehler: "in Ordnung" },
    { id: "grenze", source: "const.*", kind: "bad", _fehler: "in Ordnung" },
    { id: "licht", source: LIGHT, kind: "false", _fehler: "doppelt" },
    { id: "a1", source: "mqtt.halle*.temp", kind: "bad", _fehler: "Muster ohne Treffer" },
    { id: "a2", source: "mqtt.broker.tmep", kind: "bad", _fehler: "Quelle unbekannt" },
    { id: "a3", source: LIGHT, kind: "above", limit: 1, _fehler: "Art passt nicht zum Typ" },
    { id: "a4", source: "mqtt.broker.?*", kind: "equals", limit: 1, _fehler: "verschiedene Typen" },
    { id: "a5", source: TEMP, kind: "outside", limit: 18, _fehler: "ein Grenzwert von zweien" },
    { id: "a6", source: TEMP, kind: "bad", limit: 18, _fehler: "Grenzwert zu viel" },
    { id: "a7", source: TEMP, kind: "above", limit: "viel", _fehler: "Grenzwert keine Zahl" },
    { id: "a8", source: TEMP, kind: "above", limit: LIGHT, _fehler: "Grenzwert anderen Typs" },
    { id: "a9", source: TEMP, kind: "outside", limit: "26;18", _fehler: "verkehrt herum" },
    { id: "a10", source: TEMP, kind: "rate", limit: 0, _fehler: "immer wahr" },
    { id: "a11", source: TEMP, kind: "stale", limit: 60, hysteresis: 1, _fehler: "Hysterese zu viel" },
    { id: "a12", source: TEMP, kind: "bad", class: "tecnik", _fehler: "Klasse unbekannt" },
    { id: "a13", source: TEMP, kind: "bad", parent: "a99", _fehler: "Meldung unbekannt" },
    { id: "a14", source: TEMP, kind: "bad", parent: "grenze", _fehler: "nichts davon gehört zusammen" },
    { id: "a15", source: TEMP, kind: "bad", parent: "licht", _fehler: "mehrere kämen in Frage" },
    { id: "a16", source: TEMP, kind: "bad", parent: "a17", _fehler: "Kreis" },
    { id: "a17", source: TEMP, kind: "bad", parent: "a16", _fehler: "Kreis" },
    { id: "a18", source: TEMP, kind: "bad", enable: TEMP, _fehler: "gibt nichts frei" },
    { id: "a19", source: TEMP, kind: "device", _fehler: "kein Befund des Geräts" },
    { id: "a20", source: TEMP, kind: "script", on_delay: 60, _fehler: "Verzögerung zu viel" },
    { id: "a21", source: "device.disk-ful", kind: "device", _fehler: "Befund unbekannt" },
  ]),
  table("classes", [
    { class: "die Technik", way: "chat.raum", _fehler: "Name mit Leerzeichen" },
    { class: "technik", step: 1, after: 60, way: "chat.raum", _fehler: "in Ordnung" },
    { class: "technik", step: 1, after: 60, way: "chat.raum", _fehler: "Stufe doppelt" },
    { class: "technik", step: 2, after: 30, way: "chat.raum", _fehler: "vor der Stufe davor" },
    { class: "wege", step: 1, way: "chat.raun", _fehler: "Weg unbekannt" },
    { class: "wege", step: 2, way: "mqtt.broker", _fehler: "erreicht niemanden" },
    { class: "wege", step: 3, way: "chat.raum.befehl", _fehler: "sendet nichts" },
    ...Array.from({ length: 21 }, (_, step) => ({
      class: "lang",
      step: step + 1,
      way: "chat.raum",
      _fehler: step < 20 ? "in Ordnung" : "zu viele Stufen",
    })),
  ]),
];
