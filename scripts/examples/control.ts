/**
 * A script that controls: a heating valve by temperature and set point. The set point survives restarts, temperature and
 * valve are recorded. Needs nothing outside; the measurement comes by HTTP.
 */
import type { WorkbookTable } from "@hubwart/project/workbook";
import { zipOf } from "../../packages/project/src/testing/zip.ts";
import { oneForm } from "./one-form.ts";

export const controlTables: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "regelung"],
      ["name", "Regelung mit Skript"],
      [
        "description",
        "Ein Skript öffnet ein Heizungsventil nach Temperatur und Sollwert. Der Sollwert bleibt über Neustarts erhalten, Temperatur und Ventil werden aufgezeichnet.",
      ],
    ],
  },
  {
    name: "pods",
    rows: [
      ["id", "label", "bind", "port"],
      ["http_in.raum", "Fühler, Ventil und Bedienung über HTTP", "127.0.0.1", 18090],
    ],
  },
  {
    name: "http_in",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "path", "retain", "record", "record_deadband"],
      ["raum", "temperatur", "float", "in", "Temperatur", "°C", "/temperatur", null, "ja", 0.05],
      ["raum", "soll", "float", "inout", "Sollwert", "°C", "/soll", "ja", null, null],
      ["raum", "ventil", "bool", "out", "Ventil offen", null, "/ventil", null, "ja", null],
      ["raum", "zustand", "json", "out", "Zustand der Regelung", null, "/zustand", null, null, null],
    ],
  },
];

export const controlScript = `-- Zweipunktregler mit Schalthysterese: Das Ventil öffnet unter dem Sollwert und schließt darüber.
local HYSTERESE = 0.5
local GRUNDSOLL = 20

local offen = false

local function regeln()
  local ist, guete = read("http_in.raum.temperatur")
  local soll = read("http_in.raum.soll") or GRUNDSOLL
  local vorher = offen
  if ist == nil or guete == "bad" then
    -- Ohne Messwert wird nicht geheizt.
    offen = false
  elseif ist < soll - HYSTERESE then
    offen = true
  elseif ist > soll + HYSTERESE then
    offen = false
  end
  if offen ~= vorher then
    keep("schaltungen", kept("schaltungen", 0) + 1)
    log(offen and "Ventil auf bei" or "Ventil zu bei", ist, "Sollwert", soll)
  end
  write("http_in.raum.ventil", offen)
  write("http_in.raum.zustand", { ist = ist, soll = soll, offen = offen, schaltungen = kept("schaltungen", 0) })
end

on_change("http_in.raum.temperatur", regeln)
on_change("http_in.raum.soll", regeln)
regeln()
`;

export async function control(): Promise<Buffer> {
  return await controlArchive(controlTables);
}

/** The project of these tables with its script. */
export async function controlArchive(tables: WorkbookTable[]): Promise<Buffer> {
  return await zipOf([
    { name: "regelung.xlsx", content: Buffer.from(await oneForm(tables)) },
    { name: "regler.lua", content: controlScript },
  ]);
}
