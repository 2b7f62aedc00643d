/** The first workbook of somebody's own, with the mistakes that one makes, and mended. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";

export interface OwnWorkbook {
  wrong: string;
  mended: string;
}

/** Reads what it measured back from a broker on this machine. */
export async function writeOwnWorkbook(folder: string, broker: number): Promise<OwnWorkbook> {
  const wrong = path.join(folder, "keller.xlsx");
  const mended = path.join(folder, "keller-2.xlsx");
  await writeFile(wrong, await writeWorkbook(tables(broker, false)));
  await writeFile(mended, await writeWorkbook(tables(broker, true)));
  return { wrong, mended };
}

/** Six mistakes: a type in the user's own words, a name twice, nothing in a needed cell, a slip in a name, a unit in a number, a number with a word. */
function tables(broker: number, mended: boolean): WorkbookTable[] {
  const or = <T>(right: T, wrong: string | number | null) => (mended ? right : wrong);
  return [
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "keller"],
        ["name", "Heizungskeller"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "label", "host", "port", "interval"],
        ["mqtt.keller", "Broker im Keller", "127.0.0.1", or(broker, `Port ${broker}`), null],
        ["ping.lokal", "Antwortzeit dieses Geräts", null, null, or(1000, "1000 ms")],
      ],
    },
    {
      name: "ping",
      rows: [
        ["pod", "channel", "type", "label", "unit", "host", "measure"],
        ["lokal", "antwortzeit", or("float", "Kommazahl"), "Antwortzeit", "ms", "127.0.0.1", "rtt"],
      ],
    },
    {
      name: "mqtt",
      rows: [
        ["pod", "channel", "type", "dir", "label", "unit", "topic"],
        ["keller", "gesendet", "float", "out", "Gesendet", "ms", "keller/antwortzeit"],
        ["keller", or("zurueck", "gesendet"), "float", "in", "Zurück", "ms", "keller/antwortzeit"],
        ["keller", "soll", "float", "out", "Sollwert", "°C", or("keller/soll", null)],
      ],
    },
    {
      name: "links",
      rows: [
        ["source", "target"],
        ["ping.lokal.antwortzeit", or("mqtt.keller.gesendet", "mqtt.keller.gesendt")],
      ],
    },
  ];
}
