/**
 * What those see who use a plant: two rooms and the heating, with set points, switches, a trend, a plan and alarms. A script plays the
 * building, so that nothing outside is needed.
 */
import type { WorkbookTable } from "@hubwart/project/workbook";
import { zipOf } from "../../packages/project/src/testing/zip.ts";
import { oneForm } from "./one-form.ts";
import { table } from "./table.ts";

const room = (name: string, label: string, area: string) => [
  {
    pod: "haus",
    channel: `${name}_temperatur`,
    type: "float",
    dir: "out",
    label: `Temperatur ${label}`,
    unit: "°C",
    area,
    record: "ja",
    record_deadband: 0.02,
    path: `/${name}/temperatur`,
  },
  {
    pod: "haus",
    channel: `${name}_temperatur_soll`,
    type: "float",
    dir: "inout",
    label: `Sollwert ${label}`,
    unit: "°C",
    area,
    retain: "ja",
    record: "ja",
    path: `/${name}/soll`,
  },
  {
    pod: "haus",
    channel: `${name}_licht`,
    type: "bool",
    dir: "inout",
    label: `Licht ${label}`,
    area,
    path: `/${name}/licht`,
  },
];

const PLAN = "erdgeschoss.svg";

export const pageTables: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "ansichten"],
      ["name", "Ansichten"],
      [
        "description",
        "Zwei Büros und die Heizung, wie ein Hausmeister sie sieht. Ein Skript spielt das Gebäude; unter „Ansichten“ lässt sich alles stellen.",
      ],
    ],
  },
  table("pods", [{ id: "http_in.haus", label: "Haus", bind: "127.0.0.1", port: 18091 }]),
  table("http_in", [
    ...room("buero1", "Büro 1", "Haus/EG/Büro 1"),
    ...room("buero2", "Büro 2", "Haus/EG/Büro 2"),
    {
      pod: "haus",
      channel: "betriebsart",
      type: "int",
      dir: "inout",
      label: "Betriebsart der Heizung",
      area: "Haus/Heizung",
      retain: "ja",
      path: "/betriebsart",
    },
    {
      pod: "haus",
      channel: "vorlauf",
      type: "float",
      dir: "out",
      label: "Vorlauf",
      unit: "°C",
      area: "Haus/Heizung",
      record: "ja",
      record_deadband: 0.1,
      path: "/vorlauf",
    },
    {
      pod: "haus",
      channel: "aussen",
      type: "float",
      dir: "out",
      label: "Außentemperatur",
      unit: "°C",
      area: "Haus",
      path: "/aussen",
    },
  ]),
  table("links", [], ["source", "target"]),
  table("schedules", [{ id: "nutzung", label: "Nutzung der Büros", type: "bool", default: "nein" }]),
  table("schedule_times", [
    { schedule: "nutzung", days: "Mo–Fr", at: "07:00", value: "ja" },
    { schedule: "nutzung", days: "Mo–Fr", at: "18:00", value: "nein" },
  ]),
  table("alarms", [
    {
      id: "zu-kalt",
      source: "http_in.haus.buero?_temperatur",
      kind: "below",
      limit: 18,
      hysteresis: 0.5,
      priority: 3,
      text: "{label}: nur {value} {unit}",
      action: "Fenster schließen, dann den Sollwert prüfen",
    },
  ]),
  table("pages", [
    {
      page: "Haus",
      block: "text",
      label: "Zum Stellen einen Wert auf dem Plan antippen.",
      x: 1,
      y: 1,
      w: 9,
      h: 1,
    },
    { page: "Haus", block: "value", source: "http_in.haus.aussen", x: 10, y: 1, w: 3, h: 1, decimals: 1 },
    { page: "Haus", block: "plan", source: PLAN, label: "Erdgeschoss", x: 1, y: 2, w: 8, h: 5 },
    ...["buero1", "buero2"].flatMap((name, at) => [
      {
        page: "Haus",
        block: "setpoint",
        source: `http_in.haus.${name}_temperatur_soll`,
        label: `Büro ${at + 1}`,
        on: PLAN,
        x: 25 + at * 50,
        y: 35,
        decimals: 1,
        min: 16,
        max: 26,
        step: 0.5,
      },
      {
        page: "Haus",
        block: "switch",
        source: `http_in.haus.${name}_licht`,
        label: `Licht ${at + 1}`,
        on: PLAN,
        x: 25 + at * 50,
        y: 70,
      },
    ]),
    { page: "Haus", block: "alarms", source: "Haus", x: 9, y: 2, w: 4, h: 3 },
    { page: "Haus", block: "schedule", source: "nutzung", x: 9, y: 5, w: 4, h: 2 },
    ...["buero1", "buero2"].flatMap((name, at) => [
      {
        page: `Haus/Büro ${at + 1}`,
        block: "setpoint",
        source: `http_in.haus.${name}_temperatur_soll`,
        label: "Raumtemperatur",
        x: 1,
        y: 1,
        w: 5,
        h: 1,
        decimals: 1,
        min: 16,
        max: 26,
        step: 0.5,
      },
      {
        page: `Haus/Büro ${at + 1}`,
        block: "switch",
        source: `http_in.haus.${name}_licht`,
        x: 1,
        y: 2,
        w: 5,
        h: 1,
      },
      {
        page: `Haus/Büro ${at + 1}`,
        block: "trend",
        source: `http_in.haus.${name}_temperatur, http_in.haus.${name}_temperatur_soll`,
        x: 6,
        y: 1,
        w: 7,
        h: 4,
      },
    ]),
    {
      page: "Haus/Heizung",
      block: "switch",
      source: "http_in.haus.betriebsart",
      x: 1,
      y: 1,
      w: 6,
      h: 1,
      choices: "0=Aus;1=Ein;2=Automatik",
      confirm: "ja",
    },
    {
      page: "Haus/Heizung",
      block: "value",
      source: "http_in.haus.vorlauf",
      x: 7,
      y: 1,
      w: 3,
      h: 1,
      decimals: 1,
    },
    { page: "Haus/Heizung", block: "list", source: "Haus", label: "Alle Werte", x: 1, y: 2, w: 6, h: 4 },
    { page: "Haus/Heizung", block: "trend", source: "http_in.haus.vorlauf", x: 7, y: 2, w: 6, h: 4 },
  ]),
];

