/** Two field devices over WebSocket: a pump that reports and takes a set point, and a door contact that switches it. */
import type { WorkbookTable } from "@hubwart/project/workbook";

export const assets: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "feldgeraete"],
      ["name", "Feldgeräte"],
      [
        "description",
        "Zwei Feldgeräte über WebSocket. Legen Sie unter Ressourcen, Benutzer, Assets die Benutzer „pumpe“ und „tuer“ an.",
      ],
    ],
  },
  {
    name: "pods",
    rows: [
      ["id", "label", "bind", "port", "tls"],
      ["asset.feld", "Geräte im Feld", "127.0.0.1", 8870, "nein"],
    ],
  },
  {
    name: "asset",
    rows: [
      ["pod", "channel", "type", "dir", "label", "unit", "asset", "key"],
      ["feld", "pumpe-vorlauf", "float", "in", "Vorlauf", "°C", "pumpe", "vorlauf"],
      ["feld", "pumpe-sollwert", "float", "out", "Sollwert", "°C", "pumpe", "sollwert"],
      ["feld", "pumpe-frei", "bool", "out", "Freigabe", null, "pumpe", "frei"],
      ["feld", "tuer-zu", "bool", "in", "Tür geschlossen", null, "tuer", "zu"],
    ],
  },
  {
    name: "links",
    rows: [
      ["source", "target"],
      ["asset.feld.tuer-zu", "asset.feld.pumpe-frei"],
    ],
  },
];
