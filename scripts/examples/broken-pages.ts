import type { WorkbookTable } from "@hubwart/project/workbook";
import { table } from "./table.ts";

const page = "Büro";

/** Blocks of pages, each with its fault. */
export const brokenPages: WorkbookTable[] = [
  table("pages", [
    { page: "Haus//EG", block: "text", label: "Hallo", _fehler: "ein Teil ist leer" },
    { page, block: "text", _fehler: "kein Text" },
    { page, block: "value", _fehler: "keine Quelle" },
    { page, block: "setpoint", source: "mqtt.broker.temp", _fehler: "lässt sich nicht schreiben" },
    { page, block: "trend", source: "mqtt.broker.text", _fehler: "kein Verlauf von Texten" },
    { page, block: "trend", source: "mqtt.broker.temp", _fehler: "nicht aufgezeichnet" },
    {
      page,
      block: "trend",
      source: ["a", "b", "c", "d", "e", "f", "g"].map((name) => `mqtt.broker.${name}`).join(", "),
      _fehler: "zu viele, und es gibt sie nicht",
    },
    { page, block: "plan", source: "eg.html", _fehler: "keine Datei eines Plans" },
    {
      page,
      block: "value",
      source: "mqtt.broker.temp",
      on: "eg.svg",
      x: 5,
      y: 5,
      _fehler: "kein solcher Plan",
    },
    {
      page,
      block: "trend",
      source: "mqtt.broker.temp",
      on: "eg.svg",
      x: 5,
      y: 5,
      _fehler: "nicht auf Plänen",
    },
    { page, block: "value", source: "mqtt.broker.text", on: "eg.svg", x: 5, _fehler: "ohne y" },
    { page, block: "value", source: "mqtt.broker.temp", x: 11, y: 1, _fehler: "ragt hinaus" },
    { page, block: "value", source: "mqtt.broker.text", x: 1, _fehler: "nur eine Spalte" },
    { page, block: "text", label: "eins", x: 1, y: 1, w: 3, _fehler: "in Ordnung" },
    { page, block: "text", label: "zwei", x: 3, y: 1, w: 3, _fehler: "überdeckt den vorigen" },
    { page, block: "text", label: "eins", x: 1, y: 5, _fehler: "doppelt" },
    { page, block: "text", label: "drei", min: 5, _fehler: "Spalte gilt nicht" },
    {
      page,
      block: "setpoint",
      source: "mqtt.broker.stufe",
      min: 5,
      max: 1,
      step: 0,
      _fehler: "verdreht, kein Schritt",
    },
    { page, block: "switch", source: "mqtt.broker.stufe", _fehler: "ohne Stellungen" },
    { page, block: "switch", source: "mqtt.broker.lampe", choices: "1", _fehler: "keine Stellung" },
  ]),
];
