/** A CPU whose values go to people: e-mail at a limit, chat at a fault, a set point by a command. */
import type { WorkbookTable } from "@hubwart/project/workbook";
import { chatCommands } from "./chat.ts";
import { table } from "./table.ts";

export const messages: WorkbookTable[] = [
  {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "meldungen"],
      ["name", "Meldungen"],
      [
        "description",
        "Liest eine S7-CPU, meldet Grenzwerte per E-Mail und Störungen im Chat; der Sollwert lässt sich dort setzen.",
      ],
    ],
  },
  table("pods", [
    { id: "s7_client.anlage", label: "Steuerung der Anlage", host: "127.0.0.1", port: 1102, slot: 1 },
    {
      id: "email.meldung",
      label: "Meldungen per E-Mail",
      host: "127.0.0.1",
      port: 1025,
      from: "hub@example.org",
      to: "technik@example.org",
      security: "none",
    },
    {
      id: "chat.leitstand",
      label: "Raum des Leitstands",
      to: "!leitstand:example.org",
      service: "matrix",
      url: "http://127.0.0.1:8008",
      token: "hier-das-token-eintragen",
      allowed: "@technik:example.org",
    },
  ]),
  table("s7_client", [
    {
      pod: "anlage",
      channel: "temperatur",
      type: "float",
      dir: "in",
      label: "Vorlauf",
      unit: "°C",
      address: "DB10.DBD0",
      data: "REAL",
    },
    { pod: "anlage", channel: "stoerung", type: "bool", dir: "in", label: "Sammelstörung", address: "M0.0" },
    {
      pod: "anlage",
      channel: "sollwert",
      type: "float",
      dir: "inout",
      label: "Sollwert",
      unit: "°C",
      address: "DB10.DBD4",
      data: "REAL",
    },
  ]),
  table("email", [
    {
      pod: "meldung",
      channel: "heiss",
      type: "float",
      label: "Vorlauf zu heiß",
      when: "above",
      limit: 80,
      hysteresis: 5,
      subject: "Vorlauf zu heiß: {value} °C",
      text: "Der Vorlauf hat {value} °C ({iso}).",
      clear: "Der Vorlauf hat wieder {value} °C.",
    },
  ]),
  table("chat", [
    {
      pod: "leitstand",
      channel: "stoerung",
      type: "bool",
      dir: "out",
      label: "Sammelstörung",
      when: "true",
      text: "Sammelstörung steht an",
      clear: "Störung ist behoben",
    },
    ...chatCommands,
  ]),
  {
    name: "links",
    rows: [
      ["source", "target"],
      ["s7_client.anlage.temperatur", "email.meldung.heiss"],
      ["s7_client.anlage.temperatur", "chat.leitstand.vorlauf"],
      ["s7_client.anlage.stoerung", "chat.leitstand.stoerung"],
      ["chat.leitstand.soll", "s7_client.anlage.sollwert"],
    ],
  },
];
