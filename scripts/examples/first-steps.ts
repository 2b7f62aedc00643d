/** A project that needs nothing outside: a Modbus server and its client on this machine, HTTP in, ping. */
import type { WorkbookTable } from "@hubwart/project/workbook";

export const firstSteps: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "erste-schritte"],
      ["name", "Erste Schritte"],
      [
        "description",
        "Misst die Antwortzeit dieses Geräts und führt sie durch einen ModBus-Server und zurück. Braucht nichts weiter.",
      ],
    ],
  },
  {
    name: "pods",
    rows: [
      ["id", "label", "host", "bind", "port", "interval"],
      ["ping.lokal", "Antwortzeit dieses Geräts", null, null, null, 1000],
      ["modb_server.regler", "Nachgebildeter Regler", null, "127.0.0.1", 15020, null],
      ["modb_client.leser", "Liest und schreibt den Regler", "127.0.0.1", null, 15020, 500],
      ["http_in.web", "Zugang für Browser und curl", null, "127.0.0.1", 18080, null],
    ],
  },
  {
    name: "ping",
    rows: [
      ["pod", "channel", "type", "label", "unit", "tags", "host", "measure"],
      ["lokal", "erreichbar", "bool", "Gerät erreichbar", null, "netz", "127.0.0.1", "reachable"],
      ["lokal", "antwortzeit", "float", "Antwortzeit", "ms", "netz", "127.0.0.1", "rtt"],
    ],
  },
  {
    name: "modb_server",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "area", "address", "data"],
      ["regler", "erreichbar", "bool", "out", "Gerät erreichbar", null, "coil", 0, null],
      ["regler", "antwortzeit", "float", "out", "Antwortzeit", "ms", "holding", 0, "float32"],
      ["regler", "mikrosekunden", "int", "out", "Antwortzeit", "µs", "holding", 2, "uint32"],
      ["regler", "grenzwert", "float", "out", "Grenzwert", "ms", "holding", 10, "float32"],
      ["regler", "sollwert", "float", "in", "Vom Leser geschrieben", "°C", "holding", 20, "float32"],
    ],
  },
  {
    name: "modb_client",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "area", "address", "data"],
      ["leser", "erreichbar", "bool", "in", "Gerät erreichbar", null, "coil", 0, null],
      ["leser", "antwortzeit", "float", "in", "Antwortzeit", "ms", "holding", 0, "float32"],
      ["leser", "mikrosekunden", "int", "in", "Antwortzeit", "µs", "holding", 2, "uint32"],
      ["leser", "grenzwert", "float", "in", "Grenzwert", "ms", "holding", 10, "float32"],
      ["leser", "sollwert", "float", "out", "Sollwert", "°C", "holding", 20, "float32"],
    ],
  },
  {
    name: "http_in",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "path"],
      ["web", "antwortzeit", "float", "out", "Antwortzeit", "ms", "/antwortzeit"],
      ["web", "mikrosekunden", "int", "out", "Antwortzeit", "µs", "/mikrosekunden"],
      ["web", "zustand", "string", "out", "Zustand in Worten", null, "/zustand"],
      ["web", "soll", "float", "in", "Sollwert setzen", "°C", "/soll"],
      ["web", "ist", "float", "out", "Sollwert, wie ihn der Regler hat", "°C", "/ist"],
    ],
  },
  {
    name: "links",
    rows: [
      ["source", "target", "scale", "map"],
      ["ping.lokal.erreichbar", "modb_server.regler.erreichbar", null, null],
      ["ping.lokal.antwortzeit", "modb_server.regler.antwortzeit", null, null],
      ["modb_client.leser.antwortzeit", "modb_server.regler.mikrosekunden", 1000, null],
      ["modb_client.leser.antwortzeit", "http_in.web.antwortzeit", null, null],
      ["modb_client.leser.mikrosekunden", "http_in.web.mikrosekunden", null, null],
      ["modb_client.leser.erreichbar", "http_in.web.zustand", null, "true=erreichbar;false=nicht erreichbar"],
      ["http_in.web.soll", "modb_client.leser.sollwert", null, null],
      ["modb_server.regler.sollwert", "http_in.web.ist", null, null],
      ["const.main.grenzwert", "modb_server.regler.grenzwert", null, null],
    ],
  },
  {
    name: "constants",
    rows: [
      ["channel", "type", "value", "label"],
      ["grenzwert", "float", 50, "Längste zulässige Antwortzeit in ms"],
    ],
  },
];