const SCRIPT = `-- Spielt das Gebäude: Räume folgen ihrem Sollwert, der Vorlauf der Betriebsart und der Außentemperatur.
local HAUS = "http_in.haus."
local raeume = { buero1 = 20.5, buero2 = 17.2 }
local vorlauf = 30
local zeit = 0

local function weiter(ist, soll, anteil)
  return ist + (soll - ist) * anteil + (math.random() - 0.5) * 0.04
end

for name in pairs(raeume) do
  if read(HAUS .. name .. "_temperatur_soll") == nil then write(HAUS .. name .. "_temperatur_soll", 21) end
  if read(HAUS .. name .. "_licht") == nil then write(HAUS .. name .. "_licht", false) end
end
if read(HAUS .. "betriebsart") == nil then write(HAUS .. "betriebsart", 2) end

every(1, function()
  zeit = zeit + 1
  local aussen = 4 + 3 * math.sin(zeit / 300)
  local art = read(HAUS .. "betriebsart")
  vorlauf = weiter(vorlauf, art == 0 and 20 or art == 1 and 55 or 40 - aussen, 0.05)
  for name, ist in pairs(raeume) do
    local soll = art == 0 and 15 or read(HAUS .. name .. "_temperatur_soll") or 21
    raeume[name] = weiter(ist, soll, 0.01)
    write(HAUS .. name .. "_temperatur", math.floor(raeume[name] * 100) / 100)
  end
  write(HAUS .. "vorlauf", math.floor(vorlauf * 10) / 10)
  write(HAUS .. "aussen", math.floor(aussen * 10) / 10)
end)
`;

/** The picture that belongs to it; uploaded under "Ansichten". */
export const planPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 450" font-family="sans-serif" font-size="20">
  <rect x="10" y="10" width="780" height="430" fill="#f7f4ec" stroke="#444444" stroke-width="8"/>
  <path d="M400 10 V330 M10 330 H170 M250 330 H550 M630 330 H790" stroke="#444444" stroke-width="6" fill="none"/>
  <path d="M120 10 H280 M520 10 H680" stroke="#7fb2d9" stroke-width="8"/>
  <text x="30" y="50" fill="#555555">Büro 1</text>
  <text x="420" y="50" fill="#555555">Büro 2</text>
  <text x="30" y="420" fill="#555555">Flur</text>
</svg>
`;

export async function pages(): Promise<Buffer> {
  return await zipOf([
    { name: "ansichten.xlsx", content: Buffer.from(await oneForm(pageTables)) },
    { name: "gebaeude.lua", content: SCRIPT },
  ]);
}
