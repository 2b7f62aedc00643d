/** A project with a KNX interface on this machine: values in both directions, one answered, one read. */
import type { WorkbookTable } from "@hubwart/project/workbook";

export const knx: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "knx"],
      ["name", "KNX"],
      ["description", "Verbindet sich mit einer KNX-IP-Schnittstelle auf 127.0.0.1, zum Beispiel knxd."],
    ],
  },
  {
    name: "pods",
    rows: [
      ["id", "label", "mode", "host", "port", "interval"],
      ["knx.haus", "KNX-Schnittstelle auf diesem Gerät", "tunnel", "127.0.0.1", 3671, null],
      ["ping.lokal", "Antwortzeit dieses Geräts", null, null, null, 1000],
    ],
  },
  {
    name: "ping",
    rows: [
      ["pod", "channel", "type", "label", "unit", "host", "measure"],
      ["lokal", "antwortzeit", "float", "Antwortzeit", "ms", "127.0.0.1", "rtt"],
      ["lokal", "erreichbar", "bool", "Gerät erreichbar", null, "127.0.0.1", "reachable"],
    ],
  },
  {
    name: "knx",
    rows: [
      ["pod", "channel", "dir", "label", "unit", "address", "dpt", "listen", "read_on_start", "respond"],
      ["haus", "licht_schalten", "in", "Licht Flur, Taster", null, "1/0/1", "1.001", null, null, null],
      ["haus", "licht_status", "out", "Licht Flur, Rückmeldung", null, "1/4/1", "1.001", null, null, "ja"],
      ["haus", "temperatur", "in", "Temperatur Büro", "°C", "2/1/1", "9.001", "2/1/2", "ja", null],
      ["haus", "sollwert", "inout", "Sollwert Büro", "°C", "2/2/1", "9.001", null, null, null],
      ["haus", "antwortzeit", "out", "Antwortzeit", "ms", "5/0/1", "9.011", null, null, "ja"],
      ["haus", "erreichbar", "out", "Gerät erreichbar", null, "5/0/2", "1.002", null, null, "ja"],
    ],
  },
  {
    name: "links",
    rows: [
      ["source", "target", "on_change", "min_interval"],
      ["knx.haus.licht_schalten", "knx.haus.licht_status", null, null],
      ["ping.lokal.antwortzeit", "knx.haus.antwortzeit", null, 10_000],
      ["ping.lokal.erreichbar", "knx.haus.erreichbar", "ja", null],
    ],
  },
];
