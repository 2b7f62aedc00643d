import type { WorkbookTable } from "@hubwart/project/workbook";
import { brokenAlarms } from "./broken-alarms.ts";
import { type NamedRow, table } from "./table.ts";

const DATE = new Date(Date.UTC(2024, 4, 1));

const POD_COLUMNS = [
  "id",
  "label",
  "internal",
  "iface",
  "host",
  "port",
  "bind",
  "Label",
  "hostt",
  "",
  "_fehler",
];
const PODS: NamedRow[] = [
  { id: "mqtt.broker", label: "Broker", host: "127.0.0.1", port: 1883, _fehler: "in Ordnung" },
  { id: "mqtt.broker", label: "Anderer", host: "127.0.0.1", _fehler: "doppelt, Widerspruch" },
  { id: "mqtt.zwei", iface: "nord", host: "127.0.0.1", _fehler: "in Ordnung" },
  { id: "mqtt.zwei", iface: "sued", host: "127.0.0.1", port: 99_999, _fehler: "Port zu groß" },
  { id: "anlage", _fehler: "kein Typ" },
  { id: "mqqt.halle", _fehler: "Typ unbekannt" },
  { id: "mqtt.pod", _fehler: "Name reserviert" },
  // Its last number stands below no heading.
  {
    id: "ping.netz",
    iface: "linke Seite",
    host: "127.0.0.1",
    "": 1,
    _fehler: "Name, Spalte eines anderen Typs",
  },
  { id: "ping.netz", iface: "zwei", _fehler: "zu viele Schnittstellen" },
  {
    id: "modb_server.regler",
    internal: "vielleicht",
    port: 15020,
    bind: "127.0.0.1",
    _fehler: "weder ja noch nein",
  },
  { id: "http_in.web", port: 18080, bind: "irgendwo", _fehler: "keine Adresse" },
  { id: "http_in.tor", port: 18080, bind: "0.0.0.0", _fehler: "Port vergeben" },
  { id: "modb_client.nord", _fehler: "in Ordnung", mode: "serial", device: "/dev/ttyUSB0" },
  { id: "modb_client.sued", _fehler: "serieller Port vergeben", mode: "serial", device: "/dev/ttyUSB0" },
  {
    id: "chat.raum",
    _fehler: "in Ordnung",
    url: "http://127.0.0.1:8008",
    token: "hier-das-token-eintragen",
    to: "!raum:example.org",
    allowed: "@technik:example.org",
  },
];

/** Each row has its fault; the last column of the table says which. */
export const brokenTables: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "meine Anlage!"],
      ["id", "anlage"],
      ["farbe", "blau"],
    ],
  },
  {
    ...table("pods", PODS, POD_COLUMNS),
    merges: [{ startRow: 4, startCol: 6, endRow: 4, endCol: 7 }],
  },
  {
    name: "mqtt",
    rows: [
      ["pod", "iface", "channel", "type", "dir", "label", "topic", "qos", "pointer", "record_interval"],
      ["broker", null, "temp", "float", "in", "Temperatur", "halle/temp", 0, null],
      ["broker", null, "licht", "bool", "inout", "Licht", "halle/licht", 0, null],
      ["broker", null, "lampe", "bool", "inout", "Lampe", "halle/lampe", 0, null],
      ["broker", null, "text", "string", "in", "Text", "halle/text", 0, null],
      ["broker", null, "stufe", "int", "out", "Stufe", "halle/stufe", 0, null],
      ["broker", null, "stufe", "int", "out", "Noch eine", "halle/stufe", 0, null],
      ["brokr", null, "a1", null, null, null, "halle/a1", null, null],
      ["ping.netz", null, "a2", null, null, null, "halle/a2", null, null],
      ["broker", null, "Außen Temperatur", null, null, null, "halle/a3", null, null],
      ["broker", "nebenan", "a4", null, null, null, "halle/a4", null, null],
      ["zwei", null, "a5", null, null, null, "halle/a5", null, null],
      ["broker", null, "a6", null, null, null, null, null, null],
      ["broker", null, "a7", "flaot", null, null, "halle/a7", null, null],
      ["broker", null, "a8", null, null, "lang ".repeat(50), "halle/a8", null, null],
      ["broker", null, "a9", null, null, null, "halle/a9", null, "wert", 5],
      ["broker", null, "a10", null, null, DATE, "halle/a10", null, null],
    ],
    hidden: true,
  },
  {
    name: "modb_server",
    rows: [
      ["pod", "channel", "address"],
      ["regler", "b1", "vierzig"],
      ["regler", "b2", DATE],
    ],
  },
  {
    name: "http_in",
    rows: [
      ["pod", "channel", "label"],
      ["web", "c1", "ohne Pfad"],
    ],
  },
  {
    name: "chat",
    rows: [
      ["pod", "channel", "type", "dir", "command"],
      ["raum", "befehl", "bool", "in", "licht"],
    ],
  },
  { name: "Lüftung", rows: [["Notizen"], ["Dieses Blatt gehört zu keinem Pod-Typ."]] },
  {
    name: "links",
    rows: [
      ["source", "target", "scale", "offset", "invert", "map"],
      ["temperatur", "mqtt.broker.stufe", null, null, null, null],
      ["mqtt.broker.tmep", "mqtt.broker.stufe", null, null, null, null],
      ["mqtt.broker.temp", "mqtt.broker.lmape", null, null, null, null],
      ["mqtt.broker.stufe", "mqtt.broker.lampe", null, null, null, null],
      ["mqtt.broker.lampe", "mqtt.broker.temp", null, null, null, null],
      ["mqtt.broker.temp", "const.main.grenze", null, null, null, null],
      ["mqtt.broker.text", "mqtt.broker.stufe", null, null, null, null],
      ["mqtt.broker.licht", "mqtt.broker.stufe", 2, null, null, null],
      ["mqtt.broker.temp", "mqtt.broker.stufe", null, null, "ja", null],
      ["mqtt.broker.temp", "mqtt.broker.licht", 2, null, null, "0=falsch;kalt=wahr;*=wahr"],
      ["mqtt.broker.text", "mqtt.broker.licht", null, null, null, "an"],
      ["mqtt.broker.text", "mqtt.broker.lampe", null, null, null, "an=hell"],
      ["mqtt.broker.temp", "mqtt.broker.stufe", "viel", null, null, null],
      ["const.main.grenze", "mqtt.broker.stufe", "1.234", null, null, null],
      ["mqtt.broker.licht", "mqtt.broker.lampe", null, null, null, null],
      ["mqtt.broker.lampe", "mqtt.broker.licht", null, null, null, null],
    ],
  },
  {
    name: "constants",
    rows: [
      ["channel", "type", "value", "min", "max"],
      ["grenze", "int", 5, null, null],
      ["grenze", "int", 6, null, null],
      ["obere Grenze", "int", 7, null, null],
      ["untere", "json", "{wenig", null, null],
      ["verdreht", "int", 5, 10, 1],
      ["ansage", "text", "Guten Morgen", 1, null],
    ],
  },
  ...brokenAlarms,
];
