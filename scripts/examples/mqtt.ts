/** A project with a broker on this machine: measured values out, set points in, one value there and back. */
import type { WorkbookTable } from "@hubwart/project/workbook";

export const mqtt: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "mqtt"],
      ["name", "MQTT"],
      ["description", "Sendet Messwerte an einen Broker auf 127.0.0.1:1883 und nimmt von dort Sollwerte an."],
    ],
  },
  {
    name: "pods",
    rows: [
      ["id", "label", "host", "port", "interval"],
      ["mqtt.broker", "Broker auf diesem Gerät", "127.0.0.1", 1883, null],
      ["ping.lokal", "Antwortzeit dieses Geräts", null, null, 1000],
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
    name: "mqtt",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "topic", "qos", "retain", "pointer", "template"],
      [
        "broker",
        "antwortzeit",
        "float",
        "out",
        "Antwortzeit",
        "ms",
        "beispiel/antwortzeit",
        1,
        "ja",
        null,
        null,
      ],
      [
        "broker",
        "zurueck",
        "float",
        "in",
        "Dieselbe, vom Broker",
        "ms",
        "beispiel/antwortzeit",
        1,
        null,
        null,
        null,
      ],
      [
        "broker",
        "zustand",
        "json",
        "out",
        "Zustand als JSON",
        null,
        "beispiel/zustand",
        0,
        null,
        null,
        '{"erreichbar": {json}, "zeit": "{iso}"}',
      ],
      ["broker", "sollwert", "float", "in", "Sollwert", "°C", "beispiel/soll", 1, null, "/wert", null],
      [
        "broker",
        "bestaetigung",
        "float",
        "out",
        "Bestätigter Sollwert",
        "°C",
        "beispiel/ist",
        1,
        "ja",
        null,
        null,
      ],
    ],
  },
  {
    name: "links",
    rows: [
      ["source", "target", "on_change", "min_interval"],
      ["ping.lokal.antwortzeit", "mqtt.broker.antwortzeit", null, null],
      ["ping.lokal.erreichbar", "mqtt.broker.zustand", "ja", null],
      ["mqtt.broker.sollwert", "mqtt.broker.bestaetigung", null, 100],
    ],
  },
];
