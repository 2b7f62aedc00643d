import { expect, it } from "vitest";
import { lossLine } from "./loss-line.ts";

const FILE = "/var/lib/hubwart/state.db";

it.each([
  ["missing", "", `Die Datenbank ${FILE} fehlte und wurde neu angelegt.`],
  ["emptied", "", `Die Datenbank ${FILE} war leer und wurde neu angelegt.`],
  [
    "damaged",
    "/var/lib/hubwart/damaged/1.db",
    `Die Datenbank ${FILE} war beschädigt und wurde neu angelegt; die alte Datei liegt unter /var/lib/hubwart/damaged/1.db.`,
  ],
] as const)("names a %s database", (kind, kept, line) => {
  expect(lossLine(FILE, { kind, kept, settings: 0, passwordLost: false })).toBe(line);
});
