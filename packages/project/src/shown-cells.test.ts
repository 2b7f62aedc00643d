import { expect, it } from "vitest";
import { shownCells } from "./shown-cells.ts";
import { busSchema } from "./testing/project.ts";

const { ifaceColumns } = busSchema;

it("shows cells in the order of the columns, and which are as usual", () => {
  expect(shownCells(ifaceColumns, { port: 502, host: "a" })).toEqual([
    { column: "host", help: "Adresse der Gegenstelle", value: "a" },
    { column: "port", help: "TCP-Port", value: 502, usual: true },
  ]);
});

it("never shows a secret, nor a cell that no column describes", () => {
  const cells = shownCells(ifaceColumns, { host: "a", password: "hush", other: "hush too" });
  expect(cells.slice(1)).toEqual([
    { column: "password", help: "Passwort ohne Leerzeichen", secret: true },
    { column: "other", help: "", secret: true },
  ]);
  expect(JSON.stringify(cells)).not.toContain("hush");
});

it.each([
  ["https://me:word@host/path", "https://host/path"],
  ["https://host/path?who=a@b", "https://host/path?who=a@b"],
  ["plant/a@b", "plant/a@b"],
])("shows the address %s without user and password", (host, shown) => {
  expect(shownCells(ifaceColumns, { host })[0]?.value).toBe(shown);
});
