/** A building by the clock: office hours with holidays, light by the sun, a set point that follows the day. */
import type { WorkbookTable } from "@hubwart/project/workbook";
import { table } from "./table.ts";

export const schedules: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "zeitprogramme"],
      ["name", "Zeitprogramme"],
      [
        "description",
        "Schaltet nach Wochentagen, Feiertagen, Ferien und der Sonne. Die Werte stehen per HTTP und über ModBus bereit.",
      ],
      ["latitude", 48.14],
      ["longitude", 11.58],
    ],
  },
  table("pods", [
    { id: "http_in.web", label: "Werte für Browser und curl", bind: "127.0.0.1", port: 18081 },
    { id: "modb_server.anlage", label: "Werte für die Steuerung", bind: "127.0.0.1", port: 15021 },
  ]),
  table("http_in", [
    { pod: "web", channel: "lueftung", type: "bool", dir: "out", label: "Lüftung", path: "/lueftung" },
    { pod: "web", channel: "licht", type: "bool", dir: "out", label: "Außenlicht", path: "/licht" },
    { pod: "web", channel: "soll", type: "float", dir: "out", label: "Sollwert", unit: "°C", path: "/soll" },
    { pod: "web", channel: "betrieb", type: "string", dir: "out", label: "Betriebsart", path: "/betrieb" },
  ]),
  table("modb_server", [
    {
      pod: "anlage",
      channel: "lueftung",
      type: "bool",
      dir: "out",
      label: "Lüftung",
      area: "coil",
      address: 0,
    },
    {
      pod: "anlage",
      channel: "licht",
      type: "bool",
      dir: "out",
      label: "Außenlicht",
      area: "coil",
      address: 1,
    },
    {
      pod: "anlage",
      channel: "soll",
      type: "float",
      dir: "out",
      label: "Sollwert",
      unit: "°C",
      area: "holding",
      address: 0,
      data: "float32",
    },
  ]),
  table("links", [
    { source: "sched.main.lueftung", target: "http_in.web.lueftung" },
    { source: "sched.main.lueftung", target: "modb_server.anlage.lueftung" },
    { source: "sched.aussen.licht", target: "http_in.web.licht" },
    { source: "sched.aussen.licht", target: "modb_server.anlage.licht" },
    { source: "sched.heizung.soll", target: "http_in.web.soll" },
    { source: "sched.heizung.soll", target: "modb_server.anlage.soll" },
    { source: "sched.main.betrieb", target: "http_in.web.betrieb" },
  ]),
  table("schedules", [
    { id: "lueftung", label: "Lüftung der Büros", default: "nein", calendar: "Ferien" },
    { id: "aussen.licht", label: "Außenlicht", default: "nein" },
    { id: "heizung.soll", label: "Sollwert der Heizung", type: "float", default: 17 },
    { id: "betrieb", label: "Betriebsart", default: "Nacht" },
  ]),
  table("schedule_times", [
    { schedule: "lueftung", days: "Mo–Fr", at: "06:00", value: "ja" },
    { schedule: "lueftung", days: "Mo–Fr", at: "20:00", value: "nein" },
    { schedule: "lueftung", days: "Sa", at: "08:00", value: "ja" },
    { schedule: "lueftung", days: "Sa", at: "13:00", value: "nein" },
    { schedule: "lueftung", days: "So, Feiertag", at: "10:00", value: "ja" },
    { schedule: "lueftung", days: "So, Feiertag", at: "11:00", value: "nein" },
    { schedule: "aussen.licht", days: "täglich", at: "Sonnenuntergang-15", value: "ja" },
    { schedule: "aussen.licht", days: "täglich", at: "23:00", value: "nein" },
    { schedule: "heizung.soll", days: "täglich", at: "05:30", value: 21 },
    { schedule: "heizung.soll", days: "täglich", at: "22:00", value: 17 },
    { schedule: "betrieb", days: "täglich", at: "Sonnenaufgang", value: "Tag" },
    { schedule: "betrieb", days: "täglich", at: "Sonnenuntergang", value: "Nacht" },
  ]),
  table("calendars", [
    { calendar: "Feiertag", from: "Feiertage BY" },
    { calendar: "Feiertag", from: "24.12.", label: "Heiligabend" },
    { calendar: "Ferien", from: "03.08.2026", to: "14.09.2026", label: "Sommerferien", priority: 4 },
    { calendar: "Ferien", from: "27.12.", to: "05.01.", label: "Zwischen den Jahren" },
  ]),
];
